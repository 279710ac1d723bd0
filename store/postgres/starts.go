package postgres

import (
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

func (u *unit) start(o *store.Start) (store.Outcome, error) {
	p, nth := u.placeOf(o)
	r, out, err := started(o, p, u.now)
	if r != nil {
		r.nth = nth
		u.add(r)
		u.locked[r.ID] = true
		u.goOn(r)
	}
	return out, err
}

// placeOf returns what o finds in its place, and the number that its run gets.
func (u *unit) placeOf(o *store.Start) (p rules.Place, nth int) {
	name := nameKey{o.Namespace, o.WorkflowID}
	removed, kept := u.lastRemoved[name]
	p = rules.Place{Run: u.runs[o.Run].rules(), Removed: u.removed[o.Run], LastRemoved: removed.run}
	if kept {
		nth = removed.nth + 1
	}
	if last := u.newest[name]; last != nil {
		p.Last, p.Open, p.Workflow = last.ID, last.Status == store.Open, last.Workflow
		nth = max(nth, last.nth+1)
	}
	return p, nth
}

func (u *unit) startAll(o *store.StartAll) (store.Outcome, error) {
	place := func(s *store.Start) rules.Place {
		p, _ := u.placeOf(s)
		return p
	}
	return rules.StartAll(o, place, u.start)
}

// started returns the run that o starts in its place, if it is a new one, and the
// answer.
func started(o *store.Start, p rules.Place, now time.Time) (*run, store.Outcome, error) {
	fresh, out, err := rules.Start(o, p, now)
	if fresh == nil || err != nil {
		return nil, out, err
	}
	return &run{Run: *fresh}, out, nil
}
