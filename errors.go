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
	// ErrAlreadyStarted: an open run has this workflow id. The handle returned
	// beside it is that run's.
	ErrAlreadyStarted = errors.New("reprise: an open run has this workflow id: to do something about it start with OnConflict, or with Once to have the id used once for ever")
	// ErrNotFound: no run has this id.
	ErrNotFound = store.ErrNotFound
	// ErrRemoved: the run ended long ago and Config.Retention has removed it. It is an
	// ErrNotFound.
	ErrRemoved = store.ErrRemoved
	// ErrClosed: the run has ended; it takes no signal and cannot be cancelled.
	ErrClosed = errors.New("reprise: the run has ended")
	// ErrInboxFull: the run has store.MaxUnread unread signals and updates, or store.MaxUnreadBytes of
	// them; send again later.
	ErrInboxFull = errors.New("reprise: the run's inbox is full")
	// ErrResolved: the promise has ended before: with another answer, because its time was over, or because
	// its workflow has cancelled it.
	ErrResolved = errors.New("reprise: the promise has ended before")
	// ErrClosing: the run is about to end and holds senders back; send again later.
	ErrClosing = errors.New("reprise: the run is closing")
	// ErrPaused: the run is paused; [Unpause] it first.
	ErrPaused = errors.New("reprise: the run is paused: unpause it first")
	// ErrNoBuild: a workflow is pinned to its build, and Config.Build is not set; [New] returns it.
	ErrNoBuild = errors.New("reprise: a workflow is pinned to the build that begins its runs, and Config.Build is not set: the hash of an executable would pin them to one that nobody runs after a deploy; set Config.Build")
	// ErrNotPinned: the build has a live worker, and does not pin the run's workflow.
	ErrNotPinned = errors.New("reprise: the build does not pin the workflow, and would not take a run that is pinned to it: repin to no build, and any may take it")
	// ErrNotWaiting: of the run nothing waits for its next try. What runs is left alone.
	ErrNotWaiting = errors.New("reprise: nothing waits for its next try: an activity that runs is left alone, and one that is ready begins when a worker has a slot for it")
	// ErrReplaced: the start that waited behind another run was not carried out. A newer one has taken its place,
	// or [Unqueue] has taken it back.
	ErrReplaced = engine.ErrReplaced
	// ErrNoSchedule: no schedule has this id.
	ErrNoSchedule = errors.New("reprise: there is no schedule with this id")
	// ErrNotQueued: no start waits behind the run.
	ErrNotQueued = errors.New("reprise: no start waits behind the run")
	// ErrNoReason: a [By] does not say who does it, or why.
	ErrNoReason = errors.New("reprise: say who does it and why: fill in By.Who and By.Why")
	// ErrOpen: the run has not ended, which it must have before it is reset, requeued or deleted; [Terminate] it first.
	ErrOpen = errors.New("reprise: the run is open: terminate it, or wait for its end")
	// ErrTooSoon: a run cannot be deleted yet: it ended less than [MinRetention] ago, or what it has sent is on its way.
	ErrTooSoon = errors.New("it is too soon: a run can be deleted a minute after its end")
	// ErrResetPoint: the history has nothing of what a [ResetPoint] names.
	ErrResetPoint = engine.ErrResetPoint
	// ErrStoreFull: the store has no space left; nothing was recorded. It is an [ErrUnavailable].
	ErrStoreFull = store.ErrFull
	// ErrWrongWorkflow: the run belongs to another workflow definition.
	ErrWrongWorkflow = engine.ErrWrongWorkflow
	// ErrTerminated is what Result answers for a terminated run.
	ErrTerminated = engine.ErrTerminated
	// ErrStopped: the Runtime has been stopped.
	ErrStopped = engine.ErrStopped
	// ErrStarted: Start was called twice.
	ErrStarted = engine.ErrStarted
	// ErrUnavailable: the store could not be reached, or has refused for now, and nothing was
	// recorded. Do the same again later.
	ErrUnavailable = store.ErrTransient
	// ErrUnknownOutcome: the store's answer was lost. All of the call has happened, or nothing.
	// A start with an [ID], and a signal with a [SignalID], may be sent again.
	ErrUnknownOutcome = store.ErrUnknownOutcome
	// ErrOtherDatabase: the database is not the one that the worker began with, as after a
	// backup was restored. Stop all workers and open the store anew.
	ErrOtherDatabase = store.ErrOtherDatabase
	// ErrStoreClosed: the store was closed, and the Runtime can do nothing more.
	ErrStoreClosed = store.ErrStoreClosed
	// ErrInvalidID: an id is empty, too long, or not clean text.
	ErrInvalidID = errors.New("reprise: invalid id")
)

