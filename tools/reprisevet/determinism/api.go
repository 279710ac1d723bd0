package determinism

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// The packages whose names mean something here.
const (
	module      = "github.com/reprise-run/reprise"
	workflowPkg = module + "/workflow"
)

// examples are the parts of our module that use the engine as everybody does.
var examples = []string{"/samples", "/nemesis", "/cmd", "/bench", "/tools"}

// ours are the packages of the engine. Their source is not looked at: they are what
// makes the verbs deterministic. Functions given to them are activities, but for those
// of package workflow.
func ours(pkg string) bool {
	rel, ok := strings.CutPrefix(pkg, module)
	if !ok || rel != "" && rel[0] != '/' {
		return false
	}
	for _, e := range examples {
		if rel == e || strings.HasPrefix(rel, e+"/") {
			return false
		}
	}
	return true
}

// named reports whether t, or what it points to, is the type of that name.
func named(t types.Type, pkg, name string) bool {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == pkg
}

func isWorkflowContext(t types.Type) bool { return t != nil && named(t, workflowPkg, "Context") }
func isGoContext(t types.Type) bool       { return t != nil && named(t, "context", "Context") }
func isFuture(t types.Type) bool          { return t != nil && named(t, workflowPkg, "Future") }

// holdsContext reports whether t is a workflow.Context or a struct around one.
func holdsContext(t types.Type) bool {
	if isWorkflowContext(t) {
		return true
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if isWorkflowContext(f.Type()) {
			return true
		}
	}
	return false
}

// takes reports whether a parameter or the receiver is such that is reports true.
func takes(sig *types.Signature, is func(types.Type) bool) bool {
	if sig.Recv() != nil && is(sig.Recv().Type()) {
		return true
	}
	for p := range sig.Params().Variables() {
		if is(p.Type()) {
			return true
		}
	}
	return false
}

// bindable reports whether functions of this signature can be bound as a workflow.
func bindable(sig *types.Signature) bool {
	return sig.Params().Len() == 2 && sig.Results().Len() == 2 && isWorkflowContext(sig.Params().At(0).Type())
}

// isActivity reports whether functions of this signature are no part of a workflow: they
// have a context.Context, which a workflow cannot give them.
func isActivity(sig *types.Signature) bool {
	return takes(sig, isGoContext) && !takes(sig, holdsContext)
}

// callee is the function that a call names: declared, or a method; nil for a value.
func callee(info *types.Info, call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(info, call).(*types.Func)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}

// calls reports whether call is of that function of package workflow.
func calls(info *types.Info, call *ast.CallExpr, name string) bool {
	fn := callee(info, call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == workflowPkg && nameOf(fn) == name
}

// house is what packages of one author have in common: their module, or, where the
// driver does not know it, the part of the import path that names the repository.
func house(pass *analysis.Pass) string {
	if pass.Module != nil && pass.Module.Path != "" {
		return pass.Module.Path
	}
	parts := strings.Split(pass.Pkg.Path(), "/")
	n := 1
	switch host := parts[0]; {
	case host == "github.com", host == "gitlab.com", host == "bitbucket.org":
		n = 3
	case strings.Contains(host, "."):
		n = 2
	}
	return strings.Join(parts[:min(n, len(parts))], "/")
}
