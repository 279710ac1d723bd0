package workflow

import (
	"errors"
	"maps"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// Context is what every verb of this package takes first: the run, and the scope of
// cancellation. It is deliberately not a context.Context, because nothing that takes
// one of those may be called in a workflow.
//
// The workflow function is given one, and [WithCancel], [WithoutCancel] and [Go] make
// more. Any Context of a run may be used by any of its coroutines; it decides the
// scope, not who waits. Contexts and futures are of no use outside their run: not in
// a goroutine, not in an activity, not after the run has ended. Such a use panics where the
// engine can tell.
//
// A workflow's coroutines take turns, so its variables need no lock.
//
// Values pass between workflow, activities and signallers as encoded bytes, and each [Future.Get]
// decodes them anew. An error comes back with its text, its code and its causes: errors.Is
// finds the errors of this package and of package activity, and the author's own failure.Code.
//
// A panic does not fail the run. The task is tried twice more, and then the run is parked until
// the code is mended. To compensate after a panic, recover it in a deferred function, return from
// that, and wait afterwards.
//
// The zero Context belongs to no run: verbs return an error, and those that have none
// to return panic.
type Context struct {
	run    *run
	scope  *replay.Scope
	update bool // of the handler of an update, which goes on when the run is about to continue
}

var (
	errNoRun     = errors.New("workflow: the zero Context belongs to no run; pass on the one the workflow function was given")
	errOtherRun  = errors.New("workflow: a Future of another run; a Future is only of use in the run that made it")
	errPanicking = errors.New("workflow: a deferred function cannot wait while a panic passes through it")
	errNoFuture  = errors.New("workflow: the zero Future waits for nothing; make one with Execute, NewTimer or Go")
	errNoCases   = errors.New("workflow: Select without a case would wait for ever")
	errNoSignal  = errors.New("workflow: a signal without a name; make definitions with workflow.DefineSignal")
	errNoFunc    = errors.New("workflow: a nil function")
	errNoCond    = errors.New("workflow: Until was given a nil function; pass the condition to wait for")
	errNoOption  = errors.New("is nil: leave it out")
	errNoDef     = errors.New("the definition is nil; pass what activity.Define or activity.New has returned")
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

// under is ctx with another scope.
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
	Queue      string // that the run was started on, and its activities without a queue of their own
	RunID      uuid.UUID
	WorkflowID string
	Workflow   string    // the definition's name
	Started    time.Time // that of the run's first task
	Build      string    // of the process that started it
	// Nominal is the time of a schedule for which the run was started, in UTC; zero: it was started otherwise.
	Nominal time.Time
	// Headers are those that the run was started with.
	Headers map[string]string
	// Events is how many events the history has at this task, its own commands so far among
	// them. It is the same on replay.
	Events int64
}

// GetInfo describes the run. It is the same on replay. It panics for the zero Context.
func GetInfo(ctx Context) Info {
	env := ctx.mustEnv()
	info := ctx.run.info
	info.Headers = maps.Clone(info.Headers)
	info.Events = env.Events()
	return info
}

// Now is the time of the present workflow task, in UTC. It stands still while the
// workflow does not wait, never goes back, is never before the due time of a timer
// that has fired, and is the same on replay. Use it in place of time.Now.
func Now(ctx Context) time.Time { return now(ctx.mustEnv()) }

// now is cut to what a history keeps of it, so that a first execution sees no more.
func now(env *replay.Env) time.Time { return env.Now().UTC().Truncate(time.Microsecond) }

// WithCancel returns a Context whose scope is cancelled by calling cancel, and with
// ctx. The scope of the workflow function's own Context is cancelled when the run is asked to
// cancel. Cancel may be called more than once, by any coroutine of the run.
//
// Timers and the waits for signals under the Context then end with [ErrCancelled], and so does
// whatever is started afterwards. Clean up under [WithoutCancel], and return the error.
//
// To cancel an activity is a request. One of which no attempt runs ends as cancelled at once. One
// that runs has the context of its attempt ended, and its Future ends when the attempt has ended:
// with its result, with [ErrCancelled] if it gave way, with its own failure, or with
// activity.ErrOutcomeUnknown if nobody knows. [Future.Get] waits for that, so a compensation does
// not overtake the step that it undoes; see [Saga]. [Select], [Receive] and a Get with
// [LeaveOnCancel] do not wait.
func WithCancel(ctx Context) (inner Context, cancel func()) {
	ctx.mustEnv()
	scope := ctx.scope.Child()
	return ctx.under(scope), scope.Cancel
}

// WithTimeout returns a Context whose scope is cancelled when d has passed, by calling cancel, and
// with ctx. The time is durable: the process may die meanwhile. When it is over, the Context is
// cancelled, with [ErrTimeout] in place of [ErrCancelled]. Its activities are asked to end, and
// [Future.Get] waits until they have; with [LeaveOnCancel] it does not. A d that is not positive
// is over at once.
//
// Call cancel when the work is done: until then the timer stays open.
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

// WithoutCancel returns a Context that is not cancelled when ctx is. What a workflow
// does to clean up after a cancellation, it does under such a Context.
func WithoutCancel(ctx Context) Context {
	ctx.mustEnv()
	return ctx.under(ctx.scope.Detached())
}
