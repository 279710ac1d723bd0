package determinism

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// report tells what workflow code does, at the line that does it or that calls what does,
// and what is wrong with directives, in the order of the lines.
func (p *pkg) report() {
	var all []deed
	for _, u := range p.units {
		if !u.flow {
			continue
		}
		all = append(all, u.deeds...)
		for _, m := range u.mentions {
			for _, d := range p.through(m) {
				all = append(all, deed{code: code(d.Code), pos: m.pos, does: d.path(), instead: d.Instead, self: d.Self})
			}
		}
	}
	all = slices.DeleteFunc(all, func(d deed) bool { return d.self }) // callers hear of it
	all = append(all, p.binds...)
	all = append(all, p.ignores.useless()...)
	slices.SortStableFunc(all, func(a, b deed) int { return cmp.Compare(a.pos, b.pos) })

	type spot struct {
		line
		code
	}
	done := map[spot]bool{} // once a line
	for _, d := range all {
		at := spot{lineOf(p.Fset, d.pos), d.code}
		if done[at] {
			continue
		}
		done[at] = true
		p.Report(analysis.Diagnostic{Pos: d.pos, Category: string(d.code), Message: fmt.Sprintf("%s: %s: %s", d.code, d.does, d.advice())})
	}
}

// advice is what to use instead.
func (d deed) advice() string {
	if d.instead != "" {
		return d.instead
	}
	k, _ := kindOf(d.code)
	return k.instead
}

// line is a line of a file.
type line struct {
	file   string
	number int
}

func lineOf(fset *token.FileSet, pos token.Pos) line {
	at := fset.Position(pos)
	return line{at.Filename, at.Line}
}
