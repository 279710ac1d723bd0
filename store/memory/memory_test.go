package memory_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(t *testing.T) (store.Store, storetest.Env) {
	clock := faketime.New(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	st := memory.New(memory.Options{Clock: clock})
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	begin := func(context.Context) (storetest.UserTx, error) {
		tx := st.Begin()
		return storetest.UserTx{Tx: memory.InTx(storetest.Bare{St: st}, tx), Commit: tx.Commit, Rollback: tx.Rollback}, nil
	}
	return st, storetest.Env{Advance: clock.Advance, SetBack: clock.SetBack, Step: clock.Step, Begin: begin, Ledger: ledger()}
}

// ledger returns a user's table for stores in memory.
func ledger() *storetest.Ledger {
	var words []string
	write := memory.Transactional(func(_ context.Context, tx *memory.ActivityTx, word string) (struct{}, error) {
		return struct{}{}, tx.Do(func() { words = append(words, word) })
	})
	return &storetest.Ledger{
		Write: func(ctx context.Context, word string) error {
			_, err := write.Call(ctx, word)
			return err
		},
		Read: func() ([]string, error) { return slices.Clone(words), nil },
	}
}

func TestConformance(t *testing.T) { storetest.Run(t, open) }

func TestDifferential(t *testing.T) {
	storetest.Differential(t, open, storetest.Seeds(budget.Of(2, 9))...)
}

func TestActivityLister(t *testing.T) { storetest.RunActivityLister(t, open) }
