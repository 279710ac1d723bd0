package lint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/internal/lint"
)

// large are the types that may have more fields or methods than a type should, and why.
// A line leaves this table when its type has become two. None comes in.
var large = map[string]string{
	".Config":                "what users may set; half of it has its own page of docs",
	"internal/inspect.Event": "an event of any kind, in JSON",
	"replay.Machine":         "one method for each thing that the engine asks of a run",
	"store.Run":              "a row",
	"store.Commit":           "an op",
	"store/memory.tx":        "one method for each search, and each thing that it finds",
	"store/postgres.Store":   "one method for each query of the contract",
	"store/postgres.unit":    "one method for each op, until the rule book has them",
	"store/sqlite.Store":     "one method for each query of the contract",
	"store/sqlite.tx":        "one method for each search, and each thing that it finds",
}

func TestNoTypeGrowsIntoTwo(t *testing.T) {
	s, err := lint.Measure(rootDir(t))
	if err != nil {
		t.Fatal(err)
	}
	var met []string
	for _, l := range s.Large() {
		name := strings.Replace(l.Package+"."+l.Name, "..", ".", 1)
		if met = append(met, name); large[name] == "" {
			t.Errorf("%s has %d fields and %d methods, more than %d and %d: which second type moved in?",
				name, l.Fields, l.Methods, lint.MaxFields, lint.MaxMethods)
		}
	}
	for name := range large {
		if !slices.Contains(met, name) {
			t.Errorf("%s is within the bounds by now: take its line out", name)
		}
	}
}

// Packages that stand in the folders of the product, and that only tests may link.
var supports = []string{
	"internal/budget", "internal/failing", "internal/faketime", "internal/gates", "internal/golden", "internal/golden/neighbour", "internal/lint", "internal/lint/api", "internal/lint/size", "internal/openapi", "internal/pgproxy",
	"internal/pgtest", "internal/progtext", "internal/promotion", "internal/testsum", "store/storetest",
}

func TestNoProductCodeLinksWhatIsForTests(t *testing.T) {
	s, err := lint.Measure(rootDir(t))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range s.Supports {
		got = append(got, r.Name)
	}
	if !slices.Equal(got, supports) {
		t.Errorf("the product does not link %q, want %q", got, supports)
	}
}
