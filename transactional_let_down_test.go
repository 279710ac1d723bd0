package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/storetest"
)

// For a minute the store begins no transaction for an activity, like a server that has
// become a standby. No attempt is counted. The log mentions it now and then, not every
// time, and the description of the run shows why it does not continue.
func TestTransactionsThatTheStoreDoesNotTakeAreNotTriedInSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		said := &counting{of: "the store did not commit an activity's transaction"}
		s.cfg.Logger = slog.New(said)
		var down atomic.Bool
		down.Store(true)
		st := storetest.Faulty(s.store, func(c storetest.Call) storetest.Fault {
			if c.Method == "End" && down.Load() {
				return storetest.Fault{Kind: storetest.FailBefore, Err: fmt.Errorf("%w: the server takes no writes", store.ErrTransient)}
			}
			return storetest.Fault{}
		})
		var a account
		rt := startRuntime(t, st, s.cfg, pay(debitOnce, a.debit)...)
		var runs []reprise.Handle[int]
		for i := range 10 {
			runs = append(runs, begin(t, rt, payment, "10", fmt.Sprint("r", i)))
		}
		s.pass(time.Minute)
		if n := said.n.Load(); n < 3 || n > 7 {
			t.Errorf("ten activities that are tried each second for a minute are logged %d times", n)
		}
		d, err := reprise.Describe(t.Context(), rt, "r3")
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Activities) != 1 || d.Activities[0].Last == nil || !strings.Contains(d.Activities[0].Last.Error(), "takes no writes") {
			t.Errorf("the activities of a run that does not go on are %+v", d.Activities)
		}
		down.Store(false)
		s.pass(3 * time.Second)
		for _, run := range runs {
			if n, err := run.Result(bounded(t)); err != nil || n != 1 {
				t.Errorf("Result = %d, %v", n, err)
			}
			lint(t, s.store, run.RunID())
		}
	})
}

// The history's record of the previous attempt is about a counted attempt. That the store
// does not begin a transaction is shown only while the activity waits.
func TestWhatTheStoreDoesNotTakeIsNoFailureOfAnAttempt(t *testing.T) {
	for name, declined := range map[string]int32{"first attempt": 0, "second attempt": 1} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStill(t)
				var calls atomic.Int32
				down := func() bool { n := calls.Load(); return n > declined && n <= declined+3 }
				st := storetest.Faulty(s.store, func(c storetest.Call) storetest.Fault {
					if c.Method == "End" && down() {
						return storetest.Fault{Kind: storetest.FailBefore, Err: fmt.Errorf("%w: the server takes no writes", store.ErrTransient)}
					}
					return storetest.Fault{}
				})
				var a account
				rt := startRuntime(t, st, s.cfg, pay(debitTwice, func(ctx context.Context, tx *memory.ActivityTx, line string) (int, error) {
					if calls.Add(1) <= declined {
						return 0, errors.New("card declined")
					}
					return a.debit(ctx, tx, line)
				})...)
				run := begin(t, rt, payment, "10", "p")
				s.until(rt, "p", func(reprise.Description) bool { return calls.Load() == declined+3 })
				d, err := reprise.Describe(t.Context(), rt, "p")
				if err != nil || len(d.Activities) != 1 || d.Activities[0].Last == nil || !strings.Contains(d.Activities[0].Last.Error(), "takes no writes") {
					t.Errorf("the run waits with %+v, %v", d.Activities, err)
				}
				s.pass(3 * time.Second)
				if n, err := run.Result(bounded(t)); err != nil || n != int(declined)+1 {
					t.Fatalf("Result = %d, %v", n, err)
				}
				events, err := rt.Inside().History(t.Context(), run.RunID())
				if err != nil {
					t.Fatal(err)
				}
				end := &history.ActivityCompleted{}
				for _, e := range events {
					if b, ok := e.Body.(*history.ActivityCompleted); ok {
						end = b
					}
				}
				switch {
				case end.Attempt != int(declined)+1:
					t.Errorf("it completed at attempt %d, want %d", end.Attempt, declined+1)
				case declined == 0 && end.Last != nil, declined == 1 && (end.Last == nil || end.Last.Message != "card declined"):
					t.Errorf("the history says that the attempt before failed with %v", end.Last)
				}
			})
		})
	}
}
