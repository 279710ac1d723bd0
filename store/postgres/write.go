package postgres

import (
	"cmp"
	"slices"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

// flush queues what is to be written of all that is known, and forgets it.
func (u *unit) flush() {
	u.noteTaken()
	u.writeRuns()
	u.writeEvents()
	u.writeDispatch()
	u.writeInbox()
	u.writeTimers()
	u.writeTasks()
	u.forget()
}

// Of a run's columns there are those that a commit changes, those that its end changes, and
// those that hardly ever change: each are written if they have changed. To the server a
// column costs as much as to look the row up by its key.
const (
	sqlInsertRuns = `INSERT INTO ~run (run_id, status, epoch, next_seq, last_commit, level, build, owner, last_owner, waiting,
			chain_id, namespace, workflow_id, workflow, queue, prio, nth, created_at)
		SELECT m.run_id, m.status, m.epoch, m.next_seq, m.last_commit, m.level, m.build, m.owner, m.last_owner, m.waiting,
			m.chain_id, m.namespace, m.workflow_id, m.workflow, m.queue, m.prio, m.nth, now()
		FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::uuid[], $5::int[], $6::text[], $7::uuid[], $8::uuid[], $9::text[],
				$10::uuid[], $11::text[], $12::text[], $13::text[], $14::text[], $15::int[], $16::int[], $17::smallint[])
			AS m(run_id, epoch, next_seq, last_commit, level, build, owner, last_owner, waiting, chain_id, namespace, workflow_id, workflow, queue, prio, nth, status)`
	sqlUpdateRuns = `UPDATE ~run r SET epoch = m.epoch, next_seq = m.next_seq, last_commit = m.last_commit, level = m.level, build = m.build,
			owner = m.owner, last_owner = m.last_owner, waiting = m.waiting, gen = m.gen, entries = m.entries, unread = m.unread, closing = m.closing
		FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::uuid[], $5::int[], $6::text[], $7::uuid[], $8::uuid[], $9::text[], $10::bigint[], $11::int[], $12::int[], $13::boolean[])
			AS m(run_id, epoch, next_seq, last_commit, level, build, owner, last_owner, waiting, gen, entries, unread, closing)
		WHERE r.run_id = ANY(ARRAY[m.run_id])`
	sqlEndRuns = `UPDATE ~run r SET status = m.status, closed_at = now(), epoch = m.epoch, next_seq = m.next_seq, last_commit = m.last_commit, level = m.level, build = m.build,
			gen = m.gen, deaths = m.deaths, quarantine_deaths = m.quarantine_deaths, undelivered = m.undelivered, owner = NULL, waiting = NULL, entries = 0, unread = 0, closing = false,
			block_count = 0, block_reason = NULL, block_text = NULL, block_build = NULL, block_until = NULL
		FROM unnest($1::uuid[], $2::smallint[], $3::bigint[], $4::bigint[], $5::uuid[], $6::int[], $7::text[], $8::bigint[], $9::int[], $10::int[], $11::int[])
			AS m(run_id, status, epoch, next_seq, last_commit, level, build, gen, deaths, quarantine_deaths, undelivered)
		WHERE r.run_id = ANY(ARRAY[m.run_id])`
	sqlUpdateRare = `UPDATE ~run r SET deaths = m.deaths, quarantine_deaths = m.quarantine_deaths, undelivered = m.undelivered,
			block_count = m.block_count, block_reason = m.block_reason, block_text = m.block_text, block_build = m.block_build, block_until = m.block_until
		FROM unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[], $6::text[], $7::text[], $8::text[], $9::timestamptz[])
			AS m(run_id, deaths, quarantine_deaths, undelivered, block_count, block_reason, block_text, block_build, block_until)
		WHERE r.run_id = ANY(ARRAY[m.run_id])`

	sqlInsertEvents = `INSERT INTO ~event (run_id, seq, n, token, at, data)
		SELECT m.run_id, m.seq, m.n, m.token, now(), m.data
		FROM unnest($1::uuid[], $2::bigint[], $3::int[], $4::uuid[], $5::bytea[]) AS m(run_id, seq, n, token, data)`
)

// heads are the columns that every commit changes, for a number of runs.
type heads struct {
	run, lastCommit       ids
	epoch, nextSeq, level ints
	build                 names
}

func (h *heads) add(r *run) {
	h.run, h.epoch, h.nextSeq = append(h.run, token(r.ID)), append(h.epoch, r.Epoch), append(h.nextSeq, r.NextSeq)
	h.lastCommit, h.level, h.build = append(h.lastCommit, token(r.LastCommit)), append(h.level, int64(r.Level)), append(h.build, r.Build)
}

// holding are the columns that say who has a run, or what it waits for.
type holding struct {
	owner, stickyTo ids
	waiting         words
}

func (h *holding) add(r *run) {
	h.owner, h.stickyTo, h.waiting = append(h.owner, id(r.Owner)), append(h.stickyTo, id(r.StickyTo)), append(h.waiting, pgtype.Text{String: r.Waiting, Valid: r.Waits})
}

func (u *unit) writeRuns() {
	var fresh, changed, ended, over, rarely []*run
	for _, r := range u.order {
		d := &r.Diff
		if d.Fresh {
			fresh = append(fresh, r)
		}
		switch {
		case d.Ended && d.Fresh:
			over = append(over, r)
			continue
		case d.Ended:
			ended = append(ended, r)
			continue
		case d.Work && (!d.Fresh || r.Inbox.Gen > 0):
			changed = append(changed, r)
		}
		if d.Fate || d.End {
			rarely = append(rarely, r)
		}
	}
	u.endRuns(ended) // first, for their workflow ids may be started again
	u.insertRuns(fresh)
	u.updateRuns(changed)
	u.updateRare(rarely)
	u.endRuns(over)
}

func (u *unit) insertRuns(all []*run) {
	if len(all) == 0 {
		return
	}
	// Two that start the same workflow ids wait for each other in one order.
	slices.SortStableFunc(all, func(a, b *run) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.WorkflowID, b.WorkflowID))
	})
	var h heads
	var w holding
	var chain ids
	var namespace, workflowID, workflow, queue names
	var prio, nth, status ints
	for _, r := range all {
		h.add(r)
		w.add(r)
		chain, namespace = append(chain, token(r.Chain)), append(namespace, r.Namespace)
		workflowID, workflow, queue = append(workflowID, r.WorkflowID), append(workflow, r.Workflow), append(queue, r.Queue)
		prio, nth, status = append(prio, int64(r.Priority)), append(nth, int64(r.nth)), append(status, int64(r.Status))
	}
	u.write(sqlInsertRuns, h.run, h.epoch, h.nextSeq, h.lastCommit, h.level, h.build, w.owner, w.stickyTo, w.waiting, chain, namespace, workflowID, workflow, queue, prio, nth, status)
}

