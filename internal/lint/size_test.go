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
	".Config":                   "what users may set; half of it has its own page of docs",
	"internal/inspect.Event":    "an event of any kind, in JSON",
	"replay.coroutine":          "one line of control; most of it is what it waits for",
	"store/postgres.runChanges": "a row that changed",
	"store/postgres.run":        "a row",
	"cli.app":                   "one method for each command and each column",
	"replay.Machine":            "the machine of one run; its parts follow each other in one goroutine",
	"store.Run":                 "a row",
	"store.Commit":              "an op",
	"store/memory.tx":           "one method for each search, and each thing that it finds",
	"store/postgres.Store":      "one method for each query of the contract",
	"store/postgres.unit":       "one method for each op, until the rule book has them",
	"store/sqlite.Store":        "one method for each query of the contract",
	"store/sqlite.tx":           "one method for each search, and each thing that it finds",
}

func TestNoTypeGrowsIntoTwo(t *testing.T) {
	s, err := lint.Measure(rootDir(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range s.Large() {
		name := l.Package + "." + l.Name
		if large[strings.Replace(name, "..", ".", 1)] == "" {
			t.Errorf("%s has %d fields and %d methods, more than %d and %d: which second type moved in?",
				name, l.Fields, l.Methods, lint.MaxFields, lint.MaxMethods)
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
