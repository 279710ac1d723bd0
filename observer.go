package reprise

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// Observer is told what a Runtime does. Every func is optional. They are called
// on the engine's own goroutines: return quickly, do not call the Runtime, do not
// panic.
// Metrics and tracing are written against it.
type Observer struct {
	// Committed is called after each batch the store has taken, by two goroutines at once
	// where it takes two, or where one waits for somebody's lock.
	Committed func(members int, took time.Duration)
	// Claimed is called for each run this worker takes; cached says that its
	// coroutines were still here and nothing was replayed.
	Claimed func(run store.Run, cached bool)
	// Replayed is called when a run was rebuilt from its history.
	Replayed func(run store.RunID, events int, took time.Duration, why string)
	// TaskDone is called after the commit of a workflow task.
	TaskDone func(run store.RunID, events, commands int, took time.Duration)
	// ActivityStarted and ActivityEnded frame one attempt that runs here. err is
	// nil for a result.
	ActivityStarted func(run store.RunID, name string, attempt int)
	ActivityEnded   func(run store.RunID, name string, attempt int, took time.Duration, err error)
	// RunClosed is called when a run ended here.
	RunClosed func(run store.Run)
	// Blocked is called when a run was parked with a reason.
	Blocked func(run store.RunID, reason, text string)
	// Warned is called each time that workflow code asks on replay for what another build
	// has recorded, with another input or due time. Under the same build, and with
	// Config.StrictInputs, the run is parked instead.
	Warned func(run store.RunID, text string)
	// Fenced is called when a commit found that somebody else owns the run.
	Fenced func(run store.RunID)
	// Recovered is called with the number of runs and activities that were taken
	// from dead workers.
	Recovered func(rows int)
	// Removed is called with the number of runs that ended longer ago than
	// Config.Retention and were removed.
	Removed func(runs int)
	// Evicted is called when a parked run leaves the cache.
	Evicted func(run store.RunID)
	// Abandoned is called with the number of goroutines given up on: workflow code
	// that blocks outside the engine, activities that ignore their context.
	Abandoned func(now int)
}
