package reprise

import (
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

const (
	// maxSlow is how many slow lanes ask the store at the same time: what they ask for
	// is probably still locked, and the connections are those of the others, too.
	maxSlow = 4
	// maxLocked is how long a caller waits for somebody else's lock before being told.
	maxLocked = 5 * time.Second
)

// lane is the slow lane of what is about one subject. Somebody else, an operator's
// open psql or a user's transaction, has it locked: it waits here, alone, and its
// neighbours of the batch are acknowledged meanwhile. Whatever comes for the same subject
// later follows behind it. A lane has a goroutine of its own and ends with it, when
// nothing is left.
type lane struct {
	subject store.Subject
	queue   []*request // in order; under committer.mu
	locked  bool       // it was, when the store was asked last
	warned  time.Duration
}

// follow takes out of a batch what is about a subject that has a slow lane.
func (c *committer) follow(batch []*request) []*request {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.lanes) == 0 {
		return batch
	}
	rest := make([]*request, 0, len(batch))
	for _, r := range batch {
		if l := c.lanes[store.SubjectOf(r.op)]; l != nil {
			l.queue = append(l.queue, r)
		} else {
			rest = append(rest, r)
		}
	}
	return rest
}

// setAside puts what was found locked into its slow lane; what comes from l goes back to
// the head of it.
func (c *committer) setAside(locked []*request, l *lane) {
	now := c.clock.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range locked {
		if r.since.IsZero() {
			r.since = now
		}
	}
	if l != nil {
		l.locked = l.locked || len(locked) > 0
		l.queue = append(locked, l.queue...)
		return
	}
	for _, r := range locked {
		s := store.SubjectOf(r.op)
		if s == (store.Subject{}) { // it searches: none of its kind has to wait for it
			c.searches++
			s.Activity = c.searches
		}
		l := c.lanes[s]
		if l == nil {
			l = &lane{subject: s}
			c.lanes[s] = l
			go c.slow(l)
		}
		l.queue = append(l.queue, r)
	}
}

// putBack puts a part of its batch at the head of a lane again.
func (c *committer) putBack(part []*request, l *lane) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l.queue = append(slices.Clone(part), l.queue...)
}

// slow asks the store again and again, with nothing else in the batch, until all of the
// lane is decided.
func (c *committer) slow(l *lane) {
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		batch := c.next(l)
		if batch == nil {
			return
		}
		select {
		case c.room <- struct{}{}:
		case <-c.closed:
			fail(batch, ErrStopped)
			continue
		}
		l.locked = false
		c.write(batch, l, nil)
		<-c.room
		if l.locked && c.stillLocked(l) {
			c.pause(wait, nil)
		} else {
			wait = 5 * time.Millisecond
		}
	}
}

// next takes the next batch of a lane, and ends the lane when there is none.
func (c *committer) next(l *lane) []*request {
	c.mu.Lock()
	defer c.mu.Unlock()
	batch := c.first(&l.queue)
	if batch == nil {
		delete(c.lanes, l.subject)
	}
	return batch
}

// stillLocked tells the callers that have waited long enough for a lane that was found
// locked, and now and then the log. It reports whether anybody is left.
func (c *committer) stillLocked(l *lane) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.clock.Now()
	for _, r := range l.queue { // what follows behind it waits for the same lock
		if r.since.IsZero() {
			r.since = now
		}
	}
	waited := now.Sub(l.queue[0].since)
	err := fmt.Errorf("%w: somebody has kept %s locked for %v, in a transaction that is still open: end it, pg_stat_activity and pg_locks tell whose it is",
		store.ErrTransient, l.name(), waited.Round(time.Second))
	rest := l.queue[:0:0]
	for _, r := range l.queue {
		switch long := now.Sub(r.since) >= maxLocked; {
		case long && r.client:
			r.refuse(err)
			continue
		case long && c.going:
			r.refuse(fmt.Errorf("%w: %w", ErrStopped, err))
			continue
		}
		rest = append(rest, r)
	}
	l.queue = rest
	if waited >= maxLocked && waited >= 2*l.warned {
		l.warned = waited // ever more rarely
		c.log.Warn("writes wait for a lock that somebody else keeps", "of", l.name(), "members", len(l.queue), "error", err)
	}
	return len(l.queue) > 0
}

func (l *lane) name() string {
	switch s := l.subject; {
	case s.Run == (store.RunID{}) && s.WorkflowID == "":
		return "this worker's row"
	case s.Activity > 0:
		return fmt.Sprintf("activity %d of run %s", s.Activity, s.Run)
	case s.WorkflowID != "":
		return fmt.Sprintf("workflow id %q", s.WorkflowID)
	default:
		return fmt.Sprintf("run %s", s.Run)
	}
}
