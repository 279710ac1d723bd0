package sqlite

import (
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
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
	var held []int64 // what From holds by Claim
	if o.Room > 0 {
		held = x.numbers(sqlHeld, o.From, o.Claim)
	}
	f := rules.Firing{Fire: o, Again: len(held) > 0}
	for _, d := range all {
		r := load(x.session(), sqlLoadByNumber, d.run)
		if r == nil || r.Status != store.Open {
			x.Exec(sqlDropTimer, d.run, d.timer)
			continue
		}
		mend(x.session(), r, x.now)
		fired, _ := f.Timer(&r.Run, d.timer, x.now)
		out.Fired = append(out.Fired, fired)
		x.put(r)
	}
	for _, number := range held {
		out.Claims = append(out.Claims, x.claimed(number))
	}
	for _, id := range f.Woken {
		out.Claims = append(out.Claims, x.claimedRun(x.find(store.Ref{Run: id})))
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
