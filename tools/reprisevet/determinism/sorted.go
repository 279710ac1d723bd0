package determinism

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// sortedLater reports whether the unit sorts the expression, or its elements, after pos.
func (s *scanner) sortedLater(e ast.Expr, pos token.Pos) bool {
	name := types.ExprString(base(e))
	found := false
	ast.Inspect(s.unit.decl.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = found || n.Pos() > pos && s.sorts(n) && mentions(n, name)
		case *ast.RangeStmt:
			found = found || n.Pos() > pos && types.ExprString(n.X) == name && s.sortsIn(n.Body)
		}
		return !found
	})
	return found
}

// base is what elements are taken from.
func base(e ast.Expr) ast.Expr {
	for {
		switch x := e.(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return e
		}
	}
}

// mentions reports whether an expression of that spelling stands in n.
func mentions(n ast.Node, name string) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && !found {
			found = types.ExprString(e) == name
		}
		return !found
	})
	return found
}

func (s *scanner) sortsIn(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			found = found || s.sorts(call)
		}
		return !found
	})
	return found
}

// sorts reports whether the call is of package sort, or of a function whose name says
// that it sorts, or that does so with what it is given.
func (s *scanner) sorts(call *ast.CallExpr) bool {
	fn := callee(s.TypesInfo, call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	return fn.Pkg().Path() == "sort" && !strings.HasPrefix(fn.Name(), "Search") || strings.Contains(strings.ToLower(fn.Name()), "sort") ||
		s.virtueOf(fn).Sorts
}

// orderless reports whether what a call gives does not depend on the order of what it is
// given.
func (s *scanner) orderless(call *ast.CallExpr) bool {
	if isBuiltin(s.TypesInfo, call, "len") {
		return true
	}
	fn := callee(s.TypesInfo, call)
	if fn == nil {
		return false
	}
	switch fn.FullName() {
	case "maps.Collect", "maps.Insert", "slices.Contains", "slices.ContainsFunc", "slices.Max", "slices.Min":
		return true
	}
	return false
}

// onlyCounted reports whether nothing is ever asked of it that its order changes.
func (s *scanner) onlyCounted(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := s.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || !s.unit.decl.has(v) || s.result(v) {
		return false
	}
	counted := true
	ast.PreorderStack(s.unit.decl.body, nil, func(n ast.Node, stack []ast.Node) bool {
		use, ok := n.(*ast.Ident)
		if !ok || s.TypesInfo.Uses[use] != v || len(stack) == 0 {
			return true
		}
		switch up := stack[len(stack)-1].(type) {
		case *ast.CallExpr:
			counted = counted && (s.orderless(up) || isBuiltin(s.TypesInfo, up, "append") && up.Args[0] == use)
		case *ast.AssignStmt:
			counted = counted && len(up.Lhs) == 1 && up.Lhs[0] == use
		default:
			counted = false
		}
		return true
	})
	return counted
}

// result reports whether v is a named result of the unit.
func (s *scanner) result(v *types.Var) bool {
	if s.unit.decl.sig == nil {
		return false
	}
	for r := range s.unit.decl.sig.Results().Variables() {
		if r == v {
			return true
		}
	}
	return false
}

// ordered reports whether values of the type have an order: slices and iterators.
func ordered(t types.Type) bool {
	if t == nil {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Slice, *types.Signature:
		return true
	}
	return false
}

// orderHidden reports whether the random order of what a call returns cannot be seen: it
// is sorted, goes into a map, or drives a loop for which order does not matter.
func (s *scanner) orderHidden(call *ast.CallExpr, at []ast.Node) bool {
	if call == nil || !ordered(s.TypeOf(call)) {
		return false
	}
	var below ast.Node = call
	for i := len(at) - 1; i >= 0; i-- {
		switch n := at[i].(type) {
		case *ast.ParenExpr:
		case *ast.CallExpr:
			if s.sorts(n) || s.orderless(n) {
				return true
			}
			if fn := callee(s.TypesInfo, n); fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "slices" {
				return false // what package slices makes of it has its order
			}
		case *ast.RangeStmt:
			return n.X == below && s.orderMatters(n) == ""
		case *ast.AssignStmt:
			return len(n.Lhs) == 1 && s.sortedLater(n.Lhs[0], n.End())
		case *ast.ValueSpec:
			return len(n.Names) == 1 && s.sortedLater(n.Names[0], n.End())
		default:
			return false
		}
		below = at[i]
	}
	return false
}
