package sqlite

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/findings"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// errDry rolls back the transaction of a dry run.
var errDry = errors.New("sqlite: a dry run")

// Repair implements [store.Inspector]. It runs the rules of Check again, inside the
// transaction that writes: what an engine has mended by then is left alone, and what is
// taken from a worker has a new epoch, which fences whatever that worker still sends.
func (s *Store) Repair(ctx context.Context, c store.CheckID, late time.Duration, dry bool) (changed int64, err error) {
	mend, err := mender(c)
	if err != nil {
		return 0, err
	}
	err = s.update(ctx, func(x *tx) error {
		mend(x, x.now.Add(-late))
		if err := x.Clear(); err != nil {
			return err
		}
		changed = x.Changed()
		if dry {
			return errDry
		}
		return nil
	})
	switch {
	case errors.Is(err, errDry):
		return changed, nil
	case err != nil:
		return 0, err
	}
	return changed, nil
}

// mender returns the func that repairs the cases of a check.
func mender(c store.CheckID) (func(x *tx, before time.Time), error) {
	switch c {
	case store.CheckWakeup:
		return (*tx).mendWakeups, nil
	case store.CheckOrphan:
		return (*tx).mendOrphans, nil
	case store.CheckOwner:
		return (*tx).mendOwners, nil
	case store.CheckAttr:
		return (*tx).mendAttrs, nil
	}
	return nil, findings.NoRepair(c, "stop the engine; REINDEX repairs damaged indexes; otherwise restore a backup, or recover what is left with .recover of sqlite3")
}

const sqlRecount = `UPDATE ~run AS r SET entries = (SELECT count(*) FROM ~inbox i WHERE i.run = r.run),
	unread = (SELECT count(*) FROM ~inbox i WHERE i.run = r.run AND i.kind IN (1, 2, 6, 7, 8)),
	gen = max(gen, (SELECT coalesce(max(ord), 0) FROM ~inbox i WHERE i.run = r.run)) WHERE run = ?1`

func (x *tx) mendWakeups(time.Time) {
	x.sweep()
	for _, r := range slices.Concat(x.culprits(forgottenRule), x.culprits(mislaidRule)) {
		if r := load(x.session(), sqlLoadByNumber, r.run); r != nil {
			rules.Found(&r.Run, x.now)
			x.put(r)
		}
	}
	for _, r := range x.culprits(miscountedRule) {
		x.Exec(sqlRecount, r.run)
		x.Exec(sqlSetDirty, r.run, true) // an owner must look again; without an owner the mark means nothing
	}
}

func (x *tx) mendOrphans(time.Time) {
	for _, r := range orphanRules() {
		for _, c := range x.culprits(r) {
			clearAway(x.session(), c.run, true) // whatever the run's own row says
			x.Exec(sqlDropDispatch, c.run)
		}
	}
}

// mendOwners counts no death: the run is not to blame for tables that disagree.
func (x *tx) mendOwners(before time.Time) {
	all := ownerRules(before)
	ofRuns, ofTasks := all[:len(all)-1], all[len(all)-1]
	for _, r := range ofRuns {
		for _, c := range x.culprits(r) {
			if r := x.mended(c.run); r != nil {
				r.GiveUp(x.now)
				r.Diff.Moved = r.Diff.Moved && c.open
				x.put(r)
			}
		}
	}
	var tasks []taskKey
	for q := x.Query(ofTasks.sql, ofTasks.args...); q.Next(); {
		tasks = append(tasks, taskKey{q.Int(0), q.Int(firstWord + 1)})
	}
	for _, k := range tasks {
		x.change(k, func(r *run) { r.Tasks.Disown(0, false, x.now) })
	}
}

// mendAttrs restores the rows from the runs' own. It leaves out a run whose attributes
// cannot be read.
func (x *tx) mendAttrs(time.Time) {
	type wrong struct {
		run int64
		findings.Answer
	}
	var all []wrong
	for _, r := range attrRules() {
		for q := x.Query(r.sql, r.args...); q.Next(); {
			a := r.answer(q)
			if _, ok := r.Finding(&a); ok {
				all = append(all, wrong{q.Int(0), a})
			}
		}
	}
	for _, w := range all {
		if w.Run == uuid.Nil {
			x.Exec(sqlDropAllAttrs, w.run)
			continue
		}
		mend, err := findings.MendAttrs(&w.Answer)
		if err != nil {
			continue
		}
		for _, k := range mend {
			if k.Gone {
				x.Exec(sqlDropAttr, w.run, k.Name, k.Key)
			}
		}
		for _, k := range mend {
			if !k.Gone {
				x.Exec(sqlAddAttr, w.run, k.Name, k.Key, w.Namespace)
			}
		}
	}
}

const sqlDropAllAttrs = "DELETE FROM ~attr WHERE run = ?1"

// culprit is a run that a rule found.
type culprit struct {
	run  int64
	id   store.RunID
	open bool
}

// culprits returns the runs that r finds, each once if its findings are adjacent.
func (x *tx) culprits(r rule) []culprit {
	var all []culprit
	for q := x.Query(r.sql, r.args...); q.Next(); {
		if n := len(all); n == 0 || all[n-1].run != q.Int(0) {
			all = append(all, culprit{q.Int(0), q.ID(1), q.Int(4) == int64(store.Open)})
		}
	}
	return all
}
