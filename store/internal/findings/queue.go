package findings

import (
	"fmt"

	"github.com/reprise-run/reprise/store"
)

// Overshared is a queue whose shares are more than its limit. Declared and overruled are its columns.
func Overshared(namespace, queue, declared, overruled string, shares int64) (f store.Finding, found bool) {
	q := store.Queue{Declared: store.UnpackSettings(declared), Overruled: store.UnpackQueue[store.QueueOverrule](overruled)}
	limit := q.Settings().Concurrency
	if shares <= int64(limit) {
		return f, false
	}
	return store.Finding{
		Check: store.CheckShare, Namespace: namespace,
		Text: fmt.Sprintf("workers may have %d activities of queue %q at once, and its limit is %d", shares, queue, limit),
	}, true
}
