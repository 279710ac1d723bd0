package reprise

import (
	"time"

	"github.com/reprise-run/reprise/internal/engine"
)

// Observer is told what a Runtime does. Every func is optional. They are called on the engine's
// own goroutines: return quickly, do not call the Runtime, do not panic. Two may be called at the
// same time. Metrics and tracing are written against it.
//
// A process that dies tells nothing more. Others do not tell its attempts' ends for it.
type Observer struct {
	// ActivityStarted is called when an attempt begins here, and ActivityEnded once for each of
	// these: in whatever way the attempt ends, and also when Stop leaves it behind.
	ActivityStarted func(ActivityStarted)
	ActivityEnded   func(ActivityEnded)
	// RunClosed is called once for each run that ended here, also for one that this Runtime has
	// terminated.
	RunClosed func(RunClosed)
	// TaskDone is called once after the commit of each workflow task.
	TaskDone func(TaskDone)
	// RunClaimed is called for each run that this worker takes.
	RunClaimed func(RunClaimed)
	// RunReplayed is called when a run was rebuilt from its history.
	RunReplayed func(RunReplayed)
	// RunBlocked is called when a run was parked with a reason.
	RunBlocked func(RunBlocked)
	// InputChanged is called each time that workflow code asks on replay for what another build
	// has recorded, with another input or due time. Under the same build, and with
	// Config.StrictInputs, the run is parked instead.
	InputChanged func(InputChanged)
	// RunFenced is called once for each run that this worker held when the store refused a
	// write: somebody else has taken the run over, or has ended it.
	RunFenced func(RunFenced)
	// RunEvicted is called when a parked run leaves the cache.
	RunEvicted func(RunEvicted)
	// BatchCommitted is called after each batch that the store has taken.
	BatchCommitted func(BatchCommitted)
	// WorkRecovered is called when work was taken from dead workers.
	WorkRecovered func(WorkRecovered)
	// RunsRemoved is called when Config.Retention has removed runs.
	RunsRemoved func(RunsRemoved)
	// ScheduleSkipped is called when this worker has passed over times of a schedule.
	ScheduleSkipped func(ScheduleSkipped)
	// GoroutinesAbandoned is called when a goroutine is given up on, and when one of them comes
	// back: workflow code that blocks outside the engine, activities that ignore their context.
	GoroutinesAbandoned func(GoroutinesAbandoned)
}

// Observers returns an Observer that tells all of these, in this order. Nil is nobody.
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

// ActivityStarted tells of an attempt at an activity that begins.
type ActivityStarted struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
	Activity   string
	Number     int64 // of the activity in its run
	Queue      string
	Attempt    int           // 1 is the first
	Waited     time.Duration // since it could have begun, by the store's clock
}

// ActivityEnded tells how an attempt has ended.
type ActivityEnded struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
	Activity   string
	Number     int64
	Queue      string
	Attempt    int
	Took       time.Duration // until its end was decided: its function may still be running
	Err        error         // nil: it has returned a result
	End        AttemptEnd
	Next       time.Time     // the next attempt is not before, by the store's clock; zero: none is known
	Since      time.Duration // since the workflow asked for the activity, by the store's clock
}

// AttemptEnd is what becomes of an attempt that has ended.
type AttemptEnd string

const (
	// AttemptDone: its result or failure is that of the activity.
	AttemptDone AttemptEnd = AttemptEnd(engine.AttemptDone)
	// AttemptRetried: it has failed, and another attempt follows at Next.
	AttemptRetried AttemptEnd = AttemptEnd(engine.AttemptRetried)
	// AttemptHandedOver: it has made way, mostly because its worker stops. It is not counted, and
	// another worker makes it again.
	AttemptHandedOver AttemptEnd = AttemptEnd(engine.AttemptHandedOver)
	// AttemptCancelled: its activity was cancelled, or its run has ended. Nobody reads its result.
	AttemptCancelled AttemptEnd = AttemptEnd(engine.AttemptCancelled)
	// AttemptLost: its worker has lost the right to go on, has stopped without waiting any longer,
	// or could not record the end. The attempt counts, and another worker may make the next one.
	AttemptLost AttemptEnd = AttemptEnd(engine.AttemptLost)
	// AttemptFenced: the store has refused its end. Another worker has the activity, or the
	// activity has ended.
	AttemptFenced AttemptEnd = AttemptEnd(engine.AttemptFenced)
	// AttemptUnknown: the commit of a transactional attempt was not answered. The activity has
	// ended with it, or belongs to another worker.
	AttemptUnknown AttemptEnd = AttemptEnd(engine.AttemptUnknown)
)

// RunClosed tells of a run that has ended.
type RunClosed struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
	Queue      string
	Status     Status
	Started    time.Time
	Closed     time.Time
	Failure    error             // as in [RunError]; nil: it has completed
	Unread     int               // signals that the workflow has not received; of a run that was terminated zero
	Headers    map[string]string // that the run was started with; do not change them. Nil, too, where they cannot be read
}

// TaskDone tells of a workflow task that was committed.
type TaskDone struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
	Events     int // that the workflow was given
	Commands   int // that it has answered with
	Took       time.Duration
	Headers    map[string]string // that the run was started with; do not change them
}

// RunClaimed tells of a run that this worker has taken.
type RunClaimed struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
	Queue      string
	Cached     bool // its coroutines were still here, and nothing is replayed
	Deaths     int  // of workers that had it, since it has made progress
}

// RunReplayed tells of a run that was rebuilt from its history.
type RunReplayed struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
	Events     int
	Took       time.Duration
	Why        string
}

// RunBlocked tells of a run that was parked with a reason.
type RunBlocked struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
	Reason     string // "mismatch", "panic", "stuck" and others; see [Blocked]
	Text       string // for a person
}

// InputChanged tells of a recorded command that the code gives another input or due time.
type InputChanged struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
	Text       string
}

// RunFenced tells of a run that is not this worker's any more.
type RunFenced struct {
	Workflow   string
	WorkflowID string
	RunID      RunID
}

// RunEvicted tells of a parked run whose coroutines have left the cache.
type RunEvicted struct {
	WorkflowID string
	RunID      RunID
}

// BatchCommitted tells of a batch that the store has taken.
type BatchCommitted struct {
	Writes int
	Took   time.Duration
}

// WorkRecovered tells of work that was taken from dead workers.
type WorkRecovered struct {
	Rows int // runs and activities
}

// RunsRemoved tells of runs that ended longer ago than Config.Retention.
type RunsRemoved struct {
	Runs int
}

// ScheduleSkipped tells of a time of a schedule that is not fired, or of several in a row. See [ScheduleSkip].
type ScheduleSkipped struct {
	Schedule string // its id
	Workflow string
	Nominal  time.Time
	Until    time.Time
	Count    int64
	Reason   string
	Text     string
}

// GoroutinesAbandoned tells how many goroutines are given up on now.
type GoroutinesAbandoned struct {
	Now int
}

// heard has f hear of what the engine tells, as the root's own event; nil hears nothing.
func heard[E, I any](f func(E), event func(I) E) func(I) {
	if f == nil {
		return nil
	}
	return func(e I) { f(event(e)) }
}

// engine is o as the engine tells it.
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
