package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/findings"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// errDry rolls back the transaction of a dry run.
var errDry = errors.New("postgres: a dry run")

// Repair implements [store.Inspector]. It runs the queries of Check, locks the runs that they
// find, and checks these again: it does not touch what an engine has repaired meanwhile. What
// it takes from a worker gets a new epoch, which fences anything that the worker still sends.
func (s *Store) Repair(ctx context.Context, c store.CheckID, late time.Duration, dry bool) (int64, error) {
	mend, asks, err := mender(c)
	if err != nil {
		return 0, err
	}
	candidates := make([]ids, len(asks))
	found := false
	err = s.apart(ctx, func(v *visit) error {
		for i, r := range asks {
			err := v.moment(func() error {
				return v.each(func(rows pgx.Rows) error {
					a, err := readAnswer(rows)
					if _, ok := r.Finding(&a.Answer); err == nil && !ok {
						return nil
					}
					if n := len(candidates[i]); err == nil && (n == 0 || candidates[i][n-1] != token(a.on)) {
						candidates[i] = append(candidates[i], token(a.on))
						found = true
					}
					return err
				}, r.statement(false), interval(late))
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || !found {
		return 0, err
	}
	changed := int64(0)
	err = s.update(ctx, func(x *tx) error {
		m := &mending{unit: &unit{tx: x, locked: make(map[store.RunID]bool)}, late: late}
		x.counts = true
		m.forget()
		if err := m.lockAll(candidates); err != nil {
			return err
		}
		if err := mend(m, asks, candidates); err != nil {
			return err
		}
		if err := x.send(false); err != nil {
			return err
		}
		if changed = x.changed; dry {
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

// mender returns the func that repairs the cases of a check, and the rules that find them.
func mender(c store.CheckID) (func(*mending, []rule, []ids) error, []rule, error) {
	switch c {
	case store.CheckWakeup:
		return (*mending).wakeups, wakeupRules(), nil
	case store.CheckOrphan:
		return (*mending).orphans, orphanRules(), nil
	case store.CheckOwner:
		return (*mending).owners, ownerRules(), nil
	case store.CheckAttr:
		return (*mending).attrs, attrRules(), nil
	}
	return nil, nil, findings.NoRepair(c, "REINDEX repairs an invalid index, the printed migrations create a missing one; where checksums fail, restore a backup")
}

// mending is the transaction of a repair.
type mending struct {
	*unit
	late time.Duration
}

// lockAll locks the runs, in the order that all transactions use. Ended runs need no lock,
// because nobody changes them.
func (m *mending) lockAll(candidates []ids) error {
	var all ids
	for _, some := range candidates {
		all = append(all, some...)
	}
	rows(m.queue(sqlLockAll, all, names{}, names{}), func(rows pgx.Rows) error { return rows.Scan(nil) })
	return m.send(false)
}

// ask applies r again to runs that are now locked, and loads those that it still finds.
func (m *mending) ask(r rule, about ids) (found []answer, err error) {
	if len(about) == 0 {
		return nil, nil
	}
	sql := r.statement(true)
	if r.owner == "a" { // an activity row has a lock of its own
		sql += " FOR UPDATE OF a"
	}
	var runs ids
	rows(m.queue(sql, interval(m.late), about), func(rows pgx.Rows) error {
		a, err := readAnswer(rows)
		if _, ok := r.Finding(&a.Answer); err == nil && ok {
			found = append(found, a)
			runs = append(runs, token(a.on))
		}
		return err
	})
	if err := m.send(false); err != nil || len(found) == 0 {
		return nil, err
	}
	m.loadRuns(runs, weighFrom(0))
	return found, m.send(false)
}

const sqlRecount = `UPDATE ~run r SET entries = i.entries, unread = i.unread, gen = greatest(r.gen, i.gen)
	FROM (SELECT m.run_id, count(i.ord) AS entries, count(*) FILTER (WHERE i.kind IN (1, 2, 6, 7, 8)) AS unread, coalesce(max(i.ord), 0) AS gen
		FROM unnest($1::uuid[]) AS m(run_id) LEFT JOIN ~inbox i ON i.run_id = ANY(ARRAY[m.run_id]) GROUP BY m.run_id) i
	WHERE r.run_id = ANY(ARRAY[i.run_id])`

// An owner must look again, because it relied on the counts.
const sqlTellOwners = "UPDATE ~dispatch d SET dirty = true WHERE d.run_id = ANY($1::uuid[]) AND (d.owner IS NOT NULL) IS TRUE AND NOT d.dirty"

func (m *mending) wakeups(asks []rule, candidates []ids) error {
	for i, r := range asks {
		found, err := m.ask(r, candidates[i])
		if err != nil {
			return err
		}
		if len(found) == 0 {
			continue
		}
		if r.sql == sqlMiscounted {
			m.forget()
			m.write(sqlRecount, runsOf(found))
			m.write(sqlTellOwners, runsOf(found))
			continue
		}
		for _, run := range m.order {
			rules.Found(&run.Run, m.now)
		}
		m.flush()
	}
	return nil
}

func (m *mending) orphans(asks []rule, candidates []ids) error {
	for i, r := range asks {
		found, err := m.ask(r, candidates[i])
		if err != nil {
			return err
		}
		m.forget()
		if len(found) > 0 {
			m.write([]string{sqlClearTimers, sqlClearTasks, sqlClearInbox, sqlDropDispatch}[i], runsOf(found))
		}
	}
	return nil
}

// attrs restores the rows from the runs' own. It leaves out a run whose attributes cannot
// be read.
func (m *mending) attrs(asks []rule, candidates []ids) error {
	for i, r := range asks {
		found, err := m.ask(r, candidates[i])
		if err != nil {
			return err
		}
		loaded := make(map[store.RunID]*run)
		for _, r := range m.order {
			loaded[r.ID] = r
		}
		m.forget()
		var lost ids
		var gone, added []attrOf
		for _, a := range found {
			r := loaded[a.on]
			if r == nil {
				lost = append(lost, token(a.on))
				continue
			}
			mend, err := findings.MendAttrs(&a.Answer)
			if err != nil {
				continue
			}
			for i := range mend {
				if of := (attrOf{r, &mend[i]}); of.Gone {
					gone = append(gone, of)
				} else {
					added = append(added, of)
				}
			}
		}
		dropAttrs.write(m.tx, gone)
		addAttrs.write(m.tx, added)
		m.writeOf(sqlDropAttrs, lost)
	}
	return nil
}

// owners counts no death: the run is not to blame for tables that disagree.
func (m *mending) owners(asks []rule, candidates []ids) error {
	for i, r := range asks {
		found, err := m.ask(r, candidates[i])
		if err != nil {
			return err
		}
		if r.owner == "a" {
			m.forget()
			tasks := make(map[store.ActivityKey]bool)
			for _, a := range found {
				k := store.ActivityKey{Run: a.on}
				if _, err := fmt.Sscan(a.Words[1], &k.Activity); err != nil {
					return err
				}
				tasks[k] = true
			}
			if err := m.disown(tasks); err != nil {
				return err
			}
			continue
		}
		for _, run := range m.order {
			run.GiveUp(m.now)
			if run.Status != store.Open {
				run.Dispatch, run.Diff.Moved = rules.Dispatch{}, false
			}
		}
		m.flush()
	}
	return nil
}

// disown takes activity rows, which are locked, from their owners.
func (m *mending) disown(tasks map[store.ActivityKey]bool) error {
	if len(tasks) == 0 {
		return nil
	}
	m.loadTasks(tasks)
	err := m.send(false)
	for _, r := range m.loose {
		for i := range r.Tasks.Loaded {
			r.Tasks.Disown(i, false, m.now)
		}
	}
	m.flush()
	return err
}

// runsOf returns the runs of the answers, each once.
func runsOf(found []answer) (all ids) {
	seen := make(map[store.RunID]bool)
	for _, a := range found {
		if !seen[a.on] {
			seen[a.on] = true
			all = append(all, pgtype.UUID{Bytes: a.on, Valid: true})
		}
	}
	return all
}
