package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

var parcel = workflow.New("parcel", func(_ workflow.Context, to string) (string, error) { return "to " + to, nil })

// shop opens a store beside a table of the application's.
func shop(t *testing.T) *sqlite.Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a shop's 100%.db") // characters that mean something in a URL
	db, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = db.Exec("CREATE TABLE orders (id TEXT PRIMARY KEY)")
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return open(t, path, sqlite.Options{})
}

func begin(t *testing.T, st *sqlite.Store) (context.Context, *sqlite.Tx) {
	t.Helper()
	ctx, tx, err := st.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return ctx, tx
}

func insert(t *testing.T, ctx context.Context, tx *sqlite.Tx, id string) {
	t.Helper()
	if _, err := tx.ExecContext(ctx, "INSERT INTO orders VALUES (?)", id); err != nil {
		t.Fatal(err)
	}
}

// orders counts the application's rows.
func orders(t *testing.T, st *sqlite.Store) (n int) {
	t.Helper()
	ctx, tx := begin(t, st)
	defer tx.Rollback()
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM orders").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func client(t *testing.T, st store.Store) *reprise.Runtime {
	t.Helper()
	rt, err := reprise.New(st, reprise.Config{Logger: quiet()}, parcel)
	if err != nil {
		t.Fatal(err)
	}
	return rt
}

// The application's row and the run are committed together or not at all.
func TestTheUsersRowsAndTheRunAreOneTransaction(t *testing.T) {
	st := shop(t)
	rt := client(t, st)
	for _, c := range []struct {
		id     string
		commit bool
	}{{"dropped", false}, {"kept", true}} {
		ctx, tx := begin(t, st)
		insert(t, ctx, tx, c.id)
		if _, err := reprise.Start(ctx, sqlite.InTx(rt, tx), parcel, "Ada", reprise.ID(c.id)); err != nil {
			t.Fatal(err)
		}
		end := tx.Rollback
		if c.commit {
			end = tx.Commit
		}
		if err := end(); err != nil {
			t.Fatal(err)
		}
		if err := tx.Rollback(); !errors.Is(err, sql.ErrTxDone) {
			t.Errorf("a rollback after the end: %v", err)
		}
		if _, err := st.Run(t.Context(), store.Ref{Namespace: "default", WorkflowID: c.id}); (err == nil) != c.commit {
			t.Errorf("%s: the run: %v", c.id, err)
		}
	}
	if n := orders(t, st); n != 1 {
		t.Errorf("%d orders, want 1", n)
	}
}

func parcelStart(workflowID string) *store.Start {
	id := uuid.New()
	return &store.Start{Run: id, Chain: id, WorkflowID: workflowID, Workflow: "parcel", Level: 1, Row: store.Row{Seq: 1, N: 1, Token: uuid.New()}}
}

// A start that fails halfway leaves nothing in the user's transaction, and the
// transaction can be used further.
func TestAStartThatFailsLeavesTheTransactionAsItWas(t *testing.T) {
	st := shop(t)
	ctx, tx := begin(t, st)
	insert(t, ctx, tx, "order-1")
	if _, err := tx.ExecContext(ctx, "CREATE TEMP TRIGGER boom BEFORE INSERT ON reprise_dispatch BEGIN SELECT RAISE(FAIL, 'no'); END"); err != nil {
		t.Fatal(err)
	}
	rt := client(t, st)
	if _, err := reprise.Start(ctx, sqlite.InTx(rt, tx), parcel, "Ada", reprise.ID("order-1")); err == nil {
		t.Fatal("the start is done without its last row")
	}
	if _, err := tx.ExecContext(ctx, "DROP TRIGGER boom"); err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.Start(ctx, sqlite.InTx(rt, tx), parcel, "Ada", reprise.ID("order-1")); err != nil {
		t.Errorf("the id is not free: %v", err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if n := orders(t, st); n != 1 {
		t.Errorf("%d orders, want 1", n)
	}
}

// A caller that holds the transaction, and would wait for itself, gets an error at
// once.
func TestTheOrdinaryCallsAreRefusedWhileTheTransactionIsHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := shop(t)
		rt := client(t, st)
		ctx, tx := begin(t, st)
		run := uuid.New()
		before := time.Now()
		for what, call := range map[string]func(context.Context) error{
			"start":     func(ctx context.Context) error { _, err := reprise.Start(ctx, rt, parcel, "Ada"); return err },
			"cancel":    func(ctx context.Context) error { return reprise.Cancel(ctx, rt, "x", "") },
			"terminate": func(ctx context.Context) error { return reprise.Terminate(ctx, rt, "x", "") },
			"resume": func(ctx context.Context) error {
				return reprise.Resume(ctx, rt, "x", reprise.By{Who: "ben", Why: "it is corrected"})
			},
			"wait":     func(ctx context.Context) error { _, err := reprise.WaitRun(ctx, rt, run); return err },
			"describe": func(ctx context.Context) error { _, err := reprise.Describe(ctx, rt, "x"); return err },
			"begin":    func(ctx context.Context) error { _, _, err := st.Begin(ctx); return err },
			"tick":     func(ctx context.Context) error { _, err := st.Tick(ctx, store.Tick{}); return err },
			"apply":    func(ctx context.Context) error { _, err := st.Apply(ctx, []store.Op{&store.Sweep{}}); return err },
		} {
			if err := call(ctx); !errors.Is(err, store.ErrHeld) || !strings.Contains(err.Error(), "InTx") {
				t.Errorf("%s: %v, want ErrHeld and what to do", what, err)
			}
		}
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
		if passed := time.Since(before); passed != 0 {
			t.Errorf("it took %v", passed)
		}
		if _, err := st.Apply(context.WithoutCancel(ctx), []store.Op{&store.Sweep{}}); err != nil {
			t.Errorf("after the commit: %v", err)
		}
	})
}

