package postgres

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// The clock of a store whose claims wait, once they have begun to look for runs and before they
// lock one, for as long as somebody holds the advisory lock.
const (
	sqlWaitingClock = `CREATE FUNCTION ~waiting_clock() RETURNS timestamptz LANGUAGE plpgsql AS $$ BEGIN
		IF current_query() LIKE 'WITH free AS MATERIALIZED%' THEN PERFORM pg_advisory_xact_lock_shared(1); END IF;
		RETURN clock_timestamp() + interval '1 hour'; END $$`
	sqlClaimWaits = "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
)

// A signal that is accepted while a claim looks for runs, and before it has locked the
// run, is with the claim: whoever sent it was told that it is there, and nobody tells
// the new owner again.
func TestASignalAcceptedBeforeAClaimHasItsLockIsInTheClaim(t *testing.T) {
	ctx := context.Background()
	f := newFork(t)
	pool := f.straight.pool
	if _, err := pool.Exec(ctx, f.straight.texts.of(sqlWaitingClock)); err != nil {
		t.Fatal(err)
	}
	o := Options{Logger: quiet(), NoSessionLock: true}
	o.clock = "SELECT reprise.waiting_clock()"
	claimer, err := New(pool, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := claimer.Close(); err != nil {
			t.Error(err)
		}
	})
	// Parked by a worker that is preferred for a moment: whether that is over, a claim
	// asks the clock.
	c := f.step(f.held("order-1"))
	c.Then, c.Waiting, c.Prefer = store.Park, "approve", true
	f.do(c)
	signal := func(id string) {
		t.Helper()
		f.do(&store.Deliver{Ref: store.Ref{Run: c.Run}, Entry: store.Entry{ID: id, Kind: store.EntrySignal}})
	}
	signal("first")
	gate, err := pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = gate.Rollback(ctx) }()
	if _, err := gate.Exec(ctx, "SELECT pg_advisory_xact_lock(1)"); err != nil {
		t.Fatal(err)
	}

	type answer struct {
		outs []store.Outcome
		err  error
	}
	claimed := make(chan answer, 1)
	go func() {
		outs, err := claimer.Apply(ctx, []store.Op{&store.Claim{Worker: uuid.New(), ID: uuid.New(), Max: 10, Filter: filter()}})
		claimed <- answer{outs, err}
	}()
	for waits := false; !waits; {
		select {
		case a := <-claimed:
			t.Fatalf("the claim has not waited: %+v, %v", a.outs, a.err)
		default:
		}
		if err := pool.QueryRow(ctx, sqlClaimWaits).Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	signal("second")
	if err := gate.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	a := <-claimed
	if a.err != nil || len(a.outs[0].Claims) != 1 {
		t.Fatalf("the claim holds %+v, %v", a.outs, a.err)
	}
	var with []string
	for _, e := range a.outs[0].Claims[0].Entries {
		with = append(with, e.ID)
	}
	if len(with) != 2 || with[0] != "first" || with[1] != "second" {
		t.Errorf("the claim comes with the signals %q, want the first and the second", with)
	}
}
