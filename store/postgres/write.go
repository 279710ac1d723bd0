package postgres

import (
	"cmp"
	"slices"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

// flush queues what is to be written of all that is known, and forgets it.
func (u *unit) flush() {
	u.writeRuns()
	u.writeEvents()
	u.writeDispatch()
	u.writeInbox()
	u.writeTimers()
	u.writeTasks()
	u.writeLanes()
	u.forget()
}

// The columns of a run that change, in the order of runChanges.args.
const sqlRunChanges = `$1::uuid[], $2::smallint[], $3::bigint[], $4::bigint[], $5::uuid[], $6::int[], $7::text[], $8::uuid[],
	$9::bigint[], $10::int[], $11::int[], $12::boolean[], $13::int[], $14::int[], $15::int[], $16::text[], $17::timestamptz[],
	$18::int[], $19::text[], $20::text[], $21::text[], $22::timestamptz[], $23::uuid[]`

const sqlRunChanged = `run_id, status, epoch, next_seq, last_commit, level, build, owner,
	gen, entries, unread, closing, deaths, lane_deaths, undelivered, waiting, closed_at,
	block_count, block_reason, block_text, block_build, block_until, last_owner`

const (
	sqlUpdateRuns = `UPDATE ~run r SET status = m.status, epoch = m.epoch, next_seq = m.next_seq, last_commit = m.last_commit,
			level = m.level, build = m.build, owner = m.owner, last_owner = m.last_owner,
			gen = m.gen, entries = m.entries, unread = m.unread, closing = m.closing, deaths = m.deaths, lane_deaths = m.lane_deaths,
			undelivered = m.undelivered, waiting = m.waiting, closed_at = m.closed_at, block_count = m.block_count,
			block_reason = m.block_reason, block_text = m.block_text, block_build = m.block_build, block_until = m.block_until
		FROM unnest(` + sqlRunChanges + `) AS m(` + sqlRunChanged + `) WHERE r.run_id == m.run_id`
	sqlInsertRuns = `INSERT INTO ~run (` + sqlRunChanged + `, chain_id, namespace, workflow_id, workflow, queue, prio, nth, created_at)
		SELECT m.*, now() FROM unnest(` + sqlRunChanges + `, $24::uuid[], $25::text[], $26::text[], $27::text[], $28::text[], $29::int[], $30::int[])
			AS m(` + sqlRunChanged + `, chain_id, namespace, workflow_id, workflow, queue, prio, nth)`

	sqlInsertEvents = `INSERT INTO ~event (run_id, seq, n, token, at, data)
		SELECT m.run_id, m.seq, m.n, m.token, now(), m.data
		FROM unnest($1::uuid[], $2::bigint[], $3::int[], $4::uuid[], $5::bytea[]) AS m(run_id, seq, n, token, data)`
)

// runChanges are the columns of a run that change, for a number of runs.
type runChanges struct {
	run, lastCommit, owner, prefers                     ids
	status, epoch, nextSeq, level, gen, entries, unread ints
	deaths, laneDeaths, undelivered, blockCount         ints
	build                                               names
	waiting, blockReason, blockText, blockBuild         words
	closing                                             bools
	closed, blockUntil                                  times
}

func (c *runChanges) add(r *run) {
	var b store.Block
	if r.Blocked != nil {
		b = *r.Blocked
	}
	c.run, c.lastCommit, c.owner = append(c.run, token(r.ID)), append(c.lastCommit, token(r.LastCommit)), append(c.owner, id(r.Owner))
	c.prefers = append(c.prefers, id(r.prefers))
	c.status, c.epoch, c.nextSeq = append(c.status, int64(r.Status)), append(c.epoch, r.Epoch), append(c.nextSeq, r.NextSeq)
	c.level, c.gen, c.entries = append(c.level, int64(r.Level)), append(c.gen, r.gen), append(c.entries, int64(r.entries))
	c.unread, c.undelivered = append(c.unread, int64(r.Unread)), append(c.undelivered, int64(r.Undelivered))
	c.deaths, c.laneDeaths = append(c.deaths, int64(r.Deaths)), append(c.laneDeaths, int64(r.LaneDeaths))
	c.build, c.waiting, c.closing = append(c.build, r.Build), append(c.waiting, pgtype.Text{String: r.Waiting, Valid: r.waits}), append(c.closing, r.closing)
	c.closed, c.blockUntil = append(c.closed, at(r.Closed)), append(c.blockUntil, at(b.Until))
	c.blockCount, c.blockReason = append(c.blockCount, int64(b.Count)), append(c.blockReason, word(b.Reason))
	c.blockText, c.blockBuild = append(c.blockText, word(b.Text)), append(c.blockBuild, word(b.Build))
}

func (c *runChanges) args() []any {
	return []any{
		c.run, c.status, c.epoch, c.nextSeq, c.lastCommit, c.level, c.build, c.owner,
		c.gen, c.entries, c.unread, c.closing, c.deaths, c.laneDeaths, c.undelivered, c.waiting, c.closed,
		c.blockCount, c.blockReason, c.blockText, c.blockBuild, c.blockUntil, c.prefers,
	}
}

func (u *unit) writeRuns() {
	var changed runChanges
	var fresh []*run
	for _, r := range u.order {
		switch {
		case r.fresh:
			fresh = append(fresh, r)
		case r.changed:
			changed.add(r)
		}
	}
	if len(changed.run) > 0 {
		u.write(sqlUpdateRuns, changed.args()...)
	}
	if len(fresh) == 0 {
		return
	}
	// Two that start the same workflow ids wait for each other in one order.
	slices.SortStableFunc(fresh, func(a, b *run) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.WorkflowID, b.WorkflowID))
	})
	var all runChanges
	var chain ids
	var namespace, workflowID, workflow, queue names
	var prio, nth ints
	for _, r := range fresh {
		all.add(r)
		chain, namespace = append(chain, token(r.Chain)), append(namespace, r.Namespace)
		workflowID, workflow, queue = append(workflowID, r.WorkflowID), append(workflow, r.Workflow), append(queue, r.Queue)
		prio, nth = append(prio, int64(r.Priority)), append(nth, int64(r.nth))
	}
	u.write(sqlInsertRuns, append(all.args(), chain, namespace, workflowID, workflow, queue, prio, nth)...)
}

func (u *unit) writeEvents() {
	var run, commit ids
	var seq, n ints
	var data blobs
	for _, r := range u.order {
		for _, w := range r.rows {
			run, commit = append(run, token(r.ID)), append(commit, token(w.Token))
			seq, n, data = append(seq, w.Seq), append(n, int64(w.N)), append(data, w.Data)
		}
	}
	if len(run) > 0 {
		u.write(sqlInsertEvents, run, seq, n, commit, data)
	}
}