// A transaction that is held too long is rolled back: then an engine waits no longer.
func TestATransactionIsNotHeldForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := shop(t)
		rt := client(t, st)
		ctx, tx := begin(t, st)
		insert(t, ctx, tx, "order-1")
		begun := time.Now()
		if _, err := st.Apply(t.Context(), []store.Op{&store.Sweep{}}); err != nil { // waits
			t.Fatal(err)
		}
		if held := time.Since(begun); held != 5*time.Second {
			t.Errorf("the next write waited for %v, want %v", held, 5*time.Second)
		}
		if _, err := reprise.Start(t.Context(), sqlite.InTx(rt, tx), parcel, "Ada"); !errors.Is(err, sqlite.ErrHeldTooLong) {
			t.Errorf("a start after that: %v", err)
		}
		if err := tx.Commit(); !errors.Is(err, sqlite.ErrHeldTooLong) {
			t.Errorf("the commit says %v", err)
		}
		if ctx.Err() == nil {
			t.Error("its context goes on")
		}
		if n := orders(t, st); n != 0 {
			t.Errorf("%d orders, want none", n)
		}
	})
}

func TestATransactionEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := shop(t)
		outer, cancel := context.WithCancel(t.Context())
		ctx, tx, err := st.Begin(outer)
		if err != nil {
			t.Fatal(err)
		}
		insert(t, ctx, tx, "order-1")
		cancel()
		synctest.Wait()
		if err := tx.Commit(); !errors.Is(err, sqlite.ErrHeldTooLong) {
			t.Errorf("the commit says %v", err)
		}
		if n := orders(t, st); n != 0 {
			t.Errorf("%d orders, want none", n)
		}
		if _, _, err := st.Begin(outer); !errors.Is(err, context.Canceled) {
			t.Errorf("a begin with a context that has ended: %v", err)
		}
	})
}

// A commit in a batch waits for the user's transaction, and is not lost.
func TestCommitsGoOnAfterTheTransaction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := shop(t)
		_, tx := begin(t, st)
		done := make(chan error)
		go func() {
			_, err := st.Apply(context.Background(), []store.Op{parcelStart("order-1")})
			done <- err
		}()
		synctest.Wait()
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestAClosedStoreBeginsNothing(t *testing.T) {
	st := shop(t)
	_, tx := begin(t, st)
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := st.Begin(t.Context()); !errors.Is(err, store.ErrStoreClosed) {
		t.Errorf("Begin returns %v", err)
	}
}

// A request whose run is gone is kept and marked; no later search looks at it.
func TestARequestOfNoRunIsKeptAndShown(t *testing.T) {
	st := shop(t)
	ctx, tx := begin(t, st)
	s := parcelStart("order-1")
	in := sqlite.InTx(storetest.Bare{St: st}, tx)
	for _, op := range []store.Op{s, &store.Deliver{Ref: store.Ref{Run: s.Run}, Entry: store.Entry{ID: "a", Kind: store.EntrySignal}}} {
		if _, err := in.Apply(ctx, op); err != nil {
			t.Fatal(err)
		}
	}
	for _, table := range []string{"run", "event", "dispatch"} {
		if _, err := tx.ExecContext(ctx, "DELETE FROM reprise_"+table); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	storetest.CheckLost(t, st, "order-1")
}
