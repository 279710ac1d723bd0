package reprise

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/workflow"
)

// Interceptor is what a Runtime puts around its calls, runs, commands and attempts: tracing,
// tenants, limits. Each func gets the next handler and returns one of its own; nil passes
// through. Config.Intercept takes any number, the first is outermost. The funcs are called when
// the Runtime is made, more than once; the handlers they return run at the same time as each
// other.
//
// No interceptor sees a payload, only its size. A handler calls next, and may return an error
// instead of calling it; to return nil without having called next is a mistake that is told.
// It may replace an error by another one, and not by nil.
type Interceptor struct {
	// Name tells interceptors apart. It must be set, and no other may have it.
	Name string
	// Client is around each call of the client: of Start, Signal, SignalJSON, Update, UpdateJSON,
	// SendUpdate, SignalWithStart, UpdateWithStart, Resolve, ResolveJSON, Reject, Cancel, Terminate, Resume, Pause, Unpause,
	// RetryNow, PlanReset, Reset, Get, Describe, List, Await,
	// Export, Replay, Query, Retain, of the calls about schedules, UpdateHandle.Result and Handle.Result. It may change the headers of a
	// start, signal or update. A panic in it is an error to the caller.
	Client func(next ClientHandler) ClientHandler
	// Workflow is around the workflow function, on replay too. It is workflow code: it must be
	// deterministic, and may use the verbs of package workflow. What it asks for is compared on
	// replay like what the function asks for. A panic in it parks the run.
	Workflow func(next WorkflowHandler) WorkflowHandler
	// Command is around each command of a workflow, on replay too. It must be deterministic, and
	// must not ask for a command itself. It may add headers to an activity, or refuse the command
	// with an error, which is then what the verb of the workflow answers. To refuse what a history
	// has recorded is a change of the code, and parks the run. Headers are recorded, and not
	// compared: on replay those of the history count. A panic in it parks the run.
	Command func(next CommandHandler) CommandHandler
	// Activity is around each attempt at an activity; activity.GetInfo of its context tells which.
	// A panic in it fails the attempt.
	Activity func(next ActivityHandler) ActivityHandler
}

type (
	// ClientHandler makes a call of the client. It must pass on the Request it was given.
	ClientHandler func(ctx context.Context, r *Request) error
	// WorkflowHandler runs a workflow function.
	WorkflowHandler = func(ctx workflow.Context) error
	// CommandHandler lets a command of a workflow pass. It must pass on the Command it was given.
	CommandHandler = func(ctx workflow.Context, c *workflow.Command) error
	// ActivityHandler makes an attempt. It must pass on its context, or one made from it.
	ActivityHandler func(ctx context.Context) error
)

// Request is a call of the client, as a [ClientHandler] sees it.
type Request struct {
	Verb       string // "start", "signal", "cancel" and so on: the call's name in lower case
	Workflow   string // where the call names one
	WorkflowID string // where the call names one
	RunID      RunID  // where the call names one
	Name       string // of the signal, update or query
	Headers    map[string]string
	Queue      string // of a start: that the run is started on
	Size       int    // of the payload, in encoded bytes
	InTx       bool   // it is made in a transaction of the user's
	// Existed is known once next has returned, as is RunID: the start, or the delivery with a start, has found
	// an open run. Of many starts at once each passes before all are made, and neither is known.
	Existed bool

	do      func(ctx context.Context) error
	running bool
	done    bool
	err     error
}

// chains are the interceptors of a Runtime, composed; nil where there are none.
type chains struct {
	client   ClientHandler
	workflow func(WorkflowHandler) WorkflowHandler
	command  func(CommandHandler) CommandHandler
	attempt  func(contract.Handler) contract.Handler
}

func newChains(all []Interceptor) (c chains, err error) {
	errs := []error{checkInterceptors(all)}
	var client, flow, command, attempt bool
	for _, i := range all {
		client, flow = client || i.Client != nil, flow || i.Workflow != nil
		command, attempt = command || i.Command != nil, attempt || i.Activity != nil
	}
	if client {
		c.client, err = compose(all, func(i Interceptor) func(ClientHandler) ClientHandler { return i.Client }, runRequest)
		errs = append(errs, err)
	}
	if flow {
		of := func(end WorkflowHandler) (WorkflowHandler, error) {
			return compose(all, func(i Interceptor) func(WorkflowHandler) WorkflowHandler { return i.Workflow }, end)
		}
		_, err = of(func(workflow.Context) error { return nil })
		errs = append(errs, err)
		c.workflow = func(end WorkflowHandler) WorkflowHandler { return sure(of(end)) }
	}
	if command {
		of := func(end CommandHandler) (CommandHandler, error) {
			return compose(all, func(i Interceptor) func(CommandHandler) CommandHandler { return i.Command }, end)
		}
		_, err = of(func(workflow.Context, *workflow.Command) error { return nil })
		errs = append(errs, err)
		c.command = func(end CommandHandler) CommandHandler { return sure(of(end)) }
	}
	if attempt {
		chain, err := compose(all, func(i Interceptor) func(ActivityHandler) ActivityHandler { return i.Activity }, runAttempt)
		errs = append(errs, err)
		c.attempt = func(next contract.Handler) contract.Handler { return aroundAttempt(chain, next) }
	}
	return c, errors.Join(errs...)
}

