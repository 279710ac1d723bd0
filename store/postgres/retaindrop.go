package postgres

import (
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

const (
	// What is locked stays where it is: a run that is all of its chain.
	sqlDropRuns   = "WITH gone AS (DELETE FROM ~run r WHERE r.run_id = ANY($1::uuid[]) " + sqlKeepGone
	sqlDropLocked = "WITH gone AS (DELETE FROM ~run r WHERE r.ctid = ANY($1::tid[]) " + sqlKeepGone
	sqlKeepGone   = "RETURNING r.run_id, r.namespace, r.workflow_id, r.nth, r.status) " + sqlEntomb + " WHERE g.status <> 0"
	// The runs of a chain have the end of its last one from then on: in whatever order they
	// go, who looks for what closed since then finds those that are left.
	sqlHideRuns = `WITH gone AS (UPDATE ~run r SET status = 0, closed_at = $2 WHERE r.run_id = ANY($1::uuid[]) AND r.status <> 0
			RETURNING r.run_id, r.namespace, r.workflow_id, r.nth)
		` + sqlEntomb + ` WHERE true`  // for sqlNoTombstone
	sqlEntomb      = `INSERT INTO ~tombstone (run_id, namespace, workflow_id, nth, at) SELECT g.run_id, g.namespace, g.workflow_id, g.nth, now() FROM gone g`
	sqlNoTombstone = " AND NOT EXISTS (SELECT 1 FROM ~tombstone k WHERE k.run_id = ANY(ARRAY[g.run_id]))"
	// No row of a history ever changes, and who removes those of a chain has locked its last
	// run: each is still where it was when it was weighed. To delete it there takes half of
	// what it takes to look for it again. Whose rows they were is looked at before the commit.
	sqlDropHistories = "DELETE FROM ~event e WHERE e.ctid = ANY($1::tid[]) RETURNING e.run_id"
	sqlDropRows      = "DELETE FROM ~event e WHERE e.run_id = $1 AND e.seq >= $2"
)

// keeping is a statement that writes tombstones. Only damage can bring about one of a run that is
// there, and to look for it takes as long as to write an index: that begins when one was met.
func (s *Store) keeping(sql string) string {
	if s.clash.Load() {
		return sql + sqlNoTombstone
	}
	return sql
}

// going is what a step removes of runs and of their histories.
type going struct {
	histories       histories
	locked          places
	emptied, hidden ids // hidden: more of their rows are left
}

// histories are rows of them by their places, and how many of them are a run's.
type histories struct {
	places places
	rows   map[store.RunID]int64
}

func (h *histories) add(r *over) {
	if h.rows == nil {
		h.rows = make(map[store.RunID]int64)
	}
	h.places, h.rows[r.id] = append(h.places, r.places...), r.rows
}

// gone notes a row that was deleted.
func (h *histories) gone(rows pgx.Rows) error {
	var run pgtype.UUID
	err := rows.Scan(&run)
	h.rows[uuidOf(run)]--
	return err
}

// all says whether those that were deleted are those that had to be.
func (h *histories) all() bool {
	for _, left := range h.rows {
		if left != 0 {
			return false
		}
	}
	return true
}

// remove carries out what is left to do for g. What is hidden gets that end.
func (u *unit) remove(g *going, end time.Time, out *store.Outcome) error {
	if len(g.histories.places) > 0 {
		rows(u.write(sqlDropHistories, g.histories.places), g.histories.gone)
	}
	if len(g.locked) > 0 {
		u.write(u.s.keeping(sqlDropLocked), g.locked).Exec(counted(out))
	}
	if len(g.emptied) > 0 {
		u.write(u.s.keeping(sqlDropRuns), g.emptied).Exec(counted(out))
	}
	if len(g.hidden) > 0 {
		u.write(u.s.keeping(sqlHideRuns), g.hidden, at(end)).Exec(counted(out))
	}
	err := u.send(false)
	if code(err) == uniqueViolation && !u.s.clash.Swap(true) { // it is tried again
		u.s.log.Warn("postgres: retention found the tombstone of a run that was there, which only damage brings about; it looks for each from now on", "err", err)
	}
	if err == nil && !g.histories.all() {
		return errMoved // all of it is tried again
	}
	return err
}

// counted adds what a statement changed to those that are gone.
func counted(out *store.Outcome) func(pgconn.CommandTag) error {
	return func(tag pgconn.CommandTag) error {
		out.Count += int(tag.RowsAffected())
		return nil
	}
}
