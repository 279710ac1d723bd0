package recovery

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
)

// three healthy workers, watched for long enough to judge.
func three(t *testing.T, s *server) []*member {
	t.Helper()
	members := []*member{newMember(t, s, 1, ttl), newMember(t, s, 2, ttl), newMember(t, s, 3, ttl)}
	for n := 1; n <= 3; n++ {
		s.rows[worker(n)] = 50
	}
	run(s, time.Minute, members...)
	if len(s.condemned()) > 0 {
		t.Fatalf("healthy workers condemned: %v", s.condemned())
	}
	return members
}

// nobodyLostAnything checks that no work changed hands.
func nobodyLostAnything(t *testing.T, s *server, members []*member) {
	t.Helper()
	if ids := s.condemned(); len(ids) > 0 {
		t.Errorf("condemned %v", ids)
	}
	for i, m := range members {
		if m.all.Rows > 0 || m.keeper.Lost() {
			t.Errorf("worker %d: recovered %+v, lost %t", i+1, m.all, m.keeper.Lost())
		}
		if s.rows[worker(i+1)] != 50 {
			t.Errorf("worker %d has %d of 50 rows left", i+1, s.rows[worker(i+1)])
		}
	}
}

func TestADeadWorkersRunsAreReleasedOnceItsLeaseIsOver(t *testing.T) {
	s := newServer()
	members := three(t, s)
	lease := s.workers[worker(3)].lease
	for len(s.condemned()) == 0 {
		run(s, time.Second, members[:2]...)
		if s.now().Sub(lease) > 5*time.Second {
			t.Fatal("nobody took over")
		}
	}
	if took := s.now().Sub(lease); took > 2*time.Second {
		t.Errorf("condemned %v after the lease was over, want at most a tick", took)
	}
	if ids := s.condemned(); !slices.Equal(ids, []store.WorkerID{worker(3)}) {
		t.Errorf("condemned %v", ids)
	}
	if s.rows[worker(3)] != 0 || s.workers[worker(3)] != nil {
		t.Errorf("%d rows left of the dead, row %v", s.rows[worker(3)], s.workers[worker(3)])
	}
	if got := members[0].all.Rows + members[1].all.Rows; got != 50 {
		t.Errorf("%d rows released by the two, want 50", got)
	}
}

// Recovery that runs only at start leaves lying whoever dies later, and a poll that is
// turned down because something else is fast makes take-over take minutes.
func TestRecoveryIsASteadySweepAndOneAtTheStart(t *testing.T) {
	s := newServer()
	s.rows[worker(9)] = 3 // of an earlier process, known to be dead
	m := newMember(t, s, 1, ttl)
	m.mustOnce()
	if m.all.Rows != 3 {
		t.Fatalf("at the start: %+v", m.all)
	}
	for range 5 {
		s.rows[worker(9)] = 3
		s.clock.Advance(time.Second)
		m.mustOnce()
	}
	if m.all.Rows != 18 {
		t.Errorf("later: %+v", m.all)
	}
	if tickEvery > ttl/10 {
		t.Errorf("%v between two looks is more than a tenth of the lease", tickEvery)
	}
}

// An outage of the database longer than the lease: the first worker to come back
// must not take all others for dead.
func TestAnOutageOfTheStoreKillsNobody(t *testing.T) {
	s := newServer()
	members := three(t, s)
	s.err = store.ErrTransient
	for range 20 {
		for _, m := range members {
			if err := m.once(); !errors.Is(err, store.ErrTransient) {
				t.Fatal(err)
			}
		}
		s.clock.Advance(time.Second)
	}
	for i, m := range members {
		if m.keeper.Valid() {
			t.Errorf("worker %d still starts side effects after 20 s without a renewal", i+1)
		}
	}
	s.err = nil
	run(s, 3*time.Second, members[0]) // it reconnects first, and looks alone
	run(s, time.Minute, members...)
	nobodyLostAnything(t, s, members)
}

