package determinism

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// A variable of a package that begins with the time or with the host's name holds another
// value in each process. Who reads it in a workflow might as well have asked.

// begun are the codes that count for what a variable begins with: what it is called there
// differs between processes. How it came to be, behind a lock or not, cannot be seen.
var begun = map[code]bool{clock: true, chance: true, newID: true, environment: true, inputOutput: true, mapOrder: true}

// isData reports whether the variable of a package holds something other than a function.
func isData(obj types.Object) bool {
	_, ok := obj.(*types.Var)
	return ok && !isFunction(obj)
}

// isHandle reports whether values of the type are not read but used: loggers, clients and
// what else is made by somebody else and reached through a pointer or an interface. What
// is done with them is looked at where it is done.
func isHandle(t types.Type, house string) bool {
	t = types.Unalias(t)
	ptr, pointer := t.(*types.Pointer)
	if pointer {
		t = types.Unalias(ptr.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return types.IsInterface(t)
	}
	pkg := n.Obj().Pkg().Path()
	if ours(pkg) {
		return true // a definition, a client
	}
	if slices.Contains([]string{"time", "math/rand", "math/rand/v2", "math/big"}, pkg) {
		return false
	}
	return types.IsInterface(t) || pointer && pkg != house && !strings.HasPrefix(pkg, house+"/")
}

// begins reports whether a function named in what a variable begins with is called there,
// and not kept for later.
func (s *scanner) begins(obj types.Object, called bool, c code) bool {
	if _, ok := obj.(*types.Func); ok {
		return called
	}
	return c != inputOutput // to name a file is not to read it
}

// calledAtOnce reports whether the literal is called where it stands.
func calledAtOnce(lit *ast.FuncLit, stack []ast.Node) bool {
	if len(stack) == 0 {
		return false
	}
	call, ok := stack[len(stack)-1].(*ast.CallExpr)
	return ok && call.Fun == lit
}
