package postgres

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// listen makes st listen until the test ends, and returns what it hears and how it ended.
func listen(t *testing.T, st *Store, namespace string, me store.WorkerID) (heard chan store.Hint, ended chan error) {
	t.Helper()
	heard, ended = make(chan store.Hint, 10), make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		ended <- st.Listen(ctx, namespace, me, func(h store.Hint) { heard <- h })
	}()
	t.Cleanup(func() { stop(); <-gone })
	select {
	case h := <-heard:
		if !h.All {
			t.Fatalf("the first hint is %+v", h)
		}
	case err := <-ended:
		t.Fatal(err)
	}
	return heard, ended
}

func TestHintsReachOtherWorkersOfTheNamespace(t *testing.T) {
	lot := newLot(t)
	st, _ := lot.take(t)
	other, _ := lot.take(t) // another schema of the same database
	me, you := uuid.New(), uuid.New()
	heard, _ := listen(t, st, "shop", me)
	send := func(st *Store, namespace string, from store.WorkerID, h store.Hint) {
		t.Helper()
		if err := st.Hint(t.Context(), namespace, from, h); err != nil {
			t.Fatal(err)
		}
	}
	var many []store.RunID
	for range store.MaxHinted {
		many = append(many, uuid.New())
	}
	send(st, "shop", me, store.Hint{Runs: true})     // my own
	send(st, "bank", you, store.Hint{Runs: true})    // of another namespace
	send(other, "shop", you, store.Hint{Runs: true}) // of another schema
	for _, h := range []store.Hint{
		{Runs: true}, {Rows: true, Dirty: many}, {All: true}, {Closed: many}, {Runs: true, Dirty: many[:7], Closed: many[7:]},
	} {
		send(st, "shop", you, h)
		if got := <-heard; !reflect.DeepEqual(got, h) {
			t.Errorf("heard %+v, not %+v", got, h)
		}
	}
}

func TestAListenerThatLosesItsConnectionSaysSo(t *testing.T) {
	lot := newLot(t)
	st, _ := lot.take(t)
	_, ended := listen(t, st, "shop", uuid.New())
	if _, err := lot.pool.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND query LIKE 'LISTEN%'`); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil || errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("Listen returns %v", err)
	}
}

func TestNotificationsCanBeLeftOut(t *testing.T) {
	st, _ := newLot(t).take(t)
	st.noNotify = true
	if err := st.Hint(t.Context(), "", uuid.New(), store.Hint{Runs: true}); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("Hint: %v", err)
	}
	if err := st.Listen(t.Context(), "", uuid.New(), func(store.Hint) { t.Error("a hint") }); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("Listen: %v", err)
	}
}

func TestWhatIsNoHintIsNotHeard(t *testing.T) {
	for _, text := range []string{"", "hint", "hint x r", "proof 1", "hint " + uuid.NewString() + " r x", "hint " + uuid.NewString()} {
		if n, ok := parseNotice(text); ok {
			t.Errorf("%q is %+v", text, n)
		}
	}
}
