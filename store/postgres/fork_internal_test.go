package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/internal/pgproxy"
	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
)

// fork is one database over two connections: directly, and through a proxy.
type fork struct {
	t                *testing.T
	proxy            *pgproxy.Proxy
	straight, beyond *Store
	worker           store.WorkerID
	last             store.RunID // the last run started
}

func newFork(t *testing.T) *fork {
	t.Helper()
	srv := pgtest.Shared(t)
	db := srv.Database(t)
	l := lotAt(t, db)
	if err := Migrate(context.Background(), l.pool, Options{Logger: quiet()}); err != nil {
		t.Fatal(err)
	}
	straight, err := New(l.pool, Options{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	name := l.pool.Config().ConnConfig.Database
	p := before(t, srv)
	pool, err := pgxpool.New(context.Background(), through(p, srv, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	beyond, err := New(pool, Options{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(straight.Close(), beyond.Close()); err != nil {
			t.Error(err)
		}
	})
	return &fork{t: t, proxy: p, straight: straight, beyond: beyond, worker: uuid.New()}
}

// before starts a proxy in front of a server.
func before(t *testing.T, srv *pgtest.Server) *pgproxy.Proxy {
	t.Helper()
	p, err := pgproxy.Listen(srv.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// through returns the URL of a database through the proxy.
func through(p *pgproxy.Proxy, srv *pgtest.Server, name string) string {
	return strings.Replace(srv.TCP(name), srv.Addr(), p.Addr(), 1)
}

// spoil makes a fault happen to the next COMMIT through the proxy. A COMMIT that a Hold
// holds back arrives when the test finishes the fault, and not before.
func (f *fork) spoil(what pgproxy.Fault) *pgproxy.Armed { return f.proxy.Arm(what, time.Hour) }

func (f *fork) do(op store.Op) store.Outcome {
	f.t.Helper()
	outs, err := f.straight.Apply(context.Background(), []store.Op{op})
	if err != nil || outs[0].Code != store.Done {
		f.t.Fatalf("%T: %v, %v", op, outs, err)
	}
	return outs[0]
}

// held starts a run that the worker holds.
func (f *fork) held(workflowID string) store.RunID {
	s := newStart(workflowID)
	s.Owner, s.Claim = f.worker, uuid.New()
	f.do(s)
	f.last = s.Run
	return s.Run
}

// running starts a run with an activity row that the worker runs; the run's id is the
// row's claim.
func (f *fork) running() store.RunID {
	c := f.step(f.held("order-1"))
	c.Token, c.Schedule = c.Run, []store.Activity{{ID: 3, Name: "charge", Queue: "default", Owner: f.worker}}
	f.do(c)
	return c.Run
}

// task returns an error unless the only activity row satisfies ok.
func (f *fork) task(ok func(store.Task) bool) error {
	p, err := f.straight.Pending(context.Background(), f.last)
	if err == nil && (len(p.Activities) != 1 || !ok(p.Activities[0])) {
		err = fmt.Errorf("the activities are %+v", p.Activities)
	}
	return err
}

// owns returns an error unless the store believes that the worker owns this much.
func (f *fork) owns(runs, activities int) error {
	o, err := f.straight.Owned(context.Background(), f.worker)
	if err == nil && (len(o.Runs) != runs || len(o.Activities) != activities) {
		err = fmt.Errorf("the worker owns %+v", o)
	}
	return err
}

// join registers the worker and returns when its lease ends.
func (f *fork) join() time.Time {
	if err := f.straight.Join(context.Background(), store.Worker{ID: f.worker, TTL: time.Minute}); err != nil {
		f.t.Fatal(err)
	}
	ticked, err := f.straight.Tick(context.Background(), store.Tick{Worker: f.worker})
	if err != nil {
		f.t.Fatal(err)
	}
	return ticked.LeaseUntil
}

func (f *fork) step(run store.RunID) *store.Commit {
	r, err := f.straight.Run(context.Background(), store.Ref{Run: run})
	for tries := 0; errors.Is(err, store.ErrTransient) && tries < 100; tries++ { // the connection is from before a restart
		r, err = f.straight.Run(context.Background(), store.Ref{Run: run})
	}
	if err != nil {
		f.t.Fatal(err)
	}
	return f.stepAfter(run, r.LastCommit)
}

func (f *fork) stepAfter(run store.RunID, after store.Token) *store.Commit {
	return &store.Commit{Run: run, Owner: f.worker, Epoch: 1, Seq: 2, After: after, Token: uuid.New(), Level: 1, Rows: []store.Row{{Seq: 2, N: 1}}}
}

func filter() store.Filter {
	return store.Filter{Queues: []string{"default"}, Workflows: []string{"order"}, Activities: []string{"charge"}, Level: 1}
}

// length returns an error unless a history has this many rows.
func (f *fork) length(run store.RunID, want int) error {
	rows, err := f.straight.History(context.Background(), store.HistoryQuery{Run: run})
	if err == nil && len(rows) != want {
		err = fmt.Errorf("the history has %d rows, want %d", len(rows), want)
	}
	return err
}

func (f *fork) dump() string { return dump(f.t, f.straight) }

func (f *fork) clear() {
	for _, table := range tables()[1:] {
		if _, err := f.straight.pool.Exec(context.Background(), "DELETE FROM reprise."+table); err != nil {
			f.t.Fatal(err)
		}
	}
}
