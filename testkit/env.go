package testkit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
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

// Limit is how long one call of an [Env] may take by the machine's clock before the test
// fails and says who is blocked where. Virtual time has nothing to do with it.
const Limit = time.Minute

// endOfTime is when nothing is expected to happen any more: whoever still waits then
// waits for ever.
const endOfTime = 90 * 365 * 24 * time.Hour

// patience is how long, of virtual time, what outlives its context has when the test is
// over: an activity that sleeps, for example.
const patience = 30 * 24 * time.Hour

// errGone is the end of a goroutine that has said itself why it ended.
var errGone = errors.New("it ended its goroutine")

// Env is a Runtime on a store in memory, with a time of its own. It is a testing.TB:
// what a test says through it is said in the right place, also from inside stubs and
// what [Env.After] calls.
//
// An Env is used by one goroutine of the test at a time. Stubs, activities and what
// After calls run inside it and may use it, too.
type Env struct {
	testing.TB
	bubble *bubble
	trial  *trial      // of a mode; nil: the test runs once, as it is
	busy   atomic.Bool // a goroutine outside waits for what it asked for
	clock  *clock
	store  *memory.Store

	mu        sync.Mutex
	config    reprise.Config
	bindings  []reprise.Binding
	stubs     map[string]activity.Binding
	needed    map[string][]func() error               // what the end of the test asks for, by activity
	by        map[string]func(history.Payload) string // how results of a workflow are compared
	leaveOpen bool
	worker    *worker // the live one; nil: none was needed yet
	past      []*worker
	calls     []Call
	runs      []store.RunID  // started by the test, in order
	ids       map[string]int // how many of each were numbered
	drawn     map[string]int // how often each was drawn
	afters    int            // how many calls After has promised
	lines     lines

	// Inside the bubble:
	ctx       context.Context // of the calls under way; ends when the world does
	fail      context.CancelCauseFunc
	last      *time.Timer    // the end of time
	over      bool           // the test has ended: nobody takes over any more
	replacing sync.WaitGroup // of those who take over
	broken    bool           // a call never came back: nothing can be cleaned up
}

// New makes an environment for one test. Its bindings are workflows and signals, and the
// activities that are to be the real ones; [Stub] stands in for others. The time begins
// at midnight UTC 2000-01-01 and leaps to the next timer whenever the test waits and
// nothing else can move. It works inside synctest.Test, with t.Parallel, and leaves no
// goroutine behind.
//
// The test fails when it ends with an open run, unless [Env.LeaveOpen] was called.
func New(tb testing.TB, bindings ...reprise.Binding) *Env {
	tb.Helper()
	if tr := trialOf(tb); tr != nil {
		tr.Fatalf("testkit: New was given the testing.TB of the whole test: in a mode it takes the one that the body is given")
	}
	e := &Env{TB: tb, bindings: bindings, stubs: make(map[string]activity.Binding), needed: make(map[string][]func() error), by: make(map[string]func(history.Payload) string), ids: make(map[string]int), drawn: make(map[string]int)}
	e.trial, _ = tb.(*trial)
	e.bubble = newBubble(tb)
	tb.Cleanup(e.finish)
	return e
}

// Configure changes the Runtime's configuration before the first run is started. Clock,
// Logger, Build, Observer and LeaseTTL are the kit's.
func (e *Env) Configure(change func(*reprise.Config)) {
	e.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.worker != nil {
		e.Fatal("testkit: Configure comes after the first call that needs the Runtime: call it right after New")
	}
	change(&e.config)
}

// LeaveOpen allows the test to end while runs are open.
func (e *Env) LeaveOpen() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.leaveOpen = true
}

// FailNow ends the test. From inside the environment it ends what the test waits for.
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

// Fatal is Log and FailNow.
func (e *Env) Fatal(args ...any) {
	e.Helper()
	e.TB.Error(args...)
	e.FailNow()
}

// Fatalf is Logf and FailNow.
func (e *Env) Fatalf(format string, args ...any) {
	e.Helper()
	e.TB.Errorf(format, args...)
	e.FailNow()
}

// Now is the virtual time.
func (e *Env) Now() (now time.Time) {
	e.Helper()
	e.in(func() error { now = time.Now(); return nil })
	return now
}

// Sleep lets virtual time pass.
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

// After calls f at a virtual time, d from now, whatever the test waits for then: it is
// where signals and cancels of the world outside come from. A failure of f fails the
// test.
func (e *Env) After(d time.Duration, f func()) {
	e.Helper()
	e.in(func() error {
		begun := e.ctx
		e.mu.Lock()
		e.afters++
		what := fmt.Sprintf("what comes after %v (%d)", d, e.afters)
		e.mu.Unlock()
		time.AfterFunc(d, func() {
			e.clock.stir()
			e.gate(what)
			if begun.Err() != nil {
				return
			}
			if err := guard(f); err != nil && !errors.Is(err, errGone) {
				e.TB.Errorf("testkit: what After called: %v", err)
				e.fail(err)
			}
		})
		return nil
	})
}

