package determinism

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// What is found, and how it is put, stands beside the code in testdata, in comments as package analysistest has
// them: guilty programs for each code, and innocent ones that look like them. The module there sees the real
// packages through its own go.work.
//
// Package analysistest would type-check the source of all that the corpus imports, which took seven times as
// long. Here that is done for packages that no table judges: of the others the source is not looked at.
func TestCorpus(t *testing.T) {
	pkgs := corpus(t)
	found, err := checker.Analyze([]*analysis.Analyzer{Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range found.Roots {
		if act.Err != nil {
			t.Errorf("%v: %v", act, act.Err)
			continue
		}
		if strings.HasPrefix(act.Package.PkgPath, "corpus.test/") {
			compare(t, act)
		}
	}
}

// corpus loads the corpus, and from source whatever else of what it imports is looked at.
func corpus(t *testing.T) []*packages.Package {
	t.Helper()
	dir, err := filepath.Abs("../testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	load := func(mode packages.LoadMode, patterns ...string) []*packages.Package {
		env := append(os.Environ(), "GO111MODULE=on", "GOPROXY=off", "GOWORK="+filepath.Join(dir, "go.work"))
		pkgs, err := packages.Load(&packages.Config{Mode: mode, Dir: dir, Env: env}, patterns...)
		if err != nil {
			t.Fatal(err)
		}
		packages.Visit(pkgs, nil, func(p *packages.Package) {
			for _, err := range p.Errors {
				t.Error(err)
			}
		})
		return pkgs
	}
	patterns := []string{"./..."}
	packages.Visit(load(packages.NeedName|packages.NeedImports|packages.NeedDeps, "./..."), nil, func(p *packages.Package) {
		if !judged(p.PkgPath) && !strings.HasPrefix(p.PkgPath, "corpus.test/") {
			patterns = append(patterns, p.PkgPath)
		}
	})
	pkgs := load(packages.NeedName|packages.NeedFiles|packages.NeedCompiledGoFiles|packages.NeedImports|packages.NeedTypes|
		packages.NeedTypesSizes|packages.NeedSyntax|packages.NeedTypesInfo|packages.NeedModule, patterns...)
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if !judged(p.PkgPath) && p.Syntax == nil {
			t.Errorf("%s is to be looked at and has no source", p.PkgPath)
		}
	})
	if t.Failed() {
		t.FailNow()
	}
	return pkgs
}

// expectation is what a comment wants in its line: a diagnostic, or a fact about an object.
type expectation struct {
	object string // empty: a diagnostic
	text   *regexp.Regexp
}

type place struct {
	file string
	n    int
}

var (
	wantComment = regexp.MustCompile(`^(?://.*)?/[/*] want (.*)`)
	wantOne     = regexp.MustCompile("(?:(\\w+):)?(\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`)")
)

// wants are the expectations of a package.
func wants(t *testing.T, fset *token.FileSet, files []*ast.File) map[place][]expectation {
	t.Helper()
	all := make(map[place][]expectation)
	for _, f := range files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				text := wantComment.FindStringSubmatch(c.Text)
				if text == nil {
					continue
				}
				at := fset.Position(c.Pos())
				for _, one := range wantOne.FindAllStringSubmatch(text[1], -1) {
					pattern, err := strconv.Unquote(one[2])
					if err != nil {
						t.Fatalf("%v: %v", at, err)
					}
					l := place{at.Filename, at.Line}
					all[l] = append(all[l], expectation{one[1], regexp.MustCompile(pattern)})
				}
				if len(all[place{at.Filename, at.Line}]) == 0 {
					t.Errorf("%v: the comment wants nothing", at)
				}
			}
		}
	}
	return all
}

// compare holds what was found in a package against what its comments want.
func compare(t *testing.T, act *checker.Action) {
	t.Helper()
	fset := act.Package.Fset
	left := wants(t, fset, act.Package.Syntax)
	found := func(pos token.Pos, object, text string) {
		at := fset.Position(pos)
		l := place{at.Filename, at.Line}
		i := slices.IndexFunc(left[l], func(e expectation) bool { return e.object == object && e.text.MatchString(text) })
		if i < 0 {
			t.Errorf("%v: unexpected: %s %s", at, object, text)
			return
		}
		left[l] = slices.Delete(left[l], i, i+1)
	}
	for _, d := range act.Diagnostics {
		found(d.Pos, "", d.Message)
	}
	for _, f := range act.AllObjectFacts() {
		if f.Object.Pkg() == act.Package.Types {
			found(f.Object.Pos(), f.Object.Name(), fmt.Sprint(f.Fact))
		}
	}
	for l, missing := range left {
		for _, e := range missing {
			t.Errorf("%s:%d: missing: %s %v", l.file, l.n, e.object, e.text)
		}
	}
}
