package postgres_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/postgres"
)

// waking is a Runtime that counts calls of Wake.
type waking struct {
	*reprise.Runtime
	n int
}

func (w *waking) Wake() { w.n++ }

// clientAnd returns a client and a user's pool with a table.
func clientAnd(t *testing.T) (*waking, *pgxpool.Pool) {
	t.Helper()
	url := database(t)
	rt, err := reprise.New(open(t, url), reprise.Config{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	pool, err := pgxpool.New(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if _, err := pool.Exec(t.Context(), "CREATE TABLE orders (id text PRIMARY KEY)"); err != nil {
		t.Fatal(err)
	}
	return &waking{Runtime: rt}, pool
}

// place writes the order's row and starts its run.
func place(ctx context.Context, tx pgx.Tx, c *reprise.Tx) error {
	if _, err := tx.Exec(ctx, "INSERT INTO orders VALUES ('order-1')"); err != nil {
		return err
	}
	_, err := reprise.Start(ctx, c, order, 1, reprise.ID("order-1"))
	return err
}

// kept reports whether the row and the run exist, and fails unless both or neither do.
func kept(t *testing.T, rt *waking, pool *pgxpool.Pool) bool {
	t.Helper()
	n := 0
	if err := pool.QueryRow(t.Context(), "SELECT count(*) FROM orders").Scan(&n); err != nil {
		t.Fatal(err)
	}
	_, err := reprise.Describe(t.Context(), rt.Runtime, "order-1")
	if found := err == nil; found != (n == 1) || !found && !errors.Is(err, reprise.ErrNotFound) {
		t.Fatalf("%d rows, and the run: %v", n, err)
	}
	return n == 1
}

func TestInTxFuncCommitsAndWakes(t *testing.T) {
	t.Parallel()
	rt, pool := clientAnd(t)
	err := postgres.InTxFunc(t.Context(), rt, pool, func(tx pgx.Tx, c *reprise.Tx) error {
		if rt.n != 0 {
			t.Error("it is woken before the commit")
		}
		return place(t.Context(), tx, c)
	})
	if err != nil || !kept(t, rt, pool) || rt.n != 1 {
		t.Errorf("%v, woken %d times", err, rt.n)
	}
}

var errSoldOut = errors.New("sold out")

func TestInTxFuncRollsBack(t *testing.T) {
	t.Parallel()
	rt, pool := clientAnd(t)
	ended, end := context.WithCancel(t.Context())
	for what, c := range map[string]struct {
		ctx  context.Context
		f    func(tx pgx.Tx, c *reprise.Tx) error
		want error
		text string
	}{
		"an error": {t.Context(), func(pgx.Tx, *reprise.Tx) error { return errSoldOut }, errSoldOut, "sold out"},
		"a statement that failed unheard": {t.Context(), func(tx pgx.Tx, _ *reprise.Tx) error {
			_, _ = tx.Exec(t.Context(), "SELECT 1/0")
			return nil
		}, pgx.ErrTxCommitRollback, "but the function returned nil"},
		"a context that ends meanwhile": {ended, func(pgx.Tx, *reprise.Tx) error { end(); return nil }, context.Canceled, "rolled back"},
		"a rollback inside":             {t.Context(), func(tx pgx.Tx, _ *reprise.Tx) error { return tx.Rollback(t.Context()) }, nil, "leave that to InTxFunc"},
	} {
		err := postgres.InTxFunc(c.ctx, rt, pool, func(tx pgx.Tx, client *reprise.Tx) error {
			if err := place(t.Context(), tx, client); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			return c.f(tx, client)
		})
		if err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v", what, err)
		}
		if kept(t, rt, pool) {
			t.Fatalf("%s: everything was kept", what)
		}
	}
	func() {
		defer func() {
			if got := recover(); got != "boom" {
				t.Errorf("recovered %v", got)
			}
		}()
		_ = postgres.InTxFunc(t.Context(), rt, pool, func(tx pgx.Tx, c *reprise.Tx) error {
			if err := place(t.Context(), tx, c); err != nil {
				t.Error(err)
			}
			panic("boom")
		})
	}()
	if kept(t, rt, pool) {
		t.Error("what was done before the panic was kept")
	}
}

// deaf loses the answer to each COMMIT, which succeeds.
type deaf struct{ *pgxpool.Pool }

type deafTx struct{ pgx.Tx }

func (d deaf) BeginTx(ctx context.Context, o pgx.TxOptions) (pgx.Tx, error) {
	tx, err := d.Pool.BeginTx(ctx, o)
	return deafTx{tx}, err
}

func (d deafTx) Commit(ctx context.Context) error {
	return errors.Join(io.ErrUnexpectedEOF, d.Tx.Commit(ctx))
}

func TestInTxFuncSaysThatTheOutcomeIsUnknown(t *testing.T) {
	t.Parallel()
	rt, pool := clientAnd(t)
	err := postgres.InTxFunc(t.Context(), rt, deaf{pool}, func(tx pgx.Tx, c *reprise.Tx) error { return place(t.Context(), tx, c) })
	if !errors.Is(err, store.ErrUnknownOutcome) || rt.n != 1 {
		t.Errorf("%v, woken %d times", err, rt.n)
	}
	if !kept(t, rt, pool) {
		t.Fatal("it was committed")
	}
	err = postgres.InTxFunc(t.Context(), rt, pool, func(_ pgx.Tx, c *reprise.Tx) error { // repeated
		_, err := reprise.Start(t.Context(), c, order, 1, reprise.ID("order-1"), reprise.Once())
		return err
	})
	if err != nil && !errors.Is(err, reprise.ErrAlreadyStarted) {
		t.Errorf("the same again: %v", err)
	}
}

func TestInTxFuncRefusesWhatItCannotUse(t *testing.T) {
	t.Parallel()
	rt, pool := clientAnd(t)
	other, err := reprise.New(memory.New(), reprise.Config{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	nothing := func(pgx.Tx, *reprise.Tx) error { t.Error("it is run"); return nil }
	var noContext context.Context
	var noPool *pgxpool.Pool
	for want, err := range map[string]error{
		"the Runtime's store is a *memory.Store": postgres.InTxFunc(t.Context(), other, pool, nothing),
		"the context is nil":                     postgres.InTxFunc(noContext, rt, pool, nothing),
		"the pool of the transaction is nil":     postgres.InTxFunc(t.Context(), rt, noPool, nothing),
		"the function of the transaction is nil": postgres.InTxFunc(t.Context(), rt, pool, nil),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := postgres.Open(t.Context(), "postgres://localhost/x", postgres.Options{}, postgres.Options{}); err == nil || !strings.Contains(err.Error(), "one Options") {
		t.Errorf("two Options: %v", err)
	}
}
