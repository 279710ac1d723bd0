package workflow_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/workflow"
)

func TestSleepWaitsAndNowMovesOn(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (time.Duration, error) {
		before := workflow.Now(ctx)
		if err := workflow.Sleep(ctx, 36*time.Hour); err != nil {
			return 0, err
		}
		return workflow.Now(ctx).Sub(before), nil
	}), 0)
	w.asked(history.KindTimerStarted)
	w.fire()
	if got := result[time.Duration](w); got != 36*time.Hour {
		t.Errorf("slept %v", got)
	}
}

func TestATimerGivesTheTimeItWasDue(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		timer := workflow.NewTimer(ctx, time.Hour)
		ready := timer.Ready()
		if err := workflow.Sleep(ctx, 2*time.Hour); err != nil {
			return "", err
		}
		due, err := timer.Get(ctx)
		return fmt.Sprintln(ready, timer.Ready(), due.Format(time.TimeOnly), due.Location()), err
	}), 0)
	w.fire()
	w.fire()
	if got := result[string](w); got != "false true 13:00:00 UTC\n" {
		t.Errorf("got %s", got)
	}
}

func TestATimeThatIsNotAheadIsNotWaitedFor(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (time.Time, error) {
		if err := workflow.Sleep(ctx, 0); err != nil {
			return time.Time{}, err
		}
		if err := workflow.Sleep(ctx, -time.Hour); err != nil {
			return time.Time{}, err
		}
		return workflow.NewTimer(ctx, -time.Hour).Get(ctx)
	}), 0)
	w.asked(history.KindRunCompleted)
	if got := result[time.Time](w); !got.Equal(noon) {
		t.Errorf("got %v", got)
	}
}

func TestATimerIsNeverEarly(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (time.Time, error) {
		return workflow.NewTimer(ctx, time.Nanosecond).Get(ctx)
	}), 0)
	if due := w.live.Timers()[0].FireAt; due.Before(noon.Add(time.Nanosecond)) || due.After(noon.Add(time.Microsecond)) {
		t.Errorf("due at %v", due)
	}
	w.fire()
}

// A worker's clock may be finer than what a history keeps. The workflow must not
// see at first what it cannot see on replay.
func TestNowIsWhatTheHistoryKeepsOfIt(t *testing.T) {
	zone := time.FixedZone("away", 3*3600)
	w := &world{t: t, bind: of(workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		return workflow.Now(ctx).Format(time.RFC3339Nano), nil
	})), now: time.Date(2026, 3, 1, 15, 0, 0, 123456789, zone)}
	w.live = w.machine()
	defer w.live.Close()
	w.step(&history.Started{Workflow: "w", Input: w.encode(0), Level: 1})
	if got := result[string](w); got != "2026-03-01T12:00:00.123456Z" {
		t.Errorf("got %s", got)
	}
	w.verify()
}

// "For ever" is often written as the longest duration.
func TestTheLongestDurationIsNotInThePast(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (bool, error) {
		start := workflow.Now(ctx)
		due, err := workflow.NewTimer(ctx, math.MaxInt64).Get(ctx)
		return due.After(start.AddDate(290, 0, 0)), err
	}), 0)
	w.fire()
	if !result[bool](w) {
		t.Error("a timer of the longest duration is due before its time")
	}
}
