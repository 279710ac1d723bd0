package budget_test

import (
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
