package sqlite

import "github.com/reprise-run/reprise/store"

const (
	sqlOwnRows   = " FROM ~activity INDEXED BY ~activity_own WHERE owner IS NULL AND substr(queue, 1, 7) = 'worker/' AND namespace = ?1 AND queue "
	sqlOwnNext   = "SELECT queue" + sqlOwnRows + "> ?2 ORDER BY queue LIMIT 1"
	sqlOwnTasks  = "SELECT run, activity" + sqlOwnRows + "= ?2 ORDER BY run, activity LIMIT ?3"
	sqlWorksHere = "SELECT 1 FROM ~worker WHERE worker_id = ?1 AND dead = 0 AND namespace = ?2"
)

// goneTasks reads up to most rows that wait for workers that are gone. It makes one index look-up for
// each queue in which something waits.
func (c *conn) goneTasks(namespace string, most int) (all []taskKey) {
	for queue := ""; len(all) < most; {
		next := ""
		for q := c.Query(sqlOwnNext, namespace, queue); q.Next(); {
			next = q.Text(0)
		}
		if next <= queue { // nothing is left, or the column is damaged
			return all
		}
		queue = next
		id, whose := store.OwnerOf(queue)
		if whose && c.Number(sqlWorksHere, id, namespace) > 0 {
			continue
		}
		for q := c.Query(sqlOwnTasks, namespace, queue, most-len(all)); q.Next(); {
			all = append(all, taskKey{q.Int(0), q.Int(1)})
		}
	}
	return all
}
