package determinism

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// ignore is a directive: //reprisevet:ignore RV010,RV001 the reason.
type ignore struct {
	pos   token.Pos
	codes []code
	wrong string // what is wrong with it
	used  bool
}

// ignores are the directives of a package, by the line they speak of.
type ignores struct {
	fset *token.FileSet
	at   map[line][]*ignore
	all  []*ignore
}

const prefix = "//reprisevet:ignore"

func readIgnores(pass *analysis.Pass) *ignores {
	all := &ignores{fset: pass.Fset, at: map[line][]*ignore{}}
	for _, f := range pass.Files {
		if !inTests && strings.HasSuffix(pass.Fset.File(f.FileStart).Name(), "_test.go") {
			continue
		}
		for _, group := range f.Comments {
			for _, c := range group.List {
				text, ok := strings.CutPrefix(c.Text, prefix)
				if !ok || text != "" && text[0] != ' ' && text[0] != '\t' {
					continue
				}
				ig := parseIgnore(c.Pos(), text)
				at := lineOf(pass.Fset, c.Pos())
				if alone(pass.Fset, f, at.number) { // it speaks of what stands below
					at.number = lineOf(pass.Fset, group.End()).number + 1
				}
				all.at[at] = append(all.at[at], ig)
				all.all = append(all.all, ig)
			}
		}
	}
	return all
}

func parseIgnore(pos token.Pos, text string) *ignore {
	ig := &ignore{pos: pos}
	names, reason, _ := strings.Cut(strings.TrimSpace(text), " ")
	for name := range strings.SplitSeq(names, ",") {
		if _, ok := kindOf(code(name)); !ok || name == string(badDirective) {
			ig.wrong = "the directive names no code that there is: " + name
			return ig
		}
		ig.codes = append(ig.codes, code(name))
	}
	if strings.TrimSpace(reason) == "" {
		ig.wrong = "the directive gives no reason"
	}
	return ig
}

// alone reports whether a line holds no code.
func alone(fset *token.FileSet, f *ast.File, number int) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		}
		from, to := fset.Position(n.Pos()).Line, fset.Position(n.End()).Line
		if from > number || to < number {
			return false
		}
		found = found || from == number || to == number
		return !found
	})
	return !found
}

// silence reports whether a directive covers a finding. One that does is of use.
func (i *ignores) silence(pos token.Pos, c code) bool {
	silent := false
	for _, ig := range i.at[lineOf(i.fset, pos)] {
		for _, have := range ig.codes {
			if have == c && ig.wrong == "" {
				ig.used, silent = true, true
			}
		}
	}
	return silent
}

// useless are the directives that are wrong or silence nothing.
func (i *ignores) useless() (all []deed) {
	for _, ig := range i.all {
		why := ig.wrong
		if why == "" && !ig.used {
			why = "the directive silences nothing"
		}
		if why != "" {
			all = append(all, deed{code: badDirective, pos: ig.pos, does: why})
		}
	}
	return all
}
