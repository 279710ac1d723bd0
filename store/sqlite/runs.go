package sqlite

import "github.com/reprise-run/reprise/store"

// The columns of a store.Run, and how to read them.
const sqlRunColumns = `r.run, r.run_id, r.chain_id, r.namespace, r.workflow_id, r.workflow, r.queue, r.prio, r.status, r.epoch,
	r.next_seq, r.last_commit, r.level, r.build, r.owner, r.created_at, r.closed_at, r.waiting, r.undelivered, r.unread,
	r.deaths, r.lane_deaths, r.block_count, r.block_reason, r.block_text, r.block_build, r.block_until, r.gen, r.entries`

// shown is a run and what its claim says beside it.
type shown struct {
	store.Run
	run     int64
	gen     int64
	entries int
}

func showRun(q columns) shown {
	v := shown{run: q.int(0), gen: q.int(27), entries: int(q.int(28)), Run: store.Run{
		ID: q.id(1), Chain: q.id(2), Namespace: q.text(3), WorkflowID: q.text(4), Workflow: q.text(5), Queue: q.text(6),
		Priority: int(q.int(7)), Status: store.Status(q.int(8)), Epoch: q.int(9), NextSeq: q.int(10), LastCommit: q.id(11),
		Level: int(q.int(12)), Build: q.text(13), Owner: q.id(14), Created: q.time(15), Closed: q.time(16), Waiting: q.text(17),
		Undelivered: int(q.int(18)), Unread: int(q.int(19)), Deaths: int(q.int(20)), LaneDeaths: int(q.int(21)),
	}}
	if n := int(q.int(22)); n > 0 {
		b := store.BlockOf(q.text(23), q.text(24), q.text(25))
		b.Until, b.Count = q.time(26), n
		v.Blocked = &b
	}
	return v
}
