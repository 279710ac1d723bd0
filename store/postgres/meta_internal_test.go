package postgres

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
)

// answer returns the answer to a tick. Connections that the server has ended are noticed
// by their next user, so it retries.
func (s *site) answer(st *Store, worker store.WorkerID) (t store.Ticked, err error) {
	s.t.Helper()
	s.until("the server answers", func() bool {
		t, err = st.Tick(s.t.Context(), store.Tick{Worker: worker, Renew: time.Hour})
		return !errors.Is(err, store.ErrTransient)
	})
	return t, err
}

// start begins a run, as a client does.
func (s *site) start(st *Store) (err error) {
	s.t.Helper()
	op := newStart(uuid.NewString())
	s.until("the server answers", func() bool {
		_, err = st.Apply(s.t.Context(), []store.Op{op})
		return !errors.Is(err, store.ErrTransient)
	})
	return err
}

// A team's address leads to another database one day: a test's, or an empty one.
func TestReliability48AnotherDatabaseIsNoticed(t *testing.T) {
	s := newSite(t)
	var said lines
	st := s.open(Options{Logger: slog.New(slog.NewTextHandler(&said, nil))})
	a := s.join(st)
	if _, err := s.answer(st, a); err != nil {
		t.Fatal(err)
	}
	server, other := pgtest.Shared(t), newSite(t)
	server.Swap(t, s.url, other.url)
	_, err := s.answer(st, a)
	if !errors.Is(err, store.ErrOtherDatabase) || !strings.Contains(err.Error(), "point the address to that one again, or restart this process") {
		t.Fatalf("a tick on another database: %v", err)
	}
	if err := s.start(st); !errors.Is(err, store.ErrOtherDatabase) {
		t.Errorf("a start on another database: %v", err)
	}
	s.until("the server answers", func() bool {
		err = st.Join(t.Context(), store.Worker{ID: uuid.New(), TTL: time.Hour})
		return !errors.Is(err, store.ErrTransient)
	})
	if !errors.Is(err, store.ErrOtherDatabase) {
		t.Errorf("joining another database: %v", err)
	}
	server.Swap(t, s.url, other.url)
	if _, err := s.answer(st, a); err != nil {
		t.Errorf("back home: %v", err)
	}
	if err := s.start(st); err != nil {
		t.Errorf("back home: %v", err)
	}
}

// A process that only starts and signals has no tick that would tell it.
func TestAClientNoticesAnotherDatabase(t *testing.T) {
	s := newSite(t)
	st := s.open(Options{})
	if err := s.start(st); err != nil {
		t.Fatal(err)
	}
	server, other := pgtest.Shared(t), newSite(t)
	server.Swap(t, s.url, other.url)
	if err := s.start(st); !errors.Is(err, store.ErrOtherDatabase) {
		t.Errorf("a start on another database: %v", err)
	}
	server.Swap(t, s.url, other.url)
	if err := s.start(st); err != nil {
		t.Errorf("back home: %v", err)
	}
}

// redteam 14, reliability 47: an older state is restored under running workers.
func TestReliability47ARestoredBackupIsNoticed(t *testing.T) {
	s := newSite(t)
	st := s.open(Options{})
	a, b := s.join(st), s.join(st)
	for _, w := range []store.WorkerID{a, b} {
		if _, err := s.answer(st, w); err != nil {
			t.Fatal(err)
		}
	}
	server := pgtest.Shared(t)
	backup := server.Backup(t, s.url)
	if _, err := s.answer(st, a); err != nil {
		t.Fatalf("cut off while the backup was made: %v", err)
	}
	young := s.join(st)
	server.Swap(t, s.url, backup)
	_, err := s.answer(st, a)
	if !errors.Is(err, store.ErrOtherDatabase) || !strings.Contains(err.Error(), "reprise db restored") {
		t.Errorf("the backup knows of fewer renewals: %v", err)
	}
	if got, err := s.answer(st, young); err != nil || got.Alive {
		t.Errorf("the backup does not know of the worker: %+v, %v", got, err)
	}
	if _, err := s.answer(st, b); err != nil {
		t.Errorf("as of the backup it is as it was: %v", err)
	}
	if _, err := s.answer(st, s.join(st)); err != nil {
		t.Errorf("joined with nothing: %v", err)
	}
}

// After a restore, the epoch is raised by hand, and workers of the previous epoch give
// up.
func TestAWorkerOfTheEpochBeforeLosesItsLease(t *testing.T) {
	s := newSite(t)
	st := s.open(Options{})
	a := s.join(st)
	if epoch, err := s.open(Options{}).Restored(t.Context()); err != nil || epoch != 2 {
		t.Fatalf("epoch %d, %v", epoch, err)
	}
	if _, err := s.answer(st, a); !errors.Is(err, store.ErrOtherDatabase) || !strings.Contains(err.Error(), "its epoch is 2 and was 1") {
		t.Errorf("the worker of before: %v", err)
	}
	if err := s.start(st); err != nil {
		t.Errorf("a client has nothing to let go of: %v", err)
	}
	if _, err := s.answer(st, s.join(st)); err != nil {
		t.Errorf("joined again: %v", err)
	}
}
