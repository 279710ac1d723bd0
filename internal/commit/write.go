package commit

import (
	"context"
	"errors"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// write applies a batch, however often it must try. It repeats what may not have been
// applied, and splits a batch that can never be written, down to the culprit. The batch is b,
// or comes from the list d of a deferred subject. A request that must be deferred goes to its
// list, or back to the head of d.
func (g *Group) write(requests []*Request, b *batch, d *deferred) {
	var take *store.Take
	asked := false
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		if d == nil {
			requests = g.follow(requests)
		}
		if len(requests) == 0 {
			return
		}
		select {
		case <-g.closed:
			refuseAll(requests, ErrStopped)
			return
		default:
		}
		ops := make([]store.Op, len(requests), len(requests)+1)
		for i, r := range requests {
			ops[i] = r.op
		}
		if !asked && g.cfg.Take != nil { // once: by its claim a repetition finds what the first try took
			var done func()
			if take, done = g.cfg.Take(ops); done != nil {
				defer done()
			}
		}
		if asked = true; take != nil {
			ops = append(ops, take)
		}
		since := g.cfg.Clock.Now()
		// No caller's context: a caller who gives up must not undo the others.
		outcomes, err := g.cfg.Store.Apply(context.Background(), ops)
		if err == nil {
			g.acknowledge(requests, ops, outcomes, g.cfg.Clock.Now().Sub(since), d)
			return
		}
		var member *store.MemberError
		switch {
		case errors.Is(err, store.ErrUnknownOutcome):
			// Send the same batch again, with the same tokens: only that tells what happened.
			g.cfg.Logger.Warn("commit outcome unknown, sending the batch again", "members", len(requests), "error", err)
			for _, r := range requests {
				r.unknown = true
			}
		case errors.Is(err, store.ErrFull) && len(requests) == 1:
			g.noSpace(requests[0], d, err)
			return
		case errors.Is(err, store.ErrTransient) && !errors.Is(err, store.ErrFull):
			requests = refuseCallers(requests, err)
			g.waitInVain(b, d, err)
			if len(requests) > 0 {
				g.cfg.Logger.Warn("the store refuses commits, will retry", "members", len(requests), "wait", wait, "error", err)
			}
		case errors.As(err, &member) && member.Index >= 0 && member.Index < len(requests):
			requests[member.Index].reply(Answer{Err: member.Err})
			requests = append(requests[:member.Index:member.Index], requests[member.Index+1:]...)
			continue
		case len(requests) == 1 || errors.Is(err, store.ErrStoreClosed) || errors.Is(err, store.ErrOtherDatabase):
			refuseAll(requests, err)
			return
		default:
			half := len(requests) / 2
			if d != nil {
				g.putBack(requests[half:], d) // it must not overtake the first half, if that is deferred
				requests = requests[:half:half]
				continue
			}
			g.write(requests[:half:half], b, nil)
			requests = requests[half:]
			continue
		}
		if len(requests) > 0 {
			timer.Pause(g.cfg.Clock, wait, g.closed)
		}
	}
}

// acknowledge answers the members of a batch, except locked ones. It first acts on all the
// outcomes, in the order in which the store has applied the ops.
func (g *Group) acknowledge(requests []*Request, ops []store.Op, outcomes []store.Outcome, took time.Duration, d *deferred) {
	var locked []*Request
	for i, r := range requests {
		if outcomes[i].Code == store.Locked {
			locked = append(locked, r)
		}
	}
	if n := len(requests) - len(locked); n > 0 {
		g.mu.Lock()
		g.mu.commits++
		g.mu.Unlock()
		if g.cfg.Committed != nil {
			g.cfg.Committed(n, took)
		}
	}
	g.putOff(locked, d, nil)
	if g.cfg.Taken != nil {
		g.cfg.Taken(ops, outcomes)
	}
	for i, r := range requests {
		if outcomes[i].Code != store.Locked {
			r.reply(Answer{Outcome: outcomes[i], Repeated: r.unknown})
		}
	}
}

// noSpace defers a write for which the store has no space: others may be smaller, or free
// some. A caller gets the error at once, the engine retries.
func (g *Group) noSpace(r *Request, d *deferred, err error) {
	if r.caller || r.brief {
		r.refuse(err)
		return
	}
	if r.since.IsZero() {
		g.cfg.Logger.Error("the store is full: a write waits until there is space", "error", err)
	}
	g.putOff([]*Request{r}, d, err)
}
