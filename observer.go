package reprise

import (
	"time"

	"github.com/reprise-run/reprise/internal/engine"
)

// Observer receives what happens in a Runtime, for metrics and tracing. Every func is optional.
// The funcs run on the engine's own goroutines and may run concurrently: return quickly, do not
// call the Runtime, do not panic.
//
// A process that dies reports nothing more. Other processes do not report the ends of its attempts.
type Observer struct {
	// ActivityStarted is called when an attempt begins in this process. ActivityEnded is called
	// once for each of these attempts, however it ends, and also if Stop leaves it behind.
	ActivityStarted func(ActivityStarted)
	ActivityEnded   func(ActivityEnded)
	// RunClosed is called once for each run that ended in this process, including runs that
	// this Runtime terminated.
	RunClosed func(RunClosed)
	// TaskDone is called once for each workflow task, after its commit.
	TaskDone func(TaskDone)
	// RunClaimed is called for each run that this worker claims.
	RunClaimed func(RunClaimed)
	// RunReplayed is called after a run was rebuilt from its history.
	RunReplayed func(RunReplayed)
	// RunBlocked is called when a run is parked with a reason.
	RunBlocked func(RunBlocked)
	// InputChanged is called whenever, on replay, workflow code asks for what another build
	// recorded, but with another input or due time. Under the same build, or with
	// Config.StrictInputs, the run is parked instead.
	InputChanged func(InputChanged)
	// RunFenced is called once for each run that this worker owned when the store refused a
	// write: another worker took the run over, or somebody ended it.
	RunFenced func(RunFenced)
	// RunEvicted is called when a parked run leaves the cache.
	RunEvicted func(RunEvicted)
	// BatchCommitted is called after each batch that the store has taken.
	BatchCommitted func(BatchCommitted)
	// WorkRecovered is called when work of dead workers was given back.
	WorkRecovered func(WorkRecovered)
	// RunsRemoved is called when Config.Retention has removed runs.
	RunsRemoved func(RunsRemoved)
	// ScheduleSkipped is called when this worker skips times of a schedule.
	ScheduleSkipped func(ScheduleSkipped)
	// GoroutinesAbandoned is called when a goroutine is abandoned, and when an abandoned one
	// returns: workflow code that blocks outside the engine, activities that ignore their context.
	GoroutinesAbandoned func(GoroutinesAbandoned)
}

// Observers returns an Observer that forwards to each of all, in this order. Nil ones are skipped.
func Observers(all ...*Observer) *Observer {
	var o Observer
	for _, next := range all {
		if next == nil {
			continue
		}
		o = Observer{
			ActivityStarted:     both(o.ActivityStarted, next.ActivityStarted),
			ActivityEnded:       both(o.ActivityEnded, next.ActivityEnded),
			RunClosed:           both(o.RunClosed, next.RunClosed),
			TaskDone:            both(o.TaskDone, next.TaskDone),
			RunClaimed:          both(o.RunClaimed, next.RunClaimed),
			RunReplayed:         both(o.RunReplayed, next.RunReplayed),
			RunBlocked:          both(o.RunBlocked, next.RunBlocked),
			InputChanged:        both(o.InputChanged, next.InputChanged),
			RunFenced:           both(o.RunFenced, next.RunFenced),
			RunEvicted:          both(o.RunEvicted, next.RunEvicted),
			BatchCommitted:      both(o.BatchCommitted, next.BatchCommitted),
			WorkRecovered:       both(o.WorkRecovered, next.WorkRecovered),
			RunsRemoved:         both(o.RunsRemoved, next.RunsRemoved),
			ScheduleSkipped:     both(o.ScheduleSkipped, next.ScheduleSkipped),
			GoroutinesAbandoned: both(o.GoroutinesAbandoned, next.GoroutinesAbandoned),
		}
	}
	return &o
}

