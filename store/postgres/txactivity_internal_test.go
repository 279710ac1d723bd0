package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/internal/pgproxy"
	"github.com/reprise-run/reprise/store"
)

// attempt returns the end of an attempt for a run that its worker does not own.
func (f *fork) attempt(workflowID string) *store.EndActivity {
	f.t.Helper()
	c := f.step(f.held(workflowID))
	c.Schedule = []store.Activity{{ID: 3, Name: "charge", Queue: "default", Owner: f.worker}}
	c.Then, c.Waiting = store.Park, "charge"
	f.do(c)
	return &store.EndActivity{Run: c.Run, Activity: 3, Worker: f.worker, Attempt: 1, Claim: c.Token, Entry: store.Entry{ID: "activity/3"}}
}

// ledger creates a user's table.
func (f *fork) ledger() {
	f.t.Helper()
	if _, err := f.straight.pool.Exec(context.Background(), "CREATE TABLE ledger (word text)"); err != nil {
		f.t.Fatal(err)
	}
}

// written returns the content of the ledger.
func (f *fork) written() string {
	f.t.Helper()
	rows, err := f.straight.pool.Query(context.Background(), "SELECT word FROM ledger ORDER BY word")
	if err != nil {
		f.t.Fatal(err)
	}
	words, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		f.t.Fatal(err)
	}
	return strings.Join(words, " ")
}

// inside begins the transaction of an attempt and makes its function write a word.
func (f *fork) inside(s *Store, word string) (store.ActivityTx, *guest) {
	f.t.Helper()
	ctx, tx, err := s.BeginActivity(context.Background())
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(tx.Rollback)
	g := ctx.Value(guestKey{}).(*guest)
	if _, err := g.Exec(ctx, "INSERT INTO ledger VALUES ($1)", word); err != nil {
		f.t.Fatal(err)
	}
	return tx, g
}

func (f *fork) entries(run store.RunID) int {
	f.t.Helper()
	p, err := f.straight.Pending(context.Background(), run)
	if err != nil {
		f.t.Fatal(err)
	}
	return len(p.Entries)
}

// Whatever happens to the COMMIT of an activity's transaction, giving the row back tells:
// that is refused if the transaction has landed, and waits while it still may.
func TestACommitOfAnActivityWithoutAnAnswerIsFoundOut(t *testing.T) {
	f := newFork(t)
	f.ledger()
	ctx := context.Background()
	for _, c := range []struct {
		name    string
		fault   pgproxy.Fault
		want    store.Code
		written string
	}{
		{"never_sent", pgproxy.DropRequest, store.Done, ""},
		{"answer_cut", pgproxy.DropReply, store.Fenced, "answer_cut"},
		{"lands_late", pgproxy.Hold, store.Fenced, "lands_late"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f.t = t
			end := f.attempt("order-1")
			tx, _ := f.inside(f.beyond, c.name)
			commit := f.spoil(c.fault)
			defer commit.Finish() // a held COMMIT keeps its locks
			if _, err := tx.End(ctx, end); !errors.Is(err, store.ErrUnknownOutcome) {
				t.Fatalf("End returns %v, want ErrUnknownOutcome", err)
			}
			back := &store.RetryActivity{Run: end.Run, Activity: 3, Worker: f.worker, Attempt: 1, Claim: end.Claim}
			if c.fault == pgproxy.Hold {
				outs, err := f.straight.Apply(ctx, []store.Op{back})
				if err != nil || outs[0].Code != store.Locked {
					t.Errorf("while it may still land, the question is answered %v, %v", outs, err)
				}
			}
			commit.Finish()
			code := store.Locked
			for code == store.Locked {
				outs, err := f.straight.Apply(ctx, []store.Op{back})
				if err != nil {
					t.Fatal(err)
				}
				code = outs[0].Code
			}
			landed := c.want == store.Fenced
			if code != c.want || f.written() != c.written || (f.entries(end.Run) == 1) != landed {
				t.Errorf("answered %v, the ledger holds %q, %d entries", code, f.written(), f.entries(end.Run))
			}
		})
		f.clear()
		if _, err := f.straight.pool.Exec(ctx, "DELETE FROM ledger"); err != nil {
			t.Fatal(err)
		}
	}
}

