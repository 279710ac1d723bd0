package workflow_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/workflow"
)

// wander does anything that a workflow can do, as the run's own random numbers say,
// and records what it saw. It records errors and continues, also after a
// cancellation.
func wander(ctx workflow.Context, depth int) ([]string, error) {
	var saw []string
	note := func(format string, args ...any) { saw = append(saw, fmt.Sprintf(format, args...)) }
	r := workflow.Rand(ctx)
	for range 1 + r.IntN(5) {
		switch r.IntN(11) {
		case 0:
			s, err := workflow.Execute(ctx, Ship, r.IntN(9)).Get(ctx)
			note("ship %s %s", s, word(err))
		case 1:
			workflow.Execute(ctx, Charge, Card{"left alone"})
		case 2:
			note("sleep %s", word(workflow.Sleep(ctx, time.Duration(r.IntN(90)-10)*time.Second)))
		case 3:
			s, err := workflow.Receive(ctx, Word, workflow.Within(time.Duration(r.IntN(90)-10)*time.Second))
			note("word %s %s", s, word(err))
		case 4:
			n, err := workflow.Receive(ctx, Number)
			note("number %d %s", n, word(err))
		case 5:
			i, err := workflow.Select(ctx,
				workflow.On(workflow.Execute(ctx, Ship, 1), func(s string, err error) { note("case ship %s %s", s, word(err)) }),
				workflow.OnSignal(Word, func(s string, err error) { note("case word %s %s", s, word(err)) }),
				workflow.On(workflow.NewTimer(ctx, time.Duration(r.IntN(60))*time.Second), nil),
				workflow.After(time.Duration(r.IntN(60)-5)*time.Second, func() { note("case after") }),
			)
			note("select %d %s", i, word(err))
		case 6, 7:
			if depth == 0 {
				continue
			}
			inner, cancel := ctx, func() {}
			if r.IntN(2) == 0 {
				inner, cancel = workflow.WithCancel(ctx)
			}
			line := workflow.Go(inner, func(ctx workflow.Context) ([]string, error) { return wander(ctx, depth-1) })
			if r.IntN(2) == 0 {
				note("waited %s", word(workflow.Sleep(ctx, time.Duration(r.IntN(60))*time.Second)))
				cancel()
			}
			if r.IntN(3) > 0 {
				theirs, err := line.Get(ctx)
				note("joined %q %s", theirs, word(err))
			}
		case 8:
			x, err := workflow.SideEffect(ctx, func() (int, error) {
				if depth == 1 {
					return 0, errors.New("no luck")
				}
				return 7, nil
			})
			note("effect %d %s", x, word(err))
		case 9:
			note("at %s %s", workflow.Now(ctx).Format(time.TimeOnly), workflow.UUID(ctx))
		case 10:
			ctx = workflow.WithoutCancel(ctx)
		}
	}
	return saw, nil
}

// Whatever a workflow does and whatever happens to it, a replay asks for the same
// and ends in the same way. This holds for a replay in one go and for one from
// scratch before each task.
func TestAnyRunIsTheSameWhenReplayed(t *testing.T) {
	b := workflow.New("wander", func(ctx workflow.Context, depth int) ([]string, error) { return wander(ctx, depth) })
	ends := map[string]int{}
	for seed := range uint64(300) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			var s [16]byte
			binary.BigEndian.PutUint64(s[:], seed)
			w := beginSeeded(t, s, b, 3)
			outside(w, rand.New(rand.NewPCG(seed, 1)))
			ends[w.end().Kind().String()]++
		})
	}
	t.Logf("%v", ends)
}

// outside makes things happen until the run has ended.
func outside(w *world, rnd *rand.Rand) {
	w.t.Helper()
	for i := 0; !w.live.Done(); i++ {
		if i > 500 {
			w.t.Fatalf("the run does not end: %v", w.live.Waiting())
		}
		w.now = w.now.Add(time.Duration(rnd.IntN(5000)) * time.Millisecond)
		if rnd.IntN(6) == 0 {
			w.restart()
		}
		var events []history.Body
		for _, a := range w.live.Activities() {
			switch rnd.IntN(6) {
			case 0:
				result := w.encode(fmt.Sprint("parcel ", a.Seq))
				events = append(events, &history.ActivityCompleted{Activity: a.Seq, Attempt: 1, Result: result})
			case 1:
				failure := history.FailureOf(errors.New("no parcel"))
				events = append(events, &history.ActivityFailed{Activity: a.Seq, Attempt: 1, Failure: *failure})
			case 2: // another owner, then its result
				events = append(events, &history.AttemptEnded{Activity: a.Seq, Attempt: 1, Why: history.WhyLost})
			}
		}
		for _, timer := range w.live.Timers() {
			if !timer.FireAt.After(w.now) {
				events = append(events, &history.TimerFired{Timer: timer.Seq})
			}
		}
		switch rnd.IntN(8) {
		case 0, 1:
			events = append(events, sent(w, Word, fmt.Sprint("w", i)))
		case 2:
			events = append(events, sent(w, Number, i))
		case 3:
			if rnd.IntN(10) == 0 {
				events = append(events, &history.CancelRequested{Reason: "by chance"})
			}
		}
		rnd.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
		if len(events) > 0 {
			w.step(events...)
		}
	}
}
