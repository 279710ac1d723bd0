package postgres

import (
	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

const (
	sqlDropDispatch = "DELETE FROM ~dispatch d WHERE d.run_id = ANY($1::uuid[])"
	sqlAddDispatch  = `INSERT INTO ~dispatch (run_id, ready_at, owner, claim, dirty, access, quarantine_deaths, build, until, sticky, sticky_until, level, prio, namespace, queue, workflow)
		SELECT m.run_id, m.ready_at, m.owner, m.claim, m.dirty, m.access, m.quarantine_deaths, m.build, m.until, m.sticky, m.ready_at + $16::interval, m.level, m.prio, m.namespace, m.queue, m.workflow
		FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::uuid[], $5::boolean[], $6::smallint[], $7::int[], $8::text[], $9::timestamptz[], $10::uuid[],
				$11::int[], $12::int[], $13::text[], $14::text[], $15::text[])
			AS m(run_id, ready_at, owner, claim, dirty, access, quarantine_deaths, build, until, sticky, level, prio, namespace, queue, workflow)`
	sqlMoveDispatch = `UPDATE ~dispatch d SET ready_at = m.ready_at, owner = m.owner, claim = m.claim, dirty = m.dirty, access = m.access, quarantine_deaths = m.quarantine_deaths,
			build = m.build, until = m.until, sticky = m.sticky, sticky_until = m.ready_at + $12::interval, level = m.level
		FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::uuid[], $5::boolean[], $6::smallint[], $7::int[], $8::text[], $9::timestamptz[], $10::uuid[], $11::int[])
			AS m(run_id, ready_at, owner, claim, dirty, access, quarantine_deaths, build, until, sticky, level)
		WHERE d.run_id = ANY(ARRAY[m.run_id])`

	// What hangs on runs that have ended, but for their inboxes: few have entries then.
	sqlClear = `WITH t AS (DELETE FROM ~timer t WHERE t.run_id = ANY($1::uuid[])), a AS (DELETE FROM ~activity a WHERE a.run_id = ANY($1::uuid[]))
		DELETE FROM ~dispatch d WHERE d.run_id = ANY($1::uuid[])`

	sqlClearInbox = "DELETE FROM ~inbox i WHERE i.run_id = ANY($1::uuid[])"
	sqlTakeInbox  = `DELETE FROM ~inbox i USING unnest($1::uuid[], $2::bigint[]) AS m(run_id, ord)
		WHERE i.run_id = ANY(ARRAY[m.run_id]) AND i.ord = m.ord`
	sqlAccept = `INSERT INTO ~inbox (run_id, ord, id, kind, ref, at, data)
		SELECT m.run_id, m.ord, m.id, m.kind, m.ref, now(), m.data
		FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::smallint[], $5::bigint[], $6::bytea[]) AS m(run_id, ord, id, kind, ref, data)`

	sqlClearTimers = "DELETE FROM ~timer t WHERE t.run_id = ANY($1::uuid[])"
	sqlDropTimers  = `DELETE FROM ~timer t USING unnest($1::uuid[], $2::bigint[]) AS m(run_id, timer)
		WHERE t.run_id = ANY(ARRAY[m.run_id]) AND t.timer = m.timer`
	sqlAddTimers = `INSERT INTO ~timer (run_id, timer, fire_at, namespace)
		SELECT m.run_id, m.timer, m.fire_at, m.namespace FROM unnest($1::uuid[], $2::bigint[], $3::timestamptz[], $4::text[]) AS m(run_id, timer, fire_at, namespace)`
)

// dispatches are the columns of a dispatch row that change, for a number of runs.
type dispatches struct {
	run, owner, claim, sticky       ids
	ready, until                    times
	dirty                           bools
	access, quarantineDeaths, level ints
	build                           names
}

func (p *dispatches) add(r *run) {
	var b store.Block
	if r.Blocked != nil {
		b = *r.Blocked
	}
	d, access, sticky := &r.Dispatch, r.Access(), uuid.Nil
	if r.Owner == uuid.Nil && access == rules.AccessFree {
		sticky = r.StickyTo
	}
	p.run, p.owner, p.claim, p.sticky = append(p.run, token(r.ID)), append(p.owner, id(r.Owner)), append(p.claim, id(d.Claim)), append(p.sticky, id(sticky))
	p.ready, p.until, p.dirty = append(p.ready, at(d.Ready)), append(p.until, at(b.Until)), append(p.dirty, d.Dirty)
	p.access, p.quarantineDeaths, p.level = append(p.access, int64(access)), append(p.quarantineDeaths, int64(r.QuarantineDeaths)), append(p.level, int64(r.Level))
	p.build = append(p.build, store.PackTried(b.Tried))
}

func (p *dispatches) args() []any {
	return []any{p.run, p.ready, p.owner, p.claim, p.dirty, p.access, p.quarantineDeaths, p.build, p.until, p.sticky, p.level}
}

func (u *unit) writeDispatch() {
	var gone, ended ids
	var added, moved dispatches
	var prio ints
	var namespace, queue, workflow names
	for _, r := range u.order {
		d := &r.Diff
		switch {
		case d.Ended:
			if !d.Fresh {
				ended = append(ended, token(r.ID))
			}
		case !d.Moved && !d.Marked:
		case !r.Dispatch.Exists:
			if r.placed {
				gone = append(gone, token(r.ID))
			}
		case r.placed:
			moved.add(r)
		default:
			added.add(r)
			prio, namespace = append(prio, int64(r.Priority)), append(namespace, r.Namespace)
			queue, workflow = append(queue, r.Queue), append(workflow, r.Workflow)
		}
	}
	if len(ended) > 0 {
		u.write(sqlClear, ended)
	}
	if len(gone) > 0 {
		u.write(sqlDropDispatch, gone)
	}
	if len(moved.run) > 0 {
		u.write(sqlMoveDispatch, append(moved.args(), interval(store.StickyFor))...)
	}
	if len(added.run) > 0 {
		u.write(sqlAddDispatch, append(added.args(), prio, namespace, queue, workflow, interval(store.StickyFor))...)
	}
}

func (u *unit) writeInbox() {
	var ended, takenRun, run ids
	var taken, ord, kind, ref ints
	var name words
	var data blobs
	for _, r := range u.order {
		if r.Diff.Ended && r.filled {
			ended = append(ended, token(r.ID))
		}
		for _, o := range r.Inbox.Taken {
			takenRun, taken = append(takenRun, token(r.ID)), append(taken, o)
		}
		for i := range r.Inbox.Loaded {
			if e := &r.Inbox.Loaded[i]; e.Fresh {
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
	var goneRun, run ids
	var gone, timer ints
	var fireAt times
	var namespace names
	for _, r := range u.order {
		for _, t := range r.Timers.Gone {
			goneRun, gone = append(goneRun, token(r.ID)), append(gone, t)
		}
		for _, t := range r.Timers.Loaded {
			if t.Fresh {
				run, timer, fireAt, namespace = append(run, token(r.ID)), append(timer, t.ID), append(fireAt, at(t.FireAt)), append(namespace, r.Namespace)
			}
		}
	}
	if len(gone) > 0 {
		u.write(sqlDropTimers, goneRun, gone)
	}
	if len(run) > 0 {
		u.write(sqlAddTimers, run, timer, fireAt, namespace)
	}
}
