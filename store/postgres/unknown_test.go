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
	last             store.RunID // that was started
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
	t.Cleanup(func() {
		if err := errors.Join(straight.Close(), beyond.Close()); err != nil {
			t.Error(err)
		}
	})
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
	f.last = s.Run
	return s.Run
}

// running is a run with an activity row that the worker runs.
func (f *fork) running() store.RunID {
	c := f.step(f.held("order-1"))
	c.Schedule = []store.Activity{{ID: 3, Name: "charge", Queue: "default", Owner: f.worker}}
	f.do(c)
	return c.Run
}

// task says whether the only activity row is as it must be.
func (f *fork) task(ok func(store.Task) bool) error {
	p, err := f.straight.Pending(context.Background(), f.last)
	if err == nil && (len(p.Activities) != 1 || !ok(p.Activities[0])) {
		err = fmt.Errorf("the activities are %+v", p.Activities)
	}
	return err
}

// owns says how much the store believes the worker owns.
func (f *fork) owns(runs, activities int) error {
	o, err := f.straight.Owned(context.Background(), f.worker)
	if err == nil && (len(o.Runs) != runs || len(o.Activities) != activities) {
		err = fmt.Errorf("the worker owns %+v", o)
	}
	return err
}

// join makes the worker known and returns when its lease ends.
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
	return &store.Commit{Run: run, Owner: f.worker, Epoch: 1, Seq: 2, Token: uuid.New(), Level: 1, Rows: []store.Row{{Seq: 2, N: 1}}}
}

