package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise"
)

// The exit codes.
const (
	codeDone     = 0
	codeFailed   = 1
	codeTimeout  = 2
	codeNotFound = 3
	codeUsage    = 64
)

// exitError is an error with an exit code of its own and the next command to type.
type exitError struct {
	code int
	err  error
	next string
}

func (e *exitError) Error() string { return e.err.Error() }

func (e *exitError) Unwrap() error { return e.err }

// usage is the error of a wrong command line. next is the command to type.
func (a *app) usage(what, next string, args ...any) error {
	return &exitError{code: codeUsage, err: errors.New(what), next: fmt.Sprintf(next, args...)}
}

// code explains err to a person and is the exit code.
func (a *app) code(err error) int {
	if err == nil {
		return codeDone
	}
	e := a.explain(err)
	fmt.Fprintf(a.Stderr, "%s: %v\n", a.Name, e.err)
	if e.next != "" {
		fmt.Fprintf(a.Stderr, "try: %s\n", e.next)
	}
	return e.code
}

// explain finds the exit code of err and the next command to type.
func (a *app) explain(err error) *exitError {
	var e *exitError
	switch {
	case errors.As(err, &e):
		return e
	case errors.Is(err, context.DeadlineExceeded):
		return &exitError{codeTimeout, err, ""}
	case errors.Is(err, reprise.ErrNotFound):
		return &exitError{codeNotFound, err, a.Name + " run list"}
	}
	return &exitError{codeFailed, err, ""}
}