func both[E any](first, second func(E)) func(E) {
	switch {
	case first == nil:
		return second
	case second == nil:
		return first
	}
	return func(e E) { first(e); second(e) }
}

// ActivityStarted describes an attempt that begins.
type ActivityStarted struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
	Activity   string
	Number     int64 // of the activity in its run
	Queue      string
	Attempt    int           // the first is 1
	Waited     time.Duration // since it could have begun, by the store's clock
}

// ActivityEnded describes how an attempt ended.
type ActivityEnded struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
	Activity   string
	Number     int64
	Queue      string
	Attempt    int
	Took       time.Duration // until its end was decided; its function may still be running
	Err        error         // nil: it returned a result
	End        AttemptEnd
	Next       time.Time     // the earliest start of the next attempt, by the store's clock; zero: unknown or none
	Since      time.Duration // since the workflow scheduled the activity, by the store's clock
}

// AttemptEnd classifies the end of an attempt.
type AttemptEnd string

const (
	// AttemptDone: its result or failure is that of the activity.
	AttemptDone AttemptEnd = AttemptEnd(engine.AttemptDone)
	// AttemptRetried: it failed, and another attempt follows at Next.
	AttemptRetried AttemptEnd = AttemptEnd(engine.AttemptRetried)
	// AttemptHandedOver: it gave way, usually because its worker stops. It does not count, and
	// another worker repeats it.
	AttemptHandedOver AttemptEnd = AttemptEnd(engine.AttemptHandedOver)
	// AttemptCancelled: its run ended, and nobody reads its result. An attempt of a cancelled
	// activity is AttemptDone instead, because its outcome counts.
	AttemptCancelled AttemptEnd = AttemptEnd(engine.AttemptCancelled)
	// AttemptLost: its worker lost the right to continue, stopped without waiting any longer, or
	// could not record the end. The attempt counts, and another worker may make the next one.
	AttemptLost AttemptEnd = AttemptEnd(engine.AttemptLost)
	// AttemptFenced: the store refused its end. Another worker has the activity, or the
	// activity has ended.
	AttemptFenced AttemptEnd = AttemptEnd(engine.AttemptFenced)
	// AttemptUnknown: the outcome of a transactional attempt's commit is unknown. Either the
	// activity ended with that commit, or it belongs to another worker.
	AttemptUnknown AttemptEnd = AttemptEnd(engine.AttemptUnknown)
)

// RunClosed describes a run that has ended.
type RunClosed struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
	Queue      string
	Status     Status
	Started    time.Time
	Closed     time.Time
	Failure    error             // as in [RunError]; nil: the run completed
	Unread     int               // signals that the workflow did not receive; zero if the run was terminated
	Headers    map[string]string // of the run's start; read-only, and nil if they cannot be read
}

// TaskDone describes a workflow task that was committed.
type TaskDone struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
	Events     int // given to the workflow
	Commands   int // issued by the workflow
	Took       time.Duration
	Headers    map[string]string // of the run's start; read-only
}

// RunClaimed describes a run that this worker has claimed.
type RunClaimed struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
	Queue      string
	Cached     bool // its coroutines were still cached, and nothing is replayed
	Deaths     int  // of workers that owned it, since it last made progress
}

// RunReplayed describes a run that was rebuilt from its history.
type RunReplayed struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
	Events     int
	Took       time.Duration
	Why        string
}

// RunBlocked describes a run that was parked with a reason.
type RunBlocked struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
	Reason     string // "mismatch", "panic", "stuck" and others; see [Blocked]
	Text       string // for people
}

// InputChanged describes a recorded command to which the code now gives another input or due time.
type InputChanged struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
	Text       string
}

// RunFenced describes a run that no longer belongs to this worker.
type RunFenced struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
}

// RunEvicted describes a parked run whose coroutines have left the cache.
type RunEvicted struct {
	WorkflowID string
	RunID      RunID
}

