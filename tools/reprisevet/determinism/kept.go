package determinism

import (
	"go/ast"
	"go/types"
)

// keptIn finds a workflow.Context in code that is no part of the workflow.
func (s *scanner) keptIn(n ast.Node, does string) {
	if !s.unit.flow {
		return
	}
	for id, v := range s.variables(n) {
		if isWorkflowContext(v.Type()) {
			s.add(keptContext, id.Pos(), does)
			return
		}
	}
}

// computes finds what the function given to verb does beside returning a value.
func (s *scanner) computes(lit *ast.FuncLit, c code, verb string) {
	for id, v := range s.variables(lit.Body) {
		if isWorkflowContext(v.Type()) {
			s.add(c, id.Pos(), "uses the workflow.Context in the function of "+verb)
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
				s.add(c, t.Pos(), "writes "+v.Name()+" in the function of "+verb)
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