// verb is an op, and how the world has to be for it.
type verb struct {
	name  string
	op    func(f *fork) store.Op
	after func(f *fork, op store.Op, out store.Outcome) error
	gone  bool // a repetition after it was applied may be fenced
	rest  bool // a repetition does what is left, of which a late copy may take some
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
		}, false, false},
		{"step", func(f *fork) store.Op { return f.step(f.held("order-1")) }, func(f *fork, op store.Op, out store.Outcome) error {
			return f.length(op.(*store.Commit).Run, 2)
		}, false, false},
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
		}, false, false},
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
		}, false, false},
		{"signal", func(f *fork) store.Op {
			return &store.Deliver{Ref: store.Ref{Run: f.held("order-1")}, Entry: store.Entry{ID: "a", Kind: store.EntrySignal}}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			return entries(f, op.(*store.Deliver).Ref.Run, 1)
		}, false, false},
		{"redteam_2_claim", func(f *fork) store.Op {
			f.do(newStart("order-1"))
			return &store.Claim{Worker: f.worker, ID: uuid.New(), Max: 10, Filter: filter()}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			if len(out.Claims) == 0 {
				return f.owns(1, 0) // it passed over what the first call had locked
			}
			if len(out.Claims) != 1 || out.Claims[0].Run.Epoch != 1 {
				return fmt.Errorf("the claim holds %+v", out.Claims)
			}
			return nil
		}, false, true},
		{"redteam_2_claim_of_activities", func(f *fork) store.Op {
			c := f.step(f.held("order-1"))
			c.Schedule = []store.Activity{{ID: 3, Name: "charge", Queue: "default"}}
			f.do(c)
			return &store.ClaimActivities{Worker: f.worker, ID: uuid.New(), Max: 10, Filter: filter()}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			if len(out.Tasks) == 0 {
				return f.owns(1, 1)
			}
			if len(out.Tasks) != 1 || out.Tasks[0].Attempt != 1 {
				return fmt.Errorf("the claim holds %+v", out.Tasks)
			}
			return nil
		}, false, true},
		{"end_of_an_activity", func(f *fork) store.Op {
			return &store.EndActivity{Run: f.running(), Activity: 3, Worker: f.worker, Attempt: 1, Entry: store.Entry{ID: "end"}}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			return entries(f, op.(*store.EndActivity).Run, 1)
		}, false, false},
		{"fetch", func(f *fork) store.Op {
			run := f.held("order-1")
			f.do(&store.Deliver{Ref: store.Ref{Run: run}, Entry: store.Entry{ID: "a", Kind: store.EntrySignal}}) // its owner is somebody else
			return &store.Fetch{Run: run, Worker: f.worker, Epoch: 1}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			if len(out.Entries) != 1 {
				return fmt.Errorf("%d entries", len(out.Entries))
			}
			return nil
		}, false, false},
		{"fire", func(f *fork) store.Op {
			c := f.step(f.held("order-1"))
			c.StartTimers = []store.Timer{{ID: 2, FireAt: start()}}
			f.do(c)
			return &store.Fire{Max: 10}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			return entries(f, f.last, 1)
		}, false, true},
		{"retry_of_an_activity", func(f *fork) store.Op {
			run := f.running()
			return &store.RetryActivity{Run: run, Activity: 3, Worker: f.worker, Attempt: 1, Consume: true}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			return f.task(func(t store.Task) bool { return t.Owner == uuid.Nil && t.Attempt == 1 })
		}, true, false},
		{"beat", func(f *fork) store.Op {
			return &store.Beat{Run: f.running(), Activity: 3, Worker: f.worker, Attempt: 1, Details: []byte("half")}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			return f.task(func(t store.Task) bool { return string(t.Details) == "half" })
		}, false, false},
		{"release", func(f *fork) store.Op {
			return &store.Release{Run: f.held("order-1"), Worker: f.worker, Epoch: 1}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			r, err := f.straight.Run(context.Background(), store.Ref{Run: op.(*store.Release).Run})
			if err == nil && (r.Epoch != 2 || r.Owner != uuid.Nil) {
				err = fmt.Errorf("the run is at epoch %d with owner %v", r.Epoch, r.Owner)
			}
			return err
		}, true, false},
		{"resume", func(f *fork) store.Op {
			run := f.held("order-1")
			f.do(&store.Release{Run: run, Worker: f.worker, Epoch: 1, Block: &store.Block{Reason: "panic"}, Delay: time.Hour})
			return &store.Resume{Ref: store.Ref{Run: run}}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			r, err := f.straight.Run(context.Background(), store.Ref{Run: out.Run})
			if err == nil && r.Blocked != nil {
				err = fmt.Errorf("the run is blocked: %+v", r.Blocked)
			}
			return err
		}, false, false},
		{"terminate", func(f *fork) store.Op {
			f.held("order-1")
			return &store.Terminate{Ref: store.Ref{WorkflowID: "order-1"}, Token: uuid.New(), N: 1, Data: []byte("terminated")}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			return f.length(out.Run, 2)
		}, false, false},
		{"condemn", func(f *fork) store.Op {
			return &store.Condemn{Worker: f.worker, LeaseUntil: f.join()}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			ticked, err := f.straight.Tick(context.Background(), store.Tick{Worker: f.worker})
			if err == nil && ticked.Alive {
				err = errors.New("the worker is alive")
			}
			return err
		}, false, false},
		{"recover", func(f *fork) store.Op {
			f.held("order-1")
			f.do(&store.Condemn{Worker: f.worker, LeaseUntil: f.join()})
			return &store.Recover{Dead: f.worker, Limit: 10}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			r, err := f.straight.Run(context.Background(), store.Ref{Run: f.last})
			if err == nil && (r.Epoch != 2 || r.Deaths != 1 || r.Owner != uuid.Nil) {
				err = fmt.Errorf("the run is at epoch %d with %d deaths, its owner %v", r.Epoch, r.Deaths, r.Owner)
			}
			return err
		}, false, true},
		{"sweep", func(f *fork) store.Op {
			s := newStart("order-1")
			f.do(s)
			f.do(&store.Deliver{Ref: store.Ref{Run: s.Run}, Entry: store.Entry{ID: "a", Kind: store.EntrySignal}})
			if _, err := f.straight.pool.Exec(context.Background(), "DELETE FROM reprise.dispatch"); err != nil {
				f.t.Fatal(err)
			}
			return &store.Sweep{}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			if n := f.do(&store.Sweep{}).Count; n != 0 {
				return fmt.Errorf("%d runs are still without a dispatch row", n)
			}
			return nil
		}, false, true},
	}
}

