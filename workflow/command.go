package workflow

import (
	"errors"
	"fmt"
	"maps"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
)

// The kinds of a [Command].
const (
	CommandActivity   = "activity"
	CommandTimer      = "timer"
	CommandSideEffect = "side effect"
	CommandChild      = "child" // a run that is started, detached or not
	CommandSignal     = "signal"
	CommandAttr       = "attribute" // set or unset
	CommandPromise    = "promise"
)

// Command is a command of a workflow as an interceptor sees it: see reprise.Interceptor.
type Command struct {
	Kind string // one of the constants above
	Name string // of the activity, the child's workflow, the signal to another run, or the attribute
	Size int    // of the input, or of the signal's or attribute's value, in encoded bytes
	// Headers go to the activity or child, where they override those of the run, or with the signal.
	// The limits are those of reprise.Headers. No other command takes headers.
	Headers map[string]string

	passed bool
}

var (
	errAsking   = errors.New("workflow: a command interceptor must not issue commands: do that in a workflow interceptor")
	errUnpassed = errors.New("workflow: an interceptor returned nil without calling next: return an error to refuse a command")
	errCommand  = errors.New("workflow: an interceptor passed on another Command: pass on the one it was given")
)

// pass is the end of the chain.
func pass(_ Context, c *Command) error {
	if c == nil {
		return errCommand
	}
	c.passed = true
	return nil
}

// asks passes a command through the interceptors, and returns the headers that they add.
func (ctx Context) asks(kind, name string, size int) (history.Headers, error) {
	r := ctx.run
	switch {
	case r.command == nil:
		return nil, nil
	case r.asking:
		return nil, errAsking
	}
	r.asking = true
	defer func() { r.asking = false }()
	c := &Command{Kind: kind, Name: name, Size: size}
	switch err := r.command(ctx, c); {
	case err != nil:
		return nil, err
	case !c.passed:
		return nil, errUnpassed
	case len(c.Headers) == 0:
		return nil, nil
	case kind == CommandTimer || kind == CommandSideEffect || kind == CommandAttr || kind == CommandPromise:
		return nil, fmt.Errorf("workflow: an interceptor added headers to a %s: only an activity, a child or a signal takes them", kind)
	}
	headers := history.Headers(maps.Clone(c.Headers))
	if err := headers.Check(); err != nil {
		return nil, failure.Wrap("", fmt.Errorf("workflow: the headers that an interceptor added to activity %s: %w", name, err), failure.Permanent())
	}
	return headers, nil
}
