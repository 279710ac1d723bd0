package engine

import (
	"context"

	"github.com/reprise-run/reprise/internal/commit"
	"github.com/reprise-run/reprise/store"
)

// Deliver puts an event into the inbox of an open run.
func (p *Process) Deliver(ctx context.Context, op *store.Deliver) commit.Answer {
	e := p.current()
	if e == nil {
		op.From, op.Owner, op.Claim = store.WorkerID{}, store.WorkerID{}, store.Token{} // it may be another try
		return p.writes.DoCaller(ctx, op, nil)
	}
	op.From = e.worker.ID
	asked := e.own.ask(op)
	answer := p.writes.DoCaller(ctx, op, asked.late)
	asked.answered()
	return answer
}

// Known names the one run that a call is for from now on, by what this worker knows.
func (p *Process) Known(ref store.Ref) (store.Ref, bool) {
	e := p.current()
	if e == nil || ref.Run != (store.RunID{}) {
		return ref, false
	}
	run, here := e.own.nearby(ref)
	if !here {
		return ref, false
	}
	return store.Ref{Run: run}, true
}

// asking is a delivery that may make its run this worker's at once; see
// [store.Deliver]. Until its answer is there, it has room for the run, and Stop waits.
type asking struct {
	in   *intake
	run  store.RunID
	left bool // its caller has left, and another goroutine waits for the answer
}

// ask has op make its run this worker's, if that is what a claim would do next: the run
// is parked here, or about to be, and nothing keeps this worker from taking it on. It
// returns nil otherwise.
func (in *intake) ask(op *store.Deliver) *asking {
	op.Owner, op.Claim = store.WorkerID{}, store.Token{}
	if !in.may() {
		return nil
	}
	run, ok := in.reserveDelivery(op.Ref, in.most(), in.work.join)
	if !ok {
		return nil
	}
	op.Owner, op.Claim = in.worker, in.token()
	return &asking{in: in, run: run}
}

// answered gives back what was kept for the run: it is on the engine's list by now, or
// not this worker's.
func (a *asking) answered() {
	if a == nil || a.left {
		return
	}
	awaited := a.in.giveBack(a.run)
	a.in.work.leave()
	if awaited {
		a.in.ready()
	}
}

// late waits for the answer in the place of a caller who has left.
func (a *asking) late(r *commit.Request) {
	if a == nil {
		return
	}
	waiting := *a
	a.left = a.in.work.start(func() {
		select {
		case <-r.Done():
		case <-a.in.gone:
		}
		waiting.answered()
	})
}

// delivered takes in what an entry of this process's has led to.
func (in *intake) delivered(o store.Outcome) {
	for _, c := range o.Claims {
		in.goOn(c)
	}
	if len(o.Claims) == 0 && len(o.Entries) > 0 {
		in.tell(o.Run, o.Owner, o.Entries[0])
	}
}

// precedes has a claim wait until this run, which is about to be parked, or has been and
// does not know it yet, has left its machine to the cache.
func (r *run) precedes(c store.Claimed) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.mu.state.held() || r.mu.state == runLeft {
		return false
	}
	r.mu.successor = &c
	return true
}

// attachSuccessor attaches the claim that waited until this run was off the engine's list.
func (r *run) attachSuccessor() {
	r.mu.Lock()
	successor, unread := r.mu.successor, r.mu.in.unread
	r.mu.successor, r.mu.state = nil, runLeft
	r.mu.Unlock()
	if successor == nil || r.e.own.held(r.id) != nil {
		return
	}
	r.e.own.attach(*successor)
	if s := r.e.own.held(r.id); unread && s != nil {
		s.news()
	}
}

// joins has an entry wait with a claim. It reports false if the inbox is to be read.
func joins(c *store.Claimed, entry store.Entry) bool {
	if entry.Order == c.Gen+1 && !goesOn(c.Entries, c.Gen) {
		c.Entries, c.Gen = append(c.Entries, entry), entry.Order
	}
	return entry.Order <= c.Gen
}