// While a function has its transaction, everything else continues: commits of its run,
// other ends, signals. Recovery of its worker takes the row from it.
func TestAFunctionDelaysNobody(t *testing.T) {
	f := newFork(t)
	f.ledger()
	end := f.attempt("order-1")
	tx, _ := f.inside(f.straight, "zombie")
	f.do(&store.Deliver{Ref: store.Ref{Run: end.Run}, Entry: store.Entry{ID: "a", Kind: store.EntrySignal}})
	f.do(&store.Beat{Run: end.Run, Activity: 3, Worker: f.worker, Attempt: 1, Claim: end.Claim})
	if n := f.do(&store.Recover{Dead: f.worker, Limit: 10}).Count; n != 1 {
		t.Errorf("%d things are recovered, want the row", n)
	}
	out, err := tx.End(context.Background(), end)
	if err != nil || out.Code != store.Fenced || f.written() != "" {
		t.Errorf("End: %v, %v; the ledger holds %q", out.Code, err, f.written())
	}
}

// Somebody is taking the row from an attempt, and has not committed that, when the
// function returns. The end waits, and then the function's writes are rolled back.
func TestAnAttemptThatIsTakenAwayMeanwhileKeepsNothing(t *testing.T) {
	ctx := context.Background()
	f := newFork(t)
	f.ledger()
	end := f.attempt("order-1")
	f.straight.lockWait = time.Minute
	tx, _ := f.inside(f.straight, "zombie")
	other, err := f.straight.pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Rollback(ctx) }() // committed below
	if _, err := other.Exec(ctx, "UPDATE reprise.activity SET owner = NULL WHERE run_id = $1", id(end.Run)); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		out, err := tx.End(ctx, end)
		if err == nil && out.Code != store.Fenced {
			err = fmt.Errorf("the end is answered %v", out.Code)
		}
		ended <- err
	}()
	for waits := false; !waits; {
		select {
		case err := <-ended:
			t.Fatalf("the end has not waited: %v", err)
		default:
		}
		const waiting = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')"
		if err := f.straight.pool.QueryRow(ctx, waiting).Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	if err := other.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil || f.written() != "" || f.entries(end.Run) != 0 {
		t.Errorf("the row was taken away before the end: %v, the ledger holds %q, %d entries", err, f.written(), f.entries(end.Run))
	}
}

// A recovery passes over the row of an attempt that is being committed, and returns to it
// later.
func TestARecoveryPassesOverACommitUnderWay(t *testing.T) {
	f := newFork(t)
	f.ledger()
	end := f.attempt("order-1")
	tx, _ := f.inside(f.beyond, "kept")
	commit := f.spoil(pgproxy.Hold)
	defer commit.Finish()
	if _, err := tx.End(context.Background(), end); !errors.Is(err, store.ErrUnknownOutcome) {
		t.Fatal(err)
	}
	if n := f.do(&store.Recover{Dead: f.worker, Limit: 10}).Count; n != 0 {
		t.Errorf("%d things are recovered from under a commit", n)
	}
	commit.Finish()
	if n := f.do(&store.Recover{Dead: f.worker, Limit: 10}).Count; n != 0 || f.written() != "kept" || f.entries(end.Run) != 1 {
		t.Errorf("afterwards %d things are recovered, the ledger holds %q, %d entries", n, f.written(), f.entries(end.Run))
	}
}

