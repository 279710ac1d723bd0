package sqlite

import (
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlDue       = "SELECT run, timer FROM ~timer INDEXED BY ~timer_due WHERE fire_at <= ?1 ORDER BY fire_at, run, timer LIMIT ?2"
	sqlNextTimer = "SELECT fire_at FROM ~timer INDEXED BY ~timer_due ORDER BY fire_at LIMIT 1"
)

func (x *tx) fire(o *store.Fire) store.Outcome {
	type due struct{ run, timer int64 }
	var all []due
	if o.Max > 0 {
		for q := x.query(sqlDue, x.us, o.Max); q.next(); {
			all = append(all, due{q.int(0), q.int(1)})
		}
	}
	var out store.Outcome
	var woken []int64 // what From holds by Claim; the first of them since before this transaction
	room, before := o.Room, 0
	if room > 0 {
		woken = x.numbers(sqlHeld, o.From, o.Claim)
		if before = len(woken); before > 0 {
			room = 0 // it is a repetition
		}
	}
	for _, d := range all {
		x.exec(sqlDropTimer, d.run, d.timer)
		r, ok := x.row(sqlRowByNumber, d.run)
		if !ok || r.status != store.Open {
			continue
		}
		goesOn := len(woken)-before < room && r.goesOn(o.From)
		e := x.accept(&r, store.Entry{Kind: store.EntryTimer, Ref: d.timer}, !slices.Contains(woken[before:], d.run))
		if goesOn {
			x.own(&r, o.From, o.Claim)
			woken = append(woken, d.run)
		}
		out.Fired = append(out.Fired, store.Fired{Run: r.id, Owner: r.owner, Entry: e})
	}
	for _, run := range woken {
		out.Claims = append(out.Claims, x.claimed(run))
	}
	out.Next = x.nextTimer()
	return out
}

func (c *conn) nextTimer() time.Time {
	q := c.query(sqlNextTimer)
	if !q.next() {
		return time.Time{}
	}
	defer q.end()
	return q.time(0)
}
