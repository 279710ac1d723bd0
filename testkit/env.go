package testkit

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// longest is how much real time one call of an [Env], or one run of a body in a mode, may take
// before the test fails and tells who is blocked where. It does not depend on virtual time. In a
// bubble that the test itself made there is no such limit, because no real clock is visible there.
const longest = time.Minute

// endOfTime is when nothing is expected to happen any more: whoever still waits then waits for ever.
const endOfTime = 90 * 365 * 24 * time.Hour

var (
	// errGone is the end of a goroutine that has already reported why it ended.
	errGone = errors.New("it ended its goroutine")
	errOver = errors.New("the test has ended")
)

// Env is a Runtime on an in-memory store, with a time of its own. It is a testing.TB: what a
// test reports through it shows the right line, also from stubs and from functions that
// [Env.After] calls.
//
// Use an Env on one goroutine of the test at a time. Stubs, activities and functions called by
// After run inside it and may use it, too.
type Env struct {
	testing.TB
	bubble *bubble
	trial  *trial      // of a mode; nil: the test runs once, normally
	busy   atomic.Bool // a goroutine outside waits for its call
	// turns counts what has ended inside, calls and functions of After. Only the clock knows
	// their order; this tells it to the race detector.
	turns  atomic.Int64
	ended  atomic.Bool // the test has ended
	broken atomic.Bool // a call never returned: nothing can be cleaned up
	limit  time.Duration
	clock  *clock
	store  *memory.Store

	mu        sync.Mutex
	config    reprise.Config
	bindings  []reprise.Binding
	stubs     map[string]activity.Binding
	needed    map[string][]func() error               // checks for the end of the test, by activity
	by        map[string]func(history.Payload) string // how results of a workflow are compared
	leaveOpen bool
	before    map[string]bool // changes that runs are assumed to have begun before
	worker    *worker         // the live one; nil: none was needed yet
	past      []*worker
	calls     []Call
	runs      []store.RunID  // started by the test, in order
	ids       map[string]int // how many of each were numbered
	drawn     map[string]int // how often each was drawn
	afters    int            // number of calls of After
	promised  map[int]string // those whose time has not come
	made      promises
	lines     lines

	// Inside the bubble:
	ctx       context.Context // of the calls under way; ends when the world does
	fail      context.CancelCauseFunc
	calming   chan struct{}  // held by whoever waits until nothing can move
	last      *time.Timer    // the end of time
	over      bool           // the test has ended: no worker takes over any more
	replacing sync.WaitGroup // goroutines that start another worker
	said      bool           // the reason for the end of the world was reported
	late      bool           // a call took too long
}

// New makes an environment for one test. bindings are the workflows, the signals, and the activities that
// should be real; [Stub] replaces others. Time begins at midnight UTC 2000-01-01, jumps to the next timer
// whenever the test waits and nothing else can move, and ends 90 years later. New works inside synctest.Test
// and with t.Parallel, and leaves no goroutine behind.
//
// If a run is still open when the test ends, the test fails, unless [Env.LeaveOpen] was called.
func New(tb testing.TB, bindings ...reprise.Binding) *Env {
	if tb == nil {
		panic("testkit: New needs the testing.TB of the test, not nil")
	}
	tb.Helper()
	if tr := trialHere(); tr != nil && tb != testing.TB(tr) {
		tr.Fatalf("testkit: New got the testing.TB of the whole test: in a mode pass the one that the body gets")
	}
	e := &Env{TB: tb, limit: longest, bindings: bindings, stubs: make(map[string]activity.Binding), needed: make(map[string][]func() error), by: make(map[string]func(history.Payload) string), ids: make(map[string]int), drawn: make(map[string]int), promised: make(map[int]string)}
	if tr, ok := tb.(*trial); ok {
		e.trial = tr
		tr.mu.Lock()
		tr.envs = append(tr.envs, e)
		tr.mu.Unlock()
	}
	e.bubble = newBubble(tb)
	tb.Cleanup(e.finish)
	return e
}

// Configure changes the Runtime's configuration before the first run is started. The kit sets Clock,
// Logger, Build and LeaseTTL. An Observer hears what the kit hears, including the last events of a
// worker that died.
func (e *Env) Configure(change func(*reprise.Config)) {
	e.Helper()
	e.given("Configure needs a function", change != nil)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.worker != nil {
		e.Fatal("testkit: Configure comes after the first call that needs the Runtime: call it right after New")
	}
	change(&e.config)
}

// LeaveOpen allows the test to end with open runs.
func (e *Env) LeaveOpen() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.leaveOpen = true
}

