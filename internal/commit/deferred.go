package commit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

const (
	// maxAsking is how many deferred subjects may query the store at the same time. What they ask
	// for is probably still locked, and other work needs the connections too.
	maxAsking = 4
	// maxDeferred is how long a caller waits for another transaction's lock before it gets an
	// error.
	maxDeferred = 5 * time.Second
	// briefly is how long a brief request waits for a lock, which another batch of ours may hold.
	briefly = 100 * time.Millisecond
	// A deferred subject is retried at intervals between these.
	leastRetry, mostRetry = 5 * time.Millisecond, time.Second
)

// deferred holds the requests that wait about one subject, because another transaction locks
// it (an operator's open psql, a user's transaction) or the store has no space. Later requests
// for the same subject queue behind them. Each deferred list has a goroutine of its own, which
// ends when nothing is left.
type deferred struct {
	subject store.Subject
	queue   []*Request // in order; under Group.mu
	held    bool       // the last try wrote only part of it
	full    error      // the store had no space; nil: it was a lock
	warned  time.Duration
}

// follow takes from a batch the requests about deferred subjects.
func (g *Group) follow(requests []*Request) []*Request {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.mu.deferred) == 0 {
		return requests
	}
	rest := make([]*Request, 0, len(requests))
	for _, r := range requests {
		switch d := g.mu.deferred[store.SubjectOf(r.op)]; {
		case d == nil:
			rest = append(rest, r)
		case r.brief && d.longLocked(g.cfg.Clock.Now()):
			r.reply(Answer{Outcome: store.Outcome{Code: store.Locked}})
		default:
			d.queue = append(d.queue, r)
		}
	}
	return rest
}

// longLocked reports whether the list has waited for longer than a brief request does.
func (d *deferred) longLocked(now time.Time) bool {
	return len(d.queue) > 0 && !d.queue[0].since.IsZero() && now.Sub(d.queue[0].since) >= briefly
}

// putOff puts requests into the lists of their subjects; those that come from d go back to its
// head. full is the store's error if it has no space; nil: the subjects are locked.
func (g *Group) putOff(requests []*Request, d *deferred, full error) {
	now := g.cfg.Clock.Now()
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, r := range requests {
		if r.since.IsZero() {
			r.since = now
		}
	}
	if d != nil {
		if len(requests) > 0 {
			d.held, d.full = true, full
		}
		d.queue = append(requests, d.queue...)
		return
	}
	for _, r := range requests {
		s := store.SubjectOf(r.op)
		if s == (store.Subject{}) { // it searches, so no other search has to wait for it
			g.mu.searches++
			s.Activity = g.mu.searches
		}
		d := g.mu.deferred[s]
		if d == nil {
			d = &deferred{subject: s, full: full}
			g.mu.deferred[s] = d
			go g.retry(d)
		}
		d.queue = append(d.queue, r)
	}
}

// putBack puts part of a batch back at the head of its list.
func (g *Group) putBack(part []*Request, d *deferred) {
	g.mu.Lock()
	defer g.mu.Unlock()
	d.queue = append(slices.Clone(part), d.queue...)
}

// retry sends a deferred list to the store again and again, with nothing else in the batch,
// until all of it is decided.
func (g *Group) retry(d *deferred) {
	wait := leastRetry
	if d.full != nil {
		timer.Pause(g.cfg.Clock, wait, g.closed) // the store was asked a moment ago
	}
	for {
		mayAsk := d.turn(g)
		requests := g.next(d)
		if mayAsk && requests != nil {
			d.held = false
			g.write(requests, nil, d)
		}
		if mayAsk {
			<-g.asking
		}
		if requests == nil {
			return
		}
		if !mayAsk {
			refuseAll(requests, ErrStopped)
			continue
		}
		if d.held && g.stillHeld(d) {
			timer.Pause(g.cfg.Clock, wait, g.closed)
			wait = min(2*wait, mostRetry)
		} else {
			wait = leastRetry
		}
	}
}

