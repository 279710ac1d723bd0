package workflow_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/workflow"
)

func TestUntilIsAMutexForCoroutines(t *testing.T) {
	b := workflow.New("lock", func(ctx workflow.Context, n int) (int, error) {
		busy, most, inside := false, 0, 0
		var fs []workflow.Future[int]
		for range n {
			fs = append(fs, workflow.Go(ctx, func(ctx workflow.Context) (int, error) {
				if err := workflow.Until(ctx, func() bool { return !busy }); err != nil {
					return 0, err
				}
				busy, inside = true, inside+1
				most = max(most, inside)
				err := workflow.Sleep(ctx, time.Minute)
				busy, inside = false, inside-1
				return 0, err
			}))
		}
		_, err := workflow.All(ctx, fs...)
		return most, err
	})
	w := begin(t, b, 5)
	for range 5 {
		w.fire()
		w.restart()
	}
	if got := result[int](w); got != 1 {
		t.Errorf("%d were inside at once", got)
	}
}

func TestUntilGivesUpWithinItsTime(t *testing.T) {
	b := workflow.New("wait", func(ctx workflow.Context, _ int) (bool, error) {
		asked := workflow.Until(ctx, func() bool { return false }, workflow.Within(0))
		err := workflow.Until(ctx, func() bool { return false }, workflow.Within(time.Hour))
		return errors.Is(asked, workflow.ErrTimeout) && errors.Is(err, workflow.ErrTimeout) && !errors.Is(err, workflow.ErrCancelled), nil
	})
	w := begin(t, b, 0)
	w.asked(history.KindTimerStarted)
	w.fire()
	if !result[bool](w) {
		t.Error("the errors are not ErrTimeout")
	}
}

func TestUntilUnderACancelledContextDoesNotAsk(t *testing.T) {
	b := workflow.New("wait", func(ctx workflow.Context, _ int) (bool, error) {
		inner, cancel := workflow.WithCancel(ctx)
		cancel()
		asked := false
		err := workflow.Until(inner, func() bool { asked = true; return true })
		return !asked && errors.Is(err, workflow.ErrCancelled), nil
	})
	if !result[bool](begin(t, b, 0)) {
		t.Error("it asked, or gave another error")
	}
}

func TestUntilWithoutAConditionIsRefused(t *testing.T) {
	b := workflow.New("wait", func(ctx workflow.Context, _ int) (bool, error) {
		if err := workflow.Until(ctx, func() bool { return true }, nil); err == nil {
			return false, errors.New("a nil option is taken")
		}
		return false, workflow.Until(ctx, nil)
	})
	if f := begin(t, b, 0).failure(); !strings.Contains(f.Message, "nil function") {
		t.Errorf("failed with %q", f.Message)
	}
}

func TestAllTellsOfTheFirstFailureByIndex(t *testing.T) {
	b := workflow.New("all", func(ctx workflow.Context, _ int) ([]string, error) {
		var fs []workflow.Future[Receipt]
		for _, card := range []string{"a", "b", "c"} {
			fs = append(fs, workflow.Execute(ctx, Charge, Card{card}))
		}
		got, err := workflow.All(ctx, fs...)
		return []string{got[0].ID, got[1].ID, got[2].ID, err.Error()}, nil
	})
	w := begin(t, b, 0)
	for _, end := range []error{nil, errors.New("second"), errors.New("third")} {
		if end == nil {
			w.complete("charge", Receipt{ID: "first"})
		} else {
			w.fail("charge", end)
		}
	}
	if got := result[[]string](w); got[0] != "first" || got[1] != "" || got[3] != "second" {
		t.Errorf("got %q", got)
	}
}

func TestAllOfNothingIsThereAtOnce(t *testing.T) {
	b := workflow.New("all", func(ctx workflow.Context, _ int) (int, error) {
		got, err := workflow.All[int](ctx)
		return len(got), err
	})
	if got := result[int](begin(t, b, 0)); got != 0 {
		t.Errorf("%d results", got)
	}
}

func TestAScopeTimesOut(t *testing.T) {
	b := workflow.New("scope", func(ctx workflow.Context, _ int) ([]bool, error) {
		short, cancel := workflow.WithTimeout(ctx, time.Hour)
		defer cancel()
		paid := workflow.Execute(short, Charge, Card{"a"})
		_, first := paid.Get(short)
		_, own := paid.Get(ctx)
		late := workflow.Sleep(short, time.Second)
		is := func(err error) bool {
			return errors.Is(err, workflow.ErrTimeout) && !errors.Is(err, workflow.ErrCancelled)
		}
		return []bool{is(first), is(own), is(late)}, workflow.Sleep(ctx, time.Minute)
	})
	w := begin(t, b, 0)
	w.asked(history.KindTimerStarted, history.KindActivityScheduled)
	w.fire()
	w.asked(history.KindActivityCancelRequested)
	w.fail("charge", activity.ErrCancelled)
	w.asked(history.KindTimerStarted)
	w.fire()
	for i, ok := range result[[]bool](w) {
		if !ok {
			t.Errorf("error %d is not ErrTimeout alone", i)
		}
	}
}

func TestAScopeWhoseWorkIsDoneLeavesNoTimer(t *testing.T) {
	b := workflow.New("scope", func(ctx workflow.Context, _ int) (bool, error) {
		short, cancel := workflow.WithTimeout(ctx, time.Hour)
		_, err := workflow.Execute(short, Charge, Card{"a"}).Get(short)
		cancel()
		cancel()
		return errors.Is(workflow.Sleep(short, time.Second), workflow.ErrCancelled), err
	})
	w := begin(t, b, 0)
	w.complete("charge", Receipt{})
	w.asked(history.KindTimerCancelled, history.KindRunCompleted)
	if !result[bool](w) {
		t.Error("after cancel the scope is not cancelled, or timed out")
	}
}

func TestAScopeWithoutTimeIsOverAtOnce(t *testing.T) {
	b := workflow.New("scope", func(ctx workflow.Context, _ int) (bool, error) {
		short, cancel := workflow.WithTimeout(ctx, 0)
		defer cancel()
		_, err := workflow.Execute(short, Charge, Card{"a"}).Get(ctx)
		return errors.Is(err, workflow.ErrTimeout), nil
	})
	w := begin(t, b, 0)
	w.asked(history.KindRunCompleted)
	if !result[bool](w) {
		t.Error("the error is not ErrTimeout")
	}
}

func TestARunThatIsCancelledDoesNotTimeOut(t *testing.T) {
	b := workflow.New("scope", func(ctx workflow.Context, _ int) (int, error) {
		short, cancel := workflow.WithTimeout(ctx, time.Hour)
		defer cancel()
		return 0, workflow.Until(short, func() bool { return false })
	})
	w := begin(t, b, 0)
	w.cancel("enough")
	if _, ok := w.end().(*history.RunCancelled); !ok {
		t.Errorf("ended with %v", show(w.commands()))
	}
}
