package postgres_test

import (
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store/postgres"
)

// The connections that hold the locks are cut, at the worst moments, while every worker is
// healthy.
func TestCuttingTheLockConnectionsLosesNothing(t *testing.T) {
	f := newFleet(t, database(t), postgres.Options{})
	for round := range 6 {
		gone := map[uint32]bool{}
		for i, id := range f.ids {
			if round%2 == 0 || i == round%3 { // all of them, or one
				pid := f.holder(id)
				gone[pid] = true
				f.exec("SELECT pg_terminate_backend($1)", int32(pid))
			}
		}
		if round%3 == 2 {
			f.pass(time.Second) // the others may look before it is back
		}
		f.locked(gone)
		f.passLocked(3 * time.Second)
	}
	f.nothingLost()
}

// redteam 3: the server is down for twice as long as a lease.
func TestAnOutageOfTheServerLosesNothing(t *testing.T) {
	server := pgtest.New(t, pgtest.Options{})
	f := newFleet(t, migrated(t, server.Database(t)), postgres.Options{})
	if err := server.Kill(); err != nil {
		t.Fatal(err)
	}
	f.away = true
	f.pass(20 * time.Second)
	if err := server.Restart(); err != nil {
		t.Fatal(err)
	}
	f.dial()
	f.jump(20 * time.Second)
	f.away = false
	over := 0
	if err := f.conn.QueryRow(t.Context(), "SELECT count(*) FROM reprise.worker w, test_clock c WHERE w.lease_until < c.now").Scan(&over); err != nil || over != 3 {
		t.Fatalf("%d leases are over, %v; want all three", over, err)
	}
	f.passLocked(15 * time.Second)
	f.nothingLost()
}

// redteam 3: somebody sets the server's clock.
func TestAJumpOfTheServersClockLosesNothing(t *testing.T) {
	f := newFleet(t, database(t), postgres.Options{})
	for _, by := range []time.Duration{time.Hour, -time.Hour, -time.Hour, time.Hour} {
		f.jump(by)
		f.passLocked(15 * time.Second)
	}
	f.nothingLost()
}

// A dead worker must be found: with the lock at once, without it when its lease is over.
// The fleet's time counts, not ours.
func TestADeadWorkerIsMissedByItsLockOrByItsLease(t *testing.T) {
	for name, c := range map[string]struct {
		o           postgres.Options
		least, most time.Duration
	}{
		// A tick finds its lock missing, and 1.1 s later it is dead. Meanwhile the clocks go
		// on.
		"lock": {postgres.Options{}, 1100 * time.Millisecond, 5500 * time.Millisecond},
		// Its lease was last renewed up to a third of a lease ago.
		"lease": {postgres.Options{NoSessionLock: true}, 6 * time.Second, 12 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFleet(t, database(t), c.o)
			want := f.holds(0)
			f.kill(0)
			took := time.Duration(0)
			for f.lives(0) && took < time.Minute {
				f.passLocked(50 * time.Millisecond)
				took += 50 * time.Millisecond
			}
			if took < c.least || took > c.most {
				t.Errorf("taken over after %v, want %v to %v", took, c.least, c.most)
			}
			for f.recovered() < want && took < 2*time.Minute {
				f.passLocked(time.Second)
				took += time.Second
			}
			if n := f.recovered(); n != want {
				t.Errorf("%d runs and activities were taken over, want %d", n, want)
			}
			for i := 1; i < 3; i++ {
				if f.rts[i].WorkerID() != f.ids[i] {
					t.Errorf("worker %d, which lives, has lost its lease", i)
				}
			}
			f.finish()
		})
	}
}

// reliability 47: all runs have ended when an older state of the database is restored, in
// which they are in progress. Every worker discards what it knew and joins again under a
// new id. The same runs end once more, from the database's state.
func TestReliability47AfterARestoreEveryWorkerBeginsAnew(t *testing.T) {
	f := newFleet(t, database(t), postgres.Options{})
	server := pgtest.Shared(t)
	backup := server.Backup(t, f.url)
	f.dial()
	f.pass(8 * time.Second)
	f.finish()
	server.Swap(t, f.url, backup)
	f.dial()
	f.pass(30 * time.Second)
	for i, rt := range f.rts {
		if rt.WorkerID() == f.ids[i] {
			t.Errorf("worker %d goes on as before", i)
		}
	}
	f.await(f.pass) // the workers' locks have other ids
	for i := range f.runs {
		if f.begun[i] != 2 {
			t.Errorf("the activity of run %d began %d times, want once for each state of the database", i, f.begun[i])
		}
	}
}
