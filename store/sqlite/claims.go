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

	sqlWaiting = "SELECT run, queue, workflow, level, prio, ready_at, until, build FROM ~dispatch "
	// This query reads one queue, so that a claim passes over nothing that waits in others. It also returns
	// whether a run is reserved for another worker to which it is sticky, and until when.
	sqlFree = `SELECT run, queue, workflow, level, prio, ready_at, until, build, sticky_until, CASE
			WHEN sticky IS NULL OR sticky = ?3 OR sticky_until <= ?4 OR sticky_until > ?5 THEN 0
			ELSE EXISTS (SELECT 1 FROM ~worker w WHERE w.worker_id = sticky AND w.dead = 0 AND w.lease_until >= ?4) END
		FROM ~dispatch INDEXED BY ~dispatch_free WHERE owner IS NULL AND access = 0 AND namespace = ?1 AND queue = ?2 ORDER BY prio, ready_at, run`
	sqlQuarantined = sqlWaiting + "INDEXED BY ~dispatch_quarantined WHERE owner IS NULL AND access = 2 AND namespace = ?1 ORDER BY quarantine_deaths, prio, ready_at, run"
	sqlBlocked     = sqlWaiting + "INDEXED BY ~dispatch_blocked WHERE owner IS NULL AND access = 1 AND namespace = ?1 "
	// A build that has not parked the run may try it at once, other builds when its time has come.
	// Each existing list of builds is searched separately, so that the search steps over no run that
	// must wait.
	sqlNextTried    = "SELECT build FROM ~dispatch INDEXED BY ~dispatch_blocked WHERE owner IS NULL AND access = 1 AND namespace = ?1 AND build > ?2 ORDER BY build LIMIT 1"
	sqlBlockedAny   = sqlBlocked + "AND build = ?2"
	sqlBlockedDue   = sqlBlockedAny + " AND until <= ?3"
	sqlBlockedLater = sqlBlockedAny + " AND until > ?3 ORDER BY until"
)

// waitingRun is a run in the dispatch table without an owner.
type waitingRun struct {
	run   int64
	prio  int64
	ready int64
}

// matches reports whether f can run the run of row q.
func matches(q *lib.Rows, f *store.Filter) bool {
	return q.Int(3) <= int64(f.Level) && slices.Contains(f.Queues, q.Text(1)) && slices.Contains(f.Workflows, q.Text(2))
}

// collect reads up to most runs that f matches and that accept, if set, accepts.
func (c *conn) collect(most int, f *store.Filter, accept func(*lib.Rows) bool, sql string, args ...any) []waitingRun {
	var all []waitingRun
	if most <= 0 {
		return nil
	}
	for q := c.Query(sql, args...); q.Next(); {
		if matches(&q, f) && (accept == nil || accept(&q)) {
			all = append(all, waitingRun{q.Int(0), q.Int(4), q.Int(5)})
			if len(all) == most {
				q.End()
			}
		}
	}
	return all
}

// free reads up to most runs that worker, with f, may take now, and returns when the first run
// that is reserved for another worker becomes free.
func (x *tx) free(most int, worker store.WorkerID, f *store.Filter) (all []waitingRun, more time.Time) {
	more = never()
	mine := func(q *lib.Rows) bool {
		if left := q.Bool(9); left {
			more = earliest(more, time.UnixMicro(q.Int(8)))
			return false
		}
		return true
	}
	// A run that seems to stay sticky for longer than possible is from before the clock was set back.
	latest := x.now.Add(store.StickyFor).UnixMicro()
	for queue := range distinct(f.Queues) {
		all = append(all, x.collect(most, f, mine, sqlFree, f.Namespace, queue, worker, x.us, latest)...)
	}
	return firstRuns(all, most), more
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

// firstRuns returns up to most runs of all, in the order of claims.
func firstRuns(all []waitingRun, most int) []waitingRun {
	slices.SortFunc(all, func(a, b waitingRun) int {
		return cmp.Or(cmp.Compare(a.prio, b.prio), cmp.Compare(a.ready, b.ready), cmp.Compare(a.run, b.run))
	})
	return all[:max(0, min(len(all), most))]
}

// tried reads the lists of builds that have parked the blocked runs of a namespace. Usually that
// is one build.
func (x *tx) tried(namespace string) (all []string) {
	for last, more := "", true; more; {
		more = false
		for q := x.Query(sqlNextTried, namespace, last); q.Next(); {
			if next := q.Text(0); next > last { // otherwise the column is damaged
				last, more = next, true
				all = append(all, last)
			}
		}
	}
	return all
}

// blocked reads the blocked runs that a worker with f may try now: those that its build has not
// parked, and those whose time has come, up to most for each list of builds.
func (x *tx) blocked(most int, f *store.Filter) (all []waitingRun) {
	for _, tried := range x.tried(f.Namespace) {
		if strings.Contains(tried, store.TriedMark(f.Build)) {
			all = append(all, x.collect(most, f, nil, sqlBlockedDue, f.Namespace, tried, x.us)...)
		} else {
			all = append(all, x.collect(most, f, nil, sqlBlockedAny, f.Namespace, tried)...)
		}
	}
	return all
}

// maxBlocked limits how many blocked runs of each list of builds a claim reads. Beyond that the
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
	var free []waitingRun
	if o.Quarantine {
		if o.Max > 0 && !x.quarantineHolds(o.Worker) {
			free = x.quarantined(1, &o.Filter)
		}
	} else if o.Max > 0 {
		free, _ = x.free(o.Max, o.Worker, &o.Filter)
		if blocked := x.blocked(maxBlocked, &o.Filter); len(blocked) > 0 {
			free = firstRuns(append(free, blocked...), o.Max)
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
func (x *tx) quarantined(most int, f *store.Filter) []waitingRun {
	var all []waitingRun
	for q := x.Query(sqlQuarantined, f.Namespace); q.Next(); {
		if matches(&q, f) && allowed(&q, f, x.us) {
			all = append(all, waitingRun{q.Int(0), q.Int(4), q.Int(5)})
			if len(all) == most {
				q.End()
			}
		}
	}
	return all
}

// allowed reports whether the block of the run of row q, if there is one, lets a worker with f try
// it.
func allowed(q *lib.Rows, f *store.Filter, now int64) bool {
	return q.Null(6) || q.Int(6) <= now || !strings.Contains(q.Text(7), store.TriedMark(f.Build))
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
