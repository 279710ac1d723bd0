package audit

import (
	"slices"

	"github.com/reprise-run/reprise/store"
)

// Turn is one of several starts under one workflow id. Each is made after the previous one was acknowledged.
type Turn struct {
	Tries  int
	Run    store.RunID // from the acknowledgement; zero: there was none
	Queued bool        // the run must wait behind another one
}

// turned checks that each acknowledged start either began once, after the previous run had ended, or was
// replaced by a newer start.
func (p Promise) turned(found []*Trace, book *Book, ended bool) []Violation {
	v := &list{run: store.Run{WorkflowID: p.Job.ID}}
	if len(book.Losses) > 0 {
		return nil // a lost run may begin again
	}
	found = slices.SortedFunc(slices.Values(found), func(a, b *Trace) int { return a.Run.Created.Compare(b.Run.Created) })
	at, times := map[store.RunID]int{}, map[int]int{}
	for i, t := range found {
		v.run = t.Run
		turn, input := t.Input.Turn, t.Input
		input.Turn = 0
		at[t.Run.ID] = i
		times[turn]++
		switch {
		case input != p.Job.Input || turn < 1 || turn > len(p.Turns):
			v.add("I4", "it was started with %+v, but its history says %+v", p.Job.Input, t.Input)
		case times[turn] > p.Turns[turn-1].Tries:
			v.add("I1", "start %d was tried %d times, but has %d runs", turn, p.Turns[turn-1].Tries, times[turn])
		}
		// Recorded times are those of the beginning of a transaction, and a start may have waited inside its
		// transaction for the previous run to end. So compare the time of its second commit.
		if i > 0 && t.Stepped.Before(found[i-1].Run.Closed) && !t.Stepped.IsZero() {
			v.add("I1", "it took a step at %s, before run %s had ended at %s", stamp(t.Stepped), found[i-1].Run.ID, stamp(found[i-1].Run.Closed))
		}
	}
	before := -1
	for i, turn := range p.Turns {
		v.run = store.Run{ID: turn.Run, WorkflowID: p.Job.ID}
		place, began := at[turn.Run]
		switch {
		case turn.Run == (store.RunID{}) || !ended:
		case began && place < before:
			v.add("I1", "start %d was acknowledged after others that began later", i+1)
		case began:
			before = place
		case !turn.Queued:
			v.add("I1", "start %d was acknowledged, but no such run exists", i+1)
		case !p.followed(i):
			v.add("I1", "start %d had to wait, nothing replaced it, but it never began", i+1)
		}
	}
	return v.all
}

// followed reports whether a later start may have replaced the one at i. The next one has not if it was
// tried once and found no run to wait for.
func (p Promise) followed(i int) bool {
	if i+1 >= len(p.Turns) || p.Turns[i+1].Tries == 0 {
		return false
	}
	next := p.Turns[i+1]
	return next.Queued || next.Tries > 1 || next.Run == (store.RunID{})
}
