package determinism

import (
	"go/ast"
	"go/types"
	"slices"
)

// virtue is the fact about a function that makes harmless what would not be so otherwise.
type virtue struct {
	Adds    bool // a method that adds up integers: several calls give the same in any order
	Sorts   bool // sorts one of its parameters in place
	Records bool // gives the functions that it gets to workflow.SideEffect
}

// AFact makes virtue a fact.
func (*virtue) AFact() {}

func (v *virtue) String() string {
	switch {
	case v.Adds:
		return "adds"
	case v.Sorts:
		return "sorts"
	}
	return "records"
}

// learnVirtue judges a declared function by its code.
func (p *pkg) learnVirtue(fn *types.Func, d *ast.FuncDecl) {
	v := virtue{Adds: p.isSum(fn.Signature(), d.Body), Sorts: p.sortsParameter(fn.Signature(), d.Body), Records: p.records(fn.Signature(), d.Body)}
	if v != (virtue{}) {
		p.ExportObjectFact(fn, &v)
	}
}

// virtueOf is what is known of a function of any package.
func (p *pkg) virtueOf(fn *types.Func) (v virtue) {
	p.ImportObjectFact(fn, &v)
	return v
}

// sortsParameter reports whether the body sorts a parameter or the receiver, whatever
// else happens in it.
func (p *pkg) sortsParameter(sig *types.Signature, body *ast.BlockStmt) bool {
	for _, stmt := range body.List {
		expr, ok := stmt.(*ast.ExprStmt)
		if !ok {
			continue
		}
		call, ok := expr.X.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			continue
		}
		fn := callee(p.TypesInfo, call)
		if fn == nil || fn.Pkg() == nil || !changes(fn) || fn.Name() == "Reverse" || fn.Pkg().Path() == "maps" {
			continue
		}
		arg := ast.Unparen(call.Args[0])
		if conv, ok := arg.(*ast.CallExpr); ok && len(conv.Args) == 1 && p.TypesInfo.Types[conv.Fun].IsType() { // byName(list)
			arg = ast.Unparen(conv.Args[0])
		}
		if id, ok := arg.(*ast.Ident); ok && p.isParameter(sig, p.TypesInfo.Uses[id]) && !p.assigns(body, p.TypesInfo.Uses[id]) {
			return true
		}
	}
	return false
}

func (p *pkg) isParameter(sig *types.Signature, obj types.Object) bool {
	for v := range sig.Params().Variables() {
		if v == obj {
			return true
		}
	}
	return obj != nil && sig.Recv() == obj
}

// assigns reports whether the code gives the variable another value.
func (p *pkg) assigns(body *ast.BlockStmt, obj types.Object) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, l := range a.Lhs {
				id, ok := l.(*ast.Ident)
				found = found || ok && p.TypesInfo.ObjectOf(id) == obj
			}
		}
		return !found
	})
	return found
}

// records reports whether there are functions among the parameters, and all that the body
// does with them is to give them to workflow.SideEffect.
func (p *pkg) records(sig *types.Signature, body *ast.BlockStmt) bool {
	if !takes(sig, isWorkflowContext) {
		return false
	}
	recorded, other := 0, 0
	ast.PreorderStack(body, nil, func(n ast.Node, stack []ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || !isFunction(p.TypesInfo.Uses[id]) || !p.isParameter(sig, p.TypesInfo.Uses[id]) {
			return true
		}
		if slices.ContainsFunc(stack, p.isSideEffect) {
			recorded++
		} else {
			other++
		}
		return true
	})
	return recorded > 0 && other == 0
}

func (p *pkg) isSideEffect(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	return ok && calls(p.TypesInfo, call, "SideEffect")
}

// isFunction reports whether the variable holds a function.
func isFunction(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	if !ok {
		return false
	}
	_, ok = v.Type().Underlying().(*types.Signature)
	return ok
}
