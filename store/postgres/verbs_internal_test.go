package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// verb is an op with the state that it needs.
type verb struct {
	name  string
	op    func(f *fork) store.Op
	after func(f *fork, op store.Op, out store.Outcome) error
	gone  bool // a repetition after it was applied may be fenced
	rest  bool // a repetition does what is left, and a late copy may take some of it
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
			if len(out.Claims) != 1 || out.Claims[0].Run.Epoch != store.NextEpoch(0, op.(*store.Claim).ID) {
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
			run := f.running()
			return &store.EndActivity{Run: run, Activity: 3, Worker: f.worker, Attempt: 1, Claim: run, Entry: store.Entry{ID: "end"}}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			return entries(f, op.(*store.EndActivity).Run, 1)
		}, false, false},
		{"fetch", func(f *fork) store.Op {
			run := f.held("order-1")
			f.do(&store.Deliver{Ref: store.Ref{Run: run}, Entry: store.Entry{ID: "a", Kind: store.EntrySignal}}) // its owner is another worker
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
			return &store.RetryActivity{Run: run, Activity: 3, Worker: f.worker, Attempt: 1, Claim: run, Consume: true}
		}, func(f *fork, op store.Op, out store.Outcome) error {
			return f.task(func(t store.Task) bool { return t.Owner == uuid.Nil && t.Attempt == 1 })
		}, true, false},
		{"beat", func(f *fork) store.Op {
			run := f.running()
			return &store.Beat{Run: run, Activity: 3, Worker: f.worker, Attempt: 1, Claim: run, Details: []byte("half")}
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
