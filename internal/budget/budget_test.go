package budget_test

import (
	"flag"
	"slices"
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
	for range 200 {
		some := budget.Some(2, 1, 2, 3)
		if len(some) != 2 || !slices.IsSorted(some) {
			t.Fatalf("two of three are %v", some)
		}
		got[some[0]], got[some[1]] = true, true
	}
	if len(got) != 3 {
		t.Errorf("in 200 draws there were %v", got)
	}
	t.Setenv(budget.Variable, "1")
	if some := budget.Some(2, 1, 2, 3); !slices.Equal(some, []int{1, 2, 3}) {
		t.Errorf("the long suite takes %v", some)
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
	if some := budget.Some(1, 1, 2, 3); len(some) != 3 {
		t.Errorf("of three there are %v", some)
	}
}
