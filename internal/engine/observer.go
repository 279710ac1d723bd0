package engine

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// Observer is told what happens here; the root, whose type of the same name has the same
// fields, says what each func is told. The compiler keeps the two alike: one is converted into
// the other.
type Observer struct {
	Committed       func(members int, took time.Duration)
	Claimed         func(run store.Run, cached bool)
	Replayed        func(run store.RunID, events int, took time.Duration, why string)
	TaskDone        func(run store.RunID, events, commands int, took time.Duration)
	ActivityStarted func(run store.RunID, name string, attempt int)
	ActivityEnded   func(run store.RunID, name string, attempt int, took time.Duration, err error)
	RunClosed       func(run store.Run)
	Blocked         func(run store.RunID, reason, text string)
	Warned          func(run store.RunID, text string)
	Fenced          func(run store.RunID)
	Recovered       func(rows int)
	Removed         func(runs int)
	Evicted         func(run store.RunID)
	Abandoned       func(now int)
}
