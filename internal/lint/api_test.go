package lint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/internal/lint"
)

var goTiers = []lint.Tier{lint.Author, lint.Driver}

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
	for _, tier := range goTiers {
		t.Logf("the %s tier has %d names", tier, api.Names(tier))
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
