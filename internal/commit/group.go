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

// ErrStopped: the Group has been closed. Its text names the Runtime, whose error it is.
var ErrStopped = errors.New("reprise: the Runtime has been stopped")

// Config is what a Group needs.
type Config struct {
	Store  store.Store
	Clock  timer.Clock
	Logger *slog.Logger
	// Committed is called after each batch with the members that the store has decided.
	Committed func(members int, took time.Duration)
	// Take says what the process would own of what a batch makes ready: an op to end the batch with,
	// or nil. The batch has been decided, and Taken has been told, when done is called.
	Take func([]store.Op) (take *store.Take, done func())
	// Taken is given the ops and outcomes of each batch before their callers are.
	Taken func([]store.Op, []store.Outcome)
	// Serial, for tests, sends one member at a time.
	Serial bool
	// Pick, for tests, says with Serial which of the writes that wait is next.
	Pick func(waiting func() []store.Op) int
}

// Group sends every write of a process. Its goroutines, one for each batch under way and one
// for each deferred subject, live only while something waits, so that a Runtime that was
// never started can write too.
type Group struct {
	cfg      Config
	parallel store.Parallel // nil: one batch at a time

	closed    chan struct{} // what waits is refused
	closeOnce sync.Once
	gone      chan struct{} // nobody waits for the batches under way either
	goneOnce  sync.Once
	asking    chan struct{} // one token for each deferred subject that asks the store

	mu struct {
		sync.Mutex
		queue    []*Request
		spare    []*Request // empty, to be the queue next
		singles  int        // of the queue, those that are never pipelined
		underWay []*batch   // the eldest first
		loops    int        // goroutines that send batches
		commits  int64
		draining bool // the worker stops: what is deferred for long is refused
		deferred map[store.Subject]*deferred
		searches int64 // that were deferred
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

// Submit hands over op. A caller's request is refused soon when the store is in trouble, the
// engine's is not.
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

// DoAll is [Group.Do] for ops of which none waits for another one's answer, and of which none is
// deferred for long: what stays locked is answered [store.Locked] after a tenth of a second, and what the
// store has no space for with its error. So one that nobody can have now hardly holds up the others.
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

// DoWith is Do with a request of the caller's own, to be used again and again, which has the
// outcome until then. The reviser may change the op before it is sent.
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

// DoCaller submits a caller's op. The op is not taken back when ctx ends: it may be applied
// still, and the error says so. Its request then goes to late, if set.
func (g *Group) DoCaller(ctx context.Context, op store.Op, late func(*Request)) Answer {
	if err := ctx.Err(); err != nil {
		return Answer{Err: err}
	}
	r := g.Submit(op, true)
	select {
	case <-r.done:
		return r.answer
	case <-g.gone: // its batch may be under way still
		return Answer{Err: errors.Join(ErrStopped, store.ErrUnknownOutcome)}
	case <-ctx.Done():
		if late != nil {
			late(r)
		}
		return Answer{Err: errors.Join(store.ErrUnknownOutcome, context.Cause(ctx))}
	}
}

// Stuck reports whether a batch has been under way for longer than d.
func (g *Group) Stuck(d time.Duration) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.mu.underWay) > 0 && g.cfg.Clock.Now().Sub(g.mu.underWay[0].since) > d
}

// Commits is how many batches the store has taken.
func (g *Group) Commits() int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.mu.commits
}

// Drain says that the worker waits for its writes to end. What has been deferred for as long
// as a caller would wait is refused from now on.
func (g *Group) Drain() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.mu.draining = true
}

// Close refuses everything that waits with ErrStopped.
func (g *Group) Close() { g.closeOnce.Do(func() { close(g.closed) }) }

// Abandon is Close for a store that may never answer: nobody waits for the batches under way
// any more, either.
func (g *Group) Abandon() {
	g.Close()
	g.goneOnce.Do(func() { close(g.gone) })
}

// Gone is closed by Abandon.
func (g *Group) Gone() <-chan struct{} { return g.gone }

// pick has a test say which of the writes that wait is next.
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

// waiting are the writes that wait, in the order in which they came.
func (g *Group) waiting() []store.Op {
	g.mu.Lock()
	defer g.mu.Unlock()
	ops := make([]store.Op, len(g.mu.queue))
	for i, r := range g.mu.queue {
		ops[i] = r.op
	}
	return ops
}
