package workflow_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/workflow"
)

var (
	Word   = workflow.DefineSignal[string]("word")
	Number = workflow.DefineSignal[int]("number")
)

// within receives a word within d and returns what happened.
func within(d time.Duration) workflow.Bound[int, string] {
	return workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		s, err := workflow.Receive(ctx, Word, workflow.Within(d))
		switch {
		case errors.Is(err, workflow.ErrTimeout):
			return "timeout", nil
		case errors.Is(err, workflow.ErrCancelled):
			return "cancelled", nil
		}
		return s, err
	})
}

func TestReceiveWithinInEveryOrder(t *testing.T) {
	word := func(w *world) history.Body { return sent(w, Word, "hello") }
	cancel := func(*world) history.Body { return &history.CancelRequested{} }
	fired := func(w *world) history.Body { return w.fired() }
	for _, c := range []struct {
		name   string
		within time.Duration
		events []func(*world) history.Body
		want   string
	}{
		{"signal, then time", time.Hour, []func(*world) history.Body{word}, "hello"},
		{"time, then signal", time.Hour, []func(*world) history.Body{fired, word}, "timeout"},
		{"cancel", time.Hour, []func(*world) history.Body{cancel}, "cancelled"},
		{"signal before cancel", time.Hour, []func(*world) history.Body{word, cancel}, "hello"},
		{"cancel before signal", time.Hour, []func(*world) history.Body{cancel, word}, "cancelled"},
		{"time before cancel", time.Hour, []func(*world) history.Body{fired, cancel}, "timeout"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := begin(t, within(c.within), 0)
			w.asked(history.KindTimerStarted)
			var bodies []history.Body
			for _, f := range c.events {
				bodies = append(bodies, f(w))
			}
			w.step(bodies...) // one task, so that only the order in the history decides
			if got := result[string](w); got != c.want {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestTheTimerOfReceiveDoesNotOutliveIt(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		a, err := workflow.Receive(ctx, Word, workflow.Within(time.Hour))
		if err != nil {
			return "", err
		}
		b, err := workflow.Receive(ctx, Word)
		return a + b, err
	}), 0)
	send(w, Word, "a")
	w.asked(history.KindTimerCancelled)
	if left := w.live.Timers(); len(left) != 0 {
		t.Errorf("%d timers are left", len(left))
	}
	send(w, Word, "b")
	if got := result[string](w); got != "ab" {
		t.Errorf("got %q", got)
	}
}

func TestAPendingSignalWinsOverAnyLimit(t *testing.T) {
	for _, d := range []time.Duration{time.Hour, 0, -time.Hour} {
		w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
			if err := workflow.Sleep(ctx, time.Minute); err != nil {
				return "", err
			}
			return workflow.Receive(ctx, Word, workflow.Within(d))
		}), 0)
		send(w, Word, "early")
		w.fire()
		w.asked(history.KindRunCompleted) // no timer when the signal is already there
		if got := result[string](w); got != "early" {
			t.Errorf("Within(%v): got %q", d, got)
		}
	}
}

func TestWithinZeroAsksWithoutWaiting(t *testing.T) {
	for _, d := range []time.Duration{0, -time.Second} {
		w := begin(t, within(d), 0)
		w.asked(history.KindRunCompleted)
		if got := result[string](w); got != "timeout" {
			t.Errorf("Within(%v): got %q", d, got)
		}
	}
}

func TestSignalsComeInOrderAndByName(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, n int) ([]string, error) {
		var got []string
		for range n {
			i, err := workflow.Receive(ctx, Number)
			if err != nil {
				return nil, err
			}
			got = append(got, fmt.Sprint(i))
		}
		for {
			s, err := workflow.Receive(ctx, Word, workflow.Within(0))
			if errors.Is(err, workflow.ErrTimeout) {
				return got, nil
			}
			got = append(got, s)
		}
	}), 3)
	w.step(sent(w, Word, "a"), sent(w, Number, 1), sent(w, Number, 2), sent(w, Word, "b"))
	send(w, Number, 3)
	if got := result[[]string](w); !slices.Equal(got, []string{"1", "2", "3", "a", "b"}) {
		t.Errorf("got %v", got)
	}
}

func TestTwoReceiversShareTheSignals(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) ([]string, error) {
		receive := func(ctx workflow.Context) (string, error) { return workflow.Receive(ctx, Word) }
		a, b := workflow.Go(ctx, receive), workflow.Go(ctx, receive)
		first, errA := a.Get(ctx)
		second, errB := b.Get(ctx)
		return []string{first, second}, errors.Join(errA, errB)
	}), 0)
	send(w, Word, "for a")
	send(w, Word, "for b")
	if got := result[[]string](w); !slices.Equal(got, []string{"for a", "for b"}) {
		t.Errorf("got %v", got)
	}
}

func TestASignalNobodyReceivedIsShownAsUndelivered(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (string, error) { return workflow.Receive(ctx, Word) }), 0)
	w.step(sent(w, Number, 7), sent(w, Word, "a"), sent(w, Word, "late"))
	if end := w.end().(*history.RunCompleted); len(end.Undelivered) != 2 {
		t.Errorf("undelivered: %v", end.Undelivered)
	}
}

func TestASignalThatNobodyCanSendIsRefused(t *testing.T) {
	for name, want := range map[string]string{"": "without a name", "a\xff": "not valid UTF-8", "a\x00b": "without NUL"} {
		w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
			_, err := workflow.Receive(ctx, workflow.DefineSignal[string](name))
			_, other := workflow.Select(ctx, workflow.OnSignal(workflow.DefineSignal[int](name), nil))
			return fmt.Sprint(err, other), nil
		}), 0)
		if got := result[string](w); strings.Count(got, want) != 2 {
			t.Errorf("%q: got %s, want %q of both", name, got, want)
		}
	}
}
