package worker

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// granting is a store that grants every request.
type granting struct{ store.Store }

func (granting) Apply(_ context.Context, ops []store.Op) ([]store.Outcome, error) {
	all := make([]store.Outcome, len(ops))
	for i, op := range ops {
		if _, ok := op.(*store.Claim); ok {
			all[i].Claims = []store.Claimed{{}}
		}
	}
	return all, nil
}

func TestAProcessDiesAtTheNthPassingOfItsPointAndNowhereElse(t *testing.T) {
	for _, c := range []struct {
		crash Crash
		calm  bool
		want  []int // after which of the calls below it dies
	}{
		{Crash{At: "commit.after", N: 2}, false, []int{3}},
		{Crash{At: "claim.after", N: 1}, false, []int{2}},
		{Crash{At: "apply.after", N: 1}, false, []int{1}},
		{Crash{At: "apply.before", N: 4}, false, nil},
		{Crash{}, false, nil},
		{Crash{At: "apply.before", N: 1}, true, nil},
	} {
		calm := make(chan struct{})
		if c.calm {
			close(calm)
		}
		call, died := 0, []int(nil)
		st := pointed{granting{}, &crasher{Crash: c.crash, calm: calm, die: func() { died = append(died, call) }}, &heeds{}}
		commit, claim := &store.Commit{Run: uuid.New()}, &store.Claim{}
		for _, op := range []store.Op{commit, claim, commit} {
			call++
			if _, err := st.Apply(t.Context(), []store.Op{op}); err != nil {
				t.Fatal(err)
			}
		}
		if len(died) != len(c.want) || len(died) > 0 && died[0] != c.want[0] {
			t.Errorf("%+v: it died at calls %v, want %v", c.crash, died, c.want)
		}
	}
}

func TestAConfigSurvivesItsCommandLine(t *testing.T) {
	want := Config{Name: "w1.2", Place: Place{SQLite: "a b.db"}, Ledger: "x", TTL: time.Second, Crash: Crash{"apply.before", 3}, Skew: -time.Hour, Drift: 1.01}
	argument, err := want.Argument()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Parse(argument); err != nil || got != want {
		t.Errorf("got %+v (%v), want %+v", got, err, want)
	}
	if _, err := Parse("{"); err == nil {
		t.Error("a broken argument is taken")
	}
}

func TestAWrongClockIsAsWrongAsItIsTold(t *testing.T) {
	c := newClock(time.Hour, 2)
	before := time.Now()
	ahead := c.Now().Sub(before)
	if ahead < time.Hour {
		t.Errorf("it is %v ahead, want an hour", ahead)
	}
	first := c.Now()
	<-c.NewTimer(20 * time.Millisecond).C()
	if d := c.Now().Sub(first); d < 19*time.Millisecond {
		t.Errorf("by its own time it waited %v, want 20ms", d)
	}
}
