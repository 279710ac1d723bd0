package engine

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/store"
)

// Observer is told what happens here. The root has events with the same names and fields,
// which document each func. It converts one into the other, so that the compiler keeps them
// alike.
type Observer struct {
	BatchCommitted      func(BatchCommitted)
	RunClaimed          func(RunClaimed)
	RunReplayed         func(RunReplayed)
	TaskDone            func(TaskDone)
	ActivityStarted     func(ActivityStarted)
	ActivityEnded       func(ActivityEnded)
	RunClosed           func(RunClosed)
	RunBlocked          func(RunBlocked)
	InputChanged        func(InputChanged)
	RunFenced           func(RunFenced)
	WorkRecovered       func(WorkRecovered)
	RunsRemoved         func(RunsRemoved)
	RunEvicted          func(RunEvicted)
	GoroutinesAbandoned func(GoroutinesAbandoned)
	ScheduleSkipped     func(ScheduleSkipped)
}

// BatchCommitted is one batch that the store has applied.
type BatchCommitted struct {
	Writes int
	Took   time.Duration
}

// RunClaimed is a run that this worker has claimed.
type RunClaimed struct {
	Workflow   string
	WorkflowID string
	RunID      store.RunID
	Queue      string
	Cached     bool
	Deaths     int
}

// RunReplayed is a run that was rebuilt.
type RunReplayed struct {
	Workflow   string
	WorkflowID string
	RunID      store.RunID
	Events     int
	Took       time.Duration
	Why        string
}

// TaskDone is a workflow task that was committed.
type TaskDone struct {
	Workflow   string
	WorkflowID string
	RunID      store.RunID
	Events     int
	Commands   int
	Took       time.Duration
	Headers    map[string]string
}

// ActivityStarted is an attempt that begins.
type ActivityStarted struct {
	Workflow   string
	WorkflowID string
	RunID      store.RunID
	Activity   string
	Number     int64
	Queue      string
	Attempt    int
	Waited     time.Duration
}

// ActivityEnded is the end of that attempt.
type ActivityEnded struct {
	Workflow   string
	WorkflowID string
	RunID      store.RunID
	Activity   string
	Number     int64
	Queue      string
	Attempt    int
	Took       time.Duration
	Err        error
	End        attempt.Fate
	Next       time.Time
	Since      time.Duration
}

// The fates of an attempt.
const (
	AttemptDone       = attempt.Done
	AttemptRetried    = attempt.Retried
	AttemptHandedOver = attempt.HandedOver
	AttemptCancelled  = attempt.Cancelled
	AttemptLost       = attempt.Lost
	AttemptFenced     = attempt.Fenced
	AttemptUnknown    = attempt.Unknown
)

// RunClosed is a run that has ended.
type RunClosed struct {
	Workflow   string
	WorkflowID string
	RunID      store.RunID
	Queue      string
	Status     store.Status
	Started    time.Time
	Closed     time.Time
	Failure    error
	Unread     int
	Headers    map[string]string
}

// RunBlocked is a run that was parked with a reason.
type RunBlocked struct {
	Workflow   string
	WorkflowID string
	RunID      store.RunID
	Reason     string
	Text       string
}

// InputChanged is a recorded command for which the code now computes other input.
type InputChanged struct {
	Workflow   string
	WorkflowID string
	RunID      store.RunID
	Text       string
}

// RunFenced is a run that this worker no longer owns.
type RunFenced struct {
	Workflow   string
	WorkflowID string
	RunID      store.RunID
}

// WorkRecovered is the work that dead workers left.
type WorkRecovered struct{ Rows int }

// RunsRemoved is how many runs retention has removed.
type RunsRemoved struct{ Runs int }

// RunEvicted is a machine that left the cache.
type RunEvicted struct {
	WorkflowID string
	RunID      store.RunID
}

// GoroutinesAbandoned is how many goroutines are abandoned now.
type GoroutinesAbandoned struct{ Now int }

// ScheduleSkipped is one or more times of a schedule that are not fired.
type ScheduleSkipped struct {
	Schedule string
	Workflow string
	Nominal  time.Time
	Until    time.Time
	Count    int64
	Reason   string
	Text     string
}

// told calls f with an event, if f is set.
func told[E any](f func(E), event func() E) {
	if f != nil {
		f(event())
	}
}

// closedEvent returns the end of a run with these headers and this last event.
func closedEvent(run *store.Run, status store.Status, at time.Time, last history.Body, headers history.Headers) RunClosed {
	c := RunClosed{
		Workflow: run.Workflow, WorkflowID: run.WorkflowID, RunID: run.ID, Queue: run.Queue,
		Status: status, Started: run.Created, Closed: at, Headers: headers,
	}
	switch b := last.(type) {
	case *history.RunCompleted:
		c.Unread = len(b.Undelivered)
	case *history.RunFailed:
		c.Failure, c.Unread = &b.Failure, len(b.Undelivered)
	case *history.RunCancelled:
		c.Failure, c.Unread = &b.Failure, len(b.Undelivered)
	case *history.RunTerminated:
		c.Failure = fmt.Errorf("%w: %s", ErrTerminated, b.Reason)
	}
	return c
}
