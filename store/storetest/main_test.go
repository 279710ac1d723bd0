package storetest_test

import (
	"context"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func openMemory(*testing.T) (store.Store, storetest.Env) {
	clock := faketime.New(noon)
	st := memory.New(memory.Options{Clock: clock})
	begin := func(context.Context) (storetest.UserTx, error) {
		tx := st.Begin()
		return storetest.UserTx{Tx: memory.InTx(storetest.Bare{St: st}, tx), Commit: tx.Commit, Rollback: tx.Rollback}, nil
	}
	return st, storetest.Env{Advance: clock.Advance, SetBack: clock.SetBack, Step: clock.Step, Begin: begin}
}

// The wrapper must itself be a store: without a plan it keeps every promise.
func TestFaultyWithoutPlanConforms(t *testing.T) {
	open := func(t *testing.T) (store.Store, storetest.Env) {
		st, env := openMemory(t)
		return storetest.Faulty(st, nil), env
	}
	storetest.Run(t, open)
	storetest.Differential(t, open, 1, 2)
}
