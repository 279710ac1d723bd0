package determinism

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
)

// unreturned looks whether the error by which a run continues as a new one is dropped. Who returns something else is parked.
func (s *scanner) unreturned(n ast.Node) {
	drop := func(e ast.Expr) {
		if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && calls(s.TypesInfo, call, "ContinueAsNew") {
			s.add(lostEnding, call.Pos(), "drops the error of workflow.ContinueAsNew")
		}
	}
	switch n := n.(type) {
	case *ast.ExprStmt:
		drop(n.X)
	case *ast.DeferStmt:
		drop(n.Call)
	case *ast.AssignStmt:
		if last, ok := n.Lhs[len(n.Lhs)-1].(*ast.Ident); ok && blank(last) && len(n.Rhs) == 1 {
			drop(n.Rhs[0])
		}
	}
}

// undone looks whether what is registered to undo a step gives up after some attempts. It is known of a definition of this
// package whose policy stands with it.
func (s *scanner) undone(call *ast.CallExpr) {
	if !calls(s.TypesInfo, call, "Undo") || len(call.Args) < 2 {
		return
	}
	id, ok := ast.Unparen(call.Args[1]).(*ast.Ident)
	if !ok {
		return
	}
	policies, known := s.policies(s.TypesInfo.Uses[id])
	if !known {
		return
	}
	attempts := "10 attempts, as its policy says no number"
	for _, p := range policies {
		n, given, known := s.attempts(p)
		if !known || given && n < 0 {
			return
		}
		if given && n > 0 {
			attempts = fmt.Sprintf("%d attempts", n)
		}
	}
	s.add(limitedUndo, call.Pos(), "has "+id.Name+" undo a step, which gives up after "+attempts)
}

// policies are those that stand in the definition of an activity of this package.
func (s *scanner) policies(activity types.Object) (policies []ast.Expr, known bool) {
	if activity == nil || activity.Pkg() != s.Pkg {
		return nil, false
	}
	for _, file := range s.Files {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range decl.Specs {
				v, ok := spec.(*ast.ValueSpec)
				if !ok || len(v.Names) != len(v.Values) {
					continue
				}
				for i, name := range v.Names {
					if s.TypesInfo.Defs[name] == activity {
						return s.defined(v.Values[i])
					}
				}
			}
		}
	}
	return nil, false
}

// defined are the policies in a call of activity.Define or New.
func (s *scanner) defined(value ast.Expr) ([]ast.Expr, bool) {
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	if !ok || call.Ellipsis.IsValid() {
		return nil, false
	}
	fn := callee(s.TypesInfo, call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != module+"/activity" {
		return nil, false
	}
	switch nameOf(fn) {
	case "Define":
		return call.Args[1:], true
	case "New":
		return call.Args[2:], true
	}
	return nil, false
}

// attempts is the MaxAttempts of a policy, where its literal says so.
func (s *scanner) attempts(policy ast.Expr) (n int64, given, known bool) {
	retry, known := field(policy, "Retry")
	if !known || retry == nil {
		return 0, false, known
	}
	most, known := field(retry, "MaxAttempts")
	if !known || most == nil {
		return 0, false, known
	}
	v := s.TypesInfo.Types[most].Value
	if v == nil || v.Kind() != constant.Int {
		return 0, false, false
	}
	n, known = constant.Int64Val(v)
	return n, known && n != 0, known
}

// field is what a literal of a struct gives a field; nil: nothing.
func field(e ast.Expr, name string) (value ast.Expr, known bool) {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return nil, false
	}
	for _, element := range lit.Elts {
		kv, ok := element.(*ast.KeyValueExpr)
		if !ok {
			return nil, false
		}
		if key, ok := kv.Key.(*ast.Ident); ok && key.Name == name {
			return kv.Value, true
		}
	}
	return nil, true
}