func (u *unit) updateRuns(all []*run) {
	if len(all) == 0 {
		return
	}
	var h heads
	var w holding
	var gen, entries, unread ints
	var closing bools
	for _, r := range all {
		h.add(r)
		w.add(r)
		b := &r.Inbox
		gen, entries, unread = append(gen, b.Gen), append(entries, int64(b.Entries)), append(unread, int64(b.Unread))
		closing = append(closing, r.Closing)
	}
	u.write(sqlUpdateRuns, h.run, h.epoch, h.nextSeq, h.lastCommit, h.level, h.build, w.owner, w.stickyTo, w.waiting, gen, entries, unread, closing)
}

func (u *unit) endRuns(all []*run) {
	if len(all) == 0 {
		return
	}
	var h heads
	var status, gen, deaths, quarantineDeaths, undelivered ints
	for _, r := range all {
		h.add(r)
		status, gen, undelivered = append(status, int64(r.Status)), append(gen, r.Inbox.Gen), append(undelivered, int64(r.Undelivered))
		deaths, quarantineDeaths = append(deaths, int64(r.Deaths)), append(quarantineDeaths, int64(r.QuarantineDeaths))
	}
	u.write(sqlEndRuns, h.run, status, h.epoch, h.nextSeq, h.lastCommit, h.level, h.build, gen, deaths, quarantineDeaths, undelivered)
}

func (u *unit) updateRare(all []*run) {
	if len(all) == 0 {
		return
	}
	var run ids
	var deaths, quarantineDeaths, undelivered, count ints
	var reason, text, build words
	var until times
	for _, r := range all {
		var b store.Block
		if r.Blocked != nil {
			b = *r.Blocked
		}
		run, undelivered = append(run, token(r.ID)), append(undelivered, int64(r.Undelivered))
		deaths, quarantineDeaths, count = append(deaths, int64(r.Deaths)), append(quarantineDeaths, int64(r.QuarantineDeaths)), append(count, int64(b.Count))
		reason, text, build = append(reason, word(b.Reason)), append(text, word(b.Text)), append(build, word(store.PackTried(b.Tried)))
		until = append(until, at(b.Until))
	}
	u.write(sqlUpdateRare, run, deaths, quarantineDeaths, undelivered, count, reason, text, build, until)
}

func (u *unit) writeEvents() {
	var run, commit ids
	var seq, n ints
	var data blobs
	for _, r := range u.order {
		for _, w := range r.Diff.Rows {
			run, commit = append(run, token(r.ID)), append(commit, token(w.Token))
			seq, n, data = append(seq, w.Seq), append(n, int64(w.N)), append(data, w.Data)
		}
	}
	if len(run) > 0 {
		u.write(sqlInsertEvents, run, seq, n, commit, data)
	}
}
