package audit

import (
	"cmp"
	"slices"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// handOn removes the signals that the run took in but did not receive: the next run of its chain
// begins with them.
func (t *Trace) handOn(seqs []int64) {
	var kept []history.SignalReceived
	for i, s := range t.Signals {
		if !slices.Contains(seqs, t.signalAt[i]) {
			kept = append(kept, s)
		}
	}
	t.Signals, t.signalAt = kept, nil
}

// chains makes one trace of each chain, with what its runs received, the input of the first and the
// end of the last. It skips a chain that continues, unless ended says that all runs should have ended.
func chains(v *list, found []*Trace, ended bool) (all []*Trace) {
	of := map[store.RunID][]*Trace{}
	var order []store.RunID
	for _, t := range found {
		chain := t.Run.Chain
		if chain == (store.RunID{}) {
			chain = t.Run.ID
		}
		if of[chain] == nil {
			order = append(order, chain)
		}
		of[chain] = append(of[chain], t)
	}
	for _, chain := range order {
		runs := of[chain]
		slices.SortStableFunc(runs, func(a, b *Trace) int { return cmp.Compare(a.Place, b.Place) })
		whole := *runs[0]
		for i, t := range runs[1:] {
			switch before := runs[i]; {
			case t.Place == before.Place:
				v.add("I1", "runs %s and %s are both run %d of one chain", before.Run.ID, t.Run.ID, t.Place+1)
			case before.Next != t.Run.ID && t.Place == before.Place+1:
				v.add("I1", "run %s has continued as run %s, but run %s follows it", before.Run.ID, before.Next, t.Run.ID)
			}
			whole.Signals = append(slices.Clip(whole.Signals), t.Signals...)
			whole.Cancels += t.Cancels
		}
		last := runs[len(runs)-1]
		whole.Result, whole.Failure, whole.Next = last.Result, last.Failure, last.Next
		switch {
		case last.Next == (store.RunID{}):
			all = append(all, &whole)
		case ended:
			v.add("I1", "run %s has continued as run %s, which has not ended", last.Run.ID, last.Next)
			all = append(all, &whole)
		}
	}
	return all
}
