package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
)

// The cases for users' transactions, at each isolation level.
func TestInTransactionsOfEachIsolation(t *testing.T) {
	t.Parallel()
	l := newLotOf(t, "serializable", "exec")
	for _, level := range budget.Some(t, 1, pgx.ReadCommitted, pgx.RepeatableRead, pgx.Serializable) {
		t.Run(string(level), func(t *testing.T) {
			l.tx.IsoLevel = level
			storetest.RunInTx(t, l.open)
		})
	}
}

// userTx begins a user's transaction.
func userTx(t *testing.T, l *lot, level pgx.TxIsoLevel) pgx.Tx {
	t.Helper()
	tx, err := l.pool.BeginTx(t.Context(), pgx.TxOptions{IsoLevel: level})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback(context.Background()) }) // most tests have ended it by then
	return tx
}

// insideOf applies op in tx.
func insideOf(t *testing.T, st *Store, tx pgx.Tx, op store.Op) (store.Outcome, error) {
	t.Helper()
	return InTx(storetest.Bare{St: st}, tx).Apply(t.Context(), op)
}

func done(t *testing.T, out store.Outcome, err error) {
	t.Helper()
	if err != nil || out.Code != store.Done {
		t.Fatalf("answered %q, %v", out.Code, err)
	}
}

func sentTo(run store.RunID, id string) *store.Deliver {
	return &store.Deliver{Ref: store.Ref{Run: run}, Entry: store.Entry{ID: id, Kind: store.EntrySignal, Data: []byte(id)}}
}

func applied(t *testing.T, st *Store, ops ...store.Op) []store.Outcome {
	t.Helper()
	outs, err := st.Apply(t.Context(), ops)
	if err != nil {
		t.Fatal(err)
	}
	return outs
}

// While a user's transaction that started a run and signalled another one is open,
// everything else is acknowledged: steps and the end of the signalled run, signals to it,
// starts, claims. Only a start of the very same workflow id waits, and it waits alone.
func TestAnOpenTransactionDelaysNobody(t *testing.T) {
	l := newLot(t)
	for _, level := range budget.Some(t, 1, pgx.ReadCommitted, pgx.RepeatableRead, pgx.Serializable) {
		t.Run(string(level), func(t *testing.T) {
			st, _ := l.take(t)
			worker := uuid.New()
			owned := newStart("signalled")
			owned.Owner, owned.Claim = worker, uuid.New()
			applied(t, st, owned)
			tx := userTx(t, l, level)
			taken := newStart("taken")
			out, err := insideOf(t, st, tx, taken)
			done(t, out, err)
			out, err = insideOf(t, st, tx, sentTo(owned.Run, "a"))
			done(t, out, err)

			step := &store.Commit{Run: owned.Run, Owner: worker, Epoch: 1, Seq: 2, After: owned.Row.Token, Token: uuid.New(), Level: 1, Rows: []store.Row{{Seq: 2, N: 1}}}
			for _, ops := range [][]store.Op{
				{step, newStart("another"), newStart("third")},
				{sentTo(owned.Run, "b"), &store.Claim{Worker: worker, ID: uuid.New(), Max: 10, Filter: store.Filter{Queues: []string{"default"}, Workflows: []string{"order"}, Level: 1}}},
				{newStart("fourth"), &store.Forward{Max: 10}, &store.Fire{Max: 10}, &store.Sweep{}},
			} {
				for i, out := range applied(t, st, ops...) {
					if out.Code != store.Done {
						t.Errorf("%T is answered %q", ops[i], out.Code)
					}
				}
			}
			second := newStart("taken")
			outs := applied(t, st, sentTo(owned.Run, "c"), second)
			if outs[0].Code != store.Done || outs[1].Code != store.Locked {
				t.Errorf("beside a start of the same id: %q and %q, want it alone to wait", outs[0].Code, outs[1].Code)
			}
			if err := tx.Commit(t.Context()); err != nil {
				t.Fatal(err)
			}
			if out := applied(t, st, second)[0]; out.Code != store.Exists || out.Run != taken.Run {
				t.Errorf("after the commit it is answered %q, run %v", out.Code, out.Run)
			}
			if all := applied(t, st, &store.Forward{Max: 10})[0].Forwarded; len(all) != 1 || all[0].Run != owned.Run {
				t.Errorf("forwarded: %+v", all)
			}
		})
	}
}

