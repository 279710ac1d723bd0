package postgres

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// listen makes st listen until the test ends, and returns what it hears and its final
// error.
func listen(t *testing.T, st *Store, namespace string, me store.WorkerID) (heard chan store.WakeUp, ended chan error) {
	t.Helper()
	heard, ended = make(chan store.WakeUp, 10), make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		ended <- st.Listen(ctx, namespace, me, func(h store.WakeUp) { heard <- h })
	}()
	t.Cleanup(func() { stop(); <-gone })
	select {
	case h := <-heard:
		if !h.All {
			t.Fatalf("the first wake-up is %+v", h)
		}
	case err := <-ended:
		t.Fatal(err)
	}
	return heard, ended
}

func TestWakeUpsReachOtherWorkersOfTheNamespace(t *testing.T) {
	lot := newLot(t)
	st, _ := lot.take(t)
	other, _ := lot.take(t) // another schema of the same database
	me, you := uuid.New(), uuid.New()
	heard, _ := listen(t, st, "shop", me)
	send := func(st *Store, namespace string, from store.WorkerID, h store.WakeUp) {
		t.Helper()
		if err := st.WakeUp(t.Context(), namespace, from, h); err != nil {
			t.Fatal(err)
		}
	}
	var many []store.RunID
	for range store.MaxNamed {
		many = append(many, uuid.New())
	}
	send(st, "shop", me, store.WakeUp{Runs: 1})     // its own
	send(st, "bank", you, store.WakeUp{Runs: 1})    // another namespace
	send(other, "shop", you, store.WakeUp{Runs: 1}) // another schema
	for _, h := range []store.WakeUp{
		{Runs: 1}, {Rows: 1, Dirty: many}, {All: true}, {Closed: many}, {Runs: 1, Dirty: many[:7], Closed: many[7:]},
	} {
		send(st, "shop", you, h)
		h.From = you
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
	if err := st.WakeUp(t.Context(), "", uuid.New(), store.WakeUp{Runs: 1}); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("WakeUp: %v", err)
	}
	if err := st.Listen(t.Context(), "", uuid.New(), func(store.WakeUp) { t.Error("a wake-up") }); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("Listen: %v", err)
	}
}

func TestWhatIsNoWakeUpIsNotHeard(t *testing.T) {
	for _, text := range []string{"", "wakeup", "wakeup x r", "proof 1", "wakeup " + uuid.NewString() + " r x", "wakeup " + uuid.NewString()} {
		if n, ok := parseNotice(text); ok {
			t.Errorf("%q is %+v", text, n)
		}
	}
}
