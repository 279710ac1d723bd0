package determinism

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// adds reports whether the assignment takes the value into the target in a way that comes
// out the same in any order: sums of integers, and, or, the largest, the smallest, slices
// that are kept sorted.
func (o *order) adds(a *ast.AssignStmt, target, value ast.Expr) bool {
	whole := integer(o.TypeOf(target))
	switch a.Tok {
	case token.ADD_ASSIGN, token.SUB_ASSIGN, token.MUL_ASSIGN, token.AND_ASSIGN, token.OR_ASSIGN, token.XOR_ASSIGN, token.AND_NOT_ASSIGN:
		return whole
	case token.ASSIGN:
	default:
		return false
	}
	same := func(e ast.Expr) bool { return types.ExprString(ast.Unparen(e)) == types.ExprString(target) }
	switch v := ast.Unparen(value).(type) {
	case *ast.BinaryExpr:
		switch v.Op {
		case token.ADD, token.MUL, token.AND, token.OR, token.XOR:
			return whole && (same(v.X) || same(v.Y))
		case token.LAND, token.LOR:
			return same(v.X) || same(v.Y)
		}
	case *ast.CallExpr:
		if isBuiltin(o.TypesInfo, v, "max") || isBuiltin(o.TypesInfo, v, "min") {
			return slices.ContainsFunc(v.Args, same)
		}
		fn := callee(o.TypesInfo, v)
		if fn != nil && fn.FullName() == "slices.Insert" && len(v.Args) == 3 {
			return same(v.Args[0]) && o.searched(v.Args[1], target)
		}
		sel, ok := ast.Unparen(v.Fun).(*ast.SelectorExpr)
		return ok && same(sel.X) && o.addsUp(fn)
	}
	return false
}

// addsUp reports whether the method adds what it is given to what it is called on, and
// several such calls give the same in any order.
func (o *order) addsUp(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	switch fn.FullName() {
	case "(time.Time).Add", "(github.com/shopspring/decimal.Decimal).Add":
		return true
	}
	return o.virtueOf(fn).Adds
}

// searched reports whether the index is a variable that says where in the slice a value
// belongs, so that the slice is in order after each turn.
func (o *order) searched(index, slice ast.Expr) bool {
	found := false
	ast.Inspect(o.loop.Body, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || !o.names(index, a.Lhs[0]) {
			return true
		}
		call, ok := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
		if !ok {
			return true
		}
		if fn := callee(o.TypesInfo, call); fn != nil {
			switch fn.FullName() {
			case "slices.BinarySearch", "sort.SearchStrings", "sort.SearchInts":
				found = found || mentions(call.Args[0], types.ExprString(slice))
			}
		}
		return true
	})
	return found
}

// integer reports whether all values of the type are integers. Those of a type parameter
// are, if all that it may stand for are.
func integer(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		return integers(p.Constraint())
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// integers reports whether a constraint lets only integers through.
func integers(constraint types.Type) bool {
	c, ok := constraint.Underlying().(*types.Interface)
	if !ok {
		return integer(constraint)
	}
	for part := range c.EmbeddedTypes() { // all of them have to hold
		u, ok := part.(*types.Union)
		if !ok {
			if integers(part) {
				return true
			}
			continue
		}
		all := u.Len() > 0
		for term := range u.Terms() {
			all = all && integers(term.Type())
		}
		if all {
			return true
		}
	}
	return false
}

// compared reports whether an if or a switch around the assignment compares the target, as
// in the search for the largest.
func (o *order) compared(target ast.Expr, stack []ast.Node) bool {
	name := types.ExprString(target)
	for _, n := range stack {
		for _, c := range conditions(n) {
			if compares(c, name) {
				return true
			}
		}
	}
	return false
}

// conditions are what an if or a switch decides by. What it begins with is one of them if
// it names something to decide by, as in "if c := cmp.Compare(a, b); c < 0".
func conditions(n ast.Node) (all []ast.Node) {
	var init ast.Stmt
	switch n := n.(type) {
	case *ast.IfStmt:
		init, all = n.Init, []ast.Node{n.Cond}
	case *ast.SwitchStmt:
		init = n.Init
		if n.Tag != nil {
			all = append(all, n.Tag)
		}
		for _, c := range n.Body.List {
			for _, e := range c.(*ast.CaseClause).List {
				all = append(all, e)
			}
		}
	}
	a, ok := init.(*ast.AssignStmt)
	if !ok {
		return all
	}
	for _, l := range a.Lhs {
		if slices.ContainsFunc(all, func(c ast.Node) bool { return mentions(c, types.ExprString(l)) }) {
			return append(all, a)
		}
	}
	return all
}

// compares reports whether the code compares what has that name with something.
func compares(code ast.Node, name string) bool {
	found := false
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			switch n.Op {
			case token.LSS, token.GTR, token.LEQ, token.GEQ:
				found = found || types.ExprString(n.X) == name || types.ExprString(n.Y) == name
			}
		case *ast.CallExpr: // cmp.Compare(x, y), x.Before(y)
			found = found || mentions(n, name)
		}
		return !found
	})
	return found
}
