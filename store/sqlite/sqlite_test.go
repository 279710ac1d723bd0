package sqlite_test

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/store/storetest"
)

func start() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// open opens the store at path and closes it when the test ends.
func open(t testing.TB, path string, o sqlite.Options) *sqlite.Store {
	t.Helper()
	if o.Logger == nil {
		o.Logger = quiet()
	}
	st, err := sqlite.Open(context.Background(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	return st
}

// empty returns the file of a new store with a table of the user's. Making one takes longer than most cases.
var empty = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "reprise-empty-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "store.db")
	st, err := sqlite.Open(context.Background(), path, sqlite.Options{Clock: faketime.New(start()), Logger: quiet()})
	if err != nil {
		return nil, err
	}
	if err := errors.Join(makeLedger(st), st.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

func fresh(t *testing.T) (store.Store, storetest.Env) {
	file, err := empty()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "store.db")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	clock := faketime.New(start())
	st := open(t, path, sqlite.Options{Clock: clock})
	env := storetest.Env{Advance: clock.Advance, SetBack: clock.SetBack, Step: clock.Step, Begin: beginner(st), Ledger: ledger(st), Drawn: budget.Of(8, 0)}
	if part := drawnHalf(t); len(part) == 1 {
		env.Parts, env.Part = 2, part[0]
	}
	return st, env
}

// drawnHalf returns which cases of each promise run: one of two, by chance, in the everyday suite, and all in the
// long one. The memory store, which has the same rules, runs all of them in both.
func drawnHalf(t *testing.T) []int { return budget.Some(t, 1, 0, 1) }

// userTx runs do in a transaction of the user's.
func userTx(st *sqlite.Store, do func(ctx context.Context, tx *sqlite.Tx) error) error {
	ctx, tx, err := st.Begin(context.Background())
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := do(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

func makeLedger(st *sqlite.Store) error {
	return userTx(st, func(ctx context.Context, tx *sqlite.Tx) error {
		_, err := tx.ExecContext(ctx, "CREATE TABLE ledger (word TEXT)")
		return err
	})
}

// ledger returns the table that makeLedger made.
func ledger(st *sqlite.Store) *storetest.Ledger {
	write := sqlite.Transactional(func(ctx context.Context, tx *sqlite.Tx, word string) (struct{}, error) {
		_, err := tx.ExecContext(ctx, "INSERT INTO ledger VALUES (?)", word)
		return struct{}{}, err
	})
	return &storetest.Ledger{
		Alone: true,
		Write: func(ctx context.Context, word string) error {
			_, err := write.Call(ctx, word)
			return err
		},
		Read: func() (words []string, err error) {
			err = userTx(st, func(ctx context.Context, tx *sqlite.Tx) error {
				rows, err := tx.QueryContext(ctx, "SELECT word FROM ledger")
				if err != nil {
					return err
				}
				defer rows.Close()
				for rows.Next() {
					var word string
					if err := rows.Scan(&word); err != nil {
						return err
					}
					words = append(words, word)
				}
				return rows.Err()
			})
			return words, err
		},
	}
}

// beginner begins the user's transactions on st.
func beginner(st *sqlite.Store) storetest.Beginner {
	return func(ctx context.Context) (storetest.UserTx, error) {
		_, tx, err := st.Begin(ctx)
		if err != nil {
			return storetest.UserTx{}, err
		}
		return storetest.UserTx{Tx: sqlite.InTx(storetest.Bare{St: st}, tx), Commit: tx.Commit, Rollback: tx.Rollback, Alone: true}, nil
	}
}

func TestConformance(t *testing.T) { storetest.Run(t, fresh) }

var (
	differentialSeeds = flag.Int("differential.seeds", budget.Of(1, 2), "TestDifferential takes the seeds from 1 to this, and as many that are new each time; TestDifferentialOfTwoStoresOnOneFile takes new ones only")
	differentialSeed  = flag.Uint64("differential.seed", 0, "the only seed that either takes; 0: those of -differential.seeds")
)

func seeds() []uint64 {
	if *differentialSeed != 0 {
		return []uint64{*differentialSeed}
	}
	return storetest.Seeds(*differentialSeeds)
}

func TestDifferential(t *testing.T) {
	storetest.Differential(t, fresh, seeds()...)
}

func TestInspector(t *testing.T) { storetest.RunInspector(t, fresh) }
