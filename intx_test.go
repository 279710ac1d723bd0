package reprise_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/store/storetest"
)

// userTx is a user's transaction on one of the stores.
type userTx struct {
	*reprise.Tx
	ctx              context.Context
	commit, rollback func() error
}

func beginTx(t *testing.T, rt *reprise.Runtime) userTx {
	t.Helper()
	switch st := rt.Store().(type) {
	case *memory.Store:
		tx := st.Begin()
		return userTx{memory.InTx(rt, tx), bounded(t), tx.Commit, tx.Rollback}
	case *sqlite.Store:
		ctx, tx, err := st.Begin(bounded(t))
		if err != nil {
			t.Fatal(err)
		}
		return userTx{sqlite.InTx(rt, tx), ctx, tx.Commit, tx.Rollback}
	}
	t.Fatalf("no transactions on a %T", rt.Store())
	return userTx{}
}

// Start, Signal and Cancel are the ordinary calls. After Wake, nothing waits for a
// tick: no bubble time passes.
func TestATransactionIsAClientLikeAnother(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		rt := startRuntime(t, st, quiet(), waitSign.Bind(signed))
		cancelled := begin(t, rt, waitSign, "other", "other")
		synctest.Wait()
		before := time.Now()
		tx := beginTx(t, rt)
		run, err := reprise.Start(tx.ctx, tx, waitSign, "order", reprise.ID("order"))
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range []error{
			reprise.Signal(tx.ctx, tx, "order", approve, approval{Yes: true, By: "ann"}),
			reprise.Cancel(tx.ctx, tx, cancelled.RunID(), "enough"),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		if _, err := reprise.Describe(bounded(t), rt, "order"); !errors.Is(err, reprise.ErrNotFound) {
			t.Errorf("before the commit: %v, want that there is no such run", err)
		}
		if err := tx.commit(); err != nil {
			t.Fatal(err)
		}
		rt.Wake()
		if got, err := run.Result(bounded(t)); err != nil || got != "order: true by ann" {
			t.Errorf("the run returns %q, %v", got, err)
		}
		var end *reprise.RunError
		if _, err := cancelled.Result(bounded(t)); !errors.As(err, &end) || end.Status != reprise.Cancelled {
			t.Errorf("the other run: %v, want it cancelled", err)
		}
		if passed := time.Since(before); passed != 0 {
			t.Errorf("it took %v", passed)
		}
	})
}

// A job of a transaction is a row from the start, which no task schedules: Wake makes
// workers look for it.
func TestAJobOfATransactionIsLookedForAtOnce(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		rt := startRuntime(t, st, quiet(), double.Bind(doubled))
		synctest.Wait()
		before := time.Now()
		tx := beginTx(t, rt)
		job, err := reprise.Enqueue(tx.ctx, tx, double, 4)
		if err == nil {
			err = tx.commit()
		}
		if err != nil {
			t.Fatal(err)
		}
		rt.Wake()
		if got, err := job.Result(bounded(t)); err != nil || got != 8 {
			t.Errorf("the job returns %d, %v", got, err)
		}
		if passed := time.Since(before); passed != 0 {
			t.Errorf("it took %v", passed)
		}
	})
}

// If the process dies after the commit, or does not call Wake, the tick finds what was
// committed.
func TestTheTickFindsWhatWasCommitted(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		rt := startRuntime(t, st, quiet(), waitSign.Bind(signed))
		synctest.Wait()
		before := time.Now()
		tx := beginTx(t, rt)
		run, err := reprise.Start(tx.ctx, tx, waitSign, "order")
		if err == nil {
			err = reprise.SignalJSON(tx.ctx, tx, run.RunID(), "approve", []byte(`{"Yes":true,"By":"ann"}`))
		}
		if err == nil {
			err = tx.commit()
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, err := run.Result(bounded(t)); err != nil || got != "order: true by ann" {
			t.Errorf("the run returns %q, %v", got, err)
		}
		if passed := time.Since(before); passed == 0 || passed > 2*time.Second {
			t.Errorf("it took %v, want a tick or two", passed)
		}
	})
}

