package sqlite_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// attempt starts a run with one activity and returns what ends its attempt.
func attempt(t *testing.T, st *sqlite.Store) *store.EndActivity {
	t.Helper()
	run, worker := uuid.New(), uuid.New()
	if _, err := st.Apply(t.Context(), []store.Op{
		&store.Start{Run: run, Chain: run, WorkflowID: run.String(), Workflow: "pay", Owner: worker, Claim: uuid.New(), Row: store.Row{Seq: 1, N: 1}},
		&store.Commit{Run: run, Owner: worker, Epoch: 1, Seq: 2, Token: run, Rows: []store.Row{{Seq: 2, N: 1}},
			Schedule: []store.Activity{{ID: 2, Name: "debit", Owner: worker}}, Then: store.Park, Waiting: "debit"},
	}); err != nil {
		t.Fatal(err)
	}
	return &store.EndActivity{Run: run, Activity: 2, Worker: worker, Attempt: 1, Claim: run, Entry: store.Entry{ID: "activity/2"}}
}

// inside begins the transaction of an attempt and calls do in it.
func inside(t *testing.T, st *sqlite.Store, do func(ctx context.Context, tx *sqlite.Tx)) store.ActivityTx {
	t.Helper()
	ctx, tx, err := st.BeginActivity(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tx.Rollback)
	if _, err := sqlite.Transactional(func(ctx context.Context, tx *sqlite.Tx, _ int) (int, error) {
		do(ctx, tx)
		return 0, nil
	}).Call(ctx, 0); err != nil {
		t.Fatal(err)
	}
	return tx
}

// When a function misuses its transaction, this is found, reported and rolled back.
func TestAFunctionThatMisusesItsTransactionIsTold(t *testing.T) {
	exec := func(sql string) func(context.Context, *sqlite.Tx) {
		return func(ctx context.Context, tx *sqlite.Tx) { _, _ = tx.ExecContext(ctx, sql) }
	}
	for name, c := range map[string]struct {
		do        func(ctx context.Context, tx *sqlite.Tx)
		permanent bool
	}{
		"commits":               {func(_ context.Context, tx *sqlite.Tx) { _ = tx.Commit() }, false},
		"rolls back":            {func(_ context.Context, tx *sqlite.Tx) { _ = tx.Rollback() }, false},
		"ends it beneath":       {func(_ context.Context, tx *sqlite.Tx) { _ = tx.Tx.Rollback() }, true},
		"ends it by a text":     {exec("ROLLBACK"), true},
		"begins another by one": {exec("ROLLBACK; BEGIN"), true},
	} {
		t.Run(name, func(t *testing.T) {
			st := open(t, filepath.Join(t.TempDir(), "store.db"), sqlite.Options{})
			if err := makeLedger(st); err != nil {
				t.Fatal(err)
			}
			l := ledger(st)
			end := attempt(t, st)
			tx := inside(t, st, c.do)
			out, err := tx.End(t.Context(), end)
			if err == nil || history.FailureOf(err).Retryable == c.permanent {
				t.Errorf("End is answered %v, %v; permanent should be %v", out.Code, err, c.permanent)
			}
			again := inside(t, st, func(ctx context.Context, _ *sqlite.Tx) {
				if err := l.Write(ctx, "b"); err != nil {
					t.Error(err)
				}
			})
			if out, err := again.End(t.Context(), end); err != nil || out.Code != store.Done {
				t.Errorf("the next one: %v, %v", out.Code, err)
			}
			if words, err := l.Read(); err != nil || len(words) != 1 {
				t.Errorf("the ledger holds %q, %v", words, err)
			}
		})
	}
}

// When a function takes too long, its transaction is rolled back and holds up
// nobody any more.
func TestAFunctionThatHoldsTheFileTooLongLosesItsTransaction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := open(t, filepath.Join(t.TempDir(), "store.db"), sqlite.Options{})
		if err := makeLedger(st); err != nil {
			t.Fatal(err)
		}
		l := ledger(st)
		end := attempt(t, st)
		begun := time.Now()
		ctx, tx, err := st.BeginActivity(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Write(ctx, "late"); err != nil {
			t.Fatal(err)
		}
		<-ctx.Done()
		if took := time.Since(begun); took != 5*time.Second {
			t.Errorf("the function was told after %v", took)
		}
		if err := st.Join(t.Context(), store.Worker{ID: uuid.New(), TTL: time.Second}); err != nil {
			t.Error(err)
		}
		if out, err := tx.End(t.Context(), end); !errors.Is(err, sqlite.ErrHeldTooLong) {
			t.Errorf("End is answered %v, %v", out.Code, err)
		}
		if words, err := l.Read(); err != nil || len(words) != 0 {
			t.Errorf("the ledger holds %q, %v", words, err)
		}
	})
}

// A function that finishes although it was told to stop is committed.
func TestAFunctionThatIsDoneInSpiteOfAStopCommits(t *testing.T) {
	st := open(t, filepath.Join(t.TempDir(), "store.db"), sqlite.Options{})
	if err := makeLedger(st); err != nil {
		t.Fatal(err)
	}
	l := ledger(st)
	end := attempt(t, st)
	stopping, stop := context.WithCancel(t.Context())
	ctx, tx, err := st.BeginActivity(stopping)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Write(ctx, "done"); err != nil {
		t.Fatal(err)
	}
	stop()
	<-ctx.Done()
	if out, err := tx.End(t.Context(), end); err != nil || out.Code != store.Done {
		t.Errorf("End is answered %v, %v", out.Code, err)
	}
	if words, err := l.Read(); err != nil || len(words) != 1 {
		t.Errorf("the ledger holds %q, %v", words, err)
	}
}
