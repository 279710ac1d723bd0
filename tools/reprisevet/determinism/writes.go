package determinism

import (
	"go/ast"
	"go/types"
	"strings"
)

// write looks at where a value is put: an assignment's left side, or what delete, clear
// and copy change.
func (s *scanner) write(target ast.Expr) {
	v := s.root(target)
	if v == nil {
		return
	}
	_, bare := ast.Unparen(target).(*ast.Ident)
	global := v.Parent() == v.Pkg().Scope()
	outside := s.outlives(v)
	if s.unit.flow && contextOrMore(s.TypeOf(target)) {
		if global || outside || !bare && s.given(v) {
			s.add(keptContext, target.Pos(), "keeps the workflow.Context in "+types.ExprString(target))
			return
		}
	}
	switch {
	case global:
		s.add(sharedWrite, target.Pos(), "writes the package-level variable "+spoken(v))
	case outside:
		s.add(sharedWrite, target.Pos(), "writes "+v.Name()+", which was declared outside the workflow function and is shared by its runs")
	case bare:
	case s.sharedReceiver(v):
		s.add(sharedWrite, target.Pos(), "writes "+types.ExprString(target)+", which all runs of the bound method share")
	case s.receiver(v):
		s.deeds = append(s.deeds, deed{code: sharedWrite, pos: target.Pos(), does: "writes " + types.ExprString(target), self: true})
	}
}

// whose is whom a method is called on.
type whose int

const (
	itsOwn   whose = iota // a variable of the run, as far as can be seen
	received              // the receiver of the method that calls
	shared                // a variable that runs share
)

// calledOn says on what a method is called: x in x.y.method.
func (s *scanner) calledOn(method *ast.Ident, stack []ast.Node) whose {
	if len(stack) == 0 {
		return itsOwn
	}
	sel, ok := stack[len(stack)-1].(*ast.SelectorExpr)
	if !ok || sel.Sel != method {
		return itsOwn
	}
	v := s.root(sel.X)
	switch {
	case v == nil:
		return itsOwn
	case v.Parent() == v.Pkg().Scope(), s.outlives(v), s.sharedReceiver(v):
		return shared
	case s.receiver(v):
		return received
	}
	return itsOwn
}

// outlives reports whether v is a variable around a function that can be bound: what made
// the function has made the variable once, for all runs. Around other functions, such as
// what undoes a step, stands what was called in the run itself.
func (s *scanner) outlives(v *types.Var) bool {
	return s.unit.flow && !s.unit.decl.has(v) && bindable(s.unit.decl.sig)
}

// receiver reports whether v is the receiver, and what is written through it is seen by
// who calls.
func (s *scanner) receiver(v *types.Var) bool {
	sig := s.unit.decl.sig
	return sig != nil && sig.Recv() == v && pointerTo(v)
}

// contextOrMore reports whether t is a workflow.Context or a slice or map of them.
func contextOrMore(t types.Type) bool {
	if t == nil {
		return false
	}
	if c, ok := t.Underlying().(interface{ Elem() types.Type }); ok {
		t = c.Elem()
	}
	return isWorkflowContext(t)
}

// changes reports whether the function changes what its first argument is.
func changes(fn *types.Func) bool {
	switch fn.Pkg().Path() {
	case "sort":
		return !strings.HasPrefix(fn.Name(), "Search") && !strings.HasSuffix(fn.Name(), "AreSorted") && fn.Name() != "IsSorted"
	case "slices":
		return fn.Name() == "Reverse" || strings.HasPrefix(fn.Name(), "Sort") && !strings.HasPrefix(fn.Name(), "Sorted")
	case "maps":
		return fn.Name() == "Copy" || fn.Name() == "Insert" || fn.Name() == "DeleteFunc"
	}
	return false
}

// root is the variable that an expression is a part of, or is reached from.
func (s *scanner) root(e ast.Expr) *types.Var {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			v, _ := s.TypesInfo.ObjectOf(x).(*types.Var)
			return v
		case *ast.SelectorExpr:
			if id, ok := x.X.(*ast.Ident); ok {
				if _, ok := s.TypesInfo.Uses[id].(*types.PkgName); ok {
					e = x.Sel
					continue
				}
			}
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// given reports whether v is the receiver or a parameter, through which something of the
// caller's is reached.
func (s *scanner) given(v *types.Var) bool {
	sig := s.unit.decl.sig
	if sig == nil {
		return false
	}
	if s.receiver(v) {
		return true
	}
	for p := range sig.Params().Variables() {
		if p == v {
			return pointerTo(v)
		}
	}
	return false
}

func pointerTo(v *types.Var) bool {
	switch v.Type().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice:
		return true
	}
	return false
}

// sharedReceiver reports whether v is the receiver of a method that is bound: there is
// one for all runs, while that of a helper may well be a value of the run.
func (s *scanner) sharedReceiver(v *types.Var) bool {
	fn, ok := s.unit.owner.(*types.Func)
	return ok && s.bound[fn] && s.receiver(v)
}