// Two starts of one workflow id meet, and the first is in no hurry. Ops that share a
// batch with the second do not wait for as long as a start alone would.
func TestAContendedStartKeepsItsNeighboursForAMomentOnly(t *testing.T) {
	l := newLot(t)
	st, _ := l.take(t)
	st.single, st.patience = time.Hour, time.Minute
	tx := userTx(t, l, pgx.ReadCommitted)
	out, err := insideOf(t, st, tx, newStart("taken"))
	done(t, out, err)
	second := newStart("taken")
	outs := applied(t, st, second, newStart("another"), newStart("third"), sentTo(second.Run, "a"))
	for i, want := range []store.Code{store.Locked, store.Done, store.Done, store.Locked} {
		if outs[i].Code != want {
			t.Errorf("member %d is answered %q, not %q", i, outs[i].Code, want)
		}
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if out := applied(t, st, second)[0]; out.Code != store.Done {
		t.Errorf("after the rollback the second one is answered %q", out.Code)
	}
}

// A transaction whose snapshot hides the conflicting run fails as its own statements
// would.
func TestAStartThatCannotSeeWhatIsInItsWay(t *testing.T) {
	l := newLot(t)
	for _, level := range []pgx.TxIsoLevel{pgx.RepeatableRead, pgx.Serializable} {
		t.Run(string(level), func(t *testing.T) {
			st, _ := l.take(t)
			tx := userTx(t, l, level)
			if _, err := tx.Exec(t.Context(), "SELECT 1 FROM "+st.texts.schema+"run"); err != nil { // takes the snapshot
				t.Fatal(err)
			}
			applied(t, st, newStart("order-1"))
			_, err := insideOf(t, st, tx, newStart("order-1"))
			if code(err) != serializationFailure || !strings.Contains(err.Error(), "run the whole transaction again") {
				t.Errorf("the start is answered %v, want 40001 and what to do", err)
			}
			_, err = insideOf(t, st, tx, newStart("order-2"))
			if code(err) != failedTransaction || !strings.Contains(err.Error(), "roll it back") {
				t.Errorf("what comes after is answered %v", err)
			}
		})
	}
	st, _ := l.take(t)
	tx := userTx(t, l, pgx.ReadCommitted)
	if _, err := tx.Exec(t.Context(), "SELECT 1"); err != nil {
		t.Fatal(err)
	}
	there := newStart("order-1")
	applied(t, st, there)
	if out, err := insideOf(t, st, tx, newStart("order-1")); err != nil || out.Code != store.Exists || out.Run != there.Run {
		t.Errorf("read committed sees it: %q, %v", out.Code, err)
	}
}

// Any number of concurrent forwarders deliver each request once, and those to one run in
// the order in which they were sent.
func TestSeveralForwardersKeepTheOrder(t *testing.T) {
	const runs, each, forwarders = 5, 40, 4
	l := newLot(t)
	st, _ := l.take(t)
	ctx := t.Context()
	var started []*store.Start
	for i := range runs {
		started = append(started, newStart(fmt.Sprint("order-", i)))
		applied(t, st, started[i])
	}
	var sending, forwarding sync.WaitGroup
	sent := make(chan struct{})
	for i := range runs { // each run has its own sender; half of the signals use the workflow id
		sending.Go(func() {
			for n := 0; n < each; n += 4 {
				err := pgx.BeginFunc(ctx, l.pool, func(tx pgx.Tx) error {
					for k := n; k < n+4; k++ {
						op := sentTo(started[i].Run, fmt.Sprint(k))
						if k%2 == 1 {
							op.Ref = store.Ref{WorkflowID: started[i].WorkflowID}
						}
						if _, err := InTx(storetest.Bare{St: st}, tx).Apply(ctx, op); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range forwarders {
		forwarding.Go(func() {
			for last := false; ; {
				out, err := st.Apply(ctx, []store.Op{&store.Forward{Max: 7}})
				if err != nil {
					t.Error(err)
					return
				}
				if last && out[0].Count == 0 {
					return
				}
				select {
				case <-sent:
					last = true
				default:
				}
			}
		})
	}
	sending.Wait()
	close(sent)
	forwarding.Wait()
	for applied(t, st, &store.Forward{Max: 100})[0].Count > 0 { // a forwarder passed over what another one had locked
	}
	for _, s := range started {
		p, err := st.Pending(ctx, s.Run)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Entries) != each {
			t.Errorf("%s: %d signals, want %d", s.WorkflowID, len(p.Entries), each)
		}
		for i, e := range p.Entries {
			if e.ID != fmt.Sprint(i) {
				t.Errorf("%s: signal %d is %s", s.WorkflowID, i, e.ID)
				break
			}
		}
	}
}

// If the store can tell that a transaction is on another database, the first call says
// so, and the transaction remains usable.
func TestATransactionOnAnotherDatabaseIsRefused(t *testing.T) {
	l, other := newLot(t), lotAt(t, pgtest.Database(t))
	st, schema := l.take(t)
	without := userTx(t, other, "")
	other.build(t, schema)
	with := userTx(t, lotAt(t, pgtest.Database(t)), "")
	same := userTx(t, other, "")
	for what, tx := range map[string]pgx.Tx{"without the schema": with, "with a schema of that name": same, "begun before it was made": without} {
		if _, err := insideOf(t, st, tx, newStart("order-1")); err == nil || !strings.Contains(err.Error(), "another database") {
			t.Errorf("%s: %v", what, err)
		}
		if _, err := tx.Exec(t.Context(), "SELECT 1"); err != nil {
			t.Errorf("%s: the transaction is harmed: %v", what, err)
		}
	}
	in := InTx(storetest.Bare{St: storetest.Faulty(st, nil)}, userTx(t, l, ""))
	out, err := in.Apply(t.Context(), newStart("order-2"))
	done(t, out, err) // a store that says what it wraps is accepted
	hidden := struct{ store.Store }{st}
	if _, err := InTx(storetest.Bare{St: hidden}, userTx(t, l, "")).Apply(t.Context(), newStart("order-3")); err == nil || !strings.Contains(err.Error(), "not a *postgres.Store") {
		t.Errorf("a store that does not say what it wraps: %v", err)
	}
	if _, err := insideOf(t, st, nil, newStart("order-4")); err == nil || !strings.Contains(err.Error(), "nil") {
		t.Errorf("no transaction: %v", err)
	}
	over := userTx(t, l, "")
	if err := over.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := insideOf(t, st, over, newStart("order-5")); !errors.Is(err, pgx.ErrTxClosed) {
		t.Errorf("a transaction that is over: %v", err)
	}
}

// A request whose run is gone is kept and marked; nobody tries it again.
func TestARequestOfNoRunIsKeptAndShown(t *testing.T) {
	l := newLot(t)
	st, schema := l.take(t)
	s := newStart("order-1")
	applied(t, st, s)
	tx := userTx(t, l, "")
	out, err := insideOf(t, st, tx, sentTo(s.Run, "a"))
	done(t, out, err)
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.script(t, strings.ReplaceAll("DELETE FROM ~run; DELETE FROM ~event; DELETE FROM ~dispatch", "~", schema+"."))
	storetest.CheckLost(t, st, "order-1")
}

// The server's clock may go back while a transaction is open.
func TestTheOrderOfRequestsNeedsNoClock(t *testing.T) {
	l := newLot(t)
	st, _ := l.take(t)
	s := newStart("order-1")
	applied(t, st, s)
	st.sent.saw(timeOf(at(start().AddDate(100, 0, 0)))) // the clock was far ahead
	tx := userTx(t, l, "")
	for i := range 3 {
		out, err := insideOf(t, st, tx, sentTo(s.Run, fmt.Sprint(2-i)))
		done(t, out, err)
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, f := range applied(t, st, &store.Forward{Max: 10})[0].Forwarded {
		if f.Entry.ID != fmt.Sprint(2-i) {
			t.Errorf("number %d is %s", i, f.Entry.ID)
		}
	}
}
