package sqlite

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

const (
	sqlHeld = "SELECT run FROM ~dispatch INDEXED BY ~dispatch_owner WHERE owner = ?1 AND claim = ?2 ORDER BY run"

	// The first five columns are those of [rowOf]. Each query reads one queue, so that a claim passes over
	// nothing that waits in others.
	//
	// This one also returns until when a run is reserved for a worker to which it is sticky, and whether that
	// is another one.
	sqlFree = `SELECT run, 0, 0, prio, ready_at, workflow, level, sticky_until, CASE
			WHEN sticky IS NULL OR sticky = ?3 OR sticky_until <= ?4 OR sticky_until > ?5 THEN 0
			ELSE EXISTS (SELECT 1 FROM ~worker w WHERE w.worker_id = sticky AND w.dead = 0 AND w.lease_until >= ?4) END
		FROM ~dispatch INDEXED BY ~dispatch_free WHERE owner IS NULL AND access = 0 AND namespace = ?1 AND queue = ?2 ORDER BY prio, ready_at, run`
	sqlQuarantined = `SELECT run, 0, quarantine_deaths, prio, ready_at, workflow, level, until, build
		FROM ~dispatch INDEXED BY ~dispatch_quarantined WHERE owner IS NULL AND access = 2 AND namespace = ?1 AND queue = ?2 ORDER BY quarantine_deaths, prio, ready_at, run`
	// A build that has not parked the run may try it at once, other builds when its time has come.
	// Each existing list of builds is searched separately, so that the search steps over no run that
	// must wait.
	sqlNextTried    = "SELECT build FROM ~dispatch INDEXED BY ~dispatch_blocked WHERE owner IS NULL AND access = 1 AND namespace = ?1 AND queue = ?2 AND build > ?3 ORDER BY build LIMIT 1"
	sqlBlockedAny   = "SELECT run, 0, 0, prio, ready_at, workflow, level, until FROM ~dispatch INDEXED BY ~dispatch_blocked WHERE owner IS NULL AND access = 1 AND namespace = ?1 AND queue = ?2 AND build = ?3"
	sqlBlockedDue   = sqlBlockedAny + " AND until <= ?4"
	sqlBlockedLater = sqlBlockedAny + " AND until > ?4 ORDER BY until"
)

// waitingRow is a run or an activity without an owner; the activity of a run is 0.
type waitingRow struct {
	taskKey
	deaths int64 // in quarantine, where they come before the priority; else 0
	prio   int64
	ready  int64
}

func rowOf(q *lib.Rows) waitingRow {
	return waitingRow{taskKey{q.Int(0), q.Int(1)}, q.Int(2), q.Int(3), q.Int(4)}
}

// compare compares two by the order of claims.
func (w waitingRow) compare(o waitingRow) int {
	return cmp.Or(cmp.Compare(w.deaths, o.deaths), cmp.Compare(w.prio, o.prio), cmp.Compare(w.ready, o.ready), cmp.Compare(w.run, o.run), cmp.Compare(w.activity, o.activity))
}

// firsts returns up to most of all, in the order of claims.
func firsts(all []waitingRow, most int) []waitingRow {
	slices.SortFunc(all, waitingRow.compare)
	return all[:max(0, min(len(all), most))]
}

// collect reads up to most rows that accept accepts.
func (c *conn) collect(most int, accept func(*lib.Rows) bool, sql string, args ...any) (all []waitingRow) {
	if most <= 0 {
		return nil
	}
	for q := c.Query(sql, args...); q.Next(); {
		if w := rowOf(&q); accept(&q) {
			if all = append(all, w); len(all) == most {
				q.End()
			}
		}
	}
	return all
}

// collectFirst reads up to most rows that accept accepts, the first of all queues together. The query reads
// one queue, in the order of claims. It ends when what follows comes after everything of the queues before.
func (c *conn) collectFirst(most int, namespace string, queues []string, accept func(*lib.Rows) bool, sql string, args ...any) (all []waitingRow) {
	for queue := range distinct(queues) {
		further := func(q *lib.Rows) bool {
			if len(all) == most && rowOf(q).compare(all[most-1]) > 0 {
				q.End()
				return false
			}
			return accept(q)
		}
		all = firsts(append(all, c.collect(most, further, sql, slices.Concat([]any{namespace, queue}, args)...)...), most)
	}
	return all
}

// distinct yields each queue once.
func distinct(queues []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i, queue := range queues {
			if !slices.Contains(queues[:i], queue) && !yield(queue) {
				return
			}
		}
	}
}

// runs returns a function that reports whether f can run the run of a row.
func runs(f *store.Filter) func(*lib.Rows) bool {
	return func(q *lib.Rows) bool { return q.Int(6) <= int64(f.Level) && slices.Contains(f.Workflows, q.Text(5)) }
}

// free reads up to most runs that worker, with f, may take now, and returns when the first run
// that is reserved for another worker becomes free.
func (x *tx) free(most int, worker store.WorkerID, f *store.Filter) (all []waitingRow, more time.Time) {
	more = never()
	fits := runs(f)
	mine := func(q *lib.Rows) bool {
		if !fits(q) {
			return false
		}
		left := q.Bool(8)
		if left {
			more = earliest(more, time.UnixMicro(q.Int(7)))
		}
		return !left
	}
	// A run that seems to stay sticky for longer than possible is from before the clock was set back.
	latest := x.now.Add(store.StickyFor).UnixMicro()
	all = x.collectFirst(most, f.Namespace, f.Queues, mine, sqlFree, worker, x.us, latest)
	return all, more
}

