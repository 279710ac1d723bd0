package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// The exit codes.
const (
	codeDone        = 0
	codeFailed      = 1
	codeTimeout     = 2
	codeNotFound    = 3
	codeUsage       = 64
	codeInterrupted = 130
)

// exitError is an error with its own exit code and the next command to type.
type exitError struct {
	code int
	err  error // nil: everything was already said
	next string
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// unsettledError is what an interrupt leaves of a write that had begun: the write may still be
// carried out.
type unsettledError struct{ *exitError }

func (e *unsettledError) Unwrap() error { return e.exitError }

// unsettled returns the answer to an interrupt if err is the end of a write by it, otherwise
// nil. what describes the write, and next is the command that checks for it or does it once.
func unsettled(ctx context.Context, err error, what, next string) error {
	if err == nil || ctx.Err() == nil {
		return nil
	}
	return &unsettledError{&exitError{codeInterrupted, fmt.Errorf("interrupted: cannot tell whether %s", what), next}}
}

// code explains err to a person and returns the exit code.
func (a *app) code(err error) int {
	if err == nil {
		return codeDone
	}
	e := a.explain(err)
	if e.err == nil {
		return e.code
	}
	var each severalError
	if !errors.As(e.err, &each) {
		each = severalError{e.err}
	}
	for _, err := range each {
		a.complain(err)
	}
	if typeable(e.next) {
		fmt.Fprintf(a.Stderr, "try: %s\n", e.next)
	}
	return e.code
}

// own returns the error in the chain of err that says what is wrong, or what a server says about it.
func own(err, cause error) error {
	var told interface{ Told() string }
	if errors.As(err, &told) {
		return errors.New(told.Told())
	}
	return cause
}

// severalError collects the mistakes in a line that names several things.
type severalError []error

func (e severalError) Error() string { return errors.Join(e...).Error() }

// complain writes err for a person. Its text may come from outside, like everything else that
// is printed: none of its lines may look like one of the program's own.
func (a *app) complain(err error) {
	for i, line := range strings.Split(strings.TrimPrefix(err.Error(), "reprise: "), "\n") {
		switch {
		case i == 0:
			line = a.Name + ": " + line
		case !strings.HasPrefix(line, " "):
			line = "  " + line
		}
		fmt.Fprintln(a.Stderr, clean(line))
	}
}

// lacksRights is the SQLSTATE of a missing privilege.
const lacksRights = "42501"

// explain finds the exit code of err and the next command to type.
func (a *app) explain(err error) *exitError {
	var e *exitError
	var wrong flags.ExitCoder // from the library's help command
	var large *history.PayloadTooLargeError
	var unprinted *outputError
	var queue *reprise.UnknownQueueError
	var file *fs.PathError
	var server interface {
		error
		SQLState() string
	}
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &wrong), errors.As(err, &large):
		return &exitError{codeUsage, err, a.line("--help")}
	case errors.Is(err, syscall.EPIPE): // the reader has seen enough
		return &exitError{code: codeFailed}
	case errors.As(err, &unprinted), errors.As(err, &file): // the store cannot help with these
		return &exitError{codeFailed, err, ""}
	case errors.Is(err, reprise.ErrInvalidID):
		return &exitError{codeUsage, err, a.try("run", "list")}
	case errors.Is(err, reprise.ErrNotFound):
		return &exitError{codeNotFound, err, a.try("run", "list")}
	case errors.Is(err, reprise.ErrClosed): // it has ended since it was found open
		return &exitError{codeFailed, err, a.try("run", "list")}
	case errors.As(err, &queue):
		return &exitError{codeUsage, err, a.try("queue", "list")}
	case errors.Is(err, reprise.ErrWrongWorkflow): // err says what to do instead
		return &exitError{codeFailed, err, ""}
	case errors.Is(err, store.ErrTransient), errors.Is(err, store.ErrUnknownOutcome),
		errors.Is(err, reprise.ErrInboxFull), errors.Is(err, reprise.ErrClosing), errors.Is(err, reprise.ErrTooSoon):
		return &exitError{codeFailed, err, a.typed()}
	case errors.As(err, &server) && server.SQLState() == lacksRights, a.remote: // err says who grants them
		return &exitError{codeFailed, err, ""}
	case errors.Is(err, errors.ErrUnsupported): // from the store
		return &exitError{codeFailed, err, a.try("run", "list")}
	}
	return &exitError{codeFailed, err, a.try("db", "doctor")}
}
