package postgres

import (
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// An owned run that has news and lacks its dispatch row is taken from its owner: nobody would
// find the run once that owner is dead.
func TestAnOwnedRunWithoutADispatchRowCanBeClaimedOnceMended(t *testing.T) {
	l := newLot(t)
	for name, mend := range map[string]func(t *testing.T, st *Store){
		"sweep": func(t *testing.T, st *Store) {
			if out, err := st.Apply(t.Context(), []store.Op{&store.Sweep{}}); err != nil || out[0].Count != 1 {
				t.Fatalf("Sweep: %v, %v", out, err)
			}
		},
		"repair": func(t *testing.T, st *Store) {
			if n, err := st.Repair(t.Context(), store.CheckWakeup, 0, false); err != nil || n == 0 {
				t.Fatalf("Repair: %d, %v", n, err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			st, _ := l.take(t)
			s := newStart("a")
			s.Owner, s.Claim = uuid.New(), uuid.New()
			for _, op := range []store.Op{s, signalTo(store.Ref{Run: s.Run}, "x")} {
				if _, err := st.Apply(t.Context(), []store.Op{op}); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := st.pool.Exec(t.Context(), st.texts.of("DELETE FROM ~dispatch")); err != nil {
				t.Fatal(err)
			}
			mend(t, st)
			out, err := st.Apply(t.Context(), []store.Op{&store.Claim{Worker: uuid.New(), ID: uuid.New(), Max: 10, Filter: filter()}})
			if err != nil || len(out[0].Claims) != 1 || out[0].Claims[0].Run.Epoch <= 1 {
				t.Errorf("a claim by another worker: %+v, %v", out, err)
			}
		})
	}
}
