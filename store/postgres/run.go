package postgres

import (
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// run is a run as far as a batch has loaded it, and what ops have changed of it. The batch has
// the lock of its row.
type run struct {
	rules.Run
	nth    int
	placed bool // it had a dispatch row when it was loaded
	filled bool // and something in its inbox
}

// rules is what the rules know of r; a nil r is that there is none.
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
	r.nth, r.gen, r.entries, r.closing, r.last_owner`

// runColumns is where the columns of a run are read to.
type runColumns struct {
	id, chain, lastCommit, owner, stickyTo                                       pgtype.UUID
	namespace, workflowID, workflow, queue, build                                string
	created, closed, blockUntil                                                  pgtype.Timestamptz
	waiting, blockReason, blockText, blockBuild                                  pgtype.Text
	status                                                                       int16
	prio, level, undelivered, unread, deaths, quarantineDeaths, blockCount, nth_ int
	epoch, nextSeq, gen                                                          int64
	entries                                                                      int
	closing                                                                      bool
}

func (c *runColumns) targets() []any {
	return []any{
		&c.id, &c.chain, &c.namespace, &c.workflowID, &c.workflow, &c.queue, &c.prio, &c.status, &c.epoch,
		&c.nextSeq, &c.lastCommit, &c.level, &c.build, &c.owner, &c.created, &c.closed, &c.waiting, &c.undelivered, &c.unread,
		&c.deaths, &c.quarantineDeaths, &c.blockCount, &c.blockReason, &c.blockText, &c.blockBuild, &c.blockUntil,
		&c.nth_, &c.gen, &c.entries, &c.closing, &c.stickyTo,
	}
}

func (c *runColumns) run() *run {
	r := &run{
		Run: rules.Run{
			Run: store.Run{
				ID: uuidOf(c.id), Chain: uuidOf(c.chain), Namespace: c.namespace, WorkflowID: c.workflowID, Workflow: c.workflow,
				Queue: c.queue, Priority: c.prio, Status: store.Status(c.status), Epoch: c.epoch, NextSeq: c.nextSeq,
				LastCommit: uuidOf(c.lastCommit), Level: c.level, Build: c.build, Owner: uuidOf(c.owner), Created: timeOf(c.created),
				Closed: timeOf(c.closed), Waiting: c.waiting.String, Undelivered: c.undelivered,
				Deaths: c.deaths, QuarantineDeaths: c.quarantineDeaths,
			},
			Waits: c.waiting.Valid, Closing: c.closing, StickyTo: uuidOf(c.stickyTo),
			Inbox: rules.Inbox{Gen: c.gen, Entries: c.entries, Unread: c.unread},
		},
		nth: c.nth_, filled: c.entries > 0,
	}
	if c.blockCount > 0 {
		b := store.BlockOf(c.blockReason.String, c.blockText.String, c.blockBuild.String)
		b.Until, b.Count = timeOf(c.blockUntil), c.blockCount
		r.Blocked = &b
	}
	return r
}

// readRun reads a run, and what more stands in the row behind it.
func readRun(rows pgx.Rows, more ...any) (*run, error) {
	var c runColumns
	if err := rows.Scan(append(c.targets(), more...)...); err != nil {
		return nil, err
	}
	return c.run(), nil
}
