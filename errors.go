package reprise

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/internal/watchdog"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// Errors of client calls. Match them with errors.Is.
var (
	// ErrAlreadyStarted: an open run has this workflow id. The handle returned with it is that run's.
	ErrAlreadyStarted = errors.New("reprise: an open run has this workflow id: pass OnConflict to say what to do with it, or Once to use an id only once")
	// ErrNotFound: no run has this id.
	ErrNotFound = store.ErrNotFound
	// ErrRemoved: the run has ended and was removed, by Config.Retention, [Retain] or [Delete].
	// It matches ErrNotFound.
	ErrRemoved = store.ErrRemoved
	// ErrClosed: the run has ended; it accepts no signals and cannot be cancelled.
	ErrClosed = errors.New("reprise: the run has ended")
	// ErrInboxFull: the run has store.MaxUnread unread signals and updates, or store.MaxUnreadBytes of
	// them. Send again later.
	ErrInboxFull = errors.New("reprise: the run's inbox is full")
	// ErrResolved: the promise has already ended: with another answer, by its timeout, or because its
	// workflow cancelled it.
	ErrResolved = errors.New("reprise: the promise has already ended")
	// ErrClosing: the run is about to end and accepts nothing for now. Send again later.
	ErrClosing = errors.New("reprise: the run is closing")
	// ErrPaused: the run is paused. [Unpause] it first.
	ErrPaused = errors.New("reprise: the run is paused: unpause it first")
	// ErrNoBuild: a workflow is pinned to its build, and Config.Build is not set. [New] returns it.
	ErrNoBuild = errors.New("reprise: a workflow is pinned to the build that begins its runs, but Config.Build is empty: set Config.Build, as a hash of the executable would pin runs to a build that is gone after the next deploy")
	// ErrNotPinned: the build has a live worker and does not pin the run's workflow.
	ErrNotPinned = errors.New("reprise: the build does not pin the workflow, so it would never claim a run pinned to it: repin to no build, and any build may claim the run")
	// ErrNotWaiting: nothing in the run waits for a retry. Running attempts are left alone.
	ErrNotWaiting = errors.New("reprise: nothing waits for its next attempt: a running activity continues, and a ready one begins when a worker has a free slot")
	// ErrReplaced: the start that waited behind another run was dropped, because a newer one took its place or
	// [Unqueue] took it back.
	ErrReplaced = engine.ErrReplaced
	// ErrNoSchedule: no schedule has this id.
	ErrNoSchedule = errors.New("reprise: no schedule has this id")
	// ErrNotQueued: no start waits behind the run.
	ErrNotQueued = errors.New("reprise: no start waits behind the run")
	// ErrNoReason: a [By] lacks Who or Why.
	ErrNoReason = errors.New("reprise: By.Who or By.Why is empty: say who does it and why")
	// ErrOpen: the run must have ended before it is reset, requeued or deleted. [Terminate] it first.
	ErrOpen = errors.New("reprise: the run is open: terminate it, or wait for its end")
	// ErrTooSoon: the run cannot be deleted yet. It ended less than [MinRetention] ago, or messages that it sent are
	// still on their way.
	ErrTooSoon = errors.New("reprise: too soon: a run can be deleted one minute after its end")
	// ErrResetPoint: the history does not contain what a [ResetPoint] names.
	ErrResetPoint = engine.ErrResetPoint
	// ErrStoreFull: the store has no space left, and nothing was recorded. It matches
	// [ErrUnavailable].
	ErrStoreFull = store.ErrFull
	// ErrWrongWorkflow: the run belongs to another workflow definition.
	ErrWrongWorkflow = engine.ErrWrongWorkflow
	// ErrTerminated: the run was terminated. Result returns it.
	ErrTerminated = engine.ErrTerminated
	// ErrStopped: the Runtime has been stopped.
	ErrStopped = engine.ErrStopped
	// ErrStarted: Start was called twice.
	ErrStarted = engine.ErrStarted
	// ErrUnavailable: the store could not be reached, or refused for now, and nothing was
	// recorded. Try again later.
	ErrUnavailable = store.ErrTransient
	// ErrUnknownOutcome: the store's answer was lost. All of the call happened, or none of it.
	// You may repeat a start with an [ID], and a signal with a [SignalID].
	ErrUnknownOutcome = store.ErrUnknownOutcome
	// ErrOtherDatabase: a worker has found another database at the store's address, or, on Postgres, a
	// Runtime without a worker has on a new connection. The Runtime refuses all calls until the first
	// database is back; then the worker joins again by itself. To work on the other one, restart the
	// process. After a restored backup, or the promotion of a standby, a worker joins again at once, and
	// no call returns this error.
	ErrOtherDatabase = store.ErrOtherDatabase
	// ErrStoreClosed: the store was closed. The Runtime can do nothing more.
	ErrStoreClosed = store.ErrStoreClosed
	// ErrInvalidID: an id is empty, too long, or not clean text.
	ErrInvalidID = errors.New("reprise: invalid id")
)

// RunError tells how a run ended without a result: it failed, or was cancelled or terminated. It
// unwraps to the workflow's failure, so errors.Is, failure.CodeOf and failure.DetailsOf work on it.
type RunError struct {
	WorkflowID string
	RunID      RunID
	Status     Status
	Failure    error
}

