package lint_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/internal/lint"
)

func readAPI(t *testing.T) lint.API {
	t.Helper()
	api, err := lint.ReadAPI(rootDir(t))
	if err != nil {
		t.Fatal(err)
	}
	return api
}

// A name that programs may use is listed in the folder api, so that a change of it is a line of a diff.
func TestTheAPIIsTheOneThatIsListed(t *testing.T) {
	api := readAPI(t)
	listed, err := lint.Recorded(rootDir(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, tier := range lint.Tiers {
		if api.Text(tier) != listed[tier] {
			t.Errorf("api/%s.txt is not what the code exports (- is listed, + is exported):\n%s\nUpdate it with: %s\nand say in CHANGELOG.md what has gone or changed.",
				tier, apiDiff(listed[tier], api.Text(tier)), lint.APICommand)
		}
	}
}

// apiDiff are the lines that only one of two listings has.
func apiDiff(was, is string) string {
	var b strings.Builder
	old, now := strings.Split(was, "\n"), strings.Split(is, "\n")
	for _, l := range old {
		if !slices.Contains(now, l) {
			fmt.Fprintln(&b, "-", l)
		}
	}
	for _, l := range now {
		if !slices.Contains(old, l) {
			fmt.Fprintln(&b, "+", l)
		}
	}
	return b.String()
}

// A tier grows by a decision: the number of its names is in the change that adds one.
func TestATierHasNoMoreNamesThanWasDecided(t *testing.T) {
	api := readAPI(t)
	for _, tier := range lint.Tiers {
		n, limit := api.Names(tier), lint.Limits[tier]
		t.Logf("the %s tier has %d names of at most %d", tier, n, limit)
		if n > limit {
			t.Errorf("the %s tier has %d names, and %d were decided: leave one out, or raise the number in internal/lint/tiers.go and say why", tier, n, limit)
		}
	}
}

func TestTheListsOfTiersNameWhatIsExported(t *testing.T) {
	report(t, readAPI(t).UnknownNames())
}

func TestTheAuthorTierTakesAndReturnsNothingOfAnotherOne(t *testing.T) {
	report(t, readAPI(t).Crossing())
}

// What is not a name to learn does not count: a field, a method that an interface of the standard
// library fixes. A method goes with its type, a constant with the type of its group.
func TestNamesAreCountedByTier(t *testing.T) {
	dir := t.TempDir()
	source := map[string]string{
		"go.mod": "module example.test/m",
		"signal/a.go": `package signal
import "example.test/m/internal/inner"
type Def struct { Name string }
func (Def) Error() string { return "" }
func (Def) Receive() {}
func (Def) Inner() inner.T { panic(0) }`,
		"store/a.go": `package store
type Store interface { Join() }`,
		"store/memory/a.go": `package memory
type Store struct{}
func (*Store) Join() {}
func (*Store) Begin() {}`,
		"store/postgres/a.go": `package postgres
type Roles int
const (
	Reader Roles = iota
	Writer
	Third, Fourth = 1, 2
)
func Open(a ...Roles) {}`,
	}
	for name, text := range source {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	api, err := lint.ReadAPI(dir)
	if err != nil {
		t.Fatal(err)
	}
	if found := api.Crossing(); len(found) != 1 || !strings.Contains(found[0], "Open(a ...Roles)") {
		t.Errorf("crossing tiers: %q, want Open", found)
	}
	want := map[lint.Tier]int{
		lint.Author:   7, // Def, Receive, memory's Store and Begin, Third and Fourth, Open
		lint.Operator: 3, // Roles, Reader, Writer
		lint.Driver:   3, // store.Store, memory's Join, Inner
	}
	for _, tier := range lint.Tiers {
		if api.Names(tier) != want[tier] {
			t.Errorf("%s: %d names, want %d:\n%s", tier, api.Names(tier), want[tier], api.Text(tier))
		}
	}
}

func TestEachPackageThatCanBeImportedSaysItsTier(t *testing.T) {
	report(t, checkTiers(files(t)))
}

// checkTiers looks for the tier in the doc of each package that another module can import.
func checkTiers(all []*goFile) (findings []string) {
	for _, f := range all {
		own := strings.Contains("/"+f.dir+"/", "/internal/") || f.ast.Name.Name == "main" ||
			strings.HasPrefix(f.dir, "samples/") || strings.HasPrefix(f.dir, "nemesis") || strings.HasPrefix(f.dir, "cmd/")
		if own || f.test || f.ast.Doc == nil {
			continue
		}
		tier := lint.TierOf(f.dir)
		if tier == "" {
			findings = append(findings, f.dir+": put it into a tier, in internal/lint/api.go, or behind internal/")
		} else if want := "the " + string(tier) + " tier of docs/stability.md"; !strings.Contains(strings.Join(strings.Fields(f.ast.Doc.Text()), " "), want) {
			findings = append(findings, fmt.Sprintf("%s: its doc does not say %q", f.dir, want))
		}
	}
	return findings
}

func TestAPackageWithoutATierIsFound(t *testing.T) {
	expect(t, checkTiers([]*goFile{
		mustParse(t, "signal/a.go", "// Package signal is of the author tier\n// of docs/stability.md.\npackage signal"),
		mustParse(t, "store/a.go", "// Package store is of the author tier of docs/stability.md.\npackage store"),
		mustParse(t, "news/a.go", "// Package news is new.\npackage news"),
		mustParse(t, "internal/news/a.go", "// Package news is new.\npackage news"),
	}), "news: put it into a tier", "the driver tier")
}
