package determinism

import (
	"go/ast"
	"go/token"
	"go/types"
)

// function is a declaration or a literal, or the value that a variable begins with.
type function struct {
	node ast.Node
	sig  *types.Signature // nil of a value
	recv *ast.FieldList
	body ast.Node
}

// has reports whether obj is declared in the function, its parameters included.
func (f *function) has(obj types.Object) bool {
	return f.node.Pos() <= obj.Pos() && obj.Pos() < f.node.End()
}

// collect finds the units of a file and the methods that it binds as workflows.
func (p *pkg) collect(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			p.collectFunc(d)
		case *ast.GenDecl:
			if d.Tok == token.VAR {
				p.collectVars(d)
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			p.collectBound(call)
		}
		return true
	})
}

func (p *pkg) collectFunc(d *ast.FuncDecl) {
	fn, ok := p.TypesInfo.Defs[d.Name].(*types.Func)
	if !ok || d.Body == nil {
		return
	}
	p.learnVirtue(fn, d)
	u := &unit{owner: fn, decl: &function{node: d, sig: fn.Signature(), recv: d.Recv, body: d.Body}}
	u.flow = takes(fn.Signature(), holdsContext) || p.mentionsContext(d.Body, isKept)
	if !u.flow {
		p.collectLiterals(d.Body)
	}
	if u.flow || !isActivity(fn.Signature()) {
		p.units = append(p.units, u)
	}
}

// collectVars takes what variables begin with, and workflow code wherever it stands in it.
func (p *pkg) collectVars(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		spec := spec.(*ast.ValueSpec)
		for _, value := range spec.Values {
			p.collectLiterals(value)
		}
		for i, name := range spec.Names {
			v, ok := p.TypesInfo.Defs[name].(*types.Var)
			if !ok || blank(name) || len(spec.Values) == 0 {
				continue
			}
			value := spec.Values[min(i, len(spec.Values)-1)] // a, b = f() has one for both
			u := &unit{owner: v, decl: &function{node: value, body: value}, data: isData(v)}
			sig, _ := v.Type().Underlying().(*types.Signature)
			switch {
			case u.data && !isHandle(v.Type(), p.house):
			case sig != nil && len(spec.Values) == len(spec.Names) && !isActivity(sig) && !takes(sig, holdsContext):
			default:
				continue
			}
			p.units = append(p.units, u)
		}
	}
}

// collectLiterals takes the outermost literals that are workflow code.
func (p *pkg) collectLiterals(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		if !ok {
			return true
		}
		sig, ok := p.TypeOf(lit).(*types.Signature)
		if !ok || !takes(sig, isWorkflowContext) {
			return true
		}
		p.units = append(p.units, &unit{decl: &function{node: lit, sig: sig, body: lit.Body}, flow: true})
		return false
	})
}

// mentionsContext reports whether the code uses a workflow.Context in such a variable,
// other than one that is given to a literal in it.
func (p *pkg) mentionsContext(n ast.Node, in func(*types.Var) bool) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if sig, ok := p.TypeOf(n).(*types.Signature); ok && takes(sig, isWorkflowContext) {
				return false
			}
		case *ast.Ident:
			if v, ok := p.TypesInfo.Uses[n].(*types.Var); ok && isWorkflowContext(v.Type()) && in(v) {
				found = true
			}
		}
		return !found
	})
	return found
}

// isKept reports whether a variable may hold what somebody else has put there.
func isKept(v *types.Var) bool { return v.IsField() || v.Parent() == v.Pkg().Scope() }

func isAny(*types.Var) bool { return true }

// TypeOf is the type of an expression; nil where there is none.
func (p *pkg) TypeOf(e ast.Expr) types.Type { return p.TypesInfo.TypeOf(e) }
