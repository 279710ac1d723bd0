package determinism

import (
	"go/ast"
	"go/token"
	"go/types"
)

// oneTurn reports whether what stands there is reached in one turn of the loop at most,
// because the key is compared with something that is the same in all of them.
func (o *order) oneTurn(stack []ast.Node) bool {
	for i, n := range stack {
		switch n := n.(type) {
		case *ast.IfStmt:
			if i+1 < len(stack) && stack[i+1] == n.Body && o.isOneKey(n.Cond) {
				return true
			}
		case *ast.SwitchStmt:
			if i+2 >= len(stack) || n.Tag == nil || !o.names(n.Tag, o.loop.Key) {
				continue
			}
			c, ok := stack[i+2].(*ast.CaseClause)
			if ok && len(c.List) == 1 && !o.fromLoop(c.List[0]) {
				return true
			}
		}
	}
	return false
}

// isOneKey reports whether the condition holds for one key alone.
func (o *order) isOneKey(cond ast.Expr) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	switch b.Op {
	case token.LAND:
		return o.isOneKey(b.X) || o.isOneKey(b.Y)
	case token.EQL:
		return o.names(b.X, o.loop.Key) && !o.fromLoop(b.Y) || o.names(b.Y, o.loop.Key) && !o.fromLoop(b.X)
	}
	return false
}

// written counts the assignments to the target in the loop.
func (o *order) written(target ast.Expr) int {
	n, name := 0, types.ExprString(target)
	ast.Inspect(o.loop.Body, func(node ast.Node) bool {
		if a, ok := node.(*ast.AssignStmt); ok {
			for _, l := range a.Lhs {
				if types.ExprString(l) == name {
					n++
				}
			}
		}
		return true
	})
	return n
}

// returns counts the ways out of the function in the loop.
func (o *order) returns() int {
	n := 0
	ast.PreorderStack(o.loop.Body, nil, func(node ast.Node, stack []ast.Node) bool {
		if _, ok := node.(*ast.ReturnStmt); ok && !inLiteral(stack) {
			n++
		}
		return true
	})
	return n
}

// oneEntry reports whether the loop stands in an if that has looked that the map has one
// entry at most.
func oneEntry(info *types.Info, loop *ast.RangeStmt, stack []ast.Node) bool {
	for i, n := range stack {
		branch, ok := n.(*ast.IfStmt)
		if !ok || i+1 >= len(stack) || stack[i+1] != branch.Body {
			continue
		}
		b, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr)
		if !ok || !isOne(info, b) {
			continue
		}
		call, ok := ast.Unparen(b.X).(*ast.CallExpr)
		if ok && isBuiltin(info, call, "len") && types.ExprString(call.Args[0]) == types.ExprString(loop.X) {
			return true
		}
	}
	return false
}

// isOne reports whether the comparison is "== 1", "<= 1" or "< 2".
func isOne(info *types.Info, b *ast.BinaryExpr) bool {
	limit := info.Types[b.Y].Value
	if limit == nil {
		return false
	}
	switch b.Op {
	case token.EQL, token.LEQ:
		return limit.ExactString() == "1"
	case token.LSS:
		return limit.ExactString() == "2"
	}
	return false
}
