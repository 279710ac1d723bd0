package reprise

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// committer sends every write of a process through one line: it takes what is
// waiting, sends it as one batch, and answers each member by itself. No timer
// delays it: while a batch is being written the next one gathers (but see gather).
//
// Its goroutines, one for each flight, live only while something waits, so that a Runtime
// that was never started can write too.
type committer struct {
	store    store.Store
	clock    timer.Clock
	log      *slog.Logger
	observer *Observer
	serial   bool
	turn     func(waiting func() []store.Op) int // Config.Write; may be nil
	told     func([]store.Op, []store.Outcome)   // what the store has taken; may be nil

	mu       sync.Mutex
	queue    []*request
	spare    []*request     // empty, to be the queue next
	singles  int            // of the queue, those that set off beside no flight
	flights  []*flight      // under way, the eldest first
	flushes  int            // goroutines that see to the flights
	parallel store.Parallel // nil: one flight at a time
	others   int            // busy workers beside this one
	crowded  time.Time      // until then the processors are taken to be full, see gather
	closed   chan struct{}  // engine writes are given up
	once     sync.Once
	gone     chan struct{} // nobody waits for the write under way either
	leave    sync.Once
	commits  int64

	lanes map[store.Subject]*lane // of what somebody else has locked; see slowlane.go
	going bool                    // the engine stops: what is locked for long is given up
	room  chan struct{}           // one token for each that asks the store

	searches int64 // that had a lane

	full  []*request    // the engine's, for which the store had no space; tried again
	again time.Time     // when
	wake  chan struct{} // ends the rest before it; holds one
}

// request is one member on its way.
type request struct {
	op     store.Op
	author author // looks at the op once more before it is sent for the first time; may be nil
	// client requests are told of trouble soon; the engine's wait until the store
	// works again, for there is nobody else who could act.
	client  bool
	tries   int
	since   time.Time     // when it was first found locked; zero: it never was
	unknown bool          // one of the tries may have been applied
	done    chan struct{} // capacity 1: it has been answered
	answer  answer        // then
}

type author interface{ revise(op store.Op) }

type answer struct {
	outcome store.Outcome
	err     error
}

func newCommitter(st store.Store, cfg Config) *committer {
	parallel, _ := st.(store.Parallel)
	return &committer{
		parallel: parallel,
		store:    st, clock: cfg.Clock, log: cfg.Logger, observer: cfg.Observer, serial: cfg.Serial, turn: cfg.Write,
		lanes: map[store.Subject]*lane{}, room: make(chan struct{}, maxSlow),
		closed: make(chan struct{}), gone: make(chan struct{}), wake: make(chan struct{}, 1),
	}
}

// ask makes r a request for op. It may have been one before, if that was answered.
func (r *request) ask(op store.Op, client bool) *request {
	done := r.done
	if done == nil {
		done = make(chan struct{}, 1)
	}
	*r = request{op: op, client: client, done: done}
	return r
}

// reply answers r, once.
func (r *request) reply(a answer) {
	r.answer = a
	r.done <- struct{}{}
}

// submit hands over op.
func (c *committer) submit(op store.Op, client bool) *request {
	r := new(request).ask(op, client)
	c.enqueue(r)
	return r
}

func (c *committer) enqueue(r *request) {
	c.mu.Lock()
	begin := c.wait(r)
	c.mu.Unlock()
	if begin {
		go c.flush()
	} else {
		hint(c.wake)
	}
}

// do submits an engine op and waits for its answer.
func (c *committer) do(op store.Op) (store.Outcome, error) { return c.await(c.submit(op, false)) }

// doBy is do with a request of the caller's own, which it uses again and again. The op
// may be another one by the time it is sent, see request.author.
func (c *committer) doBy(r *request, op store.Op, author author) (store.Outcome, error) {
	r.ask(op, false).author = author
	c.enqueue(r)
	return c.await(r)
}

// await waits for the answer to an engine op.
func (c *committer) await(r *request) (store.Outcome, error) {
	select {
	case <-r.done:
		r.op = nil // a run may keep r for hours, and must not keep their payloads
		return r.answer.outcome, r.answer.err
	case <-c.gone:
		return store.Outcome{}, ErrStopped
	}
}

// doClient submits a caller's op. The op is not taken back when ctx ends: it may
// still be applied, and the error says so. Its answer then goes to late, if set.
func (c *committer) doClient(ctx context.Context, op store.Op, late func(*request)) (store.Outcome, error) {
	if err := ctx.Err(); err != nil {
		return store.Outcome{}, err
	}
	r := c.submit(op, true)
	select {
	case <-r.done:
		return r.answer.outcome, r.answer.err
	case <-ctx.Done():
		if late != nil {
			late(r)
		}
		return store.Outcome{}, errors.Join(store.ErrUnknownOutcome, context.Cause(ctx))
	}
}

// stuck reports whether a batch has been under way for longer than d.
func (c *committer) stuck(d time.Duration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.flights) > 0 && c.clock.Now().Sub(c.flights[0].since) > d
}

// stopping says that the engine waits for its writes to end: those that somebody else's
// lock has kept for as long as a caller would wait are given up from now on.
func (c *committer) stopping() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.going = true
}

// abandon answers everything that still waits with ErrStopped, once.
func (c *committer) abandon() { c.once.Do(func() { close(c.closed) }) }

// desert is abandon for a store that may never answer: nobody of the engine waits
// for the write under way any more, either.
func (c *committer) desert() {
	c.abandon()
	c.leave.Do(func() { close(c.gone) })
}

