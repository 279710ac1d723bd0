package testkit

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/gates"
	"github.com/reprise-run/reprise/internal/hooks"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
)

// trial is one run of a test's body in a mode. It is the testing.TB that the body gets: a
// failure fails the trial, and the mode decides what that means.
type trial struct {
	testing.TB
	seed   uint64
	always bool // replay before each task
	at     int  // the point at which the worker dies; 0: none
	limit  time.Duration
	gone   atomic.Bool // it took too long, and another one would, too
	outer  bool        // the whole test failed in it, which can be seen once

	ahead time.Duration // how long before it its bubble began; in a bubble of the test's, earlier trials took that time

	sched *gates.Schedule
	names gates.Names
	late  chan struct{}   // closed when its time is up; belongs to its bubble, as ctx does
	ctx   context.Context // ends with the body

	mu       sync.Mutex
	bubble   string // the bubble it runs in
	envs     []*Env
	points   int
	died     string // the point at which the worker died
	failed   bool
	skipped  bool
	said     []string
	reason   string // the first line of the first failure
	cleanups []func()

	found found
	base  *trial         // without a crash, to compare with; nil: none
	calls map[string]int // attempts at activities whose function was called more than once
}

// midnight is when the time of a bubble begins.
var midnight = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func newTrial(s *gates.Schedule) *trial {
	return &trial{sched: s, limit: longest, found: newFound(), calls: make(map[string]int)}
}

// trials are the trials in progress, by their bubbles.
var trials sync.Map

// trialHere returns the trial in whose bubble the caller runs, or nil. No other testing.TB can
// be used there: it belongs to another bubble, and ends too late.
func trialHere() *trial {
	if !inBubble() {
		return nil
	}
	tr, _ := trials.Load(bubbleID())
	t, _ := tr.(*trial)
	return t
}

// try runs the body once, in a bubble of its own.
func (tr *trial) try(tb testing.TB, body func(testing.TB)) {
	tb.Helper()
	tr.TB = tb
	if !tb.Failed() {
		defer tr.seeOuter()
	}
	if inBubble() {
		tr.run(body)
		return
	}
	t, ok := tb.(*testing.T)
	if !ok {
		tb.Fatalf("testkit: a mode takes a *testing.T, or any testing.TB inside synctest.Test; this is a %T", tb)
	}
	l := startLimit(tr.limit)
	defer l.stop()
	alarm := time.NewTimer(tr.limit + grace(tr.limit))
	defer alarm.Stop()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		err := bubbled(t, func() {
			stop := l.watch(tr.giveUp)
			tr.run(body)
			stop()
		})
		if err != nil {
			tr.Errorf("testkit: %v", err)
		}
	}()
	select {
	case <-ended:
	case <-alarm.C:
		tr.gone.Store(true)
		tr.Errorf("testkit: the body did not come back within %v of the machine's time. Time does not move while a goroutine waits for something outside of the bubble: a mutex, a network, or a channel made there.\n%s%s", tr.limit+grace(tr.limit), tr.holders(), stacks())
	}
}

// seeOuter checks whether the body failed the whole test instead of the trial.
func (tr *trial) seeOuter() {
	if tr.TB.Failed() {
		tr.outer = true
		tr.Errorf("testkit: the body failed the testing.TB of the whole test: in a mode use the one that the body gets")
	}
}

// idle reports whether the body tested nothing: no worker did any work.
func (tr *trial) idle() bool {
	return !tr.Skipped() && !slices.ContainsFunc(tr.envs, func(e *Env) bool { return e.worker != nil })
}

const howToBody = "the body must make its Env with New from the testing.TB that it gets, and start a run"

// holders tells what stops the time of the trial.
func (tr *trial) holders() string {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return holders(stacksIn(tr.bubble))
}

// run runs the body, in a bubble.
func (tr *trial) run(body func(testing.TB)) {
	id := bubbleID()
	tr.mu.Lock()
	tr.bubble = id
	tr.mu.Unlock()
	trials.Store(id, tr)
	defer trials.Delete(id)
	tr.late, tr.ahead = make(chan struct{}), time.Since(midnight)
	ctx, cancel := context.WithCancel(context.Background())
	tr.ctx = ctx
	tr.sched.Begin()
	defer tr.sched.End()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer tr.cleanUp()
		defer cancel()
		defer func() {
			if v := recover(); v != nil { // report which way the trial went
				tr.Errorf("panic: %v\n%s", v, debug.Stack())
			}
		}()
		body(tr)
	}()
	<-done
}

// giveUp ends, in the bubble, what the body made: its time is up.
func (tr *trial) giveUp() {
	tr.gone.Store(true)
	close(tr.late)
	tr.mu.Lock()
	envs := tr.envs
	tr.mu.Unlock()
	for _, e := range envs {
		e.giveUp()
	}
}

// cleanUp calls all cleanups, even if one ends its goroutine.
func (tr *trial) cleanUp() {
	tr.mu.Lock()
	n := len(tr.cleanups)
	if n == 0 {
		tr.mu.Unlock()
		return
	}
	f := tr.cleanups[n-1]
	tr.cleanups = tr.cleanups[:n-1]
	tr.mu.Unlock()
	defer tr.cleanUp()
	f()
}