func (e *RunError) Error() string {
	return fmt.Sprintf("reprise: run %q %s: %v", e.WorkflowID, e.Status, e.Failure)
}

func (e *RunError) Unwrap() error { return e.Failure }

// ContinuedError says that a run that was named by its run id has ended, and that another run continues
// it. It matches [ErrClosed]. Name the run by its workflow id to reach the last run of the chain.
type ContinuedError struct {
	Run, Next RunID
}

func (e *ContinuedError) Error() string {
	return fmt.Sprintf("reprise: run %s has continued as run %s: use the id of the next run, or the workflow id", e.Run, e.Next)
}

// Is reports whether target is [ErrClosed].
func (e *ContinuedError) Is(target error) bool { return target == ErrClosed }

// UnboundError says that a call needs a workflow that the Runtime does not bind.
type UnboundError struct {
	Workflow string
	Bound    []string // the names of the workflows that it binds
}

func (e *UnboundError) Error() string { return (*engine.UnboundError)(e).Error() }

// StuckError says that workflow code did not return: it waits for something outside the engine,
// or computes without end. Its goroutine is abandoned.
type StuckError struct {
	After time.Duration // Config.StepTimeout
	Last  Wait          // where it last called the engine; without a Site: it has not, or only in a recorded task
	Stack string        // of the workflow's code; the first line tells what it waits for
}

func (e *StuckError) Error() string {
	return "reprise: " + watchdog.Stuck{After: e.After, Last: replay.Wait{Site: e.Last.Site}, Stack: e.Stack}.String()
}

// StopError lists what Stop could not finish within its grace. Nothing is lost: the runs
// continue elsewhere, or at the next start.
type StopError struct {
	Activities []string // "charge of order-42, attempt 1"
	Runs       []string // workflow ids of runs whose workflow code did not return
	Err        error
}

func (e *StopError) Error() string {
	var parts []string
	if len(e.Activities) > 0 {
		parts = append(parts, "activities still running: "+strings.Join(e.Activities, ", "))
	}
	if len(e.Runs) > 0 {
		parts = append(parts, "workflow code still running: "+strings.Join(e.Runs, ", "))
	}
	if e.Err != nil {
		parts = append(parts, strings.ReplaceAll(e.Err.Error(), "\n", "; ")) // it may hold several errors
	}
	return "reprise: stopped; " + strings.Join(parts, "; ")
}

func (e *StopError) Unwrap() error { return e.Err }

const maxID = store.MaxID

// checkQueue is checkName for a queue of runs, which cannot be a worker's own queue.
func checkQueue(name string) error {
	if store.IsOwnQueue(name) {
		return fmt.Errorf("%w: queue %q has the name of a worker's own queue, which takes activities only: choose another name", ErrInvalidID, name)
	}
	return checkName("a queue", name)
}

// checkBound is checkName for a workflow or a build, names that [store.Bound] joins.
func checkBound(what, s string) error {
	if strings.Contains(s, "\x1f") {
		return fmt.Errorf("%w: %s %q contains the byte 0x1f, which separates a workflow from its build", ErrInvalidID, what, s)
	}
	return checkName(what, s)
}

// checkName refuses text that some store could not keep, before any store sees it: one
// customer's string must not stop a batch.
func checkName(what, s string) error {
	switch {
	case s == "":
		return fmt.Errorf("%w: %s is empty", ErrInvalidID, what)
	case len(s) > maxID:
		return fmt.Errorf("%w: %s has %d bytes, at most %d are allowed", ErrInvalidID, what, len(s), maxID)
	case strings.IndexByte(s, 0) >= 0:
		return fmt.Errorf("%w: %s %q contains a NUL byte", ErrInvalidID, what, s)
	case !utf8.ValidString(s):
		return fmt.Errorf("%w: %s %q is not valid UTF-8", ErrInvalidID, what, s)
	}
	return nil
}

// checkHeaders checks the headers of a start or a signal.
func checkHeaders(h history.Headers) error {
	if err := h.Check(); err != nil {
		return fmt.Errorf("%w: %w", ErrInvalidID, err)
	}
	return nil
}

// checkText is checkName for text that may be empty or long.
func checkText(what, s string) error {
	if len(s) > history.MaxPayload {
		return fmt.Errorf("%w: %s has %d bytes, at most %d are allowed", ErrInvalidID, what, len(s), history.MaxPayload)
	}
	if strings.IndexByte(s, 0) >= 0 || !utf8.ValidString(s) {
		return fmt.Errorf("%w: %s is not valid UTF-8 text without NUL", ErrInvalidID, what)
	}
	return nil
}

// wrap adds the failed call to err. The resulting text names the package once. A nil err stays nil.
func wrap(err error, call string, args ...any) error {
	if err == nil {
		return nil
	}
	return &callError{fmt.Sprintf(call, args...), err}
}

type callError struct {
	call string
	err  error
}

func (e *callError) Error() string {
	return "reprise: " + e.call + ": " + strings.TrimPrefix(e.err.Error(), "reprise: ")
}

func (e *callError) Unwrap() error { return e.err }

// noRun returns the error for an action that found no open run; nil: it found one.
func noRun(code store.Code) error {
	switch code {
	case store.NotFound:
		return ErrNotFound
	case store.Closed:
		return ErrClosed
	case store.Paused:
		return ErrPaused
	}
	return nil
}
