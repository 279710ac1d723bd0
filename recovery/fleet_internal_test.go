package recovery

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
)

// fleet drives five workers through random trouble that kills nobody, then kills one.
func fleet(t *testing.T, seed uint64) {
	rnd := rand.New(rand.NewPCG(seed, 1))
	s := newServer()
	var members []*member
	for n := 1; n <= 5; n++ {
		members = append(members, newMember(t, s, n, ttl))
		s.rows[worker(n)] = 50
	}
	var outage time.Time // until
	next := make([]time.Time, len(members))
	step := func(alive []*member) {
		now := s.clock.Now()
		s.err = nil
		if now.Before(outage) {
			s.err = store.ErrTransient
		}
		for i, m := range alive {
			if now.Before(next[i]) {
				continue
			}
			if err := m.once(); err != nil && s.err == nil {
				t.Fatal(err)
			}
			wait := m.keeper.Next()
			next[i] = now.Add(wait - time.Duration(rnd.Int64N(int64(wait)/5)))
			if s.err == nil && rnd.IntN(50) == 0 {
				next[i] = now.Add(time.Duration(rnd.Int64N(int64(ttl / 5)))) // paused
			}
		}
		s.clock.Advance(100 * time.Millisecond)
		for i := range alive {
			if s.err == nil {
				s.workers[worker(i+1)].lockAgain()
			}
		}
	}
	for range 3000 {
		if rnd.IntN(30) == 0 {
			s.workers[worker(1+rnd.IntN(5))].lockFree = true
		}
		if rnd.IntN(300) == 0 {
			outage = s.clock.Now().Add(time.Duration(rnd.Int64N(int64(3 * ttl))))
		}
		if rnd.IntN(300) == 0 {
			s.skew += time.Duration(rnd.Int64N(int64(2*time.Hour))) - time.Hour
		}
		step(members)
	}
	nobodyLostAnything(t, s, members)
	if t.Failed() {
		return
	}

	// A few quiet seconds: a lease of before the last jump would end by another clock.
	outage = time.Time{}
	for range 50 {
		step(members)
	}
	survivors := members[:4]
	s.workers[worker(5)].lockFree = rnd.IntN(2) == 0
	for range 300 {
		step(survivors)
	}
	if s.rows[worker(5)] != 0 || s.workers[worker(5)] != nil {
		t.Errorf("the dead one still owns %d rows after 30 s", s.rows[worker(5)])
	}
	for n := 1; n <= 4; n++ {
		if s.rows[worker(n)] != 50 {
			t.Errorf("worker %d has %d rows", n, s.rows[worker(n)])
		}
	}
}

// A server that goes away just before the last look at a free lock is not asked all the time.
func TestAServerThatDoesNotAnswerIsAskedAsEver(t *testing.T) {
	s := newServer()
	members := three(t, s)
	s.workers[worker(3)].lockFree = true
	members[0].mustOnce()
	s.clock.Advance(confirmAfter - time.Millisecond)
	members[0].mustOnce()
	if wish := members[0].poller.Next(); wish != time.Millisecond {
		t.Fatalf("the last look is wished for after %v", wish)
	}
	s.clock.Advance(time.Millisecond) // there is no tick to give to the poller
	if wish := members[0].poller.Next(); wish != 0 {
		t.Errorf("a server that does not answer is asked again after %v", wish)
	}
}