// shape sets the hooks of the mode: one thing after the other, each at a gate.
func (tr *trial) shape(h *hooks.Hooks) {
	h.Serial, h.ReplayAlways = true, tr.always
	h.Turn = func(run store.RunID) { tr.sched.Pass("run: " + tr.names.Run(run) + " goes on") }
	h.Write = tr.names.InLine(tr.sched)
	h.Relay = func(ops []store.Op) { tr.sched.Pass("outbox: " + tr.names.Ops(ops)) }
}

// plain reports whether nothing goes wrong in the trial except by the test's own doing.
func (tr *trial) plain() bool {
	return tr.at == 0 && tr.sched.Rng == nil && tr.sched.Forced == nil
}

// point counts a moment at which a worker may die, and reports whether it dies at this one.
func (tr *trial) point(name string) bool {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.points++
	if tr.points != tr.at {
		return false
	}
	tr.died = name
	return true
}

// plan makes the worker die around its calls of the store, or does what the schedule says.
func (tr *trial) plan(die func()) storetest.Plan {
	return func(c storetest.Call) storetest.Fault {
		if tr.sched.Rng != nil || tr.sched.Forced != nil {
			if c.Method == "Tick" || c.Method == "Owned" {
				tr.sched.Settle() // what these calls find decides what an engine does
			}
			if c.Method != "Apply" {
				return storetest.Fault{}
			}
			return tr.sched.Pass("store: "+tr.names.Ops(c.Ops), gates.AtStore...).Around(die)
		}
		what := c.Method
		if len(c.Ops) > 0 {
			what = fmt.Sprintf("the store's %s of %s", c.Method, tr.names.Ops(c.Ops))
		}
		tr.sched.Pass("store: " + what)
		if tr.point("before " + what) {
			return storetest.Fault{Kind: storetest.CrashBefore, Before: die}
		}
		if tr.point("after " + what) {
			return storetest.Fault{Kind: storetest.CrashAfter, After: die}
		}
		return storetest.Fault{}
	}
}

// The methods of testing.TB that concern the trial and not the test.

func (tr *trial) say(text string) string {
	text = callSite() + strings.TrimRight(text, "\n")
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.said = append(tr.said, text)
	return text
}

// complain records why the trial fails.
func (tr *trial) complain(text string) {
	reason, _, _ := strings.Cut(tr.say(text), "\n")
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.failed = true
	tr.reason = cmp.Or(tr.reason, reason)
}

// callSite returns the line of the test's body that reports something, as testing puts it
// before the text; "" if the kit reports it.
func callSite() string {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "github.com/reprise-run/reprise/testkit.") {
			if strings.HasPrefix(f.Function, "runtime.") || f.File == "" {
				return ""
			}
			return fmt.Sprintf("%s:%d: ", filepath.Base(f.File), f.Line)
		}
		if !more {
			return ""
		}
	}
}

// Context returns a context of the trial's bubble; the test's own would stop time.
func (tr *trial) Context() context.Context { return tr.ctx }

// Log keeps the text for a trial that fails.
func (tr *trial) Log(args ...any)                 { tr.say(fmt.Sprintln(args...)) }
func (tr *trial) Logf(format string, args ...any) { tr.say(fmt.Sprintf(format, args...)) }

// Fail makes the trial fail.
func (tr *trial) Fail() {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.failed = true
}

func (tr *trial) FailNow() {
	tr.Fail()
	runtime.Goexit()
}

func (tr *trial) Error(args ...any)                 { tr.complain(fmt.Sprintln(args...)) }
func (tr *trial) Errorf(format string, args ...any) { tr.complain(fmt.Sprintf(format, args...)) }

func (tr *trial) Fatal(args ...any) {
	tr.Error(args...)
	runtime.Goexit()
}

func (tr *trial) Fatalf(format string, args ...any) {
	tr.Errorf(format, args...)
	runtime.Goexit()
}

func (tr *trial) Failed() bool {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return tr.failed
}

func (tr *trial) SkipNow() {
	tr.mu.Lock()
	tr.skipped = true
	tr.mu.Unlock()
	runtime.Goexit()
}

func (tr *trial) Skip(args ...any) {
	tr.Log(args...)
	tr.SkipNow()
}

func (tr *trial) Skipf(format string, args ...any) {
	tr.Logf(format, args...)
	tr.SkipNow()
}

func (tr *trial) Skipped() bool {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return tr.skipped
}

// passOnSkip skips the test if its body skipped: nothing was tried.
func (tr *trial) passOnSkip(tb testing.TB) {
	tb.Helper()
	if tr.Skipped() && !tr.Failed() {
		tb.Skipf("testkit: the body skips:\n%s", tr.story())
	}
}

func (tr *trial) Cleanup(f func()) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.cleanups = append(tr.cleanups, f)
}

// story returns what was reported.
func (tr *trial) story() string {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return strings.Join(tr.said, "\n")
}
