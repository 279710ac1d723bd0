package worker

import (
	"context"
	"os"
	"sync/atomic"

	"github.com/reprise-run/reprise/store"
)

// Crash says where a process kills itself: at the N-th passing of the point At. The zero
// Crash never comes.
type Crash struct {
	At string
	N  int64
}

// Points are the names of the crash points. Before a batch is given to the store; when
// it is durable and nobody has heard of it; the same for one in which a run or an
// activity was claimed, a task was committed, an activity's end was delivered, or a
// timer fired; when a lease was renewed; before anything is given back at the end; and
// four places in an activity.
var Points = []string{
	"apply.before", "apply.after", "claim.after", "commit.after", "end.after", "fire.after", "tick.after", "leave.before",
	"activity.begin", "activity.work", "activity.applied", "activity.end",
}

// crasher counts how often its point is passed.
type crasher struct {
	Crash
	passed atomic.Int64
	calm   <-chan struct{} // closed, it keeps the process alive
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

// killSelf does what kill -9 does, and does not return.
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

// pointed is a store with crash points, which tells when its worker drains.
type pointed struct {
	store.Store
	*crasher
	*heeds
}

// Unwrap implements store.Unwrapper: activities get their transactions from the store
// itself.
func (p pointed) Unwrap() store.Store { return p.Store }

// Writers implements store.Parallel: as many batches are under way as without crash points.
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

// after names the point behind one op that had an effect.
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
