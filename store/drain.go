package store

import (
	"encoding/json"
	"time"
)

// DrainWorker tells a worker to drain, or with Undo to take work again. It learns of that with its next [Tick]. A worker that
// drains already stays as it is.
//
// Outcome: [Done], or [NotFound] where no worker of the namespace that is not dead has the id.
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

// WorkerNote is who has told a worker to drain, when, and why.
type WorkerNote struct {
	Who string    `json:"who"`
	Why string    `json:"why"`
	At  time.Time `json:"at"`
}

// PackLabels are labels as they stand in a column; none are "". UnpackLabels reads them. Both are for stores.
func PackLabels(labels map[string]string) string {
	if len(labels) == 0 {
		return ""
	}
	return PackQueue(&labels)
}

// UnpackLabels are the labels that PackLabels was given.
func UnpackLabels(column string) (labels map[string]string) {
	if column == "" || json.Unmarshal([]byte(column), &labels) != nil {
		return nil // they are only shown
	}
	return labels
}
