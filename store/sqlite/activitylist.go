package sqlite

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// The rows listed for each state, behind the place ?2, ?3, ?4, in the order of the index.
var (
	sqlListedTask = strings.Replace(strings.Replace(sqlTask, "a.data, a.last, a.details", "NULL, a.last, NULL", 1), "a.partition_key", "a.partition_key, a.run", 1)
	sqlListFree   = listTasks("free", "a.owner IS NULL AND a.quarantined = 0 AND a.delayed = 0 AND a.queue = ?6 AND a.prio = ?7")
	sqlListDue    = listTasks("delayed", "a.owner IS NULL AND a.quarantined = 0 AND a.delayed = 1 AND a.queue = ?6 AND a.ready_at <= ?7")
	sqlListLater  = listTasks("delayed", fmt.Sprintf("a.owner IS NULL AND a.quarantined = 0 AND a.delayed = 1 AND a.queue = ?6 AND a.ready_at > ?7 AND a.ready_at < ?7 + %d", (store.HoldFor/2).Microseconds()))
	sqlListOwned  = listTasks("owner", "a.owner IS NOT NULL")
)

func listTasks(index, where string) string {
	return strings.Replace(sqlListedTask, "FROM ~activity a JOIN", "FROM ~activity a INDEXED BY ~activity_"+index+" CROSS JOIN", 1) +
		"WHERE " + where + " AND a.namespace = ?1 AND (a.ready_at, a.run, a.activity) > (?2, ?3, ?4) ORDER BY a.ready_at, a.run, a.activity LIMIT ?5"
}

const listedRun = 22 // the column of sqlListedTask after those of a task

var _ store.ActivityLister = (*Store)(nil)

// Activities implements [store.ActivityLister]. A page costs a few microseconds for each row that it is chosen from. One of
// those that run costs as much for each of them.
func (s *Store) Activities(ctx context.Context, q store.ActivityQuery) (p store.ActivityPage, err error) {
	var bad error
	err = s.look(ctx, func(c *conn) {
		c.snapshot()
		now := s.now()
		p, bad = rules.ListTasks(q, func(behind rules.TaskPlace, n int) (all []rules.Candidate[store.Task, rules.TaskPlace], err error) {
			run := int64(0)
			if behind.Run != "" {
				if run, err = strconv.ParseInt(behind.Run, 10, 64); err != nil {
					return nil, fmt.Errorf("sqlite: ActivityQuery.Cursor is of another store: %w", err)
				}
			}
			list := func(sql string, arg ...any) {
				for r := c.Query(sql, append([]any{q.Namespace, behind.Ready, run, behind.Activity, n}, arg...)...); r.Next(); {
					t := showTask(&r)
					all = append(all, rules.Candidate[store.Task, rules.TaskPlace]{Of: t, At: rules.TaskPlace{Ready: t.Ready.UnixMicro(), Run: strconv.FormatInt(r.Int(listedRun), 10), Activity: t.ID}})
				}
			}
			first := func() {
				slices.SortFunc(all, func(a, b rules.Candidate[store.Task, rules.TaskPlace]) int {
					return cmp.Or(cmp.Compare(a.At.Ready, b.At.Ready), cmp.Compare(len(a.At.Run), len(b.At.Run)), cmp.Compare(a.At.Run, b.At.Run), cmp.Compare(a.At.Activity, b.At.Activity))
				})
				all = all[:min(n, len(all))]
			}
			delayed := func(sql string) {
				for _, queue := range texts(c, sqlDelayedQueues, q.Namespace) {
					if q.Queue == "" || q.Queue == queue {
						list(sql, queue, now)
						first()
					}
				}
			}
			switch q.State {
			case store.ActivityRetrying:
				delayed(sqlListLater)
				return all, nil
			case store.ActivityRunning:
				list(sqlListOwned)
				return all, nil
			}
			for _, g := range freeGroups(c, sqlNextFreeTask, q.Namespace) {
				if q.Queue == "" || q.Queue == g.queue {
					list(sqlListFree, g.queue, g.prio)
					first() // there may be many queues
				}
			}
			delayed(sqlListDue)
			return all, nil
		})
	})
	return p, cmp.Or(err, bad)
}