// RunError is the end of a run that has no result: its workflow failed, was
// cancelled or was terminated. It unwraps to the workflow's failure, so errors.Is,
// failure.CodeOf and failure.DetailsOf work on it.
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

// ContinuedError says that a run that was named by its run id has ended and goes on as another run.
// It is an [ErrClosed]. Name the run by its workflow id to reach the last run of the chain.
type ContinuedError struct {
	Run, Next RunID
}

func (e *ContinuedError) Error() string {
	return fmt.Sprintf("reprise: run %s has continued as run %s: name the next run, or the workflow id", e.Run, e.Next)
}

// Is makes it an [ErrClosed].
func (e *ContinuedError) Is(target error) bool { return target == ErrClosed }

// UnboundError says that a Runtime has no binding for a run's workflow, which it would
// need.
type UnboundError struct {
	Workflow string
	Bound    []string // the names of those it has
}

func (e *UnboundError) Error() string { return (*engine.UnboundError)(e).Error() }

// StuckError says that workflow code has not come back: it waits for something other
// than the engine, or computes without end. The goroutine it is on is left to itself.
type StuckError struct {
	After time.Duration // Config.StepTimeout
	Last  Wait          // from where it last called the engine; without a Site: it has not, or in a recorded task
	Stack string        // of the workflow's code; its first line tells what it waits for
}

func (e *StuckError) Error() string {
	return "reprise: " + watchdog.Stuck{After: e.After, Last: replay.Wait{Site: e.Last.Site}, Stack: e.Stack}.String()
}

// StopError says what Stop could not bring to an end before its grace was over.
// Nothing is lost: the runs go on elsewhere, or at the next start.
type StopError struct {
	Activities []string // "charge of order-42, attempt 1"
	Runs       []string // workflow ids of runs whose workflow code has not come back
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
		parts = append(parts, strings.ReplaceAll(e.Err.Error(), "\n", "; ")) // it may be several
	}
	return "reprise: stopped; " + strings.Join(parts, "; ")
}

func (e *StopError) Unwrap() error { return e.Err }

const maxID = store.MaxID

// checkQueue is checkName for a queue of runs, which is no worker's own.
func checkQueue(name string) error {
	if store.IsOwnQueue(name) {
		return fmt.Errorf("%w: the queue %q is named like a worker's own, which has activities only: choose another name", ErrInvalidID, name)
	}
	return checkName("a queue", name)
}

// checkBound is checkName for a workflow or a build, which [store.Bound] puts together.
func checkBound(what, s string) error {
	if strings.Contains(s, "\x1f") {
		return fmt.Errorf("%w: %s %q contains the byte 0x1f, which stands between a workflow and its build", ErrInvalidID, what, s)
	}
	return checkName(what, s)
}

// checkName refuses text that some store could not keep, before any store sees it:
// one customer's string must not stop a batch.
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

// checkHeaders checks what travels with a start or a signal.
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

// wrap says of an error in which call it came about. The text names the package once. Of none it
// makes none.
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

// noRun says that there is no open run to do something to; nil: there was.
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