func TestNothingHappensAfterARollback(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		rt := startRuntime(t, st, quiet(), waitSign.Bind(signed))
		open := begin(t, rt, waitSign, "open", "open")
		tx := beginTx(t, rt)
		run, err := reprise.Start(tx.ctx, tx, waitSign, "order", reprise.ID("order"))
		if err != nil {
			t.Fatal(err)
		}
		if err := reprise.Signal(tx.ctx, tx, "open", approve, approval{}); err != nil {
			t.Fatal(err)
		}
		if err := tx.rollback(); err != nil {
			t.Fatal(err)
		}
		rt.Wake()
		<-time.After(3 * time.Second) // some ticks, in bubble time
		if _, err := run.Result(ctx); !errors.Is(err, reprise.ErrNotFound) || !strings.Contains(err.Error(), "has not committed, or was rolled back") {
			t.Errorf("the result of a run that was not committed: %v", err)
		}
		if d, err := reprise.Describe(ctx, rt, open.RunID()); err != nil || d.Status != reprise.Open || d.Unread != 0 {
			t.Errorf("the run that was signalled: %+v, %v", d, err)
		}
		if _, err := reprise.Start(ctx, rt, waitSign, "order", reprise.ID("order")); err != nil {
			t.Errorf("the workflow id is not free: %v", err)
		}
	})
}

// A late signal is counted as undelivered.
func TestALateSignalIsShownAsUndelivered(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		rt := startRuntime(t, st, quiet(), waitSign.Bind(signed))
		run := begin(t, rt, waitSign, "order", "order")
		tx := beginTx(t, rt)
		if err := reprise.Signal(tx.ctx, tx, "order", approve, approval{}); err != nil {
			t.Fatal(err)
		}
		for _, f := range inOrder(st, tx.commit, func() error { return reprise.Terminate(ctx, rt, "order", "enough") }) {
			if err := f(); err != nil {
				t.Fatal(err)
			}
		}
		rt.Wake()
		synctest.Wait()
		if d, err := reprise.Describe(ctx, rt, run.RunID()); err != nil || d.Undelivered != 1 {
			t.Errorf("the run that has ended: %+v, %v; want one signal undelivered", d, err)
		}
	})
}

// inOrder puts others before the commit, unless the transaction blocks them.
func inOrder(st store.Store, commit, others func() error) []func() error {
	if _, alone := st.(*sqlite.Store); alone {
		return []func() error{commit, others}
	}
	return []func() error{others, commit}
}

// The transaction answers from what it can see, as outside of one.
func TestATransactionAnswersWhatItSees(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		rt := startRuntime(t, st, quiet(), waitSign.Bind(signed), sum.Bind(sumOf), double.Bind(doubled), approve)
		open := begin(t, rt, waitSign, "open", "open")
		ended := begin(t, rt, sum, 1, "ended")
		if _, err := ended.Result(bounded(t)); err != nil {
			t.Fatal(err)
		}
		tx := beginTx(t, rt)
		defer tx.rollback()
		if h, err := reprise.Start(tx.ctx, tx, waitSign, "x", reprise.ID("open")); !errors.Is(err, reprise.ErrAlreadyStarted) || h.RunID() != open.RunID() {
			t.Errorf("a second start: run %v, %v", h.RunID(), err)
		}
		if h, err := reprise.Start(tx.ctx, tx, sum, 1, reprise.ID("ended"), reprise.Once()); err != nil || h.RunID() != ended.RunID() {
			t.Errorf("a second start of an id for ever: run %v, %v", h.RunID(), err)
		}
		if _, err := reprise.Start(tx.ctx, tx, sum, 1, reprise.ID("open")); !errors.Is(err, reprise.ErrWrongWorkflow) {
			t.Errorf("a start under the id of another workflow: %v", err)
		}
		for what, c := range map[string]struct{ err, want error }{
			"a signal to nobody":            {reprise.Signal(tx.ctx, tx, "nobody", approve, approval{}), reprise.ErrNotFound},
			"a signal to who has ended":     {reprise.Signal(tx.ctx, tx, "ended", approve, approval{}), reprise.ErrClosed},
			"a cancel of who has ended":     {reprise.Cancel(tx.ctx, tx, "ended", ""), reprise.ErrClosed},
			"a start with an empty id":      {startErr(tx, reprise.ID("")), reprise.ErrInvalidID},
			"a signal with a NUL in its id": {reprise.Signal(tx.ctx, tx, "open", approve, approval{}, reprise.SignalID("\x00")), reprise.ErrInvalidID},
		} {
			if !errors.Is(c.err, c.want) {
				t.Errorf("%s: %v, want %v", what, c.err, c.want)
			}
		}
		var misspelt *reprise.UndeclaredError
		if err := reprise.SignalJSON(tx.ctx, tx, "open", "aprove", nil); !errors.As(err, &misspelt) {
			t.Errorf("a signal by a name that nobody declared: %v", err)
		}
	})
}