// Whatever becomes of a COMMIT and of its answer, the caller is told that the outcome is
// unknown, the same call again gives the outcome, and it has happened once: also where
// the first copy lands long after the second.
func TestACommitWithoutAnAnswerIsFoundOut(t *testing.T) {
	f := newFork(t)
	ctx := context.Background()
	f.beyond.single, f.beyond.brief = 20*time.Millisecond, 20*time.Millisecond
	for _, v := range verbs() {
		for _, beside := range []bool{false, true} {
			for _, c := range []struct {
				name  string
				fault fault
			}{{"never_sent", cutFirst}, {"answer_cut", cutReply}, {"lands_late", holdBack}} {
				name := v.name + "_" + c.name
				if beside {
					name += "_in_a_batch"
				}
				t.Run(name, func(t *testing.T) {
					f.t = t
					ops := []store.Op{v.op(f)}
					if beside { // not last, and by the ordinary way
						s := newStart("another")
						s.Owner, s.Claim = uuid.New(), uuid.New()
						f.do(s)
						ops = append(ops, &store.Deliver{Ref: store.Ref{Run: s.Run}, Entry: store.Entry{ID: "b", Kind: store.EntrySignal}})
					}
					f.proxy.arm(c.fault)
					_, err := f.beyond.Apply(ctx, ops)
					if !errors.Is(err, store.ErrUnknownOutcome) {
						t.Fatalf("Apply returns %v, want ErrUnknownOutcome", err)
					}
					s := <-f.proxy.met
					landed := c.fault != holdBack
					land := func() {
						if !landed {
							s.finish()
							landed = true
						}
					}
					defer land()
					outs := f.again(ops, land)
					before := f.dump()
					land() // the repetition was first, and has been answered
					if after := f.dump(); after != before && !v.rest {
						t.Errorf("the late copy changed something:\n%s\nbefore\n%s", after, before)
					}
					f.judge(v, ops[0], outs[0], c.fault == cutReply || c.fault == holdBack)
				})
				f.clear()
			}
		}
	}
}

// The first copy of a commit lands when the second was answered long ago and the world
// has moved on: the activity it schedules has run and its row is gone, its timer has
// fired, the run has been parked and claimed. Nothing comes back.
func TestRedteam7eALateCopyBringsNothingBack(t *testing.T) {
	f := newFork(t)
	ctx := context.Background()
	for _, then := range []store.Then{store.Keep, store.Park} {
		t.Run(then.String(), func(t *testing.T) {
			f.t = t
			defer f.clear()
			c := f.step(f.held("order-1"))
			c.Schedule = []store.Activity{{ID: 3, Name: "charge", Queue: "default"}}
			c.StartTimers = []store.Timer{{ID: 4, FireAt: start()}}
			c.Then = then
			f.proxy.arm(holdBack)
			if _, err := f.beyond.Apply(ctx, []store.Op{c}); !errors.Is(err, store.ErrUnknownOutcome) {
				t.Fatalf("Apply returns %v, want ErrUnknownOutcome", err)
			}
			s := <-f.proxy.met
			landed := false
			defer func() {
				if !landed {
					s.finish()
				}
			}()
			f.do(c)
			task := f.do(&store.ClaimActivities{Worker: f.worker, ID: uuid.New(), Max: 1, Filter: filter()}).Tasks[0]
			f.do(&store.EndActivity{Run: c.Run, Activity: 3, Worker: f.worker, Attempt: task.Attempt, Entry: store.Entry{ID: "end"}})
			f.do(&store.Fire{Max: 10})
			next := f.step(c.Run)
			next.Seq, next.Rows[0].Seq, next.Take = 3, 3, []int64{1, 2}
			if then == store.Park {
				next.Epoch = f.do(&store.Claim{Worker: f.worker, ID: uuid.New(), Max: 1, Filter: filter()}).Claims[0].Run.Epoch
			}
			f.do(next)
			before := f.dump()
			s.finish()
			landed = true
			if after := f.dump(); after != before {
				t.Errorf("the late copy changed something:\n%s\nbefore\n%s", after, before)
			}
			f.do(c) // it was done, and is known to have been
			if after := f.dump(); after != before {
				t.Errorf("another copy changed something:\n%s\nbefore\n%s", after, before)
			}
		})
	}
}

// again sends ops once more, tokens and all, until each is decided, as the committer
// does. Where the first copy is found to have something locked, it lands.
func (f *fork) again(ops []store.Op, land func()) []store.Outcome {
	f.t.Helper()
	outs, err := f.beyond.Apply(context.Background(), ops)
	for i := range outs {
		for err == nil && outs[i].Code == store.Locked {
			land()
			var one []store.Outcome
			if one, err = f.beyond.Apply(context.Background(), ops[i:i+1]); err == nil {
				outs[i] = one[0]
			}
		}
	}
	if err != nil {
		f.t.Fatal(err)
	}
	return outs
}

func (f *fork) dump() string { return dump(f.t, f.straight) }

func (f *fork) judge(v verb, op store.Op, out store.Outcome, applied bool) {
	f.t.Helper()
	if out.Code != store.Done && (!v.gone || !applied || out.Code != store.Fenced) {
		f.t.Fatalf("the repetition is answered %v", out.Code)
	}
	if err := v.after(f, op, out); err != nil {
		f.t.Error(err)
	}
}

func (f *fork) clear() {
	for _, table := range tables()[1:] {
		if _, err := f.straight.pool.Exec(context.Background(), "DELETE FROM reprise."+table); err != nil {
			f.t.Fatal(err)
		}
	}
}