// flush writes batches, one after another, until nothing waits that it may take.
func (c *committer) flush() {
	for {
		c.choose()
		batch, f := c.take()
		if batch == nil {
			return
		}
		for _, r := range batch {
			if r.author != nil {
				r.author.revise(r.op)
				r.author = nil
			}
		}
		c.write(batch, nil, f)
		c.landed(f, batch)
		c.gather()
	}
}

// write applies a batch, whatever it takes: it repeats what may not have been
// applied, and splits what can never be down to the culprit. What somebody else has
// locked goes on in a slow lane, or stays in l, the one that it comes from; otherwise it
// comes from the flight f.
func (c *committer) write(batch []*request, l *lane, f *flight) {
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		if l == nil {
			batch = c.follow(batch)
		}
		if len(batch) == 0 {
			return
		}
		select {
		case <-c.closed:
			fail(batch, ErrStopped)
			return
		default:
		}
		ops := make([]store.Op, len(batch))
		for i, r := range batch {
			ops[i] = r.op
		}
		begun := c.clock.Now()
		// No caller's context: one caller who gives up must not undo the others.
		outcomes, err := c.store.Apply(context.Background(), ops)
		if err == nil {
			c.acknowledge(batch, ops, outcomes, c.clock.Now().Sub(begun), l)
			return
		}
		var member *store.MemberError
		switch {
		case errors.Is(err, store.ErrUnknownOutcome):
			// The same batch again, tokens and all: only that tells what happened.
			c.log.Warn("commit outcome unknown, asking again", "members", len(batch), "error", err)
			for _, r := range batch {
				r.unknown = true
			}
		case errors.Is(err, store.ErrFull) && len(batch) == 1:
			c.postpone(batch[0], err)
			return
		case errors.Is(err, store.ErrTransient) && !errors.Is(err, store.ErrFull):
			batch = giveUp(batch, err)
			c.waitInVain(l, f, err)
			if len(batch) > 0 {
				c.log.Warn("store does not take commits, trying again", "members", len(batch), "wait", wait, "error", err)
			}
		case errors.As(err, &member) && member.Index >= 0 && member.Index < len(batch):
			batch[member.Index].reply(answer{err: member.Err})
			batch = append(batch[:member.Index:member.Index], batch[member.Index+1:]...)
			continue
		case len(batch) == 1 || errors.Is(err, store.ErrStoreClosed) || errors.Is(err, store.ErrOtherDatabase):
			fail(batch, err)
			return
		default:
			half := len(batch) / 2
			if l != nil {
				c.putBack(batch[half:], l) // it must not overtake the first half, should that be locked
				batch = batch[:half:half]
				continue
			}
			c.write(batch[:half:half], nil, f)
			batch = batch[half:]
			continue
		}
		if len(batch) > 0 {
			c.pause(wait, nil)
		}
	}
}

// acknowledge answers the members of a batch, but for those that are locked. What
// follows from all of it is seen to first, in the order in which the store has taken it.
func (c *committer) acknowledge(batch []*request, ops []store.Op, outcomes []store.Outcome, took time.Duration, l *lane) {
	var locked []*request
	for i, r := range batch {
		if outcomes[i].Code == store.Locked {
			locked = append(locked, r)
		}
	}
	if n := len(batch) - len(locked); n > 0 {
		c.mu.Lock()
		c.commits++
		c.mu.Unlock()
		if f := c.observer.Committed; f != nil {
			f(n, took)
		}
	}
	c.setAside(locked, l)
	if c.told != nil {
		c.told(ops, outcomes)
	}
	for i, r := range batch {
		if outcomes[i].Code != store.Locked {
			r.reply(answer{outcome: outcomes[i]})
		}
	}
}

func (c *committer) pause(d time.Duration, wake <-chan struct{}) {
	alarm := c.clock.NewTimer(d)
	defer alarm.Stop()
	select {
	case <-alarm.C():
	case <-wake:
	case <-c.closed:
	}
}

func (c *committer) isClosed() bool {
	select {
	case <-c.closed:
		return true
	default:
		return false
	}
}

// postpone puts aside what the store has no space for: others may be smaller, or make
// room. A caller is told at once, the engine tries again.
func (c *committer) postpone(r *request, err error) {
	r.tries++
	if r.client {
		r.refuse(err)
		return
	}
	wait := min(10*time.Millisecond<<min(r.tries, 8), 2*time.Second)
	if r.tries == 1 {
		c.log.Error("the store is full: a write waits until there is space", "error", err)
	}
	at := c.clock.Now().Add(wait)
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.full) == 0 || at.Before(c.again) {
		c.again = at
	}
	c.full = append(c.full, r)
	if c.flushes > 0 {
		hint(c.wake)
		return
	}
	c.flushes++ // it came by a slow lane, and nobody else looks at what is aside
	go c.flush()
}

// giveUp answers the client requests that have waited long enough, and returns the rest.
func giveUp(batch []*request, err error) []*request {
	rest := make([]*request, 0, len(batch))
	for _, r := range batch {
		r.tries++
		if r.client && r.tries > 5 {
			r.refuse(err)
			continue
		}
		rest = append(rest, r)
	}
	return rest
}

func fail(batch []*request, err error) {
	for _, r := range batch {
		r.refuse(err)
	}
}

// refuse answers a request that is not tried again. A caller is told if an earlier
// try may have been applied; the engine finds that out when it claims again.
func (r *request) refuse(err error) {
	if r.client && r.unknown {
		err = errors.Join(err, store.ErrUnknownOutcome)
	}
	r.reply(answer{err: err})
}
