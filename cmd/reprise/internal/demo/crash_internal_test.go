package demo

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/reprise-run/reprise/store"
)

// scripted answers each Apply with what the script says.
type scripted struct {
	store.Store
	answers [][]store.Outcome
	calls   int
}

func (s *scripted) Apply(context.Context, []store.Op) ([]store.Outcome, error) {
	s.calls++
	return s.answers[s.calls-1], nil
}

// Which call a process dies at: the commits that changed something are counted.
func TestWhereItDies(t *testing.T) {
	idle := []store.Outcome{{Code: store.Done}}
	took := []store.Outcome{{Code: store.Done, Claims: make([]store.Claimed, 1)}}
	fired := []store.Outcome{{Code: store.Done, Fired: make([]store.Fired, 1)}}
	fenced := []store.Outcome{{Code: store.Fenced}}
	script := []struct {
		op     store.Op
		answer []store.Outcome
	}{
		1: {&store.Start{}, idle},    // commit 1
		2: {&store.Claim{}, idle},    // found nothing
		3: {&store.Claim{}, took},    // commit 2
		4: {&store.Commit{}, fenced}, // changed nothing
		5: {&store.Commit{}, idle},   // commit 3
		6: {&store.Fire{}, fired},    // commit 4
		7: {&store.Fire{}, idle},     // found nothing
		8: {&store.Deliver{}, idle},  // commit 5
	}
	for _, test := range []struct {
		point Crash
		dies  string
	}{
		{Crash{N: 1, Before: true}, "before 1"},
		{Crash{N: 1}, "after 1"},
		{Crash{N: 2, Before: true}, "before 4"}, // the claim, which might have found nothing, passes: it counts as 2 then
		{Crash{N: 2}, "after 3"},
		{Crash{N: 3, Before: true}, "before 4"},
		{Crash{N: 3}, "after 5"},
		{Crash{N: 4}, "after 6"},
		{Crash{N: 5, Before: true}, "before 8"},
		{Crash{N: 5}, "after 8"},
		{Crash{N: 6}, "never"},
		{Crash{}, "never"},
	} {
		died := "never"
		inner := &scripted{}
		var said bytes.Buffer
		c := newCrasher(inner, test.point, &said)
		for i := 1; i < len(script); i++ {
			inner.answers = append(inner.answers, script[i].answer)
		}
		for i := 1; i < len(script) && died == "never"; i++ {
			ops := []store.Op{script[i].op}
			before := inner.calls
			c.die = func() {
				died = fmt.Sprintf("after %d", i)
				if inner.calls == before {
					died = fmt.Sprintf("before %d", i)
				}
			}
			if _, err := c.Apply(t.Context(), ops); err != nil {
				t.Fatal(err)
			}
		}
		if died != test.dies {
			t.Errorf("%+v: died %s, want %s", test.point, died, test.dies)
		}
	}
}