// tried reads the lists of builds that have parked the blocked runs of a queue. Usually that
// is one build.
func (x *tx) tried(namespace, queue string) (all []string) {
	for last, more := "", true; more; {
		more = false
		for q := x.Query(sqlNextTried, namespace, queue, last); q.Next(); {
			if next := q.Text(0); next > last { // otherwise the column is damaged
				last, more = next, true
				all = append(all, last)
			}
		}
	}
	return all
}

// blocked reads the blocked runs that a worker with f may try now: those that its build has not
// parked, and those whose time has come, up to most for each list of builds in each queue.
func (x *tx) blocked(most int, f *store.Filter) (all []waitingRow) {
	for queue := range distinct(f.Queues) {
		for _, tried := range x.tried(f.Namespace, queue) {
			if strings.Contains(tried, store.TriedMark(f.Build)) {
				all = append(all, x.collect(most, runs(f), sqlBlockedDue, f.Namespace, queue, tried, x.us)...)
			} else {
				all = append(all, x.collect(most, runs(f), sqlBlockedAny, f.Namespace, queue, tried)...)
			}
		}
	}
	return all
}

// maxBlocked limits how many blocked runs of each list of builds a claim reads in a queue. Beyond that the
// order of a claim is not exact.
const maxBlocked = 2000

// heldBy returns what a worker holds by a claim.
func (x *tx) heldBy(worker store.WorkerID, claim store.Token) (all []store.Claimed) {
	for _, run := range x.numbers(sqlHeld, worker, claim) {
		all = append(all, x.claimed(run))
	}
	return all
}

func (x *tx) claim(o *store.Claim) store.Outcome {
	out := store.Outcome{Claims: x.heldBy(o.Worker, o.ID)}
	if len(out.Claims) > 0 {
		return out // the claim is a repetition
	}
	var free []waitingRow
	if o.Quarantine {
		if o.Max > 0 && !x.quarantineHolds(o.Worker) {
			free = x.quarantined(1, &o.Filter)
		}
	} else if o.Max > 0 {
		free, _ = x.free(o.Max, o.Worker, &o.Filter)
		if blocked := x.blocked(maxBlocked, &o.Filter); len(blocked) > 0 {
			free = firsts(append(free, blocked...), o.Max)
		}
	}
	for _, w := range free {
		r := load(x.session(), sqlLoadByNumber, w.run)
		if r == nil || r.Status != store.Open {
			x.Exec(sqlNobody, w.run) // no search looks there any more
			continue
		}
		if mend(x.session(), r, x.now); r.Access() == rules.AccessNobody {
			x.put(r) // as it was set aside
			continue
		}
		r.Claim(o)
		x.put(r)
		if o.Quarantine {
			x.enterQuarantine(o.Worker, w.run, 0)
		}
		out.Claims = append(out.Claims, x.claimedRun(r))
	}
	return out
}

// quarantined reads up to most runs in quarantine that a worker with f may try now.
func (x *tx) quarantined(most int, f *store.Filter) []waitingRow {
	fits := runs(f)
	may := func(q *lib.Rows) bool { return fits(q) && allowed(q, f, x.us) }
	return x.collectFirst(most, f.Namespace, f.Queues, may, sqlQuarantined)
}

// allowed reports whether the block of the run of row q, if there is one, lets a worker with f try
// it.
func allowed(q *lib.Rows, f *store.Filter, now int64) bool {
	return q.Null(7) || q.Int(7) <= now || !strings.Contains(q.Text(8), store.TriedMark(f.Build))
}

const (
	sqlQuarantine      = "SELECT quarantine_run, quarantine_activity FROM ~worker WHERE worker_id = ?1 AND quarantine_run IS NOT NULL"
	sqlEnterQuarantine = "UPDATE ~worker SET quarantine_run = ?2, quarantine_activity = ?3 WHERE worker_id = ?1"
	sqlLeaveQuarantine = "UPDATE ~worker SET quarantine_run = NULL, quarantine_activity = NULL WHERE quarantine_run = ?1 AND quarantine_activity = ?2"
)

// quarantine returns what the worker's row names, if anything; activity 0 means the run itself.
func (x *tx) quarantine(worker store.WorkerID) (run, activity int64, ok bool) {
	q := x.Query(sqlQuarantine, worker)
	if !q.Next() {
		return 0, 0, false
	}
	defer q.End()
	return q.Int(0), q.Int(1), true
}

// quarantineHolds reports whether the worker still owns what its row names.
func (x *tx) quarantineHolds(worker store.WorkerID) bool {
	run, activity, ok := x.quarantine(worker)
	switch {
	case !ok || worker == uuid.Nil:
		return false
	case activity == 0:
		return x.Number("SELECT count(*) FROM ~run WHERE run = ?1 AND owner = ?2", run, worker) > 0
	}
	return x.Number("SELECT count(*) FROM ~activity WHERE run = ?1 AND activity = ?2 AND owner = ?3", run, activity, worker) > 0
}

func (x *tx) enterQuarantine(worker store.WorkerID, run, activity int64) {
	x.Exec(sqlEnterQuarantine, worker, run, activity)
}
