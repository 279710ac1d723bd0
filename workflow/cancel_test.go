package workflow_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/workflow"
)

// word names the kind of the error.
func word(err error) string {
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, workflow.ErrCancelled):
		return "cancelled"
	case errors.Is(err, workflow.ErrTimeout):
		return "timeout"
	}
	return err.Error()
}

func TestCancellingARunEndsEveryWait(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) ([]string, error) {
		var said []string
		f := workflow.Execute(workflow.WithoutCancel(ctx), Ship, 1)
		lines := []workflow.Future[int]{
			workflow.Go(ctx, func(ctx workflow.Context) (int, error) { _, err := f.Get(ctx); return 0, err }),
			workflow.Go(ctx, func(ctx workflow.Context) (int, error) { return 0, workflow.Sleep(ctx, time.Hour) }),
			workflow.Go(ctx, func(ctx workflow.Context) (int, error) { _, err := workflow.Receive(ctx, Word); return 0, err }),
			workflow.Go(ctx, func(ctx workflow.Context) (int, error) {
				_, err := workflow.Receive(ctx, Word, workflow.Within(time.Hour))
				return 0, err
			}),
			workflow.Go(ctx, func(ctx workflow.Context) (int, error) {
				_, err := workflow.Select(ctx, workflow.OnSignal(Word, nil))
				return 0, err
			}),
		}
		free := workflow.WithoutCancel(ctx)
		for _, l := range lines {
			_, err := l.Get(free)
			said = append(said, word(err))
		}
		return said, nil
	}), 0)
	w.cancel("customer asked")
	w.asked(history.KindTimerCancelled, history.KindTimerCancelled, history.KindRunCompleted)
	if got := result[[]string](w); !slices.Equal(got, slices.Repeat([]string{"cancelled"}, 5)) {
		t.Errorf("got %v", got)
	}
}

func TestUnderACancelledScopeNothingIsStarted(t *testing.T) {
	w := begin(t, workflow.New("w", func(outer workflow.Context, _ int) ([]string, error) {
		ctx, cancel := workflow.WithCancel(outer)
		cancel()
		cancel()
		var said []string
		_, err := workflow.Execute(ctx, Ship, 1).Get(outer)
		said = append(said, word(err))
		_, err = workflow.NewTimer(ctx, time.Hour).Get(outer)
		said = append(said, word(err), word(workflow.Sleep(ctx, time.Hour)), word(workflow.Sleep(ctx, 0)))
		_, err = workflow.Receive(ctx, Word)
		said = append(said, word(err))
		_, err = workflow.Receive(ctx, Word, workflow.Within(time.Hour))
		said = append(said, word(err))
		i, err := workflow.Select(ctx, workflow.OnSignal(Word, nil), workflow.After(time.Hour, nil))
		said = append(said, word(err), fmt.Sprint(i))
		inner, _ := workflow.WithCancel(ctx)
		said = append(said, word(workflow.Sleep(inner, time.Hour)))
		return said, nil
	}), 0)
	w.asked(history.KindRunCompleted)
	want := append(slices.Repeat([]string{"cancelled"}, 7), "-1", "cancelled")
	if got := result[[]string](w); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

func TestTheErrorTellsTheReason(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		return 0, workflow.Sleep(ctx, time.Hour)
	}), 0)
	w.cancel("customer asked")
	end, ok := w.end().(*history.RunCancelled)
	if !ok || !strings.Contains(end.Failure.Message, "customer asked") || end.Failure.Kind != mark.Cancelled {
		t.Errorf("got %s", show(w.commands()))
	}
}

