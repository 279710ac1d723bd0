package rules

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// DrainWorker is who has told a worker to drain, after o, where note has said it before.
//
// O13. To drain notes who, when and why. A worker that drains stays as it is, and to undo forgets the note.
func DrainWorker(note *store.WorkerNote, o *store.DrainWorker, now time.Time) *store.WorkerNote {
	switch {
	case o.Undo:
		return nil
	case note != nil:
		return note
	}
	return &store.WorkerNote{Who: o.Who, Why: o.Why, At: now}
}
