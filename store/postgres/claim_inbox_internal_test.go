package postgres

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// The clock of a store whose statements of one kind wait while the advisory lock is held:
// they have begun to look for runs, and have not locked one yet.
const (
	sqlWaitingClock = `CREATE FUNCTION ~waiting_clock() RETURNS timestamptz LANGUAGE plpgsql AS $$ BEGIN
		IF current_query() LIKE '%s%%' THEN PERFORM pg_advisory_xact_lock_shared(1); END IF;
		RETURN clock_timestamp() + interval '1 hour'; END $$`
	sqlWaits = "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
)

// A signal that is accepted while a claim looks for runs, before the claim has locked the
// run, must be in the claim's answer: its sender was told that it is accepted, and nobody
// tells the new owner later.
func TestASignalAcceptedBeforeAClaimHasItsLockIsInTheClaim(t *testing.T) {
	f := newFork(t)
	g := newGate(f, "WITH ready AS MATERIALIZED")
	// The run is sticky to its worker for a moment, and a claim asks the clock whether that
	// is over.
	c := f.step(f.held("order-1"))
	c.Then, c.Waiting, c.Sticky = store.Park, "approve", true
	f.do(c)
	signal := func(id string) {
		t.Helper()
		f.do(&store.Deliver{Ref: store.Ref{Run: c.Run}, Entry: store.Entry{ID: id, Kind: store.EntrySignal}})
	}
	signal("first")
	out := g.meanwhile(func() { signal("second") }, &store.Claim{Worker: uuid.New(), ID: uuid.New(), Max: 10, Filter: filter()})[0]
	if len(out.Claims) != 1 {
		t.Fatalf("the claim holds %+v", out.Claims)
	}
	var with []string
	for _, e := range out.Claims[0].Entries {
		with = append(with, e.ID)
	}
	if len(with) != 2 || with[0] != "first" || with[1] != "second" {
		t.Errorf("the claim comes with the signals %q, want the first and the second", with)
	}
}

// gate is a store whose statements with a certain beginning wait once they have begun.
type gate struct {
	*fork
	waiting *Store
}

func newGate(f *fork, statement string) *gate {
	f.t.Helper()
	pool := f.straight.pool
	if _, err := pool.Exec(context.Background(), f.straight.texts.of(fmt.Sprintf(sqlWaitingClock, statement))); err != nil {
		f.t.Fatal(err)
	}
	o := Options{Logger: quiet(), NoSessionLock: true}
	o.clock = "SELECT reprise.waiting_clock()"
	waiting, err := New(pool, o)
	if err != nil {
		f.t.Fatal(err)
	}
	waiting.brief, waiting.longer = time.Minute, time.Minute // long enough for whatever the test does meanwhile
	f.t.Cleanup(func() {
		if err := waiting.Close(); err != nil {
			f.t.Error(err)
		}
	})
	return &gate{f, waiting}
}

// meanwhile applies ops, which wait once they have begun, and calls do before they
// continue.
func (g *gate) meanwhile(do func(), ops ...store.Op) []store.Outcome {
	g.t.Helper()
	ctx, pool := context.Background(), g.straight.pool
	held, err := pool.Begin(ctx)
	if err != nil {
		g.t.Fatal(err)
	}
	defer func() { _ = held.Rollback(ctx) }()
	if _, err := held.Exec(ctx, "SELECT pg_advisory_xact_lock(1)"); err != nil {
		g.t.Fatal(err)
	}
	type answer struct {
		outs []store.Outcome
		err  error
	}
	answered := make(chan answer, 1)
	go func() {
		outs, err := g.waiting.Apply(ctx, ops)
		answered <- answer{outs, err}
	}()
	for waits := false; !waits; {
		select {
		case a := <-answered:
			g.t.Fatalf("it has not waited: %+v, %v", a.outs, a.err)
		default:
		}
		if err := pool.QueryRow(ctx, sqlWaits).Scan(&waits); err != nil {
			g.t.Fatal(err)
		}
	}
	do()
	if err := held.Rollback(ctx); err != nil {
		g.t.Fatal(err)
	}
	a := <-answered
	if a.err != nil {
		g.t.Fatal(a.err)
	}
	return a.outs
}
