package workflow

import (
	"errors"
	"maps"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// Context is the first argument of every verb of this package. It identifies the run and the
// scope of cancellation. It is deliberately not a context.Context, because a workflow must not
// call anything that takes one.
//
// The workflow function receives one, and [WithCancel], [WithTimeout], [WithoutCancel] and [Go]
// make more. Any coroutine of a run may use any Context of that run: the Context decides the
// scope, not which coroutine waits. Contexts and futures must not be used outside their run:
// not in another goroutine, not in an activity, not after the run has ended. Such a use panics
// where the engine can detect it.
//
// The coroutines of a workflow take turns, so its variables need no lock.
//
// Values pass between workflow, activities and signal senders as encoded bytes, and each
// [Future.Get] decodes them again. An error keeps its text, its code and its causes: errors.Is
// finds the errors of this package and of package activity, and the author's own failure.Code.
//
// A panic does not fail the run. The task is tried twice more, and then the run is parked until
// the code is fixed. To compensate after a panic, recover it in a deferred function, return from
// that function, and only then wait.
//
// The zero Context belongs to no run: verbs return an error, and those without an error result panic.
type Context struct {
	run    *run
	scope  *replay.Scope
	update bool // of an update's handler, which continues while the run is about to continue as new
}

var (
	errNoRun     = errors.New("workflow: the zero Context belongs to no run; pass on the one the workflow function was given")
	errOtherRun  = errors.New("workflow: a Future of another run; use a Future only in the run that made it")
	errPanicking = errors.New("workflow: a deferred function cannot wait while a panic passes through it")
	errNoFuture  = errors.New("workflow: the zero Future waits for nothing; make one with Execute, NewTimer or Go")
	errNoCases   = errors.New("workflow: Select without a case would wait for ever")
	errNoSignal  = errors.New("workflow: a signal without a name; make definitions with workflow.DefineSignal")
	errNoFunc    = errors.New("workflow: a nil function")
	errNoCond    = errors.New("workflow: Until was given a nil function; pass the condition to wait for")
	errNoOption  = errors.New("is nil: leave it out")
	errNoDef     = errors.New("the definition is nil; pass the one that activity.Define or activity.New returned")
	errNoRandom  = errors.New("workflow: the zero Random belongs to no run; make one with Rand")
	errEmptyCase = errors.New("workflow: the zero Case waits for nothing; make cases with On, OnSignal and After")
)

// env is the machine's side of the run.
func (ctx Context) env() (*replay.Env, error) {
	if ctx.run == nil {
		return nil, errNoRun
	}
	if ctx.run.continued != nil && !ctx.update {
		return nil, ErrContinued
	}
	return ctx.run.env, nil
}

// under returns ctx with another scope.
func (ctx Context) under(scope *replay.Scope) Context {
	ctx.scope = scope
	return ctx
}

// mustEnv is env for the verbs that return no error.
func (ctx Context) mustEnv() *replay.Env {
	if ctx.run == nil {
		panic(errNoRun)
	}
	return ctx.run.env
}

// Info describes a run to its workflow.
type Info struct {
	Namespace  string
	Queue      string // the queue of the run, and of its activities that set none
	RunID      uuid.UUID
	WorkflowID string
	Workflow   string    // the definition's name
	Started    time.Time // time of the run's first task
	Build      string    // of the process that started it
	// Nominal is the scheduled time that the run was started for, in UTC; zero: no schedule started it.
	Nominal time.Time
	// Headers are the headers that the run was started with.
	Headers map[string]string
	// Events is the length of the history at this task, including the task's own commands so
	// far. It is the same on replay.
	Events int64
}

// GetInfo returns information about the run. It is the same on replay. It panics for the zero Context.
func GetInfo(ctx Context) Info {
	env := ctx.mustEnv()
	info := ctx.run.info
	info.Headers = maps.Clone(info.Headers)
	info.Events = env.Events()
	return info
}

// Now returns the time of the current workflow task, in UTC. The time stands still while the
// workflow does not wait, never goes back, is never before the due time of a timer that has
// fired, and is the same on replay. Use it instead of time.Now.
func Now(ctx Context) time.Time { return now(ctx.mustEnv()) }

// now truncates the time to the precision of a history, so that a first execution sees what a
// replay sees.
func now(env *replay.Env) time.Time { return env.Now().UTC().Truncate(time.Microsecond) }

// WithCancel returns a Context whose scope is cancelled by calling cancel, or together with
// ctx. The scope of the workflow function's own Context is cancelled when the run is asked to
// cancel. Any coroutine of the run may call cancel, more than once.
//
// Timers and waits for signals under the Context then end with [ErrCancelled], and so does
// everything started afterwards. Clean up under [WithoutCancel], and return the error.
//
// For an activity, cancellation is a request. If no attempt is running, the activity ends as
// cancelled at once. If one is running, the context of the attempt ends, and the Future ends when
// the attempt has ended: with its result, with [ErrCancelled] if it gave way, with its own
// failure, or with activity.ErrOutcomeUnknown if nobody knows. [Future.Get] waits for that, so a
// compensation cannot overtake the step that it undoes; see [Saga]. [Select], [Receive] and a Get
// with [LeaveOnCancel] do not wait.
func WithCancel(ctx Context) (inner Context, cancel func()) {
	ctx.mustEnv()
	scope := ctx.scope.Child()
	return ctx.under(scope), scope.Cancel
}

// WithTimeout returns a Context whose scope is cancelled when d has passed, by calling cancel, or
// together with ctx. The timer is durable: the process may die meanwhile. When the time is over,
// the Context is cancelled with [ErrTimeout] instead of [ErrCancelled]. Its activities are asked
// to end, and [Future.Get] waits until they have; with [LeaveOnCancel] it does not. If d is not
// positive, the time is over at once.
//
// Call cancel when the work is done; otherwise the timer stays open.
func WithTimeout(ctx Context, d time.Duration) (inner Context, cancel func()) {
	env := ctx.mustEnv()
	var limit *history.TimerStarted
	if d > 0 {
		limit = &history.TimerStarted{FireAt: dueIn(env, d)}
	}
	scope, timer := env.Limit(ctx.scope, ctx.scope, limit)
	return ctx.under(scope), func() {
		if timer != nil {
			timer.Cancel()
		}
		scope.Cancel()
	}
}

// WithoutCancel returns a Context that is not cancelled with ctx. Use it for cleaning up after
// a cancellation.
func WithoutCancel(ctx Context) Context {
	ctx.mustEnv()
	return ctx.under(ctx.scope.Detached())
}
