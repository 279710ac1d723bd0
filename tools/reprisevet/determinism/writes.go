package determinism

import (
	"go/ast"
	"go/token"
	"go/types"
)

// write looks at where a value is put: an assignment's left side, or what delete, clear
// and copy change.
func (s *scanner) write(target ast.Expr) {
	v := s.root(target)
	if v == nil {
		return
	}
	_, bare := ast.Unparen(target).(*ast.Ident)
	global := v.Parent() == v.Pkg().Scope()
	outside := s.unit.flow && !s.unit.decl.has(v)
	if s.unit.flow && isWorkflowContext(s.TypeOf(target)) {
		if global || outside || !bare && s.given(v) {
			s.add(keptContext, target.Pos(), "keeps the workflow.Context in "+types.ExprString(target))
			return
		}
	}
	switch {
	case global:
		s.add(sharedWrite, target.Pos(), "writes the package-level variable "+spoken(v))
	case outside:
		s.add(sharedWrite, target.Pos(), "writes "+v.Name()+", which was declared outside the workflow function and is shared by its runs")
	case !bare && s.sharedReceiver(v):
		s.add(sharedWrite, target.Pos(), "writes "+types.ExprString(target)+", which all runs of the bound method share")
	}
}

// root is the variable that an expression is a part of, or is reached from.
func (s *scanner) root(e ast.Expr) *types.Var {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			v, _ := s.TypesInfo.ObjectOf(x).(*types.Var)
			return v
		case *ast.SelectorExpr:
			if id, ok := x.X.(*ast.Ident); ok {
				if _, ok := s.TypesInfo.Uses[id].(*types.PkgName); ok {
					e = x.Sel
					continue
				}
			}
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// given reports whether v is the receiver or a parameter, through which something of the
// caller's is reached.
func (s *scanner) given(v *types.Var) bool {
	sig := s.unit.decl.sig
	if sig == nil {
		return false
	}
	if sig.Recv() == v {
		return pointerTo(v)
	}
	for p := range sig.Params().Variables() {
		if p == v {
			return pointerTo(v)
		}
	}
	return false
}

func pointerTo(v *types.Var) bool {
	switch v.Type().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice:
		return true
	}
	return false
}

// sharedReceiver reports whether v is the receiver of a method that is bound: there is
// one for all runs, while that of a helper may well be a value of the run.
func (s *scanner) sharedReceiver(v *types.Var) bool {
	fn, ok := s.unit.owner.(*types.Func)
	return ok && s.bound[fn] && fn.Signature().Recv() == v && pointerTo(v)
}

// keptIn finds a workflow.Context in a go statement.
func (s *scanner) keptIn(n ast.Node) {
	if !s.unit.flow {
		return
	}
	for id, v := range s.variables(n) {
		if isWorkflowContext(v.Type()) {
			s.add(keptContext, id.Pos(), "gives the workflow.Context to a goroutine")
			return
		}
	}
}

// sideEffect finds what the function of a SideEffect does beside returning a value.
func (s *scanner) sideEffect(lit *ast.FuncLit) {
	for id, v := range s.variables(lit.Body) {
		if isWorkflowContext(v.Type()) {
			s.add(sideEffectUse, id.Pos(), "uses the workflow.Context in the function of a SideEffect")
			break
		}
	}
	inside := &function{node: lit}
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		var targets []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			targets = n.Lhs
		case *ast.IncDecStmt:
			targets = []ast.Expr{n.X}
		}
		for _, t := range targets {
			if v := s.root(t); v != nil && v.Name() != "_" && !inside.has(v) {
				s.add(sideEffectUse, t.Pos(), "writes "+v.Name()+" in the function of a SideEffect")
			}
		}
		return true
	})
}

// variables visits the names of variables in the code, in order.
func (s *scanner) variables(n ast.Node) func(yield func(*ast.Ident, *types.Var) bool) {
	return func(yield func(*ast.Ident, *types.Var) bool) {
		done := false
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && !done {
				if v, ok := s.TypesInfo.Uses[id].(*types.Var); ok {
					done = !yield(id, v)
				}
			}
			return !done
		})
	}
}

// within reports whether pos lies in n.
func within(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }
