package postgres

import (
	"testing"

	"github.com/reprise-run/reprise/store"
)

// A worker that was declared dead, and whose row is gone, has lost only its lease: the
// worker that joins in its place has a session lock again.
func TestAWorkerThatJoinsAgainAfterItsDeathHasALock(t *testing.T) {
	s := newSite(t)
	st, other := s.open(Options{}), s.open(Options{})
	a, b := s.join(st), s.join(st)
	lease, _ := s.row(a)
	for _, op := range []store.Op{&store.Condemn{Worker: a, LeaseUntil: lease}, &store.Recover{Dead: a, Limit: 1}} {
		if outs, err := other.Apply(t.Context(), []store.Op{op}); err != nil || outs[0].Code != store.Done {
			t.Fatal(outs, err)
		}
	}
	for range 2 {
		if got := s.tick(st, a); got.Alive {
			t.Errorf("%+v, of a worker without a row", got)
		}
	}
	c := s.join(st)
	for _, w := range []store.WorkerID{b, c} {
		if _, locked := s.row(w); !locked || s.holder(w) == 0 {
			t.Errorf("worker %v has no lock", w)
		}
	}
	if err := st.Leave(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if s.holder(a) != 0 || s.holder(c) == 0 {
		t.Errorf("after it has left, the lock of the dead one is held by %d, the other by %d", s.holder(a), s.holder(c))
	}
}
