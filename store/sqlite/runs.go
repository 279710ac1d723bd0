package sqlite

import "github.com/reprise-run/reprise/store"

// The columns of a store.Run, and how to read them.
const sqlRunColumns = `r.run, r.run_id, r.chain_id, r.namespace, r.workflow_id, r.workflow, r.queue, r.prio, r.status, r.epoch,
	r.next_seq, r.last_commit, r.level, r.build, r.owner, r.created_at, r.closed_at, r.waiting, r.undelivered, r.unread,
	r.deaths, r.quarantine_deaths, r.block_count, r.block_reason, r.block_text, r.block_build, r.block_until, r.gen, r.entries, r.parent_run_id, r.parent_seq, r.attrs, r.behind, r.pin`

// shown is a run with what its claim says in addition.
type shown struct {
	store.Run
	run     int64
	gen     int64
	entries int
}

func showRun(q columns) shown {
	v := shown{run: q.Int(0), gen: q.Int(27), entries: int(q.Int(28)), Run: store.Run{
		ID: q.ID(1), Chain: q.ID(2), Namespace: q.Text(3), WorkflowID: q.Text(4), Workflow: q.Text(5), Queue: q.Text(6),
		Priority: int(q.Int(7)), Status: store.Status(q.Int(8)), Epoch: q.Int(9), NextSeq: q.Int(10), LastCommit: q.ID(11),
		Level: int(q.Int(12)), Build: q.Text(13), Owner: q.ID(14), Created: q.Time(15), Closed: q.Time(16), Waiting: q.Text(17),
		Undelivered: int(q.Int(18)), Unread: int(q.Int(19)), Deaths: int(q.Int(20)), QuarantineDeaths: int(q.Int(21)),
	}}
	if !q.Null(29) {
		v.Parent, v.ParentSeq = q.ID(29), q.Int(30)
	}
	if !q.Null(31) {
		v.Attrs, _ = store.DecodeAttrs(q.Text(31)) // unreadable attributes are shown as none
	}
	if !q.Null(32) {
		v.Behind, _ = store.DecodeBehind(q.Text(32)) // likewise; the check of the database reports it once the run has ended
	}
	if !q.Null(33) {
		v.Pin = q.Text(33)
	}
	if n := int(q.Int(22)); n > 0 {
		b := store.BlockOf(q.Text(23), q.Text(24), q.Text(25))
		b.Until, b.Count = q.Time(26), n
		v.Blocked = &b
	}
	return v
}
