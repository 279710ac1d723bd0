package determinism

import (
	"go/ast"
	"go/token"
	"go/types"
)

// mention is a function that is called or used as a value.
type mention struct {
	obj    types.Object
	pos    token.Pos
	hidden bool // the order of what it returns cannot be seen
	on     whose
}

// scanner walks the code of one unit.
type scanner struct {
	*pkg
	unit     *unit
	skip     map[ast.Node]bool // what is no workflow code, or was looked at already
	deeds    []deed
	mentions []mention
}

// scan finds what a unit does by itself, and what it mentions.
func (p *pkg) scan(u *unit) ([]deed, []mention) {
	s := &scanner{pkg: p, unit: u, skip: map[ast.Node]bool{}}
	ast.PreorderStack(u.decl.body, nil, s.visit)
	if u.flow {
		s.futures()
	}
	var left []deed
	for _, d := range s.deeds {
		if !p.ignores.silence(d.pos, d.code) {
			left = append(left, d)
		}
	}
	return left, s.mentions
}

func (s *scanner) add(c code, pos token.Pos, does string) {
	s.deeds = append(s.deeds, deed{code: c, pos: pos, does: does})
}

func (s *scanner) visit(n ast.Node, stack []ast.Node) bool {
	if s.skip[n] {
		return false
	}
	switch n := n.(type) {
	case *ast.FuncLit:
		return s.literal(n, stack)
	case *ast.CallExpr:
		s.call(n)
	case *ast.Ident:
		s.ident(n, stack)
	case *ast.AssignStmt:
		for _, target := range n.Lhs {
			s.write(target)
		}
	case *ast.IncDecStmt:
		s.write(n.X)
	case *ast.RangeStmt:
		s.ranges(n, stack)
	case *ast.GoStmt:
		s.add(goroutine, n.Pos(), "starts a goroutine")
		s.keptIn(n, "gives the workflow.Context to a goroutine")
		return false // what it does needs no words of its own
	case *ast.SelectStmt:
		s.add(selection, n.Pos(), "selects among channels")
		for _, c := range n.Body.List {
			s.skip[c.(*ast.CommClause).Comm] = true
		}
	case *ast.SendStmt:
		s.add(channel, n.Arrow, "sends on a channel")
		if s.unit.flow && isWorkflowContext(s.TypeOf(n.Value)) {
			s.add(keptContext, n.Value.Pos(), "sends the workflow.Context on a channel")
		}
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			s.add(channel, n.OpPos, "receives from a channel")
		}
	}
	return true
}

// literal reports whether the literal is a part of the unit.
func (s *scanner) literal(lit *ast.FuncLit, stack []ast.Node) bool {
	if s.unit.data && !calledAtOnce(lit, stack) {
		return false
	}
	sig, ok := s.TypeOf(lit).(*types.Signature)
	if ok && isActivity(sig) {
		s.keptIn(lit, "gives the workflow.Context to an activity")
		return false
	}
	return ok && (s.unit.flow || !takes(sig, isWorkflowContext))
}

func (s *scanner) ranges(n *ast.RangeStmt, stack []ast.Node) {
	switch s.TypeOf(n.X).Underlying().(type) {
	case *types.Chan:
		s.add(channel, n.For, "ranges over a channel")
	case *types.Map:
		if oneEntry(s.TypesInfo, n, stack) {
			break
		}
		if why := s.orderMatters(n); why != "" {
			s.add(mapOrder, n.For, "ranges over a map and "+why)
		}
	}
	if n.Tok == token.ASSIGN {
		s.write(n.Key)
		s.write(n.Value)
	}
}

func (s *scanner) call(call *ast.CallExpr) {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := s.TypesInfo.Uses[id].(*types.Builtin); ok {
			s.builtin(b.Name(), call)
			return
		}
	}
	fn := callee(s.TypesInfo, call)
	if fn == nil || fn.Pkg() == nil {
		return
	}
	records := s.virtueOf(fn).Records
	if !ours(fn.Pkg().Path()) && !records {
		if fn.Pkg().Path() == "time" {
			s.asksZone(call, fn)
		}
		if changes(fn) && len(call.Args) > 0 {
			s.write(call.Args[0])
		}
		return
	}
	sideEffect := records || calls(s.TypesInfo, call, "SideEffect")
	if fn.Pkg().Path() == workflowPkg && !sideEffect {
		if s.unit.flow {
			s.looksOnly(call)
		}
		return
	}
	// What else takes a function takes an activity.
	for _, arg := range call.Args {
		if t := s.TypeOf(arg); t == nil {
			continue
		} else if _, ok := t.Underlying().(*types.Signature); !ok {
			continue
		}
		s.skip[arg] = true
		if lit, ok := ast.Unparen(arg).(*ast.FuncLit); ok && sideEffect && s.unit.flow {
			s.computes(lit, sideEffectUse, "a SideEffect")
		} else if ok {
			s.keptIn(lit, "gives the workflow.Context to an activity")
		}
	}
}

// looksOnly looks at the function that call gives to a verb under which it may only look. What it asks
// is workflow code, too.
func (s *scanner) looksOnly(call *ast.CallExpr) {
	for _, verb := range []struct {
		name, where string
		arg         int
	}{
		{"Until", "an Until", 1},
		{"HandleQuery", "a HandleQuery", 2},
		{"Validate", "a Validate", 0},
	} {
		if calls(s.TypesInfo, call, verb.name) && len(call.Args) > verb.arg {
			if lit, ok := ast.Unparen(call.Args[verb.arg]).(*ast.FuncLit); ok {
				s.computes(lit, conditionUse, verb.where)
			}
		}
	}
}

func (s *scanner) builtin(name string, call *ast.CallExpr) {
	switch name {
	case "close":
		s.add(channel, call.Pos(), "closes a channel")
	case "make":
		if t := s.TypeOf(call); t != nil {
			if _, ok := t.Underlying().(*types.Chan); ok {
				s.add(channel, call.Pos(), "makes a channel")
			}
		}
	case "print", "println":
		s.add(inputOutput, call.Pos(), "calls "+name)
	case "delete", "clear", "copy":
		if len(call.Args) > 0 {
			s.write(call.Args[0])
		}
	}
}
