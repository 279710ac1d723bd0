package workflow_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/workflow"
)

func TestGoAndJoin(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, n int) ([]string, error) {
		var lines []workflow.Future[string]
		for i := range n {
			lines = append(lines, workflow.Go(ctx, func(ctx workflow.Context) (string, error) {
				s, err := workflow.Execute(ctx, Ship, i).Get(ctx)
				if err != nil {
					return "", err
				}
				return s, workflow.Sleep(ctx, time.Duration(i+1)*time.Minute)
			}))
		}
		var all []string
		for _, l := range lines {
			s, err := l.Get(ctx)
			if err != nil {
				return nil, err
			}
			all = append(all, s)
		}
		return all, nil
	}), 3)
	w.asked(history.KindActivityScheduled, history.KindActivityScheduled, history.KindActivityScheduled)
	for i := range 3 {
		w.complete("ship", fmt.Sprint("parcel ", i))
	}
	for range 3 {
		w.fire()
	}
	if got := result[[]string](w); !slices.Equal(got, []string{"parcel 0", "parcel 1", "parcel 2"}) {
		t.Errorf("got %v", got)
	}
}

func TestCoroutinesTakeTurnsAndShareVariables(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, n int) ([]string, error) {
		var log []string
		count := 0
		var all []workflow.Future[int]
		for i := range n {
			all = append(all, workflow.Go(ctx, func(ctx workflow.Context) (int, error) {
				for range 2 {
					log = append(log, fmt.Sprint(i))
					count++
					if err := workflow.Sleep(ctx, time.Minute); err != nil {
						return 0, err
					}
				}
				return count, nil
			}))
		}
		log = append(log, "main")
		for _, f := range all {
			if _, err := f.Get(ctx); err != nil {
				return nil, err
			}
		}
		return append(log, fmt.Sprint(count)), nil
	}), 3)
	for range 6 {
		w.fire()
	}
	if got := result[[]string](w); !slices.Equal(got, []string{"main", "0", "1", "2", "0", "1", "2", "6"}) {
		t.Errorf("got %v", got)
	}
}

func TestACoroutinesErrorKeepsItsIdentity(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (bool, error) {
		own := errors.New("own")
		_, err := workflow.Go(ctx, func(workflow.Context) (*int, error) { return nil, own }).Get(ctx)
		return errors.Is(err, own), nil
	}), 0)
	if !result[bool](w) {
		t.Error("the error came back as another one")
	}
}

func TestAnyContextOfTheRunWillDo(t *testing.T) {
	w := begin(t, workflow.New("w", func(outer workflow.Context, _ int) (string, error) {
		inner := workflow.Go(outer, func(workflow.Context) (string, error) {
			return workflow.Execute(outer, Ship, 1).Get(outer) // not the coroutine's own context
		})
		var lent workflow.Context
		borrowed := workflow.Go(outer, func(ctx workflow.Context) (int, error) { lent = ctx; return 0, nil })
		if _, err := borrowed.Get(outer); err != nil {
			return "", err
		}
		s, err := inner.Get(lent) // the context of a coroutine that has ended
		return s, errors.Join(err, workflow.Sleep(lent, time.Minute))
	}), 0)
	w.complete("ship", "parcel")
	w.fire()
	if got := result[string](w); got != "parcel" {
		t.Errorf("got %s", got)
	}
}

func TestWhatStillRunsEndsWithTheRun(t *testing.T) {
	cleaned := false
	b := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		workflow.Go(ctx, func(ctx workflow.Context) (int, error) {
			defer func() { cleaned = true }()
			return 0, workflow.Sleep(ctx, time.Hour)
		})
		return 1, workflow.Sleep(ctx, time.Minute)
	})
	w := begin(t, b, 0)
	w.fire()
	if got := result[int](w); got != 1 {
		t.Errorf("got %d", got)
	}
	w.live.Close()
	if !cleaned {
		t.Error("the coroutine that was left was not unwound")
	}
}

func TestGoWithoutAFunctionFails(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		return workflow.Go[int](ctx, nil).Get(ctx)
	}), 0)
	if w.failure() == nil {
		t.Error("no failure")
	}
}
