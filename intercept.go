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

// Interceptor wraps the calls, runs, commands and attempts of a Runtime: for tracing, tenants
// or limits. Each func gets the next handler and returns one that wraps it; a nil func passes
// through. Config.Intercept takes any number of interceptors; the first is the outermost. The
// funcs are called when the Runtime is made, more than once. The handlers that they return run
// concurrently.
//
// An interceptor sees the size of a payload, never the payload. A handler must call next or
// return an error; returning nil without calling next is an error. A handler may replace an
// error by another one, but not by nil.
type Interceptor struct {
	// Name identifies the interceptor. It must be set and unique.
	Name string
	// Client wraps each client call except Retain, SweepBlobs, ReplayExport and WalkExport. Calls that list
	// or replay runs, such as Count and Preflight, are wrapped as the List and Replay calls that they make.
	// It may change the headers of a start, signal or update. If it panics, the caller gets an error.
	Client func(next ClientHandler) ClientHandler
	// Workflow wraps the workflow function, also on replay. It is workflow code: it must be
	// deterministic, and may use the verbs of package workflow. Replay compares its commands
	// like those of the function. If it panics, the run is parked.
	Workflow func(next WorkflowHandler) WorkflowHandler
	// Command wraps each command of a workflow, also on replay. It must be deterministic, and must
	// not issue commands itself. It may add headers to an activity, or refuse the command with an
	// error, which the workflow's verb then returns. Refusing a recorded command is a change of
	// the code, and parks the run. Headers are recorded but not compared: on replay, those in the
	// history count. If it panics, the run is parked.
	Command func(next CommandHandler) CommandHandler
	// Activity wraps each attempt at an activity; activity.GetInfo of its context identifies the
	// attempt. If it panics, the attempt fails.
	Activity func(next ActivityHandler) ActivityHandler
}

type (
	// ClientHandler makes a client call. It must pass on the Request that it was given.
	ClientHandler func(ctx context.Context, r *Request) error
	// WorkflowHandler runs a workflow function.
	WorkflowHandler = func(ctx workflow.Context) error
	// CommandHandler issues a command of a workflow. It must pass on the Command that it was given.
	CommandHandler = func(ctx workflow.Context, c *workflow.Command) error
	// ActivityHandler makes an attempt. It must pass on its context, or one derived from it.
	ActivityHandler func(ctx context.Context) error
)

// Request is a client call, as a [ClientHandler] sees it.
type Request struct {
	Verb       string // the call's name in lower case: "start", "signal", "cancel" and so on
	Workflow   string // if the call names one
	WorkflowID string // if the call names one
	RunID      RunID  // if the call names one
	Name       string // of the signal, update or query
	Headers    map[string]string
	Queue      string // of a start: the run's queue
	Size       int    // of the payload, in encoded bytes
	InTx       bool   // the call is made in a transaction of the user's
	// Existed and RunID are set once next has returned. Existed says that the start, or the delivery with a
	// start, found an open run. Calls that start many runs do not set them: each start passes before any is made.
	Existed bool

	do      func(ctx context.Context) error
	running bool
	done    bool
	err     error
}

// chains are a Runtime's interceptors, composed; nil where there are none.
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

// around returns what wraps each attempt; outer, which tests use, is the outermost.
func (c chains) around(outer func(contract.Handler) contract.Handler) func(contract.Handler) contract.Handler {
	switch {
	case outer == nil:
		return c.attempt
	case c.attempt == nil:
		return outer
	}
	return func(next contract.Handler) contract.Handler { return outer(c.attempt(next)) }
}

// sure returns a chain that New has already composed without an error.
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

// compose wraps end in what pick finds, the first outermost.
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

// through makes a client call by way of the interceptors.
func (rt *Runtime) through(ctx context.Context, r *Request, do func(ctx context.Context) error) (err error) {
	if rt.chains.client == nil {
		return do(ctx)
	}
	r.do = do
	defer func() {
		if r.running {
			return // the call itself panicked
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

// request describes a call about a run.
func request(verb string, to target) *Request {
	ref := to.ref("")
	return &Request{Verb: verb, WorkflowID: ref.WorkflowID, RunID: ref.Run}
}

// asked makes a client call that returns a value.
func asked[T any](ctx context.Context, rt *Runtime, r *Request, do func(ctx context.Context) (T, error)) (v T, err error) {
	err = rt.through(ctx, r, func(ctx context.Context) error {
		var err error
		v, err = do(ctx)
		return err
	})
	return v, err
}

// attemptKey is the context key of an intercepted attempt.
type attemptKey struct{}

type interceptedAttempt struct {
	next   contract.Handler
	call   *contract.Call
	result history.Payload
	done   bool
	err    error
}

func aroundAttempt(chain ActivityHandler, next contract.Handler) contract.Handler {
	return func(ctx context.Context, c *contract.Call) (history.Payload, error) {
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
