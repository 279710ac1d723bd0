package recovery

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// ms is a number of milliseconds.
func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// slowly is what ticks take, one after the other, again and again.
func slowly(took ...time.Duration) func() time.Duration {
	n := -1
	return func() time.Duration {
		n++
		return took[n%len(took)]
	}
}

// Lines are slow, servers are slow: a worker that dies is found dead all the same, in a time
// that can be named, and one that lives is not.
func TestTheDeadAreFoundHoweverLongTicksTake(t *testing.T) {
	for _, c := range []struct {
		name  string
		took  []time.Duration
		locks bool // the dead worker had a session lock
		most  time.Duration
	}{
		{"0, lease", []time.Duration{0}, false, ttl + ms(2000)},
		{"0, lock", []time.Duration{0}, true, ms(4000)},
		{"30 ms, lock", []time.Duration{ms(30)}, true, ms(4000)},
		{"400 ms, lease", []time.Duration{ms(400)}, false, ttl + ms(4000)},
		{"400 ms, lock", []time.Duration{ms(400)}, true, ttl},
		{"550 ms with a ping now and then", []time.Duration{ms(550), ms(1100)}, false, ttl + ms(6000)},
		{"700 ms", []time.Duration{ms(700)}, false, ttl + ms(5000)},
		{"1 s", []time.Duration{ms(1000)}, true, ttl + ms(6000)},
		{"1.4 s", []time.Duration{ms(1400)}, false, ttl + ms(7000)},
		{"1.4 s with a ping now and then", []time.Duration{ms(1400), ms(2800), ms(1400)}, true, ttl + ms(9000)},
		{"uneven", []time.Duration{ms(20), ms(900), ms(100), ms(1500), ms(5)}, false, ttl + ms(6000)},
		{"2.4 s", []time.Duration{ms(2400)}, false, ttl + ms(10000)},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newServer()
			judge := newMember(t, s, 1, ttl)
			s.join(worker(2), ttl)
			s.join(worker(3), ttl)
			s.slow = slowly(c.took...)
			lives := func() { // the living one renews as often as it must and no more
				if w := s.workers[worker(2)]; w.lease.Sub(s.now()) < ttl*2/3-ms(3000) {
					w.lease = s.now().Add(ttl)
				}
			}
			step := func() {
				lives()
				judge.mustOnce()
				lives()
				s.clock.Advance(judge.keeper.Next())
			}
			for end := s.clock.Now().Add(time.Minute); s.clock.Now().Before(end); step() {
				s.workers[worker(3)].lease = s.now().Add(ttl)
				if !judge.keeper.Valid() && s.clock.Now().After(epoch0.Add(5*time.Second)) {
					t.Fatal("the judge itself has lost its lease")
				}
			}
			died := s.clock.Now()
			s.workers[worker(3)].lockFree = c.locks
			for len(s.condemned()) == 0 {
				step()
				if s.clock.Now().Sub(died) > time.Minute {
					t.Fatalf("not found dead after a minute: %+v", judge.poller.vigil)
				}
			}
			took := s.clock.Now().Sub(died)
			t.Logf("found dead after %v", took)
			if took > c.most {
				t.Errorf("found dead after %v, want %v at most", took, c.most)
			}
			for end := s.clock.Now().Add(time.Minute); s.clock.Now().Before(end); {
				step()
			}
			if ids := s.condemned(); len(ids) != 1 || ids[0] != worker(3) {
				t.Errorf("condemned %v", ids)
			}
		})
	}
}

// The search of a tick is ended after 1.5 s and rests, again and again, as on a Postgres where
// somebody keeps a table locked. Who has been dead for long is found within a lease.
func TestTheDeadAreFoundThoughSearchesAreEnded(t *testing.T) {
	for _, ttl := range []time.Duration{ms(10_000), ms(20_000), ms(30_000), time.Minute} {
		t.Run(ttl.String(), func(t *testing.T) {
			s := newServer()
			judge := newMember(t, s, 1, ttl)
			s.join(worker(3), ttl)
			s.workers[worker(3)].lease = s.now().Add(-time.Hour)
			began := s.clock.Now()
			var rested time.Time
			s.slow = func() time.Duration {
				if s.clock.Now().Before(rested) {
					return ms(1)
				}
				rested = s.clock.Now().Add(ms(7500))
				return ms(1510)
			}
			for len(s.condemned()) == 0 {
				judge.mustOnce()
				if s.clock.Now().Sub(began) > ttl {
					t.Fatalf("not found dead after a lease: %+v", judge.poller.vigil)
				}
				s.clock.Advance(judge.keeper.Next())
			}
		})
	}
}