// turn waits until a deferred list may query the store, and notifies its callers meanwhile: if
// a table is locked, more lists wait than can query in the time that a caller waits. It
// returns false when the group is closed.
func (d *deferred) turn(g *Group) bool {
	for {
		select {
		case g.asking <- struct{}{}:
			return true
		default:
		}
		alarm := g.cfg.Clock.NewTimer(mostRetry)
		select {
		case g.asking <- struct{}{}:
			alarm.Stop()
			return true
		case <-g.closed:
			alarm.Stop()
			return false
		case <-alarm.C():
			g.stillHeld(d)
		}
	}
}

// next takes the next batch of a deferred list, and ends the list when there is none.
func (g *Group) next(d *deferred) []*Request {
	g.mu.Lock()
	defer g.mu.Unlock()
	requests := first(&d.queue, g.cfg.Serial)
	if requests == nil {
		delete(g.mu.deferred, d.subject)
	}
	return requests
}

// stillHeld answers the callers of a deferred list that have waited long enough, and now and
// then logs that it waits. It reports whether any request is left.
func (g *Group) stillHeld(d *deferred) bool {
	who := d.holders(g)
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(d.queue) == 0 {
		return false // its callers have been answered
	}
	now := g.cfg.Clock.Now()
	for _, r := range d.queue { // the requests behind the first wait for the same
		if r.since.IsZero() {
			r.since = now
		}
	}
	waited, what := now.Sub(d.queue[0].since), d.name()
	err, patience := d.full, time.Duration(0)
	if err == nil {
		patience = maxDeferred
		err = fmt.Errorf("%w: an open transaction has kept %s locked for %v: %s",
			store.ErrTransient, what, waited.Round(time.Second), who)
	}
	rest := d.queue[:0:0]
	for _, r := range d.queue {
		switch long := now.Sub(r.since); {
		case r.brief && long >= briefly:
			r.reply(Answer{Outcome: store.Outcome{Code: store.Locked}})
			continue
		case r.caller && long >= patience:
			r.refuse(err)
			continue
		case g.mu.draining && long >= maxDeferred:
			r.refuse(fmt.Errorf("%w: %w", ErrStopped, err))
			continue
		}
		rest = append(rest, r)
	}
	d.queue = rest
	if waited >= maxDeferred && waited >= 2*d.warned {
		d.warned = waited // less and less often
		g.cfg.Logger.Warn("writes are deferred", "what", what, "members", len(d.queue), "error", err)
	}
	return len(d.queue) > 0
}

// holders says what to do about the transactions that block a deferred list, if somebody will
// be told.
func (d *deferred) holders(g *Group) string {
	const unknown = "end it; pg_stat_activity and pg_locks show whose it is"
	s, ok := g.cfg.Store.(store.LockNamer)
	if !ok || !d.tells(g) {
		return unknown
	}
	g.named.Lock()
	defer g.named.Unlock()
	if now := g.cfg.Clock.Now(); g.named.at.IsZero() || now.Sub(g.named.at) >= mostRetry { // all lists ask at the same time
		g.named.who = cmp.Or(s.Holders(context.Background()), unknown)
		g.named.at = g.cfg.Clock.Now()
	}
	return g.named.who
}

// tells reports whether a request has waited for as long as a caller does.
func (d *deferred) tells(g *Group) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.cfg.Clock.Now()
	return slices.ContainsFunc(d.queue, func(r *Request) bool { return !r.since.IsZero() && now.Sub(r.since) >= maxDeferred })
}

// name says what is locked. The list is not empty, and Group.mu is held.
func (d *deferred) name() string {
	switch s := d.subject; {
	case s.Run == (store.RunID{}) && s.WorkflowID == "": // a list of one request
		return "what " + strings.TrimPrefix(fmt.Sprintf("%T", d.queue[0].op), "*store.") + " needs"
	case s.Activity > 0:
		return fmt.Sprintf("activity %d of run %s", s.Activity, s.Run)
	case s.WorkflowID != "":
		return fmt.Sprintf("workflow id %q", s.WorkflowID)
	default:
		return fmt.Sprintf("run %s", s.Run)
	}
}