func TestACancelledRunCleansUpWithoutItsScope(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		r, err := workflow.Execute(ctx, Charge, Card{"1"}).Get(ctx)
		if err != nil {
			return 0, err
		}
		if err := workflow.Sleep(ctx, time.Hour); err != nil {
			free := workflow.WithoutCancel(ctx)
			if _, undo := workflow.Execute(free, Refund, r).Get(free); undo != nil {
				return 0, undo
			}
			return 0, fmt.Errorf("refunded: %w", err)
		}
		return 1, nil
	}), 0)
	w.complete("charge", Receipt{"r-1"})
	w.cancel("")
	w.asked(history.KindTimerCancelled, history.KindActivityScheduled)
	w.restart()
	w.complete("refund", 0)
	if end, ok := w.end().(*history.RunCancelled); !ok || !strings.HasPrefix(end.Failure.Message, "refunded: ") {
		t.Errorf("got %s", show(w.commands()))
	}
}

// An error that only looks like a cancellation is none, since nobody asked for one.
func TestWithoutARequestTheRunFails(t *testing.T) {
	w := begin(t, workflow.New("w", func(outer workflow.Context, _ int) (int, error) {
		ctx, cancel := workflow.WithCancel(outer)
		cancel()
		return 0, workflow.Sleep(ctx, time.Hour)
	}), 0)
	if end, ok := w.end().(*history.RunFailed); !ok || end.Failure.Kind != mark.Cancelled {
		t.Errorf("got %s", show(w.commands()))
	}
}

func TestARunThatFinishesAllTheSameIsCompleted(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		return word(workflow.Sleep(ctx, time.Hour)), nil
	}), 0)
	w.cancel("")
	if got := result[string](w); got != "cancelled" {
		t.Errorf("got %s", got)
	}
}

func TestACancelledRunThatFailsOtherwiseHasFailed(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		_ = workflow.Sleep(ctx, time.Hour)
		return 0, errors.New("could not undo")
	}), 0)
	w.cancel("")
	if _, ok := w.end().(*history.RunFailed); !ok {
		t.Errorf("got %s", show(w.commands()))
	}
}

func TestAScopeCancelsOnlyWhatIsInIt(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) ([]string, error) {
		inner, cancel := workflow.WithCancel(ctx)
		deeper, _ := workflow.WithCancel(inner)
		in, under, beside := workflow.Execute(inner, Ship, 1), workflow.Execute(deeper, Ship, 2), workflow.Execute(ctx, Ship, 3)
		if err := workflow.Sleep(ctx, time.Minute); err != nil {
			return nil, err
		}
		cancel()
		_, errIn := in.Get(ctx)
		_, errUnder := under.Get(ctx)
		s, errBeside := beside.Get(ctx)
		return []string{word(errIn), word(errUnder), word(errBeside), s}, nil
	}), 0)
	w.fire()
	w.asked(history.KindActivityCancelRequested, history.KindActivityCancelRequested)
	w.fail("ship", activity.ErrCancelled)
	w.fail("ship", activity.ErrCancelled)
	w.complete("ship", "third")
	if got := result[[]string](w); !slices.Equal(got, []string{"cancelled", "cancelled", "ok", "third"}) {
		t.Errorf("got %v", got)
	}
}

func TestACancelledWaitLeavesTheFutureAlone(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		f := workflow.Execute(ctx, Ship, 1)
		inner, cancel := workflow.WithCancel(ctx)
		waiter := workflow.Go(inner, func(inner workflow.Context) (string, error) { return f.Get(inner) })
		if err := workflow.Sleep(ctx, time.Minute); err != nil {
			return "", err
		}
		cancel()
		_, err := waiter.Get(ctx)
		s, errF := f.Get(ctx)
		_, again := f.Get(inner) // the scope was cancelled before the parcel was shipped
		return word(err) + " " + s + " " + word(again), errF
	}), 0)
	w.fire()
	w.asked()
	w.complete("ship", "parcel")
	if got := result[string](w); got != "cancelled parcel cancelled" {
		t.Errorf("got %s", got)
	}
}