// A worker that lives has lost its connection. It takes its lock again within what that
// takes on its line, and is not judged before.
func TestALockThatIsTakenAgainSlowlyIsNobodysDeath(t *testing.T) {
	for _, took := range []time.Duration{0, ms(100), ms(400), ms(700), ms(1000)} {
		t.Run(took.String(), func(t *testing.T) {
			s := newServer()
			judge := newMember(t, s, 1, ttl)
			other := s.join(worker(2), ttl)
			s.slow = slowly(took)
			for range 30 {
				lost := s.clock.Now()
				other.lockFree = true
				for other.lockFree {
					judge.mustOnce()
					s.clock.Advance(min(judge.keeper.Next(), ms(200)))
					if s.clock.Now().Sub(lost) >= 7*took+ms(800) { // handshake, password, settings, lock
						other.lockAgain()
						other.lease = s.now().Add(ttl)
					}
				}
				for range 5 {
					judge.mustOnce()
					other.lease = s.now().Add(ttl)
					s.clock.Advance(judge.keeper.Next())
				}
			}
			if ids := s.condemned(); len(ids) > 0 {
				t.Errorf("condemned %v", ids)
			}
		})
	}
}

// The server stands still for longer than leases last. Whoever asked before has its answer
// first, and takes nobody for dead.
func TestAnAnswerThatIsSuddenlyLateIsAGap(t *testing.T) {
	s := newServer()
	members := three(t, s)
	took := ms(10)
	s.slow = func() time.Duration { return took }
	run(s, 10*time.Second, members...)
	took = 12 * time.Second
	members[0].mustOnce()
	if len(s.condemned()) > 0 {
		t.Fatal("judged by an answer that was 12 s late")
	}
	took = ms(10)
	run(s, time.Minute, members...)
	nobodyLostAnything(t, s, members)
}

// Nobody can be judged: that is said once, with the reason, when it has lasted longer than a
// lease, and again when it is over.
func TestThatNobodyCanBeJudgedIsSaid(t *testing.T) {
	s := newServer()
	log, said := logged()
	m := newMember(t, s, 1, ttl)
	cfg := m.poller.cfg
	cfg.Logger = log
	m.poller = NewPoller(cfg)
	run(s, 10*time.Second, m)
	if said.Len() > 0 {
		t.Fatalf("said too early: %s", said)
	}
	s.slow = slowly(ms(10), ms(10), ms(3000))
	for end := s.clock.Now().Add(time.Minute); s.clock.Now().Before(end); s.clock.Advance(time.Second) {
		m.mustOnce()
	}
	if n := strings.Count(said.String(), "no worker could be declared dead for longer than a lease"); n != 1 || !strings.Contains(said.String(), "a tick took 3s") {
		t.Errorf("said %d times: %s", n, said)
	}
	s.slow = nil
	run(s, time.Minute, m)
	if n := strings.Count(said.String(), "dead workers can be detected again"); n != 1 {
		t.Errorf("that it is over is said %d times: %s", n, said)
	}
}

// Somebody's psql keeps a worker's row locked, so that its lease runs out. Nobody takes it for
// dead for that; as soon as the row is free it renews.
func TestAWorkerWhoseRowIsLockedIsNotDead(t *testing.T) {
	for _, phase := range []time.Duration{0, ms(100), ms(500), ms(900)} {
		t.Run(fmt.Sprint(phase), func(t *testing.T) {
			s := newServer()
			members := three(t, s)
			log, said := logged()
			members[2].keeper.log = log
			row := s.workers[worker(3)]
			row.rowLocked = true
			next := s.clock.Now()
			step := func() { // each member at its own pace
				members[0].mustOnce()
				members[1].mustOnce()
				for range 10 {
					if !s.clock.Now().Before(next) {
						members[2].mustOnce()
						next = s.clock.Now().Add(members[2].keeper.Next())
					}
					s.clock.Advance(ms(100))
				}
			}
			for range 20 {
				step()
			}
			if members[2].keeper.Valid() {
				t.Error("it starts side effects without a lease")
			}
			s.clock.Advance(phase)
			row.rowLocked = false
			for range 20 {
				step()
			}
			nobodyLostAnything(t, s, members)
			if !members[2].keeper.Valid() {
				t.Error("it has not renewed its lease")
			}
			if n := strings.Count(said.String(), "session 7"); n != 1 {
				t.Errorf("who keeps the row is said %d times: %s", n, said)
			}
			for range 20 { // and then it dies
				members[0].mustOnce()
				members[1].mustOnce()
				s.clock.Advance(time.Second)
			}
			if ids := s.condemned(); len(ids) != 1 || ids[0] != worker(3) {
				t.Errorf("condemned %v", ids)
			}
		})
	}
}
