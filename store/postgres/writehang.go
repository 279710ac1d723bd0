package postgres

import (
	"github.com/reprise-run/reprise/store"
)

const (
	sqlDropDispatch = "DELETE FROM ~dispatch d WHERE d.run_id = ANY($1::uuid[])"
	sqlPutDispatch  = `INSERT INTO ~dispatch (run_id, ready_at, owner, claim, dirty, lane, lane_deaths, build, until, prefer, prefer_until,
			prio, level, namespace, queue, workflow)
		SELECT m.run_id, m.ready_at, m.owner, m.claim, m.dirty, m.lane, r.lane_deaths, m.build, m.until,
			CASE WHEN m.owner IS NULL AND m.lane = 0 THEN r.last_owner END, m.ready_at + $9::interval, r.prio, r.level, r.namespace, r.queue, r.workflow
		FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::uuid[], $5::boolean[], $6::smallint[], $7::text[], $8::timestamptz[])
			AS m(run_id, ready_at, owner, claim, dirty, lane, build, until)
		JOIN ~run r ON r.run_id == m.run_id
		ON CONFLICT (run_id) DO UPDATE SET ready_at = excluded.ready_at, owner = excluded.owner, claim = excluded.claim, dirty = excluded.dirty,
			lane = excluded.lane, lane_deaths = excluded.lane_deaths, build = excluded.build, until = excluded.until,
			prefer = excluded.prefer, prefer_until = excluded.prefer_until, level = excluded.level`

	sqlClearInbox = "DELETE FROM ~inbox i WHERE i.run_id = ANY($1::uuid[])"
	sqlTakeInbox  = `DELETE FROM ~inbox i USING unnest($1::uuid[], $2::bigint[]) AS m(run_id, ord)
		WHERE i.run_id == m.run_id AND i.ord = m.ord`
	sqlAccept = `INSERT INTO ~inbox (run_id, ord, id, kind, ref, at, data)
		SELECT m.run_id, m.ord, m.id, m.kind, m.ref, now(), m.data
		FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::smallint[], $5::bigint[], $6::bytea[]) AS m(run_id, ord, id, kind, ref, data)`

	sqlClearTimers = "DELETE FROM ~timer t WHERE t.run_id = ANY($1::uuid[])"
	sqlDropTimers  = `DELETE FROM ~timer t USING unnest($1::uuid[], $2::bigint[]) AS m(run_id, timer)
		WHERE t.run_id == m.run_id AND t.timer = m.timer`
	sqlAddTimers = `INSERT INTO ~timer (run_id, timer, fire_at)
		SELECT m.run_id, m.timer, m.fire_at FROM unnest($1::uuid[], $2::bigint[], $3::timestamptz[]) AS m(run_id, timer, fire_at)`

	sqlLeaveLanes = `UPDATE ~worker w SET lane_run = NULL, lane_activity = NULL
		FROM unnest($1::uuid[], $2::bigint[]) AS m(run_id, activity) WHERE w.lane_run = m.run_id AND w.lane_activity = m.activity`
)

func (u *unit) writeDispatch() {
	var gone, run, owner, claim ids
	var ready, until times
	var dirty bools
	var lane ints
	var build names
	for _, r := range u.order {
		d := &r.dispatch
		switch {
		case !r.moved && !r.fresh:
		case !d.exists && !r.fresh:
			gone = append(gone, token(r.ID))
		case d.exists:
			run, owner, claim = append(run, token(r.ID)), append(owner, id(r.Owner)), append(claim, id(d.claim))
			ready, dirty, lane = append(ready, at(d.ready)), append(dirty, d.dirty), append(lane, r.lane())
			var b store.Block
			if r.Blocked != nil {
				b = *r.Blocked
			}
			build, until = append(build, b.Build), append(until, at(b.Until))
		}
	}
	if len(gone) > 0 {
		u.write(sqlDropDispatch, gone)
	}
	if len(run) > 0 {
		u.write(sqlPutDispatch, run, ready, owner, claim, dirty, lane, build, until, interval(store.PreferFor))
	}
}

func (u *unit) writeInbox() {
	var ended, takenRun, run ids
	var taken, ord, kind, ref ints
	var name words
	var data blobs
	for _, r := range u.order {
		if r.cleared && !r.fresh {
			ended = append(ended, token(r.ID))
		}
		for _, o := range r.taken {
			takenRun, taken = append(takenRun, token(r.ID)), append(taken, o)
		}
		for _, e := range r.inbox {
			if e.fresh {
				run, ord, name = append(run, token(r.ID)), append(ord, e.Order), append(name, word(e.ID))
				kind, ref, data = append(kind, int64(e.Kind)), append(ref, e.Ref), append(data, e.Data)
			}
		}
	}
	if len(ended) > 0 {
		u.write(sqlClearInbox, ended)
	}
	if len(taken) > 0 {
		u.write(sqlTakeInbox, takenRun, taken)
	}
	if len(run) > 0 {
		u.write(sqlAccept, run, ord, name, kind, ref, data)
	}
}

func (u *unit) writeTimers() {
	var ended, goneRun, run ids
	var gone, timer ints
	var fireAt times
	for _, r := range u.order {
		if r.cleared && !r.fresh {
			ended = append(ended, token(r.ID))
		}
		for _, t := range r.stopped {
			goneRun, gone = append(goneRun, token(r.ID)), append(gone, t)
		}
		for t, when := range r.timers {
			run, timer, fireAt = append(run, token(r.ID)), append(timer, t), append(fireAt, at(when))
		}
	}
	if len(ended) > 0 {
		u.write(sqlClearTimers, ended)
	}
	if len(gone) > 0 {
		u.write(sqlDropTimers, goneRun, gone)
	}
	if len(run) > 0 {
		u.write(sqlAddTimers, run, timer, fireAt)
	}
}

func (u *unit) writeLanes() {
	if len(u.lanes) == 0 {
		return
	}
	var run ids
	var activity ints
	for _, k := range u.lanes {
		run, activity = append(run, token(k.Run)), append(activity, k.Activity)
	}
	u.write(sqlLeaveLanes, run, activity)
}
