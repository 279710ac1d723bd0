package determinism

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Analyzer finds what a workflow must not do. It takes the flag tests.
var Analyzer = newAnalyzer()

// inTests is the flag: _test.go files are looked at, too.
var inTests bool

func newAnalyzer() *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:      "determinism",
		Doc:       doc,
		URL:       "https://github.com/reprise-run/reprise/tree/main/tools/reprisevet",
		Run:       run,
		FactTypes: []analysis.Fact{(*guilt)(nil), (*virtue)(nil)},
	}
	a.Flags.BoolVar(&inTests, "tests", false, "look into _test.go files, too")
	return a
}

const doc = `report what a workflow must not do, because a replay would come out differently

Workflow code is every function that has a workflow.Context, with the functions in it,
and all that it calls, through packages. What it finds there: the clock, chance, the
environment, I/O, goroutines, channels, locks, the order of a map, a context.Context,
writes to what runs share, Futures that nobody waits for.`

func run(pass *analysis.Pass) (any, error) {
	if judged(pass.Pkg.Path()) {
		return nil, nil
	}
	p := newPackage(pass)
	for _, u := range p.units {
		u.deeds, u.mentions = p.scan(u)
	}
	p.spread()
	p.report()
	return nil, nil
}

// unit is a function that is looked at as a whole: a declared one, a literal that is
// workflow code while what is around it is not, or one that a variable of the package
// begins with.
type unit struct {
	owner types.Object // of a declared function or a variable; nil of a literal
	decl  *function
	flow  bool // workflow code
	data  bool // what a variable begins with that holds no function: done once, for whoever reads it

	deeds    []deed
	mentions []mention
	known    []told // what callers have to hear, of its own code and of what it calls
}

// deed is something forbidden in the code of a unit.
type deed struct {
	code    code
	does    string // as in "the function ...": calls time.Now
	instead string // empty: what the kind says
	pos     token.Pos
	self    bool // done to what the method is called on: it matters if runs share that
}

// pkg is the package that is looked at.
type pkg struct {
	*analysis.Pass
	house   string
	ignores *ignores
	units   []*unit
	byOwner map[types.Object]*unit
	bound   map[*types.Func]bool // methods that are bound as workflows: all runs share their receiver
	binds   []deed               // what those of other packages do to it
}

func newPackage(pass *analysis.Pass) *pkg {
	p := &pkg{Pass: pass, house: house(pass), ignores: readIgnores(pass), byOwner: map[types.Object]*unit{}, bound: map[*types.Func]bool{}}
	for _, f := range pass.Files {
		if !inTests && strings.HasSuffix(pass.Fset.File(f.FileStart).Name(), "_test.go") {
			continue
		}
		p.collect(f)
	}
	for _, u := range p.units {
		if u.owner != nil {
			p.byOwner[u.owner] = u
		}
	}
	return p
}