// The server restarts so quickly that no tick is missed: what it knew of the others
// while it was away is worth nothing either.
func TestARestartOfTheServerKillsNobody(t *testing.T) {
	s := newServer()
	members := three(t, s)
	s.start = s.start.Add(time.Minute)
	for n := 1; n <= 3; n++ {
		s.workers[worker(n)].lease = s.now() // it came back with older rows
	}
	members[0].mustOnce()
	if len(s.condemned()) > 0 {
		t.Fatal("judged at the first tick after a restart")
	}
	run(s, time.Minute, members...)
	nobodyLostAnything(t, s, members)
}

// One process of the server dies: all sessions end, all session locks are free, and the
// server is back before anybody could miss a tick. Who had to connect again knows that it
// looks at others at a bad moment.
func TestWhoHadToConnectAgainJudgesNobody(t *testing.T) {
	s := newServer()
	members := three(t, s)
	for n := 1; n <= 3; n++ {
		s.workers[worker(n)].lockFree = true
	}
	s.reconnected = true
	members[0].mustOnce()
	s.reconnected = false
	s.clock.Advance(confirmAfter)
	members[0].mustOnce()
	if len(s.condemned()) > 0 {
		t.Fatal("judged by locks that ended with the judge's own session")
	}
	for n := 1; n <= 3; n++ {
		s.workers[worker(n)].lockFree = false
	}
	run(s, time.Minute, members...)
	nobodyLostAnything(t, s, members)
}

func TestAJumpOfTheStoresClockKillsNobody(t *testing.T) {
	for _, jump := range []time.Duration{time.Hour, -time.Hour, 2*time.Second + time.Microsecond, 15 * time.Second} {
		t.Run(jump.String(), func(t *testing.T) {
			s := newServer()
			members := three(t, s)
			s.skew += jump
			run(s, time.Minute, members...)
			nobodyLostAnything(t, s, members)
		})
	}
}

// A laptop that sleeps: the monotonic clock of the process stands still, the time of
// the store and the wall clock go on.
func TestASleepOfTheMachineKillsNobody(t *testing.T) {
	s := newServer()
	members := three(t, s)
	var asleep time.Duration
	for _, m := range members {
		origin := epoch0
		m.poller.now = func() instant {
			now := s.clock.Now()
			return instant{mono: now.Sub(origin) - asleep, wall: now}
		}
		m.keeper.now = m.poller.now
	}
	run(s, time.Minute, members...)
	s.clock.Advance(time.Hour)
	asleep = time.Hour
	for i, m := range members {
		if m.keeper.Valid() {
			t.Errorf("worker %d starts side effects after an hour of sleep", i+1)
		}
	}
	run(s, time.Minute, members...)
	nobodyLostAnything(t, s, members)
}

func TestAGapIsTwoSecondsWithoutAGoodTick(t *testing.T) {
	for pause, judged := range map[time.Duration]bool{2*time.Second - time.Microsecond: true, 2 * time.Second: false} {
		s := newServer()
		members := three(t, s)
		s.workers[worker(3)].lease = s.now()
		s.clock.Advance(pause - time.Second)
		members[0].mustOnce()
		if got := len(s.condemned()) > 0; got != judged {
			t.Errorf("after %v of silence: judged %t", pause, got)
		}
	}
}

func TestNobodyIsJudgedUntilAThirdOfTheLeaseAndASecondWereWatched(t *testing.T) {
	for name, ttl := range map[string]time.Duration{"10s": 10 * time.Second, "1s": time.Second, "300ms": 300 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			s := newServer()
			s.join(worker(2), 0) // over from the start
			m := newMember(t, s, 1, ttl)
			begun := s.clock.Now()
			for len(s.condemned()) == 0 {
				m.mustOnce()
				if len(s.condemned()) > 0 {
					break
				}
				s.clock.Advance(m.keeper.Next())
				if s.clock.Now().Sub(begun) > time.Minute {
					t.Fatal("never judged")
				}
			}
			watched := s.clock.Now().Sub(begun)
			if grace := ttl/3 + time.Second; watched < grace || watched > grace+m.keeper.Next() {
				t.Errorf("judged after %v, want %v", watched, grace)
			}
		})
	}
}

