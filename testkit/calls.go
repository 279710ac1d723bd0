package testkit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/gates"
	"github.com/reprise-run/reprise/timer"
)

// errDied is the end of an attempt whose worker died.
var errDied = errors.New("its worker died")

// Call is one attempt that was made at an activity, real or stubbed.
type Call struct {
	Activity   string
	WorkflowID string
	Number     int64 // of the activity in its run
	Attempt    int   // 1, 2, 3, ...
	At         time.Time
	Took       time.Duration
	Err        error // returned by the function, or the death of its worker
	Running    bool  // it has not returned
	runID      history.RunID
	input      history.Payload
	codecs     *history.Codecs
}

// String describes the call in one line: activity and input, run, attempt, when and how it ended.
func (c Call) String() string {
	text := fmt.Sprintf("%s(%s) of %s, attempt %d at %s", c.Activity, c.codecs.Text(c.input), c.WorkflowID, c.Attempt, c.At.UTC().Format(time.RFC3339Nano))
	switch {
	case c.Running:
		return text + ", running"
	case errors.Is(c.Err, errDied):
		return fmt.Sprintf("%s, %v, %v", text, c.Took, c.Err)
	case c.Err != nil:
		return fmt.Sprintf("%s, %v, failed: %v", text, c.Took, c.Err)
	}
	return fmt.Sprintf("%s, %v", text, c.Took)
}

func (c *Call) decode(v any) error { return c.codecs.Decode(c.input, v) }

// Calls returns all attempts so far, in the order in which they began. It first waits until
// nothing can move without time passing.
func (e *Env) Calls() []Call {
	e.Helper()
	e.pause()
	return e.attempts()
}

// pause is calm for callers that then read what the kit has recorded, also after the test.
func (e *Env) pause() {
	e.Helper()
	if !e.ended.Load() {
		e.look(func() error { e.calm(); return nil })
	}
}

func (e *Env) attempts() []Call {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.calls)
}

// Executed returns the names of the activities that were executed so far, in the order in which
// their first attempts began. Compare it to assert an order.
func (e *Env) Executed() (names []string) {
	e.Helper()
	e.pause()
	for _, c := range e.executions("") {
		names = append(names, c.Activity)
	}
	return names
}

// executions returns the first recorded attempt of each activity with the name, or of every
// activity if the name is empty.
func (e *Env) executions(name string) (all []Call) {
	type execution struct {
		run    history.RunID
		number int64
	}
	seen := make(map[execution]bool)
	for _, c := range e.attempts() {
		x := execution{c.runID, c.Number}
		if (name == "" || c.Activity == name) && !seen[x] {
			seen[x] = true
			all = append(all, c)
		}
	}
	return all
}

// bound returns the bindings for a Runtime, with stubs in place of stubbed activities. e.mu is held.
func (e *Env) bound() (all []reprise.Binding) {
	stubs := make(map[string]bool)
	for name, b := range e.stubs {
		all, stubs[name] = append(all, b), true
	}
	for _, b := range e.bindings {
		if b == nil {
			all = append(all, b) // New reports it
			continue
		}
		a, ok := b.Contract().(*contract.Activity)
		switch {
		case !ok:
			all = append(all, b)
		case !stubs[a.Name]:
			all = append(all, b)
		}
	}
	return all
}

// record records each attempt that w makes.
func (e *Env) record(w *worker) func(contract.Handler) contract.Handler {
	return func(next contract.Handler) contract.Handler {
		return func(ctx context.Context, c *contract.Call) (history.Payload, error) {
			if e.dies(ctx, w, "before", c.Info) {
				return history.Payload{}, context.Cause(ctx)
			}
			result, err := e.noted(ctx, w, c, next)
			if e.dies(ctx, w, "after", c.Info) {
				return history.Payload{}, context.Cause(ctx)
			}
			return result, err
		}
	}
}

// noted makes an attempt and records it, however it ends.
func (e *Env) noted(ctx context.Context, w *worker, c *contract.Call, next contract.Handler) (result history.Payload, err error) {
	begun := e.clock.Now()
	e.mu.Lock()
	i := len(e.calls)
	e.calls = append(e.calls, Call{
		Activity: c.Info.Activity, WorkflowID: c.Info.WorkflowID, Number: c.Info.Number, Attempt: c.Info.Attempt,
		At: begun, Running: true, runID: c.Info.RunID, input: c.Input, codecs: c.Codecs,
	})
	e.mu.Unlock()
	returned := false
	defer func() {
		v := recover()
		switch {
		case v != nil:
			err = fmt.Errorf("panic: %v", v)
		case !returned:
			err = errGone
			e.stopped(c.Info)
		}
		said := err
		if w.store.Crashed() && errors.Is(err, activity.ErrStopping) {
			said = errDied // a process that ends tells its attempts nothing
		}
		e.mu.Lock()
		call := &e.calls[i]
		call.Took, call.Err, call.Running = e.clock.Now().Sub(begun), said, false
		e.mu.Unlock()
		if v != nil {
			panic(v) // the engine turns it into a failure
		}
	}()
	result, err = next(ctx, c)
	returned = true
	return result, err
}

// stopped ends the test when an activity's function has ended its goroutine, as FailNow does.
// Otherwise the engine would treat that as a failure and make another attempt.
func (e *Env) stopped(info contract.Info) {
	if !e.TB.Failed() && !e.TB.Skipped() {
		e.TB.Errorf("testkit: activity %q of %q ended its goroutine (runtime.Goexit, or FailNow of another testing.TB): return an error instead", info.Activity, info.WorkflowID)
	}
	e.fail(errGone)
}

// late is how long an attempt stalls when a schedule makes it late. soon is how long it stalls
// after its context has ended, which is before its cancellation stops waiting for it.
const (
	late = time.Minute
	soon = time.Second
)

// dies reports whether w ends at this point of an attempt; if so, it has ended.
func (e *Env) dies(ctx context.Context, w *worker, when string, info contract.Info) bool {
	if e.trial == nil {
		return false
	}
	point := fmt.Sprintf("%s attempt %d at activity %s (%d) of %s", when, info.Attempt, info.Activity, info.Number, info.WorkflowID)
	chosen := e.trial.sched.Pass("activity: "+point, gates.CrashBefore, gates.Late)
	if chosen == gates.Late {
		if !timer.Pause(e.clock, late, ctx.Done()) {
			timer.Pause(e.clock, soon, nil)
		}
		if w.store.Crashed() {
			return true
		}
	}
	if !chosen.Crash() && !e.trial.point(point) {
		return false
	}
	e.end(w)
	<-ctx.Done()
	return true
}
