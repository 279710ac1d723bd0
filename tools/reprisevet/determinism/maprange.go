package determinism

import (
	"go/ast"
	"go/token"
	"go/types"
)

// orderMatters says how the order of the loop's turns can be seen afterwards; "" if it
// cannot. Adding up integers, filling another map, deleting and looking whether there is
// one such come out the same in any order.
func (s *scanner) orderMatters(loop *ast.RangeStmt) string {
	if blank(loop.Key) && blank(loop.Value) {
		return "" // all turns are alike
	}
	if loop.Tok == token.ASSIGN {
		return "leaves in variables from outside the loop what came last"
	}
	o := &order{scanner: s, loop: loop}
	ast.PreorderStack(loop.Body, nil, o.visit)
	if o.why == "" && o.partial != "" && o.breaks {
		return o.partial + " until it breaks out of the loop"
	}
	return o.why
}

func blank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return e == nil || ok && id.Name == "_"
}

// order is what is known of a loop over a map.
type order struct {
	*scanner
	loop    *ast.RangeStmt
	why     string // the first way in which order matters
	partial string // what would matter if not all turns are taken
	breaks  bool
}

func (o *order) found(why string) bool {
	if o.why == "" {
		o.why = why
	}
	return false
}

func (o *order) visit(n ast.Node, stack []ast.Node) bool {
	if o.why != "" {
		return false
	}
	switch n := n.(type) {
	case *ast.CallExpr:
		if verb := o.verb(n); verb != "" {
			return o.found("calls " + verb + " in its order")
		}
		o.effect(n)
	case *ast.AssignStmt:
		o.assign(n, stack)
	case *ast.ReturnStmt:
		if !inLiteral(stack) && o.fromLoop(n) && !(o.oneTurn(stack) && o.returns() == 1) {
			return o.found("returns what it came upon first")
		}
	case *ast.BranchStmt:
		o.breaks = o.breaks || n.Tok == token.BREAK && leaves(n, stack)
	}
	return o.why == ""
}

func inLiteral(stack []ast.Node) bool {
	for _, n := range stack {
		if _, ok := n.(*ast.FuncLit); ok {
			return true
		}
	}
	return false
}

// leaves reports whether a break ends the loop whose body the stack begins with.
func leaves(b *ast.BranchStmt, stack []ast.Node) bool {
	for _, n := range stack {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.LabeledStmt:
			if b.Label != nil && n.Label.Name == b.Label.Name {
				return false
			}
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			if b.Label == nil {
				return false
			}
		}
	}
	return true
}

// fromLoop reports whether the code uses a variable of the loop, declared by it or in it.
func (o *order) fromLoop(n ast.Node) bool {
	if n == nil {
		return false
	}
	for _, v := range o.variables(n) {
		if o.inLoop(v) {
			return true
		}
	}
	return false
}

func (o *order) inLoop(v *types.Var) bool {
	return !v.IsField() && o.loop.Pos() <= v.Pos() && v.Pos() < o.loop.End()
}

// outer reports whether e is a part of something that outlives the loop's turn.
func (o *order) outer(e ast.Expr) bool {
	v := o.root(e)
	return v != nil && !o.inLoop(v)
}

// verb is the name of a function that may ask for something of the engine, if call is of
// one.
func (o *order) verb(call *ast.CallExpr) string {
	fn := callee(o.TypesInfo, call)
	if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == workflowPkg {
		switch fn.Name() {
		case "Now", "Logger", "AfterCommit", "Info", "WithCancel", "WithoutCancel":
			return ""
		}
	}
	name := types.ExprString(call.Fun)
	if fn != nil {
		name = spoken(fn)
	}
	for _, arg := range call.Args {
		if isWorkflowContext(o.TypeOf(arg)) {
			return name
		}
	}
	if fn != nil {
		if u := o.byOwner[fn]; u != nil && u.flow {
			return name
		}
		return ""
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if lit := o.valueOf(o.TypesInfo.Uses[id]); lit != nil && o.mentionsContext(lit.Body, isAny) {
			return name
		}
	}
	return ""
}

// valueOf is the literal that a local variable was declared with.
func (s *scanner) valueOf(obj types.Object) (lit *ast.FuncLit) {
	if obj == nil {
		return nil
	}
	ast.Inspect(s.unit.decl.body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == len(a.Rhs) {
			for i, l := range a.Lhs {
				if id, ok := l.(*ast.Ident); ok && s.TypesInfo.ObjectOf(id) == obj {
					if value, ok := ast.Unparen(a.Rhs[i]).(*ast.FuncLit); ok {
						lit = value
					}
				}
			}
		}
		return lit == nil
	})
	return lit
}
