package workflow_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/workflow"
)

// choice waits once for an activity, a signal and a time, whichever comes
// first.
func choice(ctx workflow.Context, _ int) (string, error) {
	var said string
	i, err := workflow.Select(ctx,
		workflow.On(workflow.Execute(ctx, Ship, 1), func(s string, err error) { said = fmt.Sprint(s, " ", err) }),
		workflow.OnSignal(Word, func(s string, err error) { said = fmt.Sprint(s, " ", err) }),
		workflow.After(time.Hour, func() { said = "late" }),
	)
	return fmt.Sprint(i, " ", said), err
}

func TestSelectTakesWhatComesFirst(t *testing.T) {
	for _, c := range []struct {
		want   string
		timers int // timers that are cancelled
		happen func(*world)
	}{
		{"0 parcel <nil>", 1, func(w *world) { w.complete("ship", "parcel") }},
		{"1 word <nil>", 1, func(w *world) { send(w, Word, "word") }},
		{"2 late", 0, func(w *world) { w.fire() }},
		{"1 word <nil>", 1, func(w *world) { w.step(sent(w, Word, "word"), w.completed("ship", "parcel")) }},
		{"0 parcel <nil>", 1, func(w *world) { w.step(w.completed("ship", "parcel"), sent(w, Word, "word")) }},
		{"2 late", 0, func(w *world) { w.step(w.fired(), w.completed("ship", "parcel")) }},
	} {
		t.Run(c.want, func(t *testing.T) {
			w := begin(t, workflow.New("w", choice), 0)
			c.happen(w)
			if got := result[string](w); got != c.want {
				t.Errorf("got %q", got)
			}
			cancelled := 0
			for _, e := range w.commands() {
				if e.Body.Kind() == history.KindTimerCancelled {
					cancelled++
				}
			}
			if cancelled != c.timers {
				t.Errorf("%d timers cancelled", cancelled)
			}
		})
	}
}

func TestSelectOfSeveralReadyTakesTheOneReadyLongest(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) ([]int, error) {
		a, b := workflow.Execute(ctx, Ship, 1), workflow.Execute(ctx, Charge, Card{})
		if err := workflow.Sleep(ctx, time.Hour); err != nil {
			return nil, err
		}
		var order []int
		for range 2 {
			i, err := workflow.Select(ctx, workflow.On(a, nil), workflow.OnSignal(Word, nil), workflow.On(b, nil))
			if err != nil {
				return nil, err
			}
			order = append(order, i)
		}
		_, err := workflow.Receive(ctx, Word)
		i, _ := workflow.Select(ctx, workflow.On(a, nil), workflow.OnSignal(Word, nil))
		return append(order, i), err
	}), 0)
	send(w, Word, "first")
	w.complete("charge", Receipt{})
	w.complete("ship", "last")
	w.fire()
	if got := result[[]int](w); !slices.Equal(got, []int{1, 1, 0}) {
		t.Errorf("got %v: a signal that nobody took is still there, and the first", got)
	}
}

func TestSelectOfEqualsTakesTheFirst(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		f := workflow.Execute(ctx, Ship, 1)
		return workflow.Select(ctx, workflow.OnSignal(Word, nil), workflow.On(f, nil), workflow.On(f, nil))
	}), 0)
	w.complete("ship", "x")
	if got := result[int](w); got != 1 {
		t.Errorf("got %d", got)
	}
}

func TestSelectInALoopServesEveryone(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, n int) ([]string, error) {
		var got []string
		for len(got) < n {
			_, err := workflow.Select(ctx,
				workflow.OnSignal(Word, func(s string, _ error) { got = append(got, s) }),
				workflow.OnSignal(Number, func(i int, _ error) { got = append(got, fmt.Sprint(i)) }),
			)
			if err != nil {
				return nil, err
			}
		}
		return got, nil
	}), 6)
	w.step(sent(w, Word, "a"), sent(w, Word, "b"), sent(w, Number, 1), sent(w, Word, "c"), sent(w, Number, 2), sent(w, Number, 3))
	if got := result[[]string](w); !slices.Equal(got, []string{"a", "b", "1", "c", "2", "3"}) {
		t.Errorf("got %v", got)
	}
}

func TestASignalCaseThatLosesConsumesNothing(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		f := workflow.Execute(ctx, Ship, 1)
		if _, err := workflow.Select(ctx, workflow.OnSignal(Word, func(string, error) {}), workflow.On(f, nil)); err != nil {
			return "", err
		}
		return workflow.Receive(ctx, Word, workflow.Within(0))
	}), 0)
	w.step(w.completed("ship", "x"), sent(w, Word, "kept"))
	// The signal came after the run had ended, but it is in the mailbox
	// nevertheless.
	if f := w.failure(); f.Kind != mark.Timeout {
		t.Errorf("got %+v", f)
	}
	if end := w.end().(*history.RunFailed); len(end.Undelivered) != 1 {
		t.Errorf("undelivered: %v", end.Undelivered)
	}
}

func TestAfterWithoutDelayIsTheDefaultCase(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) ([]int, error) {
		poll := func() int {
			i, _ := workflow.Select(ctx, workflow.After(0, nil), workflow.OnSignal(Word, func(string, error) {}), workflow.After(time.Hour, nil))
			return i
		}
		before := poll()
		if err := workflow.Sleep(ctx, time.Minute); err != nil {
			return nil, err
		}
		return []int{before, poll(), poll()}, nil
	}), 0)
	send(w, Word, "here")
	w.fire()
	w.asked(history.KindRunCompleted)
	if got := result[[]int](w); !slices.Equal(got, []int{0, 1, 0}) {
		t.Errorf("got %v", got)
	}
}

func TestAFutureThatFailedAtOnceIsReadyInSelect(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		bad := workflow.Execute(ctx, activity.Define[int, int](""), 1)
		var got error
		i, err := workflow.Select(ctx, workflow.OnSignal(Word, nil), workflow.After(0, nil), workflow.On(bad, func(_ int, err error) { got = err }))
		return fmt.Sprint(i, got != nil), err
	}), 0)
	if got := result[string](w); got != "2 true" {
		t.Errorf("got %s", got)
	}
}

func TestTheFunctionOfACaseMayWait(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		var got string
		_, err := workflow.Select(ctx, workflow.OnSignal(Number, func(n int, _ error) {
			got, _ = workflow.Execute(ctx, Ship, n).Get(ctx)
		}), workflow.After(time.Hour, nil))
		return got, err
	}), 0)
	send(w, Number, 4)
	if left := len(w.live.Timers()); left != 0 {
		t.Errorf("%d timers are left while the function waits", left)
	}
	w.complete("ship", "parcel")
	if got := result[string](w); got != "parcel" {
		t.Errorf("got %s", got)
	}
}

func TestSelectUnderACancelledScope(t *testing.T) {
	w := begin(t, workflow.New("w", choice), 0)
	w.cancel("enough")
	w.asked(history.KindActivityCancelRequested, history.KindTimerCancelled, history.KindRunCancelled)
	if f := w.failure(); f.Kind != mark.Cancelled {
		t.Errorf("got %+v", f)
	}
}

func TestSelectWithoutACaseIsRefused(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		_, none := workflow.Select(ctx)
		_, zero := workflow.Select(ctx, workflow.Case{})
		_, future := workflow.Select(ctx, workflow.On(workflow.Future[int]{}, nil))
		return 0, errors.Join(none, zero, future)
	}), 0)
	if f := w.failure(); f.Code != "" {
		t.Errorf("got %+v", f)
	}
}
