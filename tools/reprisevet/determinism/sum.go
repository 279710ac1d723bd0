package determinism

import (
	"go/ast"
	"go/token"
	"go/types"
)

// isSum reports whether the body is that of a method of a type with integers, such as
// money, that returns the sum of what it is called on and of what it is given.
func (p *pkg) isSum(sig *types.Signature, body *ast.BlockStmt) bool {
	if sig.Recv() == nil || sig.Params().Len() != 1 || sig.Results().Len() != 1 || len(body.List) == 0 {
		return false
	}
	s := sum{pkg: p, to: sig.Recv(), given: sig.Params().At(0)}
	t := s.to.Type()
	if !types.Identical(t, s.given.Type()) || !types.Identical(t, sig.Results().At(0).Type()) {
		return false
	}
	last := len(body.List) - 1
	ret, ok := body.List[last].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	if last == 0 {
		return s.returns(ast.Unparen(ret.Results[0]))
	}
	for _, stmt := range body.List[:last] { // m.cents += o.cents; return m
		a, ok := stmt.(*ast.AssignStmt)
		if !ok || a.Tok != token.ADD_ASSIGN || !s.field(a.Lhs[0], s.to, "") || !integer(p.TypeOf(a.Lhs[0])) ||
			!s.field(a.Rhs[0], s.given, a.Lhs[0].(*ast.SelectorExpr).Sel.Name) {
			return false
		}
	}
	id, ok := ret.Results[0].(*ast.Ident)
	if _, pointer := t.Underlying().(*types.Pointer); pointer || !ok {
		return false
	}
	return p.TypesInfo.Uses[id] == s.to
}

// sum is a method that may add what it is given to what it is called on.
type sum struct {
	*pkg
	to, given *types.Var
}

// returns reports whether the value is a + b, or a literal whose fields are such sums or
// stay what they were.
func (s sum) returns(e ast.Expr) bool {
	if b, ok := e.(*ast.BinaryExpr); ok {
		is := func(e ast.Expr, v *types.Var) bool {
			id, ok := ast.Unparen(e).(*ast.Ident)
			return ok && s.TypesInfo.Uses[id] == v
		}
		return b.Op == token.ADD && integer(s.TypeOf(b)) && (is(b.X, s.to) && is(b.Y, s.given) || is(b.X, s.given) && is(b.Y, s.to))
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return false
	}
	t, ok := s.TypeOf(lit).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i, e := range lit.Elts {
		name := t.Field(i).Name()
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			name, e = types.ExprString(kv.Key), kv.Value
		}
		if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok {
			if b.Op != token.ADD || !integer(s.TypeOf(b)) ||
				!(s.field(b.X, s.to, name) && s.field(b.Y, s.given, name) || s.field(b.X, s.given, name) && s.field(b.Y, s.to, name)) {
				return false
			}
		} else if !s.field(e, s.to, name) {
			return false
		}
	}
	return len(lit.Elts) > 0
}

// field reports whether e is that field of the variable; any of them if name is empty.
func (s sum) field(e ast.Expr, of *types.Var, name string) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || name != "" && sel.Sel.Name != name {
		return false
	}
	id, ok := sel.X.(*ast.Ident)
	return ok && s.TypesInfo.Uses[id] == of
}
