package determinism

import (
	"go/ast"
	"go/types"
)

// collectBound notes x.method in workflow.New(name, x.method) and Def.Bind(x.method): all
// runs share x. What a method of another package does to it can only be told here.
func (p *pkg) collectBound(call *ast.CallExpr) {
	if !calls(p.TypesInfo, call, "New") && !calls(p.TypesInfo, call, "Def.Bind") {
		return
	}
	for _, arg := range call.Args {
		sel, ok := ast.Unparen(arg).(*ast.SelectorExpr)
		if !ok {
			continue
		}
		fn, ok := p.TypesInfo.Uses[sel.Sel].(*types.Func)
		if !ok {
			continue
		}
		fn = fn.Origin()
		p.bound[fn] = true
		var fact guilt
		if fn.Pkg() == p.Pkg || !p.ImportObjectFact(fn, &fact) {
			continue
		}
		for _, d := range fact.List {
			if at := sel.Sel.Pos(); d.Self && !p.ignores.silence(at, code(d.Code)) {
				p.binds = append(p.binds, deed{code: code(d.Code), pos: at, instead: d.Instead,
					does: "binds " + spoken(fn) + ", which " + d.path() + ", and all runs share that"})
			}
		}
	}
}
