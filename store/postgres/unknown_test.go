package postgres

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
)

// fork is one database by two ways: straight, and through a proxy.
type fork struct {
	t                *testing.T
	proxy            *proxy
	straight, beyond *Store
	worker           store.WorkerID
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
	p := newProxy(t, srv.Addr())
	pool, err := pgxpool.New(context.Background(), p.url(srv.TCP(name)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	beyond, err := New(pool, Options{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	return &fork{t: t, proxy: p, straight: straight, beyond: beyond, worker: uuid.New()}
}

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
	return s.Run
}

func (f *fork) step(run store.RunID) *store.Commit {
	return &store.Commit{Run: run, Owner: f.worker, Epoch: 1, Seq: 2, Token: uuid.New(), Level: 1, Rows: []store.Row{{Seq: 2, N: 1}}}
}

// verb is an op, and how the world has to be for it.
type verb struct {
	name  string
	op    func(f *fork) store.Op
	after func(f *fork, op store.Op, out store.Outcome) error
	gone  bool // a repetition after it was applied may be fenced
}

func filter() store.Filter {
	return store.Filter{Queues: []string{"default"}, Workflows: []string{"order"}, Activities: []string{"charge"}, Level: 1}
}

// length says that a history has so many rows.
func (f *fork) length(run store.RunID, want int) error {
	rows, err := f.straight.History(context.Background(), store.HistoryQuery{Run: run})
	if err == nil && len(rows) != want {
		err = fmt.Errorf("the history has %d rows, want %d", len(rows), want)
	}
	return err
}

func verbs() []verb {
	entries := func(f *fork, run store.RunID, want int) error {
		p, err := f.straight.Pending(context.Background(), run)
		if err == nil && len(p.Entries) != want {
			err = fmt.Errorf("%d entries, want %d", len(p.Entries), want)
		}
		return err
	}
	return []verb{
		{"start", func(f *fork) store.Op {
			s := newStart("order-1")
			s.Owner, s.Claim = f.worker, uuid.New()
			return s
		}, func(f *fork, op store.Op, out store.Outcome) error {
			if len(out.Claims) != 1 {
				return fmt.Errorf("%d claims", len(out.Claims))
			}
			return f.length(op.(*store.Start).Run, 1)
		}, false},
		{"step", func(f *fork) store.Op { return f.step(f.held("order-1")) }, func(f *fork, op store.Op, out store.Outcome) error {
			return f.length(op.(*store.Commit).Run, 2)
		}, false},
		{"step_with_all_that_hangs_on_it", func(f *fork) store.Op {
			c := f.step(f.held("order-1"))
			c.StartTimers = []store.Timer{{ID: 2, FireAt: time.Now().Add(time.Hour)}}
			c.Schedule = []store.Activity{{ID: 3, Name: "charge", Queue: "default"}}
			return c
		}, func(f *fork, op store.Op, out store.Outcome) error {
			p, err := f.straight.Pending(context.Background(), op.(*store.Commit).Run)
			if len(p.Timers) != 1 || len(p.Activities) != 1 {
				return fmt.Errorf("pending %+v, %w", p, err)
			}
			return f.length(op.(*store.Commit).Run, 2)
		}, false},
		{"end", func(f *fork) store.Op {
			c := f.step(f.held("order-1"))
			c.Then, c.Status = store.Close, store.Completed
			return c
		}, func(f *fork, op store.Op, out store.Outcome) error {
			r, err := f.straight.Run(context.Background(), store.Ref{Run: op.(*store.Commit).Run})
			if err == nil && r.Status != store.Completed {
				err = fmt.Errorf("the run is %v", r.Status)
			}
			return err
		}, false},
		{"signal", func(f *fork) store.Op {
			return &store.Deliver{Ref: store.Ref{Run: f.held("order-1")}, Entry: store.Entry{ID: "a", Kind: store.EntrySignal}}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			return entries(f, op.(*store.Deliver).Ref.Run, 1)
		}, false},
		{"redteam_2_claim", func(f *fork) store.Op {
			f.do(newStart("order-1"))
			return &store.Claim{Worker: f.worker, ID: uuid.New(), Max: 10, Filter: filter()}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			if len(out.Claims) != 1 || out.Claims[0].Run.Epoch != 1 {
				return fmt.Errorf("the claim holds %+v", out.Claims)
			}
			return nil
		}, false},
		{"redteam_2_claim_of_activities", func(f *fork) store.Op {
			c := f.step(f.held("order-1"))
			c.Schedule = []store.Activity{{ID: 3, Name: "charge", Queue: "default"}}
			f.do(c)
			return &store.ClaimActivities{Worker: f.worker, ID: uuid.New(), Max: 10, Filter: filter()}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			if len(out.Tasks) != 1 || out.Tasks[0].Attempt != 1 {
				return fmt.Errorf("the claim holds %+v", out.Tasks)
			}
			return nil
		}, false},
		{"end_of_an_activity", func(f *fork) store.Op {
			run := f.held("order-1")
			c := f.step(run)
			c.Schedule = []store.Activity{{ID: 3, Name: "charge", Queue: "default", Owner: f.worker}}
			f.do(c)
			return &store.EndActivity{Run: run, Activity: 3, Worker: f.worker, Attempt: 1, Entry: store.Entry{ID: "end"}}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			return entries(f, op.(*store.EndActivity).Run, 1)
		}, false},
		{"release", func(f *fork) store.Op {
			return &store.Release{Run: f.held("order-1"), Worker: f.worker, Epoch: 1}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			r, err := f.straight.Run(context.Background(), store.Ref{Run: op.(*store.Release).Run})
			if err == nil && (r.Epoch != 2 || r.Owner != uuid.Nil) {
				err = fmt.Errorf("the run is at epoch %d with owner %v", r.Epoch, r.Owner)
			}
			return err
		}, true},
	}
}

// Whatever becomes of a COMMIT and of its answer, the caller is told that the outcome is
// unknown, the same call again gives the outcome, and it has happened once.
func TestACommitWithoutAnAnswerIsFoundOut(t *testing.T) {
	f := newFork(t)
	ctx := context.Background()
	for _, v := range verbs() {
		for _, c := range []struct {
			name  string
			fault fault
		}{{"never_sent", cutFirst}, {"answer_cut", cutReply}, {"lands_late", holdBack}} {
			t.Run(v.name+"_"+c.name, func(t *testing.T) {
				f.t = t
				op := v.op(f)
				f.proxy.arm(c.fault)
				_, err := f.beyond.Apply(ctx, []store.Op{op})
				if !errors.Is(err, store.ErrUnknownOutcome) {
					t.Fatalf("Apply returns %v, want ErrUnknownOutcome", err)
				}
				s := <-f.proxy.met
				again := make(chan store.Outcome)
				go func() {
					defer close(again)
					outs, err := f.beyond.Apply(ctx, []store.Op{op})
					if err != nil {
						t.Error(err)
						return
					}
					again <- outs[0]
				}()
				if c.fault == holdBack {
					// The first try has locks or not: it lands before the second try goes on, or after.
					var out store.Outcome
					select {
					case out = <-again:
						s.finish()
					case <-f.waiting():
						s.finish()
						out = <-again
					}
					f.judge(v, op, out, true)
					return
				}
				f.judge(v, op, <-again, c.fault == cutReply)
			})
			f.clear()
		}
	}
}

func (f *fork) judge(v verb, op store.Op, out store.Outcome, applied bool) {
	f.t.Helper()
	if out.Code != store.Done && (!v.gone || !applied || out.Code != store.Fenced) {
		f.t.Fatalf("the repetition is answered %v", out.Code)
	}
	if err := v.after(f, op, out); err != nil {
		f.t.Error(err)
	}
}

// waiting is closed when somebody waits for a lock.
func (f *fork) waiting() <-chan struct{} {
	found := make(chan struct{})
	go func() {
		defer close(found)
		for range 2000 {
			n := 0
			err := f.straight.pool.QueryRow(context.Background(), "SELECT count(*) FROM pg_locks WHERE NOT granted").Scan(&n)
			if err != nil || n > 0 {
				return
			}
		}
	}()
	return found
}

func (f *fork) clear() {
	for _, table := range tables()[1:] {
		if _, err := f.straight.pool.Exec(context.Background(), "DELETE FROM reprise."+table); err != nil {
			f.t.Fatal(err)
		}
	}
}
