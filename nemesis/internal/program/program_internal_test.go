package program

import (
	"slices"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/progtext"
	"github.com/reprise-run/reprise/store"
)

// With a schedule the seed decides everything, so a failure can be reproduced and
// shrunk.
func TestASeedGoesTheSameWayAgain(t *testing.T) {
	place, err := Open(t, Memory)
	if err != nil {
		t.Fatal(err)
	}
	tried, same := 0, 0
	for seed := uint64(1); tried < 20; seed++ {
		c := NewCase(seed)
		if !c.Serial {
			continue
		}
		tried++
		if a, b := place.Try(c), place.Try(c); a.Stats == b.Stats && slices.Equal(a.Choices, b.Choices) {
			same++
		} else {
			t.Logf("seed %d: %+v and then %+v", seed, a.Stats, b.Stats)
		}
	}
	if same < tried {
		t.Errorf("%d of %d seeds go the same way again", same, tried)
	}
}

func TestACaseIsReadAsItWasWritten(t *testing.T) {
	for seed := uint64(1); seed < 50; seed++ {
		c := NewCase(seed)
		c.Forced = seed%2 == 0
		got, err := ParseCase(c.String())
		if err != nil || got.String() != c.String() {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, c, got)
		}
	}
	for _, text := range []string{"workers many", "colour red", "choices\n  1 2"} {
		if _, err := ParseCase(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// A failure shrinks to what it needs.
func TestAFailureIsShrunk(t *testing.T) {
	c := NewCase(7)
	c.Jobs = append(c.Jobs, Job{Program: "repeat 2\n  within x\n    fan 3 ship\nactivity charge retry=2 size=100\ntimer 20ms"})
	fails := func(c Case) (r Result) {
		for _, j := range c.Jobs {
			if strings.Contains(j.Program, "retry=2") {
				r.Violations = []Violation{{"oracle", "no"}}
			}
		}
		return r
	}
	least, _, _ := Shrink(c, fails(c), 1<<40, fails)
	if len(least.Jobs) != 1 || strings.TrimSpace(least.Jobs[0].Program) != "activity charge retry=2" || least.Workers != 1 || least.Crashes != 0 {
		t.Errorf("left is\n%s", least)
	}
}

// An oracle is worth something only if it does not accept everything.
func TestTheOracleSeesADifference(t *testing.T) {
	place, err := Open(t, Memory)
	if err != nil {
		t.Fatal(err)
	}
	c := Case{Seed: 1, Workers: 1, Slots: 10, Runs: 10, Serial: true, Give: 1e9, Jobs: []Job{{Program: "x1 := timer 40ms\nactivity charge\nactivity ship\nsideeffect 1\nwait x1"}}}
	r := place.Try(c)
	if len(r.Violations) > 0 || len(r.Histories) != 1 {
		t.Fatal(r.Violations)
	}
	rows := r.Histories[0]
	if err := fold(rows); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func([]history.Event) []history.Event{
		"an input": func(e []history.Event) []history.Event {
			return change(e, func(b *history.ActivityScheduled) { b.Input, _ = codecs.Encode(Act{Line: 9}) })
		},
		"a due time": func(e []history.Event) []history.Event {
			return change(e, func(b *history.TimerStarted) { b.FireAt = b.FireAt.Add(1000) })
		},
		"a result": func(e []history.Event) []history.Event {
			return change(e, func(b *history.RunCompleted) { b.Result, _ = codecs.Encode([]string{"no"}) })
		},
		"what came of one": func(e []history.Event) []history.Event {
			return change(e, func(b *history.ActivityCompleted) { b.Result, _ = codecs.Encode(Done{Token: "no"}) })
		},
		"what is undelivered": func(e []history.Event) []history.Event {
			return change(e, func(b *history.RunCompleted) { b.Undelivered = []int64{3} })
		},
	} {
		t.Run(name, func(t *testing.T) {
			if err := fold(spoilt(t, rows, spoil)); err == nil {
				t.Error("it sees none")
			}
		})
	}
}

func change[B any](events []history.Event, f func(B)) []history.Event {
	for _, e := range events {
		if b, ok := e.Body.(B); ok {
			f(b)
			break
		}
	}
	return events
}

func spoilt(t *testing.T, rows []store.Row, spoil func([]history.Event) []history.Event) (all []store.Row) {
	for _, r := range rows {
		h, events, err := history.DecodeRow(r.Data, r.Seq, r.N)
		if err != nil {
			t.Fatal(err)
		}
		if r.Data, err = history.EncodeRow(h, spoil(events)); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

func TestAProgramIsWrittenAsItWasRead(t *testing.T) {
	text := "x := go\n  receive approve\n    print a\nwait x\n"
	if got := progtext.Format(progtext.Parse(text)); got != text {
		t.Errorf("%q", got)
	}
}
