package postgres_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
)

const orphans = 5

// client returns a process that only sends requests.
func (f *fleet) client() *reprise.Runtime {
	f.t.Helper()
	client, err := reprise.New(f.under[0], reprise.Config{Logger: quiet(), Build: "v1"}, held.Bind(heldFunc))
	if err != nil {
		f.t.Fatal(err)
	}
	return client
}

// leave starts runs that no worker of the fleet knows of yet.
func (f *fleet) leave() {
	f.t.Helper()
	client := f.client()
	for range orphans {
		h, err := reprise.Start(f.ctx, client, held, len(f.runs), reprise.ID(fmt.Sprint("held-", len(f.runs))))
		if err != nil {
			f.t.Fatal(err)
		}
		f.runs = append(f.runs, h)
	}
}

// take makes a worker outside the fleet claim all that is ready.
func (f *fleet) take(st store.Store, ghost store.WorkerID) {
	f.t.Helper()
	outs, err := st.Apply(f.ctx, []store.Op{&store.Claim{Worker: ghost, ID: uuid.New(), Max: 100, Filter: store.Filter{
		Namespace: "default", Queues: []string{"default"}, Workflows: []string{"held"}, Level: 1, Build: "v1"}}})
	if err != nil || len(outs[0].Claims) != orphans {
		f.t.Fatalf("claimed %+v, %v", outs, err)
	}
}

// takenOnce checks that three workers took over the remaining runs once, and that each
// activity began once.
func (f *fleet) takenOnce(recovered int) {
	f.t.Helper()
	f.passLocked(40 * time.Second)
	if n := f.recovered(); n != recovered {
		f.t.Errorf("the three of them took over %d, want %d", n, recovered)
	}
	f.finish()
	for i := range f.runs {
		if f.begun[i] != 1 {
			f.t.Errorf("the activity of run %d began %d times", i, f.begun[i])
		}
	}
}

// redteam 14, the first of durable-rust's three cases: the executor exists, and is stale.
func TestRunsOfAStaleOwnerAreTakenOverOnce(t *testing.T) {
	f := newFleet(t, database(t), postgres.Options{})
	st := openWith(t, f.url, postgres.WithClock(postgres.Options{NoSessionLock: true}, "SELECT c.now FROM test_clock c"))
	ghost := uuid.New()
	if err := st.Join(t.Context(), store.Worker{ID: ghost, TTL: time.Second, Build: "v1", Level: 1}); err != nil {
		t.Fatal(err)
	}
	f.leave()
	f.take(st, ghost)
	f.takenOnce(orphans)
}

// The second case: nobody knows the executor.
func TestRunsOfAnOwnerWithoutARowAreTakenOverOnce(t *testing.T) {
	f := newFleet(t, database(t), postgres.Options{})
	f.leave()
	f.take(f.under[0], uuid.New())
	f.takenOnce(orphans)
}

// The third case: the runs have had no owner for too long. Some also lack the dispatch row
// that would show that they have work.
func TestRunsOfNobodyAreTakenOnce(t *testing.T) {
	f := newFleet(t, database(t), postgres.Options{})
	f.leave()
	f.leave()
	for _, h := range f.runs[len(f.runs)-orphans:] {
		if err := reprise.Signal(f.ctx, f.client(), h.WorkflowID(), approve, "ann"); err != nil {
			t.Fatal(err)
		}
		f.exec("DELETE FROM reprise.dispatch WHERE run_id = $1", h.RunID())
	}
	f.takenOnce(0)
}
