package sqlite

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlDue       = "SELECT run, timer FROM ~timer INDEXED BY ~timer_due WHERE namespace = ?1 AND fire_at <= ?2 ORDER BY fire_at, run, timer LIMIT ?3"
	sqlNextTimer = "SELECT fire_at FROM ~timer INDEXED BY ~timer_due WHERE namespace = ?1 ORDER BY fire_at LIMIT 1"
)

func (x *tx) fire(o *store.Fire) store.Outcome {
	type due struct{ run, timer int64 }
	var all []due
	if o.Max > 0 {
		for q := x.Query(sqlDue, o.Namespace, x.us, o.Max); q.Next(); {
			all = append(all, due{q.Int(0), q.Int(1)})
		}
	}
	var out store.Outcome
	for _, d := range all {
		r := load(x.session(), sqlLoadByNumber, d.run)
		if r == nil || r.Status != store.Open {
			x.Exec(sqlDropTimer, d.run, d.timer)
			continue
		}
		mend(x.session(), r, x.now)
		fired, _ := r.Timer(d.timer, &x.take, x.now)
		out.Fired = append(out.Fired, fired)
		x.put(r)
	}
	out.Next = x.nextTimer(o.Namespace)
	return out
}

func (c *conn) nextTimer(namespace string) time.Time {
	q := c.Query(sqlNextTimer, namespace)
	if !q.Next() {
		return time.Time{}
	}
	defer q.End()
	return q.Time(0)
}