func TestWhatWasThereBeforeTheCancellationIsStillGiven(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) ([]string, error) {
		f := workflow.Execute(ctx, Ship, 1)
		free := workflow.WithoutCancel(ctx)
		if err := workflow.Sleep(free, time.Hour); err != nil {
			return nil, err
		}
		s, err := f.Get(ctx)
		a, errA := workflow.Receive(ctx, Word)
		_, errB := workflow.Receive(ctx, Word)
		return []string{s, word(err), a, word(errA), word(errB)}, nil
	}), 0)
	w.complete("ship", "parcel")
	send(w, Word, "before")
	w.cancel("")
	send(w, Word, "after")
	w.fire()
	if got := result[[]string](w); !slices.Equal(got, []string{"parcel", "ok", "before", "ok", "cancelled"}) {
		t.Errorf("got %v", got)
	}
}

// Cancelling is a request: the future ends when the activity has ended, with the activity's outcome.
func TestACancelledActivityEndsAsItsAttemptDoes(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(w *world)
		want string
	}{
		"it finishes all the same": {func(w *world) { w.complete("ship", "parcel") }, "parcel ok"},
		"it obeys":                 {func(w *world) { w.fail("ship", activity.ErrCancelled) }, "cancelled"},
		"nobody knows":             {func(w *world) { w.fail("ship", activity.ErrOutcomeUnknown) }, "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
				s, err := workflow.Execute(ctx, Ship, 1).Get(ctx)
				if errors.Is(err, activity.ErrOutcomeUnknown) {
					return "unknown", nil
				}
				return strings.TrimSpace(s + " " + word(err)), nil
			}), 0)
			w.cancel("")
			w.asked(history.KindActivityCancelRequested)
			w.restart()
			c.end(w)
			if got := result[string](w); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// A coroutine that works under a cancelled scope is waited for, too: an activity that it asked for
// may be in progress.
func TestACoroutineOfACancelledScopeIsWaitedFor(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		line := workflow.Go(ctx, func(ctx workflow.Context) (string, error) { return workflow.Execute(ctx, Ship, 1).Get(ctx) })
		return line.Get(ctx)
	}), 0)
	w.cancel("")
	w.asked(history.KindActivityCancelRequested)
	w.complete("ship", "parcel")
	if got := result[string](w); got != "parcel" {
		t.Errorf("got %q", got)
	}
}

func TestWhoMustNotWaitLeavesOnCancel(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		f := workflow.Execute(ctx, Ship, 1)
		_, first := f.Get(ctx, workflow.LeaveOnCancel())
		_, nothing := f.Get(ctx, nil)
		s, err := f.Get(ctx)
		return fmt.Sprint(word(first), " ", nothing, " ", s, " ", word(err)), nil
	}), 0)
	w.cancel("")
	w.asked(history.KindActivityCancelRequested)
	w.complete("ship", "late")
	if got, want := result[string](w), "cancelled workflow: get: option 1 is nil: leave it out late ok"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A compensation asks the other side about the key that the attempts used.
func TestAFutureTellsItsIdempotencyKey(t *testing.T) {
	w := begin(t, workflow.New("w", func(outer workflow.Context, _ int) ([]string, error) {
		ctx, cancel := workflow.WithCancel(outer)
		f, timer := workflow.Execute(ctx, Ship, 1), workflow.NewTimer(ctx, time.Hour)
		keys := []string{f.IdempotencyKey(), timer.IdempotencyKey()}
		cancel()
		never := workflow.Execute(ctx, Ship, 2)
		if _, err := workflow.Receive(outer, Word); err != nil {
			return nil, err
		}
		return append(keys, never.IdempotencyKey(), f.IdempotencyKey()), nil
	}), 0)
	open := w.activity("ship")
	key := history.IdempotencyKey(uuid.UUID{7}, open.Seq, open.Scheduled)
	w.restart()
	send(w, Word, "go on")
	if got := result[[]string](w); !slices.Equal(got, []string{key, "", "", key}) {
		t.Errorf("got %q, want %q", got, key)
	}
}
