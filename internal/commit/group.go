package commit

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// ErrStopped: the Group has been closed. Its text names the Runtime, to which users relate it.
var ErrStopped = errors.New("reprise: the Runtime has been stopped")

// Config configures a Group.
type Config struct {
	Store  store.Store
	Clock  timer.Clock
	Logger *slog.Logger
	// Committed is called after each batch with the number of members that the store has decided.
	Committed func(members int, took time.Duration)
	// Take returns an op that claims, at the end of the batch, runs that the batch makes ready; or nil.
	// done is called once the batch has been decided and Taken has been called.
	Take func([]store.Op) (take *store.Take, done func())
	// Taken is called with the ops and outcomes of each batch before their callers are answered.
	Taken func([]store.Op, []store.Outcome)
	// Serial, for tests, sends one member at a time.
	Serial bool
	// Pick, for tests with Serial, chooses the waiting write that is next.
	Pick func(waiting func() []store.Op) int
}

// Group sends every write of a process. Its goroutines, one for each batch under way and one for each
// deferred subject, live only while something waits, so that a Runtime that was never started can write
// too.
type Group struct {
	cfg      Config
	parallel store.Parallel // nil: one batch at a time

	closed    chan struct{} // waiting requests are refused
	closeOnce sync.Once
	gone      chan struct{} // the batches under way are abandoned too
	goneOnce  sync.Once
	asking    chan struct{} // one token for each deferred subject that queries the store

	mu struct {
		sync.Mutex
		queue    []*Request
		spare    []*Request // empty, reused as the next queue
		singles  int        // queued requests that are never pipelined
		underWay []*batch   // the eldest first
		loops    int        // goroutines that send batches
		commits  int64
		draining bool // the worker stops: what was deferred for long is refused
		deferred map[store.Subject]*deferred
		searches int64 // deferred so far
	}

	named struct { // who keeps tables locked, and when the store said so
		sync.Mutex
		who string
		at  time.Time
	}
}

// New makes a Group.
func New(cfg Config) *Group {
	g := &Group{cfg: cfg, closed: make(chan struct{}), gone: make(chan struct{}), asking: make(chan struct{}, maxAsking)}
	g.parallel, _ = cfg.Store.(store.Parallel)
	g.mu.deferred = map[store.Subject]*deferred{}
	return g
}

// Submit queues op. A caller's request is refused soon when the store is in trouble; an engine's
// request is not.
func (g *Group) Submit(op store.Op, caller bool) *Request {
	r := new(Request).ask(op, caller)
	g.enqueue(r)
	return r
}

func (g *Group) enqueue(r *Request) {
	g.mu.Lock()
	begin := g.pushLocked(r)
	g.mu.Unlock()
	if begin {
		go g.loop()
	}
}

// Do submits an op of the engine's and waits for its answer.
func (g *Group) Do(op store.Op) (store.Outcome, error) {
	r := g.Submit(op, false)
	if err := g.await(r); err != nil {
		return store.Outcome{}, err
	}
	return r.answer.Outcome, nil
}

// DoAll is [Group.Do] for ops of which none needs another one's answer. None is deferred for long: an
// op whose subject stays locked is answered [store.Locked] after a tenth of a second, and one without
// space in the store with that error. So an op that cannot be applied now hardly delays the others.
func DoAll(g *Group, ops []store.Op) []Answer {
	requests, answers := make([]*Request, len(ops)), make([]Answer, len(ops))
	for i, op := range ops {
		requests[i] = new(Request).ask(op, false)
		requests[i].brief = true
		g.enqueue(requests[i])
	}
	for i, r := range requests {
		if err := g.await(r); err != nil {
			answers[i] = Answer{Err: err}
		} else {
			answers[i] = r.answer
		}
	}
	return answers
}

// DoWith is Do with a request that the caller reuses; it holds the outcome until then. The reviser may
// change the op before it is sent.
func (g *Group) DoWith(r *Request, op store.Op, reviser Reviser) (*store.Outcome, error) {
	r.ask(op, false).reviser = reviser
	g.enqueue(r)
	if err := g.await(r); err != nil {
		return nil, err
	}
	return &r.answer.Outcome, nil
}

func (g *Group) await(r *Request) error {
	select {
	case <-r.done:
		r.op = nil // a run may keep r for hours, and must not keep its payloads
		return r.answer.Err
	case <-g.gone:
		return ErrStopped
	}
}

// DoCaller submits a caller's op. If ctx ends first, the op is not withdrawn: it may still be applied,
// and the error says so. Its request then goes to late, if set.
func (g *Group) DoCaller(ctx context.Context, op store.Op, late func(*Request)) Answer {
	if err := ctx.Err(); err != nil {
		return Answer{Err: err}
	}
	r := g.Submit(op, true)
	select {
	case <-r.done:
		return r.answer
	case <-g.gone: // its batch may still be under way
		return Answer{Err: errors.Join(ErrStopped, store.ErrUnknownOutcome)}
	case <-ctx.Done():
		if late != nil {
			late(r)
		}
		return Answer{Err: errors.Join(store.ErrUnknownOutcome, context.Cause(ctx))}
	}
}

// UnderWay returns how long the eldest batch has been under way with no other before it; zero: there is none.
func (g *Group) UnderWay() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.mu.underWay) == 0 {
		return 0
	}
	return g.cfg.Clock.Now().Sub(g.mu.underWay[0].since)
}

// Commits returns how many batches the store has applied.
func (g *Group) Commits() int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.mu.commits
}

// Drain says that the worker waits for its writes to end. From now on, requests that were deferred for
// as long as a caller would wait are refused.
func (g *Group) Drain() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.mu.draining = true
}

// Close refuses all waiting requests with ErrStopped.
func (g *Group) Close() { g.closeOnce.Do(func() { close(g.closed) }) }

// Abandon is Close for a store that may never answer: it also abandons the batches under way.
func (g *Group) Abandon() {
	g.Close()
	g.goneOnce.Do(func() { close(g.gone) })
}

// Gone is closed by Abandon.
func (g *Group) Gone() <-chan struct{} { return g.gone }

// pick lets a test choose the waiting write that is next.
func (g *Group) pick() {
	if !g.cfg.Serial || g.cfg.Pick == nil || len(g.waiting()) == 0 {
		return
	}
	i := g.cfg.Pick(g.waiting)
	g.mu.Lock()
	defer g.mu.Unlock()
	if i < 0 || i >= len(g.mu.queue) {
		return
	}
	picked := g.mu.queue[i]
	g.mu.queue = slices.Insert(slices.Delete(slices.Clone(g.mu.queue), i, i+1), 0, picked)
}

// waiting returns the waiting writes, in the order in which they came.
func (g *Group) waiting() []store.Op {
	g.mu.Lock()
	defer g.mu.Unlock()
	ops := make([]store.Op, len(g.mu.queue))
	for i, r := range g.mu.queue {
		ops[i] = r.op
	}
	return ops
}
