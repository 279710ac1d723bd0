package recovery

import (
	"slices"
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
)

// A connection cut by a NAT frees the session lock of a worker that lives.
func TestAFreeLockIsASuspicionAndNotAProof(t *testing.T) {
	t.Run("the living renews", func(t *testing.T) {
		s := newServer()
		members := three(t, s)
		s.workers[worker(3)].lockFree = true
		members[0].mustOnce()
		members[1].mustOnce() // both doubt it
		s.clock.Advance(ttl / 12)
		members[2].keeper.overdue = true // it saw its connection close, and renews at once
		members[2].mustOnce()
		s.clock.Advance(time.Second - ttl/12)
		run(s, time.Minute, members...)
		nobodyLostAnything(t, s, members)
	})
	t.Run("the dead does not", func(t *testing.T) {
		s := newServer()
		members := three(t, s)
		s.workers[worker(3)].lockFree = true
		members[0].mustOnce()
		if len(s.condemned()) > 0 {
			t.Fatal("condemned at the first sight of a free lock")
		}
		for range 3 { // wake-ups may bring one tick right after the other
			s.clock.Advance(10 * time.Millisecond)
			members[0].mustOnce()
		}
		if len(s.condemned()) > 0 {
			t.Fatal("condemned before a living worker could have taken its lock again")
		}
		if wish := members[0].poller.Next(); wish <= members[2].keeper.Next() {
			t.Fatalf("the last look comes after %v, a living worker's next tick after %v", wish, members[2].keeper.Next())
		}
		s.clock.Advance(members[0].poller.Next())
		members[0].mustOnce()
		if !slices.Equal(s.condemned(), []store.WorkerID{worker(3)}) {
			t.Fatalf("condemned %v", s.condemned())
		}
		if !s.workers[worker(2)].lease.After(s.now()) {
			t.Fatal("the test took longer than a lease")
		}
	})
	t.Run("a tick late at most", func(t *testing.T) {
		s := newServer()
		members := three(t, s)
		for range 20 { // the lock goes right after its tick, and the others look right after that
			s.workers[worker(3)].lockFree = true
			members[0].mustOnce()
			members[1].mustOnce()
			s.clock.Advance(members[2].keeper.Next())
			members[0].mustOnce()
			members[1].mustOnce()
			members[2].mustOnce()
		}
		nobodyLostAnything(t, s, members)
	})
	t.Run("free before and after a gap", func(t *testing.T) {
		s := newServer()
		members := three(t, s)
		s.workers[worker(3)].lockFree = true
		members[0].mustOnce()
		s.clock.Advance(3 * time.Second)
		members[0].mustOnce()
		if wish := members[0].poller.Next(); wish != confirmAfter {
			t.Errorf("the next look is wished for after %v", wish)
		}
	})
	t.Run("taken again in between", func(t *testing.T) {
		s := newServer()
		members := three(t, s)
		for i := range 6 { // free at every other look, with the same lease
			s.workers[worker(3)].lockFree = i%2 == 0
			run(s, time.Second, members[:2]...)
		}
		nobodyLostAnything(t, s, members)
	})
	t.Run("renewed in between", func(t *testing.T) {
		s := newServer()
		members := three(t, s)
		for range 6 {
			s.workers[worker(3)].lockFree = true
			s.workers[worker(3)].lease = s.now().Add(ttl)
			run(s, time.Second, members[:2]...)
		}
		nobodyLostAnything(t, s, members)
	})
	t.Run("all vanish in a fail-over", func(t *testing.T) {
		s := newServer()
		members := three(t, s)
		s.start = s.start.Add(time.Minute)
		for n := 1; n <= 3; n++ {
			s.workers[worker(n)].lockFree = true
		}
		run(s, 2*time.Second, members[0]) // alone, and it looks twice
		run(s, time.Minute, members...)
		nobodyLostAnything(t, s, members)
	})
}