// BatchCommitted describes a batch that the store has committed.
type BatchCommitted struct {
	Writes int
	Took   time.Duration
}

// WorkRecovered describes work of dead workers that was given back.
type WorkRecovered struct {
	Rows int // runs and activities
}

// RunsRemoved describes runs that ended longer ago than Config.Retention.
type RunsRemoved struct {
	Runs int
}

// ScheduleSkipped describes a time of a schedule that is not fired, or several in a row. See [ScheduleSkip].
type ScheduleSkipped struct {
	Schedule string // its id
	Workflow string
	Nominal  time.Time
	Until    time.Time
	Count    int64
	Reason   string
	Text     string
}

// GoroutinesAbandoned tells how many goroutines are abandoned now.
type GoroutinesAbandoned struct {
	Now int
}

// heard adapts f to the engine's event; a nil f stays nil.
func heard[E, I any](f func(E), event func(I) E) func(I) {
	if f == nil {
		return nil
	}
	return func(e I) { f(event(e)) }
}

// engine adapts o to the engine's Observer.
func (o *Observer) engine() *engine.Observer {
	return &engine.Observer{
		ActivityStarted: heard(o.ActivityStarted, func(e engine.ActivityStarted) ActivityStarted { return ActivityStarted(e) }),
		ActivityEnded: heard(o.ActivityEnded, func(e engine.ActivityEnded) ActivityEnded {
			return ActivityEnded{
				Workflow: e.Workflow, WorkflowID: e.WorkflowID, RunID: e.RunID, Activity: e.Activity, Number: e.Number,
				Queue: e.Queue, Attempt: e.Attempt, Took: e.Took, Err: e.Err, End: AttemptEnd(e.End), Next: e.Next, Since: e.Since,
			}
		}),
		RunClosed: heard(o.RunClosed, func(e engine.RunClosed) RunClosed {
			return RunClosed{
				Workflow: e.Workflow, WorkflowID: e.WorkflowID, RunID: e.RunID, Queue: e.Queue,
				Status: statusOf(e.Status), Started: e.Started, Closed: e.Closed, Failure: e.Failure, Unread: e.Unread, Headers: e.Headers,
			}
		}),
		TaskDone:        heard(o.TaskDone, func(e engine.TaskDone) TaskDone { return TaskDone(e) }),
		RunClaimed:      heard(o.RunClaimed, func(e engine.RunClaimed) RunClaimed { return RunClaimed(e) }),
		RunReplayed:     heard(o.RunReplayed, func(e engine.RunReplayed) RunReplayed { return RunReplayed(e) }),
		RunBlocked:      heard(o.RunBlocked, func(e engine.RunBlocked) RunBlocked { return RunBlocked(e) }),
		InputChanged:    heard(o.InputChanged, func(e engine.InputChanged) InputChanged { return InputChanged(e) }),
		RunFenced:       heard(o.RunFenced, func(e engine.RunFenced) RunFenced { return RunFenced(e) }),
		RunEvicted:      heard(o.RunEvicted, func(e engine.RunEvicted) RunEvicted { return RunEvicted(e) }),
		BatchCommitted:  heard(o.BatchCommitted, func(e engine.BatchCommitted) BatchCommitted { return BatchCommitted(e) }),
		WorkRecovered:   heard(o.WorkRecovered, func(e engine.WorkRecovered) WorkRecovered { return WorkRecovered(e) }),
		RunsRemoved:     heard(o.RunsRemoved, func(e engine.RunsRemoved) RunsRemoved { return RunsRemoved(e) }),
		ScheduleSkipped: heard(o.ScheduleSkipped, func(e engine.ScheduleSkipped) ScheduleSkipped { return ScheduleSkipped(e) }),
		GoroutinesAbandoned: heard(o.GoroutinesAbandoned, func(e engine.GoroutinesAbandoned) GoroutinesAbandoned {
			return GoroutinesAbandoned(e)
		}),
	}
}
