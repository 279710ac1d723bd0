package rules

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// DrainWorker returns the note of who told a worker to drain, after o; note is the one before.
//
// O13. Draining records who, when and why. A worker that already drains stays as it is. Undo removes
// the note.
func DrainWorker(note *store.WorkerNote, o *store.DrainWorker, now time.Time) *store.WorkerNote {
	switch {
	case o.Undo:
		return nil
	case note != nil:
		return note
	}
	return &store.WorkerNote{Who: o.Who, Why: o.Why, At: now}
}