func TestAPollerNeverJudgesItsOwnWorker(t *testing.T) {
	s := newServer()
	m := newMember(t, s, 1, ttl)
	run(s, time.Minute, m)
	s.rows[worker(1)] = 5
	// Whatever a store reports.
	ticked := store.Ticked{
		Now: s.now(), ServerStart: s.start, Alive: true,
		Expired: []store.Expired{{ID: worker(1), LeaseUntil: s.now().Add(-time.Hour), LockFree: true}},
		Orphans: []store.WorkerID{worker(1)},
	}
	if _, err := m.poller.Act(t.Context(), m.poller.Look(ticked, 0)); err != nil {
		t.Fatal(err)
	}
	for _, op := range s.applied {
		if _, ok := op.(*store.Sweep); !ok {
			t.Errorf("applied %T %+v", op, op)
		}
	}
}

// An owner id that outlives its process hides the orphans of the process before.
func TestTheProcessBeforeIsSomebodyElse(t *testing.T) {
	s := newServer()
	s.rows[worker(1)] = 7 // the same machine and program, an earlier process
	m := newMember(t, s, 2, ttl)
	m.mustOnce()
	if m.all.Rows != 7 {
		t.Errorf("recovered %+v", m.all)
	}
}

// Two of the cases a take-over has to know; the third, a run that nobody owns, is
// the sweep's.
func TestOwnersThatAreDeadOrUnknownAreRecovered(t *testing.T) {
	s := newServer()
	s.workers[worker(8)] = &serverWorker{dead: true}
	s.rows[worker(8)] = 2 // marked dead; whoever did so died before releasing
	s.rows[worker(9)] = 3 // no row: a restored dump, a cleaned table
	members := []*member{newMember(t, s, 1, ttl), newMember(t, s, 2, ttl), newMember(t, s, 3, ttl)}
	run(s, 5*time.Second, members...)
	total := 0
	var owners []store.WorkerID
	for _, m := range members {
		total += m.all.Rows
		owners = append(owners, m.all.Owners...)
	}
	if total != 5 {
		t.Errorf("%d rows released by three pollers, want each of 5 once", total)
	}
	if len(owners) != 2 || !slices.Contains(owners, worker(8)) || !slices.Contains(owners, worker(9)) {
		t.Errorf("they say that they have released rows of %v", owners)
	}
	if len(s.condemned()) > 0 {
		t.Errorf("condemned %v: there was nobody to judge", s.condemned())
	}
}

// Condemning is a compare-and-set on the lease that was judged: zero rows mean leave
// alone.
func TestAWorkerThatRenewsInTimeIsLeftAlone(t *testing.T) {
	s := newServer()
	members := three(t, s)
	s.workers[worker(3)].lease = s.now()
	ticked, err := s.Tick(t.Context(), store.Tick{Worker: worker(1)})
	if err != nil {
		t.Fatal(err)
	}
	s.workers[worker(3)].lease = s.now().Add(ttl)
	r, err := members[0].poller.Act(t.Context(), members[0].poller.Look(ticked, 0))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Condemned) > 0 || r.Rows > 0 || s.rows[worker(3)] != 50 || s.workers[worker(3)].dead {
		t.Errorf("recovered %+v", r)
	}
}

func TestAWorkerThatIsDeadItselfJudgesNobody(t *testing.T) {
	s := newServer()
	members := three(t, s)
	s.workers[worker(1)].dead = true
	s.workers[worker(3)].lease = s.now()
	s.rows[worker(9)] = 1
	before := len(s.applied)
	members[0].mustOnce()
	if len(s.applied) > before {
		t.Errorf("applied %+v", s.applied[before:])
	}
}