func startErr(tx userTx, opts ...reprise.StartOption) error {
	_, err := reprise.Start(tx.ctx, tx, waitSign, "x", opts...)
	return err
}

// A Runtime that was never started delivers what its transactions sent.
func TestAClientThatWakesDeliversItself(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		client, err := reprise.New(st, quiet())
		if err != nil {
			t.Fatal(err)
		}
		run := begin(t, client, waitSign, "order", "order")
		tx := beginTx(t, client)
		if err := reprise.Signal(tx.ctx, tx, "order", approve, approval{Yes: true, By: "ann"}); err != nil {
			t.Fatal(err)
		}
		if err := tx.commit(); err != nil {
			t.Fatal(err)
		}
		client.Wake()
		client.Wake() // harmless
		if d, err := reprise.Describe(bounded(t), client, run.RunID()); err != nil || d.Unread != 1 {
			t.Errorf("%+v, %v; want the signal in the inbox", d, err)
		}
		startRuntime(t, st, quiet(), waitSign.Bind(signed))
		if got, err := run.Result(bounded(t)); err != nil || got != "order: true by ann" {
			t.Errorf("the run returns %q, %v", got, err)
		}
		if err := client.Stop(bounded(t)); err != nil {
			t.Fatal(err)
		}
		client.Wake() // harmless again
	})
}

// The first call refuses a transaction of another store than the Runtime's.
func TestATransactionOfAnotherStoreIsRefused(t *testing.T) {
	file, other := openFile(t, t.TempDir()+"/a.db"), openFile(t, t.TempDir()+"/b.db")
	on := func(st store.Store) *reprise.Runtime {
		rt, err := reprise.New(st, quiet())
		if err != nil {
			t.Fatal(err)
		}
		return rt
	}
	_, fileTx, err := file.Begin(bounded(t))
	if err != nil {
		t.Fatal(err)
	}
	defer fileTx.Rollback()
	for what, c := range map[string]struct {
		tx   *reprise.Tx
		want string
	}{
		"a file, of another file":          {sqlite.InTx(on(other), fileTx), "b.db"},
		"a file, of a store in memory":     {sqlite.InTx(on(newMemory()), fileTx), "*memory.Store"},
		"no transaction":                   {sqlite.InTx(on(file), nil), "nil"},
		"memory, of a file":                {memory.InTx(on(file), newMemory().Begin()), "*sqlite.Store"},
		"memory, of another store":         {memory.InTx(on(newMemory()), newMemory().Begin()), "passed to reprise.New"},
		"a store behind another one, too":  {sqlite.InTx(on(storetest.Faulty(other, nil)), fileTx), "b.db"},
		"a store that says nothing of it ": {sqlite.InTx(on(&mortal{Store: file}), fileTx), "*reprise_test.mortal"},
	} {
		if _, err := reprise.Start(bounded(t), c.tx, waitSign, "x"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want a word about %s", what, err, c.want)
		}
		if err := reprise.Cancel(bounded(t), c.tx, "x", ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want a word about %s", what, err, c.want)
		}
	}
	// A store that wraps another one and says so is accepted.
	if _, err := reprise.Start(bounded(t), sqlite.InTx(on(storetest.Faulty(file, nil)), fileTx), waitSign, "x"); err != nil {
		t.Errorf("a store behind another one: %v", err)
	}
}
