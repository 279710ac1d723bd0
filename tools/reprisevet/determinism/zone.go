package determinism

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// zoned are the methods of time.Time whose outcome depends on its zone.
var zoned = []string{
	"AddDate", "AppendFormat", "Clock", "Date", "Day", "Format", "GoString", "Hour", "ISOWeek", "Location", "MarshalJSON", "MarshalText",
	"Minute", "Month", "String", "Weekday", "Year", "YearDay", "Zone", "ZoneBounds",
}

// asksZone reports a method that tells a time in the zone of the machine. What time.Unix
// gives is in that zone; whether that matters is only seen from what is asked of it.
func (s *scanner) asksZone(call *ast.CallExpr, fn *types.Func) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if ok && nameOf(fn) == "Time."+fn.Name() && slices.Contains(zoned, fn.Name()) && s.inMachinesZone(sel.X) {
		s.deeds = append(s.deeds, deed{code: environment, pos: sel.Sel.Pos(), instead: "take UTC() of it first, or In a zone by its name: machines differ in theirs",
			does: "calls time.Time." + fn.Name() + " of a time in the machine's zone"})
	}
}

// inMachinesZone reports whether the time comes from time.Unix and still has its zone.
func (s *scanner) inMachinesZone(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		fn := callee(s.TypesInfo, e)
		if fn == nil {
			return false
		}
		switch fn.FullName() {
		case "time.Unix", "time.UnixMilli", "time.UnixMicro":
			return true
		case "(time.Time).Add", "(time.Time).AddDate", "(time.Time).Round", "(time.Time).Truncate":
			sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
			return ok && s.inMachinesZone(sel.X)
		}
	case *ast.Ident:
		value := s.onlyValue(s.TypesInfo.Uses[e])
		return value != nil && s.inMachinesZone(value)
	}
	return false
}

// onlyValue is the value of a local variable that gets one where it is declared, and no
// other.
func (s *scanner) onlyValue(obj types.Object) (value ast.Expr) {
	if obj == nil || !s.unit.decl.has(obj) {
		return nil
	}
	writes := 0
	take := func(name, from ast.Expr) {
		if id, ok := name.(*ast.Ident); ok && s.TypesInfo.ObjectOf(id) == obj {
			writes++
			if s.TypesInfo.Defs[id] == obj {
				value = from
			}
		}
	}
	ast.Inspect(s.unit.decl.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				take(l, n.Rhs[min(i, len(n.Rhs)-1)])
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if i < len(n.Values) {
					take(name, n.Values[i])
				}
			}
		case *ast.RangeStmt:
			take(n.Key, nil)
			take(n.Value, nil)
		case *ast.UnaryExpr: // whoever has its address may write it
			if id, ok := ast.Unparen(n.X).(*ast.Ident); ok && s.TypesInfo.Uses[id] == obj && n.Op == token.AND {
				writes++
			}
		}
		return true
	})
	if writes != 1 {
		return nil
	}
	return value
}