func TestALargeOwnerIsReleasedInBoundedChunks(t *testing.T) {
	s := newServer()
	m := newMember(t, s, 1, ttl)
	s.rows[worker(9)] = 2*chunk*maxChunks + 1
	ticked, err := m.keeper.Once(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.poller.Act(t.Context(), m.poller.Look(ticked, 0))
	if err != nil {
		t.Fatal(err)
	}
	if r.Rows != chunk*maxChunks || !r.More {
		t.Errorf("first call: %+v", r)
	}
	for _, op := range s.applied {
		if op, ok := op.(*store.Recover); ok && op.Limit != 500 {
			t.Errorf("limit %d", op.Limit)
		}
	}
	run(s, 3*time.Second, m)
	if s.rows[worker(9)] != 0 {
		t.Errorf("%d rows left", s.rows[worker(9)])
	}
}

// One owner that cannot be released does not keep the others waiting, nor the sweep.
func TestOneOwnerInTroubleStopsNobodyElse(t *testing.T) {
	s := newServer()
	s.rows[worker(8)], s.rows[worker(9)] = 2, 3
	s.lost = 1
	broken := errors.New("poisoned row")
	s.applyErr = func(op store.Op) error {
		if r, ok := op.(*store.Recover); ok && r.Dead == worker(8) {
			return broken
		}
		return nil
	}
	m := newMember(t, s, 1, ttl)
	if err := m.once(); !errors.Is(err, broken) {
		t.Fatalf("got %v", err)
	}
	if m.all.Rows != 3 || m.all.Swept != 1 {
		t.Errorf("recovered %+v", m.all)
	}
	s.applyErr = nil
	s.clock.Advance(time.Second)
	m.mustOnce()
	if m.all.Rows != 5 {
		t.Errorf("then %+v", m.all)
	}
}

func TestLostDispatchRowsAreSweptAtTheStartAndEachHalfMinute(t *testing.T) {
	s := newServer()
	s.lost = 2
	m := newMember(t, s, 1, ttl)
	m.mustOnce()
	if m.all.Swept != 2 {
		t.Fatalf("at the start: %+v", m.all)
	}
	run(s, 5*time.Minute, m)
	sweeps := 0
	for _, op := range s.applied {
		if _, ok := op.(*store.Sweep); ok {
			sweeps++
		}
	}
	if sweeps != 10 {
		t.Errorf("%d sweeps in five minutes", sweeps)
	}
	// A sweep that failed is not put off for half a minute.
	s.lost = 1
	s.clock.Advance(sweepEvery)
	s.applyErr = func(store.Op) error { return store.ErrTransient }
	if err := m.once(); !errors.Is(err, store.ErrTransient) {
		t.Fatal(err)
	}
	s.applyErr = nil
	s.clock.Advance(time.Second)
	m.mustOnce()
	if m.all.Swept != 3 {
		t.Errorf("%+v", m.all)
	}
}

func TestAPollersPanicIsAnError(t *testing.T) {
	s := newServer()
	s.rows[worker(9)] = 1
	s.applyErr = func(store.Op) error { panic("nil map") }
	m := newMember(t, s, 1, ttl)
	if err := m.once(); err == nil || !strings.Contains(err.Error(), "nil map") {
		t.Errorf("got %v", err)
	}
}

func TestPollerConfigIsChecked(t *testing.T) {
	s := newServer()
	good := PollerConfig{Store: s, Clock: s.clock, Worker: worker(1), TTL: ttl}
	for want, change := range map[string]func(*PollerConfig){
		"neither Store nor Apply": func(c *PollerConfig) { c.Store = nil },
		"Clock is nil":            func(c *PollerConfig) { c.Clock = nil },
		"Worker is empty":         func(c *PollerConfig) { c.Worker = store.WorkerID{} },
		"use at least":            func(c *PollerConfig) { c.TTL = MinTTL - 1 },
	} {
		cfg := good
		change(&cfg)
		p := NewPoller(cfg)
		_, err := p.Act(t.Context(), p.Look(store.Ticked{Alive: true}, 0))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	good.Store = nil
	good.Apply = s.Apply
	p := NewPoller(good)
	if _, err := p.Act(t.Context(), p.Look(store.Ticked{Alive: true}, 0)); err != nil {
		t.Errorf("Apply alone is enough: %v", err)
	}
}

// A fleet under random pauses, outages of any length, and jumps of the store's clock:
// nobody who lives is ever judged, and whoever is killed is.
func TestNoHealthyWorkerIsEverJudged(t *testing.T) {
	for seed := range uint64(40) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			fleet(t, seed)
		})
	}
}
