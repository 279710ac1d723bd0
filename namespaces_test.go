package reprise_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/workflow"
)

// Two namespaces share a store, with a worker each. A timer of one is as punctual as if it
// were alone: the worker of the other does not fire it, and so does not leave its run to be
// found by the next tick.
func TestTimersArePunctualBesideAnotherNamespace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		nap := workflow.New("nap", func(ctx workflow.Context, d time.Duration) (time.Duration, error) {
			begun := workflow.Now(ctx)
			err := workflow.Sleep(ctx, d)
			return workflow.Now(ctx).Sub(begun), err
		})
		cfg := s.cfg
		cfg.Namespace = "desk"
		startRuntime(t, s.store, cfg, nap)
		cfg.Namespace = "shop"
		rt := startRuntime(t, s.store, cfg, nap)
		var runs []reprise.Handle[time.Duration]
		asked := func(i int) time.Duration { return 3*time.Second + time.Duration(i)*130*time.Millisecond }
		for i := range 20 {
			runs = append(runs, begin(t, rt, nap, asked(i), fmt.Sprint("nap-", i)))
		}
		s.pass(10 * time.Second)
		for i, run := range runs {
			slept, err := run.Result(t.Context())
			if late := slept - asked(i); err != nil || late > 50*time.Millisecond {
				t.Errorf("nap %d was late by %v, %v", i, late, err)
			}
		}
	})
}
