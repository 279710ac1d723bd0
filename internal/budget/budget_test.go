package budget_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/internal/budget"
)

func TestTheLongSuiteTakesAll(t *testing.T) {
	for value, want := range map[string]int{"": 2, "1": 9} {
		t.Setenv(budget.Variable, value)
		if got := budget.Of(2, 9); got != want {
			t.Errorf("with %s=%q: %d, want %d", budget.Variable, value, got, want)
		}
	}
}

func TestSomeOfAll(t *testing.T) {
	t.Setenv(budget.Variable, "")
	got := map[int]bool{}
	for i := range 200 {
		some := budget.Some(test{name: fmt.Sprint(i), log: new(string)}, 2, 1, 2, 3)
		if len(some) != 2 || !slices.IsSorted(some) {
			t.Fatalf("two of three are %v", some)
		}
		got[some[0]], got[some[1]] = true, true
	}
	if len(got) != 3 {
		t.Errorf("in 200 draws there were %v", got)
	}
	t.Setenv(budget.Variable, "1")
	if some := budget.Some(t, 2, 1, 2, 3); !slices.Equal(some, []int{1, 2, 3}) {
		t.Errorf("the long suite takes %v", some)
	}
}

// test is a test as a draw sees it.
type test struct {
	name string
	log  *string
}

func (t test) Name() string                    { return t.name }
func (t test) Logf(format string, args ...any) { *t.log += fmt.Sprintf(format, args...) + "\n" }

func TestWhatATestDrawsIsInItsLog(t *testing.T) {
	one, again := test{"TestX", new(string)}, test{"TestX", new(string)}
	if a, b := budget.Rand(one).Uint64(), budget.Rand(again).Uint64(); a != b {
		t.Errorf("a test draws %d, and %d when it is repeated", a, b)
	}
	budget.Rand(one)
	if *one.log == "" || *one.log != *again.log || strings.Count(*one.log, budget.SeedVariable+"=") != 1 {
		t.Errorf("the logs have %q and %q, want the seed once in each", *one.log, *again.log)
	}
}

func TestAPartThatIsAskedForIsThere(t *testing.T) {
	t.Setenv(budget.Variable, "")
	run := flag.Lookup("test.run").Value
	before := run.String()
	defer run.Set(before)
	if err := run.Set("^TestX$/^sqlite$"); err != nil {
		t.Fatal(err)
	}
	if some := budget.Some(t, 1, 1, 2, 3); len(some) != 3 {
		t.Errorf("of three there are %v", some)
	}
}
