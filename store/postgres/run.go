package postgres

import (
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// run is as much of a run as a batch has loaded, and what ops have changed. The batch has
// locked its row.
type run struct {
	rules.Run
	nth    int
	placed bool // it had a dispatch row when it was loaded
	filled bool // it had entries in its inbox
	from   *run // the ended run that this one continues; or nil
}

// rules returns what the rules know of r; nil if there is no run.
func (r *run) rules() *rules.Run {
	if r == nil {
		return nil
	}
	return &r.Run
}

// The columns of a run, and how to read them.
const sqlRunColumns = `r.run_id, r.chain_id, r.namespace, r.workflow_id, r.workflow, r.queue, r.prio, r.status, r.epoch,
	r.next_seq, r.last_commit, r.level, r.build, r.owner, r.created_at, r.closed_at, r.waiting, r.undelivered, r.unread,
	r.deaths, r.quarantine_deaths, r.block_count, r.block_reason, r.block_text, r.block_build, r.block_until,
	r.nth, r.gen, r.entries, r.closing, r.last_owner, r.parent_run_id, r.parent_seq, r.pin, r.attrs, r.behind`

// readRun reads a run, and the columns more behind it.
func readRun(rows pgx.Rows, more ...any) (*run, error) {
	r := &run{}
	var waiting pgtype.Text
	var block store.Block
	var tried, attrs, behind string
	err := rows.Scan(append([]any{
		anID(&r.ID), anID(&r.Chain), &r.Namespace, &r.WorkflowID, &r.Workflow, &r.Queue, &r.Priority, &r.Status, &r.Epoch,
		&r.NextSeq, anID(&r.LastCommit), &r.Level, &r.Build, anID(&r.Owner), aTime(&r.Created), aTime(&r.Closed), &waiting, &r.Undelivered, &r.Inbox.Unread,
		&r.Deaths, &r.QuarantineDeaths, &block.Count, aText(&block.Reason), aText(&block.Text), aText(&tried), aTime(&block.Until),
		&r.nth, &r.Inbox.Gen, &r.Inbox.Entries, &r.Closing, anID(&r.StickyTo), anID(&r.Parent), anInt(&r.ParentSeq), aText(&r.Pin), aText(&attrs), aText(&behind),
	}, more...)...)
	r.Waiting, r.Waits, r.filled = waiting.String, waiting.Valid, r.Inbox.Entries > 0
	if attrs != "" {
		r.Attrs, _ = store.DecodeAttrs(attrs) // unreadable attributes are shown as none
	}
	if behind != "" {
		r.Behind, _ = store.DecodeBehind(behind) // likewise; the check of the database reports it once the run has ended
	}
	if block.Count > 0 {
		b := store.BlockOf(block.Reason, block.Text, tried)
		b.Until, b.Count = block.Until, block.Count
		r.Blocked = &b
	}
	return r, err
}