// Do calls f inside the environment with the client of the Runtime, for the calls that
// have no form of their own here. What f waits for lets virtual time pass.
func (e *Env) Do(f func(ctx context.Context, c reprise.Client) error) error {
	e.Helper()
	var err error
	e.in(func() error {
		err = e.ask(func(rt *reprise.Runtime) error { return f(e.ctx, rt) })
		return nil
	})
	return err
}

// in runs f inside, with the world begun. An error of f is one of the kit's and ends the
// test; what the calls of a test have to say to it is none.
func (e *Env) in(f func() error) {
	e.Helper()
	if tr := trialOf(e.TB); tr != nil {
		tr.Fatalf("testkit: the Env was made outside of the body of the mode: make it inside, with New and the testing.TB that the body is given")
	}
	if e.bubble.foreign() {
		e.TB.Errorf("testkit: the Env lives in another bubble of testing/synctest: use it where New was called, or in what it calls itself")
		goexit()
	}
	if !inBubble() {
		if !e.busy.CompareAndSwap(false, true) {
			e.Fatalf("testkit: two goroutines use the Env at a time: what is to happen while the test waits goes into After")
		}
		defer e.busy.Store(false)
	}
	var err error
	back := e.bubble.do(Limit, func() {
		if err = e.begin(); err == nil {
			err = f()
		}
		e.settle()
	})
	switch {
	case !back:
		e.broken = true
		e.TB.Fatalf("testkit: nothing came back within %v.\n%s\n%s", Limit, e.whoWaits(), stacks())
	case errors.Is(err, errGone):
		e.FailNow() // it was said why
	case err != nil:
		e.Fatalf("testkit: %v", err)
	}
}

// settle has whoever calls go on when nothing else can, in a mode: what goes on at the same
// moment would do so in an order that nobody decided.
func (e *Env) settle() {
	if e.trial != nil {
		e.trial.sched.settle()
	}
}

// gate has what a test does wait for its turn, in a mode.
func (e *Env) gate(what string) {
	if e.trial != nil {
		e.trial.sched.pass("test: " + what)
	}
}

// begin makes what lives inside, once.
func (e *Env) begin() error {
	e.mu.Lock()
	begun := e.ctx != nil
	e.mu.Unlock()
	if begun {
		return nil
	}
	e.clock = newClock(e.settle)
	e.store = memory.New(memory.Options{Clock: e.clock})
	e.ctx, e.fail = context.WithCancelCause(context.Background())
	e.last = time.AfterFunc(endOfTime, func() { e.fail(&deadEnd{text: e.whoWaits()}) })
	return nil
}

// finish ends the world with its test.
func (e *Env) finish() {
	e.Helper()
	if e.broken {
		return
	}
	var story string
	var report []string
	e.bubble.do(Limit, func() {
		if e.ctx == nil {
			return
		}
		e.settle()
		e.mu.Lock()
		e.over = true
		e.mu.Unlock()
		e.replacing.Wait()
		report = append(e.unfinished(), e.check()...)
		if e.TB.Failed() || len(report) > 0 {
			story = e.story()
		}
		e.fail(errors.New("the test has ended"))
		e.last.Stop()
		e.mu.Lock()
		workers := append(slices.Clone(e.past), e.worker)
		e.mu.Unlock()
		for _, w := range workers {
			if w != nil {
				w.stop()
			}
		}
		time.Sleep(patience) // in the bubble, where it is virtual: what still sleeps in an activity ends
	})
	if err := e.bubble.close(); err != nil {
		e.TB.Errorf("testkit: %v", err)
	}
	if story != "" {
		e.TB.Log(story)
	}
	for _, line := range report {
		e.TB.Error(line)
	}
	for _, activity := range slices.Sorted(maps.Keys(e.needed)) {
		for _, need := range e.needed[activity] {
			if err := need(); err != nil {
				e.TB.Error(err)
			}
		}
	}
}

// unfinished are the runs that are still open.
func (e *Env) unfinished() (all []string) {
	if e.leaveOpen || e.TB.Failed() {
		return nil
	}
	for _, r := range e.openRuns() {
		all = append(all, fmt.Sprintf("testkit: the test ends while run %q of workflow %q is open: wait for its result, or call LeaveOpen.\n%s", r.WorkflowID, r.Workflow, e.whoWaits()))
	}
	return all
}
