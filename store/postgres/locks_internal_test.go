package postgres

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

// Somebody, perhaps an operator with an open psql, holds the lock on a run. Searches
// take the other runs, and nothing is lost once the lock is free.
func TestAHeldLockStopsNobodyElse(t *testing.T) {
	ctx := context.Background()
	l := newLot(t)
	st, schema := l.take(t)
	dead, worker := uuid.New(), uuid.New()
	var runs []store.RunID
	for range 3 {
		s := newStart(uuid.NewString())
		s.Owner, s.Claim = dead, uuid.New()
		runs = append(runs, s.Run)
		c := &store.Commit{Run: s.Run, Owner: dead, Epoch: 1, Seq: 2, After: s.Row.Token, Token: uuid.New(), Rows: []store.Row{{Seq: 2, N: 1}},
			StartTimers: []store.Timer{{ID: 2, FireAt: start()}}}
		if _, err := st.Apply(ctx, []store.Op{s, c}); err != nil {
			t.Fatal(err)
		}
	}
	apply := func(op store.Op) store.Outcome {
		t.Helper()
		outs, err := st.Apply(ctx, []store.Op{op})
		if err != nil {
			t.Fatal(err)
		}
		return outs[0]
	}
	operator, err := l.pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	locked := runs[1]
	if _, err := operator.Exec(ctx, "SELECT 1 FROM "+schema+".run WHERE run_id = $1 FOR UPDATE", id(locked)); err != nil {
		t.Fatal(err)
	}
	if fired := apply(&store.Fire{Max: 10}); len(fired.Fired) != 2 || !fired.Next.Equal(start()) {
		t.Errorf("%d timers fire, the next at %v; want 2, and that one is due", len(fired.Fired), fired.Next)
	}
	if n := apply(&store.Recover{Dead: dead, Limit: 10}).Count; n != 2 {
		t.Errorf("%d runs are recovered, want 2", n)
	}
	claims := apply(&store.Claim{Worker: worker, ID: uuid.New(), Max: 10, Filter: filter()}).Claims
	if len(claims) != 2 || slices.ContainsFunc(claims, func(c store.Claimed) bool { return c.Run.ID == locked }) {
		t.Errorf("%d runs are claimed, want the two others", len(claims))
	}
	if err := operator.Rollback(ctx); err != nil && !errors.Is(err, pgx.ErrTxClosed) {
		t.Fatal(err)
	}
	if n := apply(&store.Recover{Dead: dead, Limit: 10}).Count; n != 1 {
		t.Errorf("%d runs are recovered once the lock is free, want 1", n)
	}
	if fired := apply(&store.Fire{Max: 10}); len(fired.Fired) != 1 || !fired.Next.IsZero() {
		t.Errorf("%d timers fire once the lock is free, want 1", len(fired.Fired))
	}
}

// A worker that stops gives back what it can while somebody holds the lock on one of
// its runs, and the rest once that lock is free.
func TestALockedRunDoesNotKeepALeavingWorkersOthers(t *testing.T) {
	ctx := context.Background()
	l := newLot(t)
	p := newPair(t, l)
	p.st.lockWait = 20 * time.Millisecond
	operator, err := l.pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = operator.Rollback(ctx) }()
	if _, err := operator.Exec(ctx, p.st.texts.of(keepsRun), id(p.mine)); err != nil {
		t.Fatal(err)
	}
	if err := p.st.Leave(ctx, p.worker); !errors.Is(err, store.ErrTransient) {
		t.Errorf("Leave returns %v, want ErrTransient", err)
	}
	if r, err := p.st.Run(ctx, store.Ref{Run: p.theirs}); err != nil || r.Owner != uuid.Nil || r.Deaths != 0 {
		t.Errorf("the other run is %+v, %v", r, err)
	}
	if err := operator.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	if err := p.st.Leave(ctx, p.worker); err != nil {
		t.Fatal(err)
	}
	if o, err := p.st.Owned(ctx, p.worker); err != nil || len(o.Runs)+len(o.Activities) > 0 {
		t.Errorf("it still owns %+v, %v", o, err)
	}
}

