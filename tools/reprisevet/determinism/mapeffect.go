package determinism

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// effect judges a call in a loop over a map: whether it writes to something in order.
func (o *order) effect(call *ast.CallExpr) {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && id.Name == "delete" && len(call.Args) == 2 && o.outer(call.Args[0]) {
		o.maybe("deletes")
		return
	}
	fn := callee(o.TypesInfo, call)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if fn == nil || !ok || fn.Pkg() == nil {
		return
	}
	to := sel.X
	if fn.Signature().Recv() == nil {
		if len(call.Args) == 0 || !strings.HasPrefix(fn.Name(), "Fprint") && fn.FullName() != "io.WriteString" {
			return
		}
		to = call.Args[0]
		if u, ok := to.(*ast.UnaryExpr); ok {
			to = u.X
		}
	} else if !slices.Contains([]string{"Write", "WriteString", "WriteByte", "WriteRune", "Encode", "PushBack", "PushFront"}, fn.Name()) {
		return
	}
	if o.outer(to) {
		o.found("writes to " + types.ExprString(to) + " in its order")
	}
}

// maybe notes what comes out the same only if the loop goes through the whole map.
func (o *order) maybe(what string) { o.partial = what }

// assign judges an assignment in a loop over a map.
func (o *order) assign(a *ast.AssignStmt, stack []ast.Node) {
	for i, target := range a.Lhs {
		if blank(target) || !o.outer(target) || a.Tok == token.DEFINE && o.defines(target) {
			continue
		}
		value := a.Rhs[0]
		if len(a.Rhs) == len(a.Lhs) {
			value = a.Rhs[i]
		}
		if o.element(target, value) {
			continue
		}
		name := types.ExprString(target)
		if call, ok := ast.Unparen(value).(*ast.CallExpr); ok && isBuiltin(o.TypesInfo, call, "append") {
			if o.fromLoop(call) && !o.sortedLater(target, o.loop.End()) && !o.onlyCounted(target) {
				o.found("appends to " + name + ", which is not sorted afterwards")
			}
			continue
		}
		switch {
		case !o.fromLoop(value):
		case o.adds(a, target, value):
			o.maybe("changes " + name)
		case o.oneTurn(stack) && o.written(target) == 1:
			o.maybe("writes " + name)
		case !o.compared(target, stack):
			o.found("leaves in " + name + " what depends on its order")
		}
	}
}

func (o *order) defines(target ast.Expr) bool {
	id, ok := target.(*ast.Ident)
	return ok && o.TypesInfo.Defs[id] != nil
}

// element reports whether the target is an element of its own for each turn, of a map or
// of a slice that the key is an index of, or of a slice that is sorted later.
func (o *order) element(target, value ast.Expr) bool {
	index, ok := ast.Unparen(target).(*ast.IndexExpr)
	if !ok || o.TypeOf(index.X) == nil {
		return false
	}
	if _, ok := o.TypeOf(index.X).Underlying().(*types.Map); !ok {
		if !o.fromLoop(index.Index) {
			return o.sortedLater(index.X, o.loop.End())
		}
	} else if call, ok := ast.Unparen(value).(*ast.CallExpr); ok && isBuiltin(o.TypesInfo, call, "append") && !o.names(index.Index, o.loop.Key) {
		return false // several turns may append to the same element
	}
	o.maybe("fills " + types.ExprString(index.X))
	return true
}

// names reports whether e is the variable that v names.
func (o *order) names(e, v ast.Expr) bool {
	x, ok := ast.Unparen(e).(*ast.Ident)
	y, ok2 := v.(*ast.Ident)
	return ok && ok2 && o.TypesInfo.ObjectOf(x) == o.TypesInfo.ObjectOf(y)
}

func isBuiltin(info *types.Info, call *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := info.Uses[id].(*types.Builtin)
	return ok && b.Name() == name
}