// Misuse of the transaction by a function is detected, reported, and rolled back.
func TestAFunctionThatMisusesItsTransactionIsTold(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		name string
		do   func(g *guest)
		want error
	}{
		{"commits", func(g *guest) { _ = g.Commit(ctx) }, errTried},
		{"rolls_back", func(g *guest) { _ = g.Rollback(ctx) }, errTried},
		{"rolls_back_by_a_statement", func(g *guest) { _, _ = g.Exec(ctx, "ROLLBACK") }, errEnded},
		{"begins_another_one", func(g *guest) { _, _ = g.Exec(ctx, "ROLLBACK"); _, _ = g.Exec(ctx, "BEGIN") }, errEnded},
		{"makes_it_read_only", func(g *guest) { _, _ = g.Exec(ctx, "SET TRANSACTION READ ONLY") }, errNoWrites},
		{"passes_over_an_error", func(g *guest) { _, _ = g.Exec(ctx, "SELECT 1/0") }, errSpoilt},
		{"leaves_rows_open", func(g *guest) { _, _ = g.Query(ctx, "SELECT generate_series(1, 100000)") }, errInUse},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFork(t)
			f.ledger()
			end := f.attempt("order-1")
			tx, g := f.inside(f.straight, "a")
			c.do(g)
			if _, err := tx.End(ctx, end); !errors.Is(err, c.want) {
				t.Errorf("End returns %v, want %v", err, c.want)
			}
			if f.written() != "" || f.entries(end.Run) != 0 {
				t.Errorf("the ledger holds %q, %d entries", f.written(), f.entries(end.Run))
			}
			again, _ := f.inside(f.straight, "b")
			if out, err := again.End(ctx, end); err != nil || out.Code != store.Done || f.written() != "b" {
				t.Errorf("the next one: %v, %v; the ledger holds %q", out.Code, err, f.written())
			}
		})
	}
}

// A constraint that is checked only at COMMIT, or a connection that breaks before it, is
// a failure of the attempt.
func TestACommitThatTheServerRefusesIsNoUnknownOutcome(t *testing.T) {
	ctx := context.Background()
	f := newFork(t)
	f.ledger()
	if _, err := f.straight.pool.Exec(ctx, "ALTER TABLE ledger ADD UNIQUE (word) DEFERRABLE INITIALLY DEFERRED"); err != nil {
		t.Fatal(err)
	}
	end := f.attempt("order-1")
	tx, g := f.inside(f.straight, "twice")
	if _, err := g.Exec(ctx, "INSERT INTO ledger VALUES ('twice')"); err != nil {
		t.Fatal(err)
	}
	if _, err := tx.End(ctx, end); code(err) != uniqueViolation || errors.Is(err, store.ErrUnknownOutcome) || errors.Is(err, store.ErrTransient) {
		t.Errorf("End returns %v", err)
	}
	tx, g = f.inside(f.straight, "broken")
	if err := g.Conn().Close(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := tx.End(ctx, end); !errors.Is(err, errBroken) {
		t.Errorf("End returns %v, want errBroken", err)
	}
	if f.written() != "" || f.entries(end.Run) != 0 {
		t.Errorf("the ledger holds %q, %d entries", f.written(), f.entries(end.Run))
	}
}

// A function that stays in its transaction until the server ends it would do so again:
// that is a failure of the attempt, not of the server.
func TestAFunctionThatStandsStillForTooLongHasFailed(t *testing.T) {
	ctx := context.Background()
	f := newFork(t)
	f.ledger()
	end := f.attempt("order-1")
	f.straight.standstill = 50 * time.Millisecond
	tx, g := f.inside(f.straight, "lost")
	pid := int32(g.Conn().PgConn().PID())
	for alive := true; alive; {
		if err := f.straight.pool.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = $1)", pid).Scan(&alive); err != nil {
			t.Fatal(err)
		}
	}
	_, err := tx.End(ctx, end)
	if err == nil || errors.Is(err, store.ErrTransient) || !strings.Contains(err.Error(), "in another activity") {
		t.Errorf("End returns %v, want an error that will come again and says what to do", err)
	}
	if f.written() != "" || f.entries(end.Run) != 0 {
		t.Errorf("the ledger holds %q, %d entries", f.written(), f.entries(end.Run))
	}
}

// Functions may hold all but two connections of the pool.
func TestFunctionsLeaveConnectionsToTheStore(t *testing.T) {
	f := newFork(t)
	f.ledger()
	most := int(f.straight.pool.Config().MaxConns) - 2
	for range most {
		f.inside(f.straight, "a")
	}
	full, stop := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer stop()
	if _, _, err := f.straight.BeginActivity(full); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("one more: %v", err)
	}
	f.do(newStart("order-" + uuid.NewString()))
}