// around is what is around each attempt, with outer, of tests, around it all.
func (c chains) around(outer func(contract.Handler) contract.Handler) func(contract.Handler) contract.Handler {
	switch {
	case outer == nil:
		return c.attempt
	case c.attempt == nil:
		return outer
	}
	return func(next contract.Handler) contract.Handler { return outer(c.attempt(next)) }
}

// sure is a chain that New has composed before without an error.
func sure[H any](h H, err error) H {
	if err != nil {
		panic(err)
	}
	return h
}

func checkInterceptors(all []Interceptor) error {
	var errs []error
	names := make(map[string]bool)
	for i, in := range all {
		switch {
		case in.Name == "":
			errs = append(errs, fmt.Errorf("reprise: interceptor %d of Config.Intercept has no name: set Interceptor.Name", i+1))
		case names[in.Name]:
			errs = append(errs, fmt.Errorf("reprise: two interceptors of Config.Intercept have the name %q: give each a name of its own", in.Name))
		}
		names[in.Name] = true
	}
	return errors.Join(errs...)
}

// compose puts what pick finds around end, the first outermost.
func compose[H any](all []Interceptor, pick func(Interceptor) func(H) H, end H) (h H, err error) {
	h = end
	for i := len(all) - 1; i >= 0 && err == nil; i-- {
		if around := pick(all[i]); around != nil {
			h, err = wrapped(all[i].Name, around, h)
		}
	}
	return h, err
}

func wrapped[H any](name string, around func(H) H, next H) (h H, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("reprise: interceptor %q panics when it is given the next handler: %v", name, v)
		}
	}()
	h = around(next)
	if reflect.ValueOf(&h).Elem().IsNil() {
		err = fmt.Errorf("reprise: interceptor %q returns a nil handler: return next, or a handler that calls it", name)
	}
	return h, err
}

// through makes a call of the client by way of the interceptors.
func (rt *Runtime) through(ctx context.Context, r *Request, do func(ctx context.Context) error) (err error) {
	if rt.chains.client == nil {
		return do(ctx)
	}
	r.do = do
	defer func() {
		if r.running {
			return // it is the call itself that panics
		}
		if v := recover(); v != nil {
			err = fmt.Errorf("an interceptor of Config.Intercept panicked: %v\n%s", v, debug.Stack())
		}
	}()
	err = rt.chains.client(ctx, r)
	switch {
	case err != nil:
		return err
	case !r.done:
		return errors.New("an interceptor of Config.Intercept returned nil without calling next: return an error to refuse the call")
	}
	return r.err
}

// runRequest is the end of the chain.
func runRequest(ctx context.Context, r *Request) error {
	if r == nil || r.do == nil {
		return errors.New("an interceptor of Config.Intercept passed on another Request: pass on the one it was given")
	}
	if ctx == nil {
		return errNoContext
	}
	r.running = true
	r.err = r.do(ctx)
	r.running, r.done = false, true
	return r.err
}

// request is a call about a run.
func request(verb string, to target) *Request {
	ref := to.ref("")
	return &Request{Verb: verb, WorkflowID: ref.WorkflowID, RunID: ref.Run}
}

// asked makes a call of the client that answers with a value.
func asked[T any](ctx context.Context, rt *Runtime, r *Request, do func(ctx context.Context) (T, error)) (v T, err error) {
	err = rt.through(ctx, r, func(ctx context.Context) error {
		var err error
		v, err = do(ctx)
		return err
	})
	return v, err
}

// attemptKey finds an intercepted attempt in its context.
type attemptKey struct{}

type interceptedAttempt struct {
	next   contract.Handler
	call   contract.Call
	result history.Payload
	done   bool
	err    error
}

func aroundAttempt(chain ActivityHandler, next contract.Handler) contract.Handler {
	return func(ctx context.Context, c contract.Call) (history.Payload, error) {
		a := &interceptedAttempt{next: next, call: c}
		switch err := chain(context.WithValue(ctx, attemptKey{}, a)); {
		case err != nil:
			return history.Payload{}, err
		case !a.done:
			return history.Payload{}, failure.New("", "reprise: an interceptor of Config.Intercept returned nil without calling next: return an error to fail the attempt", failure.Permanent())
		}
		return a.result, a.err
	}
}

// runAttempt is the end of the chain.
func runAttempt(ctx context.Context) error {
	if ctx != nil {
		if a, ok := ctx.Value(attemptKey{}).(*interceptedAttempt); ok {
			a.result, a.err = a.next(ctx, a.call)
			a.done = true
			return a.err
		}
	}
	return failure.New("", "reprise: an interceptor of Config.Intercept passed on a context that is not the attempt's: pass on its context, or one made from it", failure.Permanent())
}
