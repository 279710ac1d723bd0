package reprise_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/timer"
	"github.com/reprise-run/reprise/workflow"
)

// swift is a clock whose timers fire after a twentieth of their time, so that what
// happens once a second happens almost at once. Now is unchanged.
type swift struct{ timer.Clock }

func (c swift) NewTimer(d time.Duration) timer.Alarm { return c.Clock.NewTimer(d / 20) }

// hurried is quiet with a swift clock.
func hurried() reprise.Config {
	cfg := quiet()
	cfg.Clock = swift{timer.System()}
	return cfg
}

// still is a world whose time stands still until the test advances it. It lives in a
// synctest bubble, which knows when all goroutines are blocked. Everything that they
// wait for must be created in the bubble.
type still struct {
	t     *testing.T
	clock *faketime.Clock
	store *memory.Store
	cfg   reprise.Config
}

func newStill(t *testing.T) *still {
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	cfg := quiet()
	cfg.Clock, cfg.LeaseTTL = clock, time.Minute
	return &still{t: t, clock: clock, store: memory.New(memory.Options{Clock: clock}), cfg: cfg}
}

// pass advances the time by d, from one timer to the next. The time moves only when
// every goroutine is blocked; that all loops wait for timers is not enough, because
// one of them may have been woken without having left its timer yet. When pass
// returns, everything that was due is done.
func (s *still) pass(d time.Duration) {
	for until := s.clock.Now().Add(d); ; {
		synctest.Wait()
		left := until.Sub(s.clock.Now())
		if left <= 0 {
			return
		}
		if next, ok := s.clock.Next(); ok {
			left = min(left, next.Sub(s.clock.Now()))
		}
		s.clock.Advance(left)
	}
}

// step returns an activity that takes d.
func (s *still) step(d time.Duration) activity.Bound[int, int] {
	return activity.New("step", func(ctx context.Context, _ int) (int, error) {
		alarm := s.clock.NewTimer(d)
		defer alarm.Stop()
		select {
		case <-alarm.C():
			return 0, nil
		case <-ctx.Done():
			return 0, context.Cause(ctx)
		}
	})
}

// until advances the time, by at most an hour, until the description of a run
// satisfies ok.
func (s *still) until(c reprise.Client, id string, ok func(reprise.Description) bool) {
	s.t.Helper()
	for end := s.clock.Now().Add(time.Hour); ; s.pass(time.Second) {
		synctest.Wait()
		d, err := reprise.Describe(s.t.Context(), c, id)
		if err != nil {
			s.t.Fatal(err)
		}
		if ok(d) {
			return
		}
		if s.clock.Now().After(end) {
			s.t.Fatalf("still %+v", d)
		}
	}
}

// result returns the result of the run with this id.
func result[In, Out any](t *testing.T, c reprise.Client, def workflow.Definition[In, Out], id string) (Out, error) {
	t.Helper()
	ctx := bounded(t)
	h, err := reprise.Get(ctx, c, def, id)
	if err != nil {
		t.Fatal(err)
	}
	return h.Result(ctx)
}

// begin starts a run by id.
func begin[In, Out any](t *testing.T, c reprise.Client, def workflow.Definition[In, Out], in In, id string) reprise.Handle[Out] {
	t.Helper()
	h, err := reprise.Start(bounded(t), c, def, in, reprise.ID(id))
	if err != nil {
		t.Fatal(err)
	}
	return h
}
