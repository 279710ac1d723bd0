package determinism

import (
	"go/ast"
	"go/types"
)

var errorType = types.Universe.Lookup("error").Type()

// ident looks up what is known about a name.
func (s *scanner) ident(id *ast.Ident, stack []ast.Node) {
	obj := s.TypesInfo.Uses[id]
	if obj == nil || obj.Pkg() == nil || ours(obj.Pkg().Path()) {
		return
	}
	switch o := obj.(type) {
	case *types.Func:
		obj = o.Origin()
	case *types.Var:
		if isGoContext(o.Type()) {
			s.add(goContext, id.Pos(), "uses "+id.Name+", a context.Context")
			return
		}
		if o.IsField() || o.Pkg().Scope() != o.Parent() || types.Identical(o.Type(), errorType) {
			return
		}
	default:
		return
	}
	call, at := callOf(id, stack)
	r, known := judge(obj.Pkg().Path(), nameOf(obj))
	if s.unit.data && !s.begins(obj, call != nil, r.code) {
		return
	}
	if !known {
		s.mentions = append(s.mentions, mention{obj: obj, pos: id.Pos(), hidden: s.orderHidden(call, at), on: s.calledOn(id, stack)})
		return
	}
	if r.code == innocent || r.code == mapOrder && s.orderHidden(call, at) {
		return
	}
	verb := "uses "
	if call != nil {
		verb = "calls "
	}
	s.deeds = append(s.deeds, deed{code: r.code, pos: id.Pos(), does: verb + spoken(obj), instead: r.instead})
}

// callOf is the call whose function the name is, with what that call stands in.
func callOf(id *ast.Ident, stack []ast.Node) (*ast.CallExpr, []ast.Node) {
	var below ast.Node = id
	for i := len(stack) - 1; i >= 0; i-- {
		var part ast.Node // of what stands around it
		switch n := stack[i].(type) {
		case *ast.SelectorExpr:
			part = n.Sel
		case *ast.IndexExpr:
			part = n.X
		case *ast.IndexListExpr:
			part = n.X
		case *ast.ParenExpr:
			part = n.X
		case *ast.CallExpr:
			if n.Fun == below {
				return n, stack[:i]
			}
		}
		if part != below {
			return nil, nil
		}
		below = stack[i]
	}
	return nil, nil
}
