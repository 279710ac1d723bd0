package store

import (
	"encoding/json"
	"time"
)

// DrainWorker tells a worker to drain, or with Undo to take work again. The worker learns of it with its next [Tick]. A
// worker that already drains stays as it is.
//
// Outcome: [Done], or [NotFound] if no worker of the namespace has the id and is not marked dead.
type DrainWorker struct {
	Namespace string
	Worker    WorkerID
	Undo      bool
	Who, Why  string
}

func (*DrainWorker) op() {}

func (o *DrainWorker) check() error {
	if o == nil {
		return errNil
	}
	return first(
		id("DrainWorker.Namespace", o.Namespace),
		must(o.Worker != WorkerID{}, "DrainWorker.Worker is zero"),
		text("DrainWorker.Who", o.Who), text("DrainWorker.Why", o.Why),
	)
}

// WorkerNote records who told a worker to drain, when, and why.
type WorkerNote struct {
	Who string    `json:"who"`
	Why string    `json:"why"`
	At  time.Time `json:"at"`
}

// PackLabels encodes labels for a column; no labels are "". UnpackLabels decodes them. Both are for stores.
func PackLabels(labels map[string]string) string {
	if len(labels) == 0 {
		return ""
	}
	return PackQueue(&labels)
}

// UnpackLabels decodes the result of PackLabels.
func UnpackLabels(column string) (labels map[string]string) {
	if column == "" || json.Unmarshal([]byte(column), &labels) != nil {
		return nil // labels are only shown
	}
	return labels
}
