package postgres

import (
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// A change to a run while its timer is being fired, before its lock is held, is noticed:
// the timer fires once, and whoever owns the run then is told.
func TestWhatHappensToARunWhileItsTimerFiresIsSeen(t *testing.T) {
	f := newFork(t)
	g := newGate(f, "WITH due AS MATERIALIZED")
	other := uuid.New()
	claim := func() {
		t.Helper()
		// The other worker may claim the sticky run: no worker of this store has a row.
		if out := f.do(&store.Claim{Worker: other, ID: uuid.New(), Max: 1, Filter: filter()}); len(out.Claims) != 1 {
			t.Fatalf("the other worker claims %d runs", len(out.Claims))
		}
	}
	signal := func(run store.RunID) {
		f.do(&store.Deliver{Ref: store.Ref{Run: run}, Entry: store.Entry{Kind: store.EntrySignal}})
	}
	for _, c := range []struct {
		name          string
		before, while func(store.RunID)
		owner         func() store.WorkerID // the owner of the run at that time
		claims, fired int
	}{
		{"nothing", func(store.RunID) {}, func(store.RunID) {}, func() store.WorkerID { return f.worker }, 1, 1},
		{"it gets into its line", func(store.RunID) {}, signal, func() store.WorkerID { return uuid.Nil }, 0, 1},
		{"it is claimed from its line", signal, func(store.RunID) { claim() }, func() store.WorkerID { return other }, 0, 1},
		{"it gets into its line and is claimed", func(store.RunID) {}, func(run store.RunID) { signal(run); claim() },
			func() store.WorkerID { return other }, 0, 1},
		{"another fires it", func(store.RunID) {}, func(store.RunID) { f.do(&store.Fire{Max: 1}) }, func() store.WorkerID { return uuid.Nil }, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			f.t = t
			defer f.clear()
			o := f.step(f.held("order-1"))
			o.StartTimers = []store.Timer{{ID: 2, FireAt: start()}}
			o.Then, o.Waiting, o.Sticky = store.Park, "timer", true
			f.do(o)
			c.before(o.Run)
			outs := g.meanwhile(func() { c.while(o.Run) }, &store.Fire{Max: 10}, &store.Take{Worker: f.worker, Room: 10, Claim: uuid.New()})
			if out := outs[0]; len(outs[1].Claims) != c.claims || len(out.Fired) != c.fired || !out.Next.IsZero() {
				t.Errorf("fired %+v, claims %+v, next %v", out.Fired, outs[1].Claims, out.Next)
			}
			r, err := f.straight.Run(t.Context(), store.Ref{Run: o.Run})
			if err != nil || r.Owner != c.owner() {
				t.Errorf("its owner is %v, %v; want %v", r.Owner, err, c.owner())
			}
			p, err := f.straight.Pending(t.Context(), o.Run)
			timers := 0
			for _, e := range p.Entries {
				if e.Kind == store.EntryTimer {
					timers++
				}
			}
			if err != nil || timers != 1 || len(p.Timers) != 0 {
				t.Errorf("%d timers are in its inbox and %d are left, %v; want 1 and 0", timers, len(p.Timers), err)
			}
			ticked, err := f.straight.Tick(t.Context(), store.Tick{Worker: other, Filter: filter()})
			if err != nil || (len(ticked.Dirty) == 1) != (r.Owner == other) {
				t.Errorf("the other worker hears of %v, %v", ticked.Dirty, err)
			}
		})
	}
}
