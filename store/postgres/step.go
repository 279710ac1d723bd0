package postgres

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// There are two fast paths, for a commit or a start that is alone in its batch. Each is one
// statement that is a transaction by itself: one round trip, while reading first takes two.
// TestTheFastPathsDoWhatTheOrdinaryOneDoes compares them with the ordinary path.

// This is for a commit that is alone in its batch, appends one row of history and touches
// nothing else that belongs to the run: a step of a run that has nothing to share a transaction
// with, or its end. The statement locks the run if it is as the commit expects, and writes what
// [rules.Run.Commit] would; otherwise it writes nothing, and the commit takes the ordinary path.
//
// $9 is store.Then: 0 keeps the run, 1 parks it, 2 closes it.
const sqlStep = `WITH l AS MATERIALIZED (SELECT r.run_id FROM ~run r WHERE r.run_id = $1 AND r.epoch = $2 AND r.next_seq = $3 AND r.last_commit = $15
		AND r.closed_at IS NULL AND ($9 <> 2 OR r.parent_run_id IS NULL AND r.behind_data IS NULL) AND ($9 = 0 OR r.entries = 0) AND ($9 <> 2 AND NOT $10 OR r.block_count = 0) AND (NOT $10 OR r.deaths = 0 AND r.quarantine_deaths = 0)
		FOR UPDATE SKIP LOCKED),
	e AS (INSERT INTO ~event (run_id, seq, n, token, at, data) SELECT l.run_id, $3, $4::int, $5, now(), $6 FROM l),
	d AS (DELETE FROM ~dispatch d USING l WHERE $9 <> 0 AND d.run_id = ANY(ARRAY[l.run_id])),
	t AS (DELETE FROM ~timer t USING l WHERE $9 = 2 AND t.run_id = ANY(ARRAY[l.run_id])),
	a AS (DELETE FROM ~activity a USING l WHERE $9 = 2 AND a.run_id = ANY(ARRAY[l.run_id]))
	UPDATE ~run r SET next_seq = $3 + $4, last_commit = $5, level = $7, build = $8, closing = false,
		waiting = CASE WHEN $9 = 1 THEN $11 END,
		owner = CASE WHEN $9 = 0 THEN r.owner END,
		last_owner = CASE WHEN $9 <> 1 THEN r.last_owner WHEN $12 AND (r.pin IS NULL OR r.pin = $8) THEN r.owner END,
		status = CASE WHEN $9 = 2 THEN $13 ELSE r.status END,
		undelivered = CASE WHEN $9 = 2 THEN $14 ELSE r.undelivered END,
		closed_at = CASE WHEN $9 = 2 THEN now() END
	FROM l WHERE r.run_id = ANY(ARRAY[l.run_id]) RETURNING r.gen, r.owner`

// A start writes what [rules.Start] makes of it if nothing is known of its workflow id;
// otherwise it writes nothing.
const sqlStart = `WITH n AS (INSERT INTO ~run (run_id, chain_id, status, epoch, next_seq, last_commit, level, build, owner, namespace, workflow_id, workflow, queue, prio, nth, created_at)
		SELECT $1, $2, 1, $3::bigint, $4::bigint, $5::uuid, $6::int, $7, $8::uuid, $9::text, $10::text, $11::text, $12::text, $13::int, 0, now()
		WHERE NOT EXISTS (SELECT 1 FROM ~run o WHERE o.namespace = $9 AND o.workflow_id = $10) AND NOT EXISTS (SELECT 1 FROM ~tombstone k WHERE k.run_id = $1)
			AND NOT EXISTS (SELECT 1 FROM ~tombstone k WHERE k.namespace = $9 AND k.workflow_id = $10)
		ON CONFLICT DO NOTHING RETURNING run_id),
	e AS (INSERT INTO ~event (run_id, seq, n, token, at, data) SELECT n.run_id, 1, $14::int, $5, now(), $15::bytea FROM n),
	d AS (INSERT INTO ~dispatch (run_id, ready_at, owner, claim, sticky_until, build, level, prio, namespace, queue, workflow)
		SELECT n.run_id, now(), $8, $16::uuid, now() + $17::interval, '', $6, $13, $9, $12, $11 FROM n)
	SELECT now() FROM n`

// plain reports whether a commit appends one row and touches nothing else that belongs to the
// run.
func plain(o *store.Commit) bool {
	return o.Next == nil && len(o.Rows) == 1 && len(o.Take)+len(o.StartTimers)+len(o.DropTimers)+len(o.Schedule)+len(o.CancelActivities)+len(o.Send)+len(o.SetAttrs)+len(o.Pin) == 0
}

// alone carries out the only op of a batch if a fast path can, and reports whether it has.
func (x *tx) alone(ops []store.Op) (store.Outcome, bool, error) {
	if len(ops) == 1 && x.settled() {
		switch o := ops[0].(type) {
		case *store.Commit:
			if plain(o) {
				return x.step(o)
			}
		case *store.Start:
			if o.Parent == uuid.Nil && len(o.Attrs)+len(o.More)+len(o.Timers)+len(o.Send) == 0 && (o.First == nil || plain(o.First) && o.First.Then == store.Keep) {
				return x.start(o)
			}
		}
	}
	return store.Outcome{}, false, nil
}

// start tries the fast path of a start, and reports whether it was carried out.
func (x *tx) start(o *store.Start) (store.Outcome, bool, error) {
	r, out, err := rules.Start(o, rules.Place{}, x.now)
	if err != nil {
		return out, false, nil // the ordinary path finds out whose it is
	}
	w, done := &r.Diff.Rows[0], false
	err = x.single(sqlStart, []any{
		token(r.ID), token(r.Chain), r.Epoch, r.NextSeq, token(r.LastCommit), r.Level, r.Build, id(r.Owner), r.Namespace, r.WorkflowID, r.Workflow, r.Queue, r.Priority,
		w.N, w.Data, id(r.Dispatch.Claim), interval(store.StickyFor),
	}, func(row pgx.Rows) error {
		var now time.Time
		err := row.Scan(aTime(&now))
		for i := range out.Claims {
			out.Claims[i].Run.Created = now
		}
		done = true
		return err
	})
	x.committed = x.committed && done
	return out, done, err
}

// step tries the fast path, and reports whether the commit was carried out.
func (x *tx) step(o *store.Commit) (store.Outcome, bool, error) {
	w := &o.Rows[0]
	out, done := store.Outcome{Run: o.Run}, false
	err := x.single(sqlStep, []any{
		token(o.Run), o.Epoch, o.Seq, w.N, token(o.Token), w.Data, o.Level, o.Build, int(o.Then), o.Progress, o.Waiting, o.Sticky, int16(o.Status), o.Undelivered,
		token(o.After),
	}, func(row pgx.Rows) error {
		done = true
		return row.Scan(&out.Gen, anID(&out.Owner))
	})
	x.committed = x.committed && done
	return out, done, err
}
