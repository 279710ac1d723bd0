package engine_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// narrow is a store with one transaction at a time.
type narrow struct {
	*memory.Store
	taken chan struct{}
}

func (s *narrow) BeginActivity(ctx context.Context) (context.Context, store.ActivityTx, error) {
	select {
	case s.taken <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	inside, tx, err := s.Store.BeginActivity(ctx)
	return inside, &narrowTx{tx, s}, err
}

type narrowTx struct {
	store.ActivityTx
	s *narrow
}

func (t *narrowTx) Rollback() {
	t.ActivityTx.Rollback()
	<-t.s.taken
}

// A worker has more slots than its store has transactions. The time that an attempt waits for
// a transaction does not count against its function.
func TestTheTimeOfATransactionalAttemptBeginsWithItsTransaction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		debit := activity.NewTx("debit", memory.Transactional(func(ctx context.Context, _ *memory.ActivityTx, _ int) (time.Duration, error) {
			left := time.Until(activity.GetInfo(ctx).Deadline)
			<-time.After(time.Second)
			return left, ctx.Err()
		}), activity.Policy{StartToClose: 3 * time.Second, Retry: activity.RetryPolicy{MaxAttempts: 1}})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (time.Duration, error) {
			return workflow.Execute(ctx, debit, 0).Get(ctx)
		})
		rt := begun(t, &narrow{memory.New(), make(chan struct{}, 1)}, reprise.Config{}, w, debit)
		var all []reprise.Handle[time.Duration]
		for range 10 {
			run, err := reprise.Start(ctx, rt, w, 0)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, run)
		}
		for i, run := range all {
			if left, err := run.Result(ctx); err != nil || left.Round(time.Second) != 3*time.Second {
				t.Errorf("debit %d had %v: %v", i+1, left, err)
			}
		}
	})
}

// A call with its own timeout has that timeout, in a transaction too.
func TestACallOfATransactionalActivityHasTheTimeThatItAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		debit := activity.NewTx("debit", memory.Transactional(func(ctx context.Context, _ *memory.ActivityTx, _ int) (time.Duration, error) {
			left := time.Until(activity.GetInfo(ctx).Deadline)
			<-time.After(10 * time.Second)
			return left, ctx.Err()
		}), activity.Policy{StartToClose: 3 * time.Second, Retry: activity.RetryPolicy{MaxAttempts: 1}})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (time.Duration, error) {
			patient := debit.With(func(p *activity.Policy) { p.StartToClose = time.Minute })
			return workflow.Execute(ctx, patient, 0).Get(ctx)
		})
		run, err := reprise.Start(ctx, begun(t, memory.New(), reprise.Config{}, w, debit), w, 0)
		if err != nil {
			t.Fatal(err)
		}
		if left, err := run.Result(ctx); err != nil || left != time.Minute {
			t.Errorf("the call asked for a minute and had %v: %v", left, err)
		}
	})
}

// An attempt that waits for a transaction ends at its schedule-to-close timeout.
func TestATransactionalActivityThatGetsNoTransactionIsOverInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		debit := activity.NewTx("debit", memory.Transactional(func(context.Context, *memory.ActivityTx, int) (int, error) { return 0, nil }),
			activity.Policy{StartToClose: 3 * time.Second, ScheduleToClose: 10 * time.Second})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, debit, 0).Get(ctx) })
		st := &narrow{memory.New(), make(chan struct{}, 1)}
		st.taken <- struct{}{}
		rt := begun(t, st, reprise.Config{}, w, debit)
		began := time.Now()
		run, err := reprise.Start(ctx, rt, w, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := run.Result(ctx); !errors.Is(err, activity.ErrTimeout) {
			t.Error(err)
		}
		if took := time.Since(began); took.Round(time.Second) != 10*time.Second {
			t.Errorf("it was over after %v", took)
		}
	})
}
