package worker

import (
	"context"
	"os"
	"sync/atomic"

	"github.com/reprise-run/reprise/store"
)

// Crash says where a process kills itself: at the N-th pass of the point At. The zero
// Crash never happens.
type Crash struct {
	At string
	N  int64
}

// Points are the names of the crash points: before a batch goes to the store; after it
// is durable and before anyone knows; the same for a batch that claimed a run or an
// activity, committed a task, delivered the end of an activity, or fired a timer; after
// a lease is renewed; before anything is given back at the end; and four places in an
// activity.
var Points = []string{
	"apply.before", "apply.after", "claim.after", "commit.after", "end.after", "fire.after", "tick.after", "leave.before",
	"activity.begin", "activity.work", "activity.applied", "activity.end",
}

// crasher counts the passes of its point.
type crasher struct {
	Crash
	passed atomic.Int64
	calm   <-chan struct{} // if closed, the process survives the point
	die    func()
}

func (c *crasher) point(where string) {
	if where != c.At || c.passed.Add(1) != c.N {
		return
	}
	select {
	case <-c.calm:
	default:
		c.die()
	}
}

// killSelf has the effect of kill -9, and does not return.
func killSelf() {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		os.Exit(exitBroken)
	}
	select {}
}

// pointed is a store with crash points. It also reports when its worker drains.
type pointed struct {
	store.Store
	*crasher
	*heeds
}

// Unwrap implements store.Unwrapper: activities get their transactions from the store
// itself.
func (p pointed) Unwrap() store.Store { return p.Store }

// Writers implements store.Parallel. Crash points do not change how many batches run at
// once.
func (p pointed) Writers() int {
	if parallel, ok := p.Store.(store.Parallel); ok {
		return parallel.Writers()
	}
	return 1
}

// Apply implements store.Store.
func (p pointed) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	defer p.asks(ops)()
	p.point("apply.before")
	outcomes, err := p.Store.Apply(ctx, ops)
	if err != nil {
		return outcomes, err
	}
	p.point("apply.after")
	for i, op := range ops {
		if where := after(op, outcomes[i]); where != "" {
			p.point(where)
		}
	}
	return outcomes, nil
}

// after returns the point that follows an op, or "" if the op had no effect.
func after(op store.Op, o store.Outcome) string {
	if store.CommitOf(op) != nil && o.Code == store.Done {
		return "commit.after"
	}
	switch op.(type) {
	case *store.Claim, *store.ClaimActivities:
		if len(o.Claims)+len(o.Tasks) > 0 {
			return "claim.after"
		}
	case *store.EndActivity:
		if o.Code == store.Done {
			return "end.after"
		}
	case *store.Fire:
		if len(o.Fired) > 0 {
			return "fire.after"
		}
	}
	return ""
}

// Tick implements store.Store.
func (p pointed) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	p.ticking()
	t, err := p.Store.Tick(ctx, q)
	if err == nil && q.Renew > 0 {
		p.point("tick.after")
	}
	if err == nil && t.Alive {
		p.ticked(t.Drain)
	}
	return t, err
}

// Join implements store.Store.
func (p pointed) Join(ctx context.Context, w store.Worker) error {
	err := p.Store.Join(ctx, w)
	if err == nil {
		p.joins(w)
	}
	return err
}

// Leave implements store.Store.
func (p pointed) Leave(ctx context.Context, w store.WorkerID) error {
	p.point("leave.before")
	return p.Store.Leave(ctx, w)
}
