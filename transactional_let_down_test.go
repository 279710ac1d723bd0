package reprise_test

import (
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
)

// The store takes no transaction of an activity for a minute, as a server that has become
// a standby. No attempt is counted; the log is told now and then, not of each of them; and
// whoever looks at a run sees why it does not go on.
func TestTransactionsThatTheStoreDoesNotTakeAreNotTriedInSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		said := &counting{of: "not taken by the store"}
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
		rt := startRuntime(t, st, s.cfg, pay(activity.Define[string, int]("debit", debitOnce.Policy()), a.debit)...)
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
