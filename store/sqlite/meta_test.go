package sqlite_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// The file was restored in place, under its engine, and somebody reports it
// with Restored.
func TestAWorkerOfTheEpochBeforeLosesItsLease(t *testing.T) {
	path := made(t)
	st, other := open(t, path, sqlite.Options{}), open(t, path, sqlite.Options{})
	join := func() store.WorkerID {
		w := store.Worker{ID: uuid.New(), TTL: time.Minute}
		if err := st.Join(t.Context(), w); err != nil {
			t.Fatal(err)
		}
		return w.ID
	}
	tick := func(w store.WorkerID) error {
		_, err := st.Tick(t.Context(), store.Tick{Worker: w})
		return err
	}
	old := join()
	if err := tick(old); err != nil {
		t.Fatal(err)
	}
	if epoch, err := other.Restored(t.Context()); err != nil || epoch != 2 {
		t.Fatalf("epoch %d, %v", epoch, err)
	}
	if err := tick(old); !errors.Is(err, store.ErrOtherDatabase) {
		t.Errorf("the worker of before: %v", err)
	}
	if err := tick(join()); err != nil {
		t.Errorf("joined again: %v", err)
	}
	if err := st.Leave(t.Context(), old); err != nil {
		t.Error(err)
	}
}
