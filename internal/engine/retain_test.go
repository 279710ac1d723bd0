package engine_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// Runs that ended long ago are removed in the background; an id that was started with Once
// stays taken.
func TestRetentionRemovesWhatEndedLongAgo(t *testing.T) {
	ctx := limited(t)
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	st := memory.New(memory.Options{Clock: clock}) // only the database's time advances by a year
	w := workflow.New("w", func(workflow.Context, int) (int, error) { return 7, nil })
	waits := workflow.New("waits", func(ctx workflow.Context, _ int) (int, error) { return workflow.Receive(ctx, poke) })
	first := begun(t, st, reprise.Config{}, w, waits)
	old, err := reprise.Start(ctx, first, w, 0, reprise.ID("old"), reprise.Once())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := old.Result(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.Start(ctx, first, waits, 0, reprise.ID("waits")); err != nil {
		t.Fatal(err)
	}
	if err := first.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	clock.Advance(365 * 24 * time.Hour)

	removed := make(chan int, 1)
	rt := begun(t, st, reprise.Config{
		Retention: reprise.Retention{After: 30 * 24 * time.Hour},
		Observer:  &reprise.Observer{RunsRemoved: func(e reprise.RunsRemoved) { removed <- e.Runs }},
	}, w, waits)
	select {
	case runs := <-removed:
		if runs != 1 {
			t.Errorf("%d runs are removed, want 1", runs)
		}
	case <-ctx.Done():
		t.Fatal("nothing is removed")
	}
	if _, err := reprise.Get(ctx, rt, w, "old"); !errors.Is(err, reprise.ErrNotFound) || !errors.Is(err, reprise.ErrRemoved) {
		t.Errorf("a handle of what was removed: %v, want ErrRemoved, which is an ErrNotFound", err)
	}
	if err := reprise.Cancel(ctx, rt, "old", ""); !errors.Is(err, reprise.ErrRemoved) || strings.Contains(err.Error(), "start it") {
		t.Errorf("to cancel it: %v, want ErrRemoved and no advice to start it", err)
	}
	if err := reprise.Signal(ctx, rt, old.WorkflowID(), poke, 1); !errors.Is(err, reprise.ErrRemoved) {
		t.Errorf("a signal to it: %v, want ErrRemoved", err)
	}
	if _, err := reprise.Get(ctx, rt, waits, "waits"); err != nil {
		t.Errorf("an open run, however old: %v", err)
	}
	again, err := reprise.Start(ctx, rt, w, 0, reprise.ID("old"), reprise.Once())
	if err != nil || again.RunID() != old.RunID() {
		t.Errorf("a start with Once is answered run %v, %v; want the run that was removed, %v", again.RunID(), err, old.RunID())
	}
	if _, err := again.Result(ctx); !errors.Is(err, reprise.ErrRemoved) {
		t.Errorf("its result: %v, want ErrRemoved", err)
	}
	young, err := reprise.Start(ctx, rt, w, 0, reprise.ID("old"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := young.Result(ctx); got != 7 || err != nil {
		t.Errorf("a start without Once: %d, %v", got, err)
	}
}

// An operator may do at once what the workers do in the background.
func TestRetainRemovesNow(t *testing.T) {
	ctx := limited(t)
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	st := memory.New(memory.Options{Clock: clock})
	w := workflow.New("w", func(workflow.Context, int) (int, error) { return 7, nil })
	rt := begun(t, st, reprise.Config{}, w)
	run, err := reprise.Start(ctx, rt, w, 0, reprise.ID("w"), reprise.Once())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Result(ctx); err != nil {
		t.Fatal(err)
	}
	if err := rt.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	client, err := reprise.New(st, reprise.Config{Build: "test"}, w)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		pass, age, keys time.Duration
		want            int
	}{{time.Hour - 1, time.Hour, 0, 0}, {time.Microsecond, time.Hour, 0, 1}, {0, time.Hour, time.Hour, 0}} {
		clock.Advance(test.pass)
		if runs, err := reprise.Retain(ctx, client, reprise.RetainOptions{OlderThan: test.age, ForgetTombstones: test.keys}); runs != test.want || err != nil {
			t.Errorf("after another %v, %d runs went, %v; want %d", test.pass, runs, err, test.want)
		}
	}
	if again, err := reprise.Start(ctx, client, w, 0, reprise.ID("w"), reprise.Once()); err != nil || again.RunID() != run.RunID() {
		t.Errorf("the key is not that of the run that went: %v", err)
	}
	clock.Advance(time.Hour)
	if _, err := reprise.Retain(ctx, client, reprise.RetainOptions{OlderThan: time.Hour, ForgetTombstones: time.Hour}); err != nil {
		t.Error(err)
	}
	if again, err := reprise.Start(ctx, client, w, 0, reprise.ID("w"), reprise.Once()); err != nil || again.RunID() == run.RunID() {
		t.Errorf("the key was to be dropped: %v", err)
	}
	for field, o := range map[string]reprise.RetainOptions{
		"OlderThan is 0s":        {},
		"OlderThan is 1s":        {OlderThan: time.Second},
		"ForgetTombstones is 1s": {OlderThan: time.Hour, ForgetTombstones: time.Second},
	} {
		if _, err := reprise.Retain(ctx, client, o); err == nil || !strings.Contains(err.Error(), "RetainOptions."+field+": use at least 1m0s") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

func TestRetentionIsAMinuteAtLeast(t *testing.T) {
	for _, d := range []time.Duration{-time.Hour, time.Nanosecond, time.Minute - 1} {
		_, err := reprise.New(memory.New(), reprise.Config{Retention: reprise.Retention{After: d}})
		if err == nil || !strings.Contains(err.Error(), "Config.Retention.After is "+d.String()+": use at least 1m0s") {
			t.Errorf("%v: %v", d, err)
		}
	}
	for _, d := range []time.Duration{0, time.Minute} {
		if _, err := reprise.New(memory.New(), reprise.Config{Retention: reprise.Retention{After: d}}); err != nil {
			t.Errorf("%v: %v", d, err)
		}
	}
}
