package determinism

import (
	"go/ast"
	"go/types"
)

// futures finds what was started and nobody waits for, and what is dropped that ends a run. What workflow.Go runs may be meant
// to go on beside the workflow, if its Future is dropped in so many words.
func (s *scanner) futures() {
	ast.Inspect(s.unit.decl.body, func(n ast.Node) bool {
		if s.skip[n] {
			return false
		}
		s.unreturned(n)
		switch n := n.(type) {
		case *ast.CallExpr:
			s.undone(n)
		case *ast.ExprStmt:
			if call, ok := ast.Unparen(n.X).(*ast.CallExpr); ok {
				s.dropped(call)
			}
		case *ast.DeferStmt:
			s.dropped(n.Call)
		case *ast.AssignStmt:
			s.assigned(n)
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if blank(name) && i < len(n.Values) {
					s.dropped(n.Values[i])
				}
				s.unused(name)
			}
		}
		return true
	})
}

func (s *scanner) assigned(a *ast.AssignStmt) {
	for i, l := range a.Lhs {
		id, ok := l.(*ast.Ident)
		if !ok {
			continue
		}
		if blank(id) && len(a.Lhs) == len(a.Rhs) {
			s.dropped(a.Rhs[i])
		}
		s.unused(id)
	}
}

func (s *scanner) dropped(e ast.Expr) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if ok && isFuture(s.TypeOf(call)) && !calls(s.TypesInfo, call, "Go") {
		s.add(lostFuture, call.Pos(), "drops the Future of "+types.ExprString(call.Fun))
	}
}

// unused looks at a variable where it is declared: whether its Futures are ever used.
func (s *scanner) unused(id *ast.Ident) {
	v, ok := s.TypesInfo.Defs[id].(*types.Var)
	if !ok || !futures(v.Type()) {
		return
	}
	if !s.waitedFor(v) {
		s.add(lostFuture, id.Pos(), "never waits for "+id.Name)
	}
}

// waitedFor reports whether a use of the variable may lead to a wait.
func (s *scanner) waitedFor(v *types.Var) bool {
	used := false
	ast.PreorderStack(s.unit.decl.body, nil, func(n ast.Node, stack []ast.Node) bool {
		if use, ok := n.(*ast.Ident); ok && s.TypesInfo.Uses[use] == v {
			used = used || s.waits(use, stack)
		}
		return !used
	})
	return used
}

// futures reports whether t is a Future or a collection of them.
func futures(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return isFuture(u.Elem())
	case *types.Array:
		return isFuture(u.Elem())
	case *types.Map:
		return isFuture(u.Elem())
	}
	return isFuture(t)
}

// waits reports whether a use of a variable may lead to a wait. To assign to it, to drop
// it, to count and to ask Ready does not.
func (s *scanner) waits(use *ast.Ident, stack []ast.Node) bool {
	var below ast.Node = use
	for i := len(stack) - 1; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.IndexExpr:
			if n.X != below {
				return true
			}
		case *ast.AssignStmt:
			for j, l := range n.Lhs {
				if l == below || len(n.Lhs) == len(n.Rhs) && n.Rhs[j] == below && blank(l) {
					return false
				}
			}
			return true
		case *ast.CallExpr:
			if isBuiltin(s.TypesInfo, n, "len") {
				return false
			}
			if !isBuiltin(s.TypesInfo, n, "append") || n.Args[0] != below {
				return true
			}
			// fs = append(fs, f)
			a, ok := stack[max(0, i-1)].(*ast.AssignStmt)
			return !ok || len(a.Lhs) != 1 || types.ExprString(a.Lhs[0]) != use.Name
		case *ast.SelectorExpr:
			return n.Sel.Name != "Ready"
		case *ast.RangeStmt: // what is done with each of them counts
			if n.X != below || n.Value == nil || blank(n.Value) {
				return n.X != below
			}
			id, ok := n.Value.(*ast.Ident)
			v, defined := s.TypesInfo.Defs[id].(*types.Var)
			return !ok || !defined || s.waitedFor(v)
		default:
			return true
		}
		below = stack[i]
	}
	return true
}