// given ends the test if something that a call needs is nil.
func (e *Env) given(what string, there bool) {
	e.Helper()
	if !there {
		e.Fatalf("testkit: %s, not nil", what)
	}
}

// FailNow ends the test. Called from inside the environment, it also ends what the test waits for.
func (e *Env) FailNow() {
	e.Helper()
	if !inBubble() {
		e.TB.FailNow()
	}
	if e.fail != nil {
		e.fail(errGone)
	}
	if e.bubble.calls == nil {
		e.TB.FailNow()
	}
	e.TB.Fail()
	goexit()
}

// Fatal is Log followed by FailNow.
func (e *Env) Fatal(args ...any) {
	e.Helper()
	e.TB.Error(args...)
	e.FailNow()
}

// Fatalf is Logf followed by FailNow.
func (e *Env) Fatalf(format string, args ...any) {
	e.Helper()
	e.TB.Errorf(format, args...)
	e.FailNow()
}

// Context returns a context that ends with the test. Inside the bubble, virtual time passes
// while something waits for it; t.Context() is made outside the bubble and would stop time.
func (e *Env) Context() context.Context {
	if e.bubble.calls == nil || !inBubble() {
		return e.TB.Context()
	}
	return e.ctx
}

// Now returns the virtual time.
func (e *Env) Now() (now time.Time) {
	e.Helper()
	e.look(func() error { now = e.clock.Now(); return nil })
	return now
}

// Sleep lets virtual time pass. It starts no worker: before the first [Start] or [Env.Do] there
// is none, and no schedule fires.
func (e *Env) Sleep(d time.Duration) {
	e.Helper()
	e.in(func() error {
		alarm := e.clock.NewTimer(d)
		defer alarm.Stop()
		select {
		case <-alarm.C():
			return nil
		case <-e.ctx.Done():
			return context.Cause(e.ctx)
		}
	})
}

// After calls f when d of virtual time has passed, whatever the test waits for then. Use it for
// signals, cancellations and other events of the outside world. If f fails, the test fails. If
// the test ends before the time comes, that is logged.
func (e *Env) After(d time.Duration, f func()) {
	e.Helper()
	e.given("After needs a function", f != nil)
	site := callSite()
	e.in(func() error {
		e.later(d, site, "what After", f)
		return nil
	})
}

// later calls f, which was given to by, at a virtual time.
func (e *Env) later(d time.Duration, site, by string, f func()) {
	begun := e.ctx
	e.mu.Lock()
	e.afters++
	n := e.afters
	what := fmt.Sprintf("what comes after %v (%d)", d, n)
	e.promised[n] = fmt.Sprintf("%s%s was to call at %s", site, by, time.Now().Add(d).UTC().Format("2006-01-02 15:04:05"))
	e.mu.Unlock()
	time.AfterFunc(d, func() {
		e.mu.Lock()
		delete(e.promised, n)
		e.mu.Unlock()
		e.clock.stir()
		e.gate(what)
		if begun.Err() != nil {
			return
		}
		err := guard(f)
		e.turns.Add(1)
		if err != nil {
			if !errors.Is(err, errGone) {
				e.TB.Errorf("testkit: %s called: %v", by, err)
			}
			e.fail(errGone) // the reason was already reported
		}
	})
}

// Do calls f inside the environment with the Runtime's client, for calls that have no form of
// their own here. While f waits, virtual time passes. If the worker dies during f, f is called
// again with the next one. The first call starts the worker, also with a function that does nothing:
//
//	env.Do(func(context.Context, reprise.Client) error { return nil }) // from here on schedules fire
func (e *Env) Do(f func(ctx context.Context, c reprise.Client) error) error {
	e.Helper()
	e.given("Do needs a function", f != nil)
	var err error
	e.in(func() error {
		failure := guard(func() {
			err = e.ask(func(rt *reprise.Runtime) error { return f(e.ctx, rt) })
		})
		if failure != nil && !errors.Is(failure, errGone) {
			return fmt.Errorf("what Do called: %w", failure)
		}
		return failure
	})
	return err
}

// begin makes what lives inside, once.
func (e *Env) begin() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ctx != nil {
		return
	}
	ahead := time.Duration(0)
	if e.trial != nil {
		ahead = e.trial.ahead
	}
	e.clock = newClock(e.settle, ahead)
	e.store = memory.New(memory.Options{Clock: e.clock, Secret: []byte("of the testkit, the same in every test")})
	e.calming = make(chan struct{}, 1)
	e.ctx, e.fail = context.WithCancelCause(context.Background())
	e.last = time.AfterFunc(endOfTime, func() { e.fail(&deadEnd{text: e.whoWaits(), late: e.dueLater()}) })
}
