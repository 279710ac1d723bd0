package postgres

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// The clock of a store whose statements of one kind wait, once they have begun to look for
// runs and before they lock one, for as long as somebody holds the advisory lock.
const (
	sqlWaitingClock = `CREATE FUNCTION ~waiting_clock() RETURNS timestamptz LANGUAGE plpgsql AS $$ BEGIN
		IF current_query() LIKE '%s%%' THEN PERFORM pg_advisory_xact_lock_shared(1); END IF;
		RETURN clock_timestamp() + interval '1 hour'; END $$`
	sqlWaits = "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
)

// A signal that is accepted while a claim looks for runs, and before it has locked the
// run, is with the claim: whoever sent it was told that it is there, and nobody tells
// the new owner again.
func TestASignalAcceptedBeforeAClaimHasItsLockIsInTheClaim(t *testing.T) {
	f := newFork(t)
	g := newGate(f, "WITH ready AS MATERIALIZED")
	// Sticky to its worker for a moment: whether that is over, a claim
	// asks the clock.
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

// gate is a store by which statements that begin in one way wait once they have begun.
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
	waiting.brief, waiting.longer = time.Minute, time.Minute // however long it is until something else is done
	f.t.Cleanup(func() {
		if err := waiting.Close(); err != nil {
			f.t.Error(err)
		}
	})
	return &gate{f, waiting}
}

// meanwhile has ops wait where they have begun, until something else is done.
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
