package sqlite

import (
	"encoding/json"
	"slices"

	"github.com/reprise-run/reprise/store"
)

const sqlPeers = `SELECT worker_id, slots, held, free, queues, workflows, activities FROM ~worker
	WHERE worker_id <> ?1 AND dead = 0 AND lease_until >= ?2 AND namespace = ?3 AND level >= ?4 ORDER BY worker_id`

// peers lists the other workers that can run everything that f matches.
func (x *tx) peers(self store.WorkerID, f *store.Filter) (all []store.Peer) {
	for q := x.Query(sqlPeers, self, x.us, f.Namespace, f.Level); q.Next(); {
		if listed(q.Text(4), f.Queues) && listed(q.Text(5), f.Workflows) && listed(q.Text(6), f.Activities) {
			all = append(all, store.Peer{ID: q.ID(0), Slots: int(q.Int(1)), Load: store.Load{Held: int(q.Int(2)), Free: int(q.Int(3))}})
		}
	}
	return all
}

// list returns names as a column holds them.
func list(names []string) string {
	text, err := json.Marshal(names)
	if err != nil {
		return "[]" // strings can always be marshalled
	}
	return string(text)
}

// listOf parses what list wrote; a column that was never written has nothing.
func listOf(column string) (names []string) {
	if json.Unmarshal([]byte(column), &names) != nil {
		return nil
	}
	return names
}

// listed reports whether a column contains all of some.
func listed(column string, some []string) bool {
	names := listOf(column)
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(names, s) })
}