// A client that freezes in the middle of a transaction, perhaps by SIGSTOP, loses its
// locks: the server ends the session.
func TestAStandingClientLosesItsLocks(t *testing.T) {
	ctx := context.Background()
	st, _ := newLot(t).take(t)
	s := newStart("order-1")
	if _, err := st.Apply(ctx, []store.Op{s}); err != nil {
		t.Fatal(err)
	}
	st.standing, st.single = 100*time.Millisecond, time.Minute
	conn, err := st.pool.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	x := &tx{s: st, ctx: ctx, conn: conn, lockWait: time.Minute, limit: time.Minute}
	defer x.end()
	deliver := &store.Deliver{Ref: store.Ref{Run: s.Run}, Entry: store.Entry{Kind: store.EntrySignal}}
	u := &unit{tx: x, ops: []store.Op{deliver}, outs: make([]store.Outcome, 1), waits: true, locked: make(map[store.RunID]bool)}
	if err := u.load(u.ops); !errors.Is(err, errMoved) { // not locked yet
		t.Fatal(err)
	}
	u.lock()
	if err := u.send(false); err != nil {
		t.Fatal(err)
	}
	if out, err := st.Apply(ctx, u.ops); err != nil || out[0].Code != store.Done {
		t.Errorf("the next one: %v, %v", out, err)
	}
}

// Somebody holds the lock of a run with many waiting requests. Requests for another
// run, queued after them, are delivered.
func TestRequestsPassOverThoseOfALockedRun(t *testing.T) {
	ctx := context.Background()
	l := newLot(t)
	p := newPair(t, l)
	p.request(l, p.mine, p.mine, p.mine, p.theirs)
	operator, err := l.pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = operator.Rollback(ctx) }()
	if _, err := operator.Exec(ctx, p.st.texts.of(keepsRun), id(p.mine)); err != nil {
		t.Fatal(err)
	}
	if out := p.apply(&store.Forward{Max: 2})[0]; len(out.Forwarded) != 1 || out.Forwarded[0].Run != p.theirs {
		t.Errorf("%+v, want what was sent to the run that is free", out)
	}
	if err := operator.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	if out := p.apply(&store.Forward{Max: 4})[0]; out.Count != 3 {
		t.Errorf("%d are forwarded afterwards, want the three", out.Count)
	}
}

// Somebody holds the row of a request. Later requests for the same run wait, so that
// none is overtaken. Those for another run do not.
func TestRequestsPassOverOneThatIsLocked(t *testing.T) {
	ctx := context.Background()
	l := newLot(t)
	p := newPair(t, l)
	p.request(l, p.mine, p.mine, p.theirs)
	operator, err := l.pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = operator.Rollback(ctx) }()
	if _, err := operator.Exec(ctx, p.st.texts.of("SELECT 1 FROM ~request ORDER BY at LIMIT 1 FOR UPDATE")); err != nil {
		t.Fatal(err)
	}
	if out := p.apply(&store.Forward{Max: 4})[0]; out.Code != store.Done || len(out.Forwarded) != 1 || out.Forwarded[0].Run != p.theirs {
		t.Errorf("%+v, want what was sent to the other run", out)
	}
	if err := operator.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	if out := p.apply(&store.Forward{Max: 4})[0]; out.Count != 2 {
		t.Errorf("%d are forwarded afterwards, want the two", out.Count)
	}
}

// request sends a signal to each run, in a transaction.
func (p *pair) request(l *lot, to ...store.RunID) {
	p.t.Helper()
	ctx := context.Background()
	for _, run := range to {
		tx, err := l.pool.Begin(ctx)
		if err != nil {
			p.t.Fatal(err)
		}
		in := &inside{s: p.st, tx: tx}
		out, err := in.Apply(ctx, &store.Deliver{Ref: store.Ref{Run: run}, Entry: store.Entry{Kind: store.EntrySignal}})
		if err != nil || out.Code != store.Done {
			p.t.Fatal(out, err)
		}
		if err := tx.Commit(ctx); err != nil {
			p.t.Fatal(err)
		}
	}
}
