package recovery

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
)

const ttl = 10 * time.Second

// keep makes a keeper of worker 1 that has joined s.
func keep(s *server, cfg KeeperConfig) *Keeper {
	if cfg.Worker.TTL == 0 {
		cfg.Worker.TTL = ttl
	}
	cfg.Worker.ID = worker(1)
	cfg.Store, cfg.Clock = s, s.clock
	s.join(cfg.Worker.ID, cfg.Worker.TTL)
	return NewKeeper(cfg)
}

// A lease that is set once to the longest possible run makes every crash wait for
// that long; a short one that is renewed for as long as the process lives does not
// limit how long anything runs.
func TestTheLeaseIsShortAndRenewedForAsLongAsTheWorkerLives(t *testing.T) {
	s := newServer()
	k := keep(s, KeeperConfig{})
	shortest := ttl
	for range 900 {
		if _, err := k.Once(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !k.Valid() {
			t.Fatalf("not valid after %v of life", s.clock.Now().Sub(epoch0))
		}
		s.clock.Advance(k.Next())
		shortest = min(shortest, s.workers[worker(1)].lease.Sub(s.now()))
	}
	if limit := ttl - ttl/3 - time.Second; shortest < limit {
		t.Errorf("the lease came down to %v, want at least %v", shortest, limit)
	}
	if got := len(s.ticks); got != 900 {
		t.Errorf("%d ticks", got)
	}
	// Each third of the ttl, on the tick before it would be too late.
	if got := s.renewals(); got != 300 {
		t.Errorf("%d renewals in 900 s, want one in 3 s", got)
	}
}

func TestAnIdleWorkerAsksOnceASecond(t *testing.T) {
	s := newServer()
	k := keep(s, KeeperConfig{})
	for range 60 {
		if _, err := k.Once(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := k.Next(); got != time.Second {
			t.Fatalf("next tick in %v", got)
		}
		s.clock.Advance(k.Next())
	}
}

// One failed statement stopped a heartbeat for ever; the sweep then took away a
// healthy worker's work.
func TestOnlyTheStoresOwnWordEndsTheLease(t *testing.T) {
	for _, failure := range []error{store.ErrTransient, store.ErrUnknownOutcome, context.DeadlineExceeded, errors.New("boom")} {
		s := newServer()
		k := keep(s, KeeperConfig{})
		if _, err := k.Once(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.err = failure
		for range 100 {
			s.clock.Advance(k.Next())
			if _, err := k.Once(t.Context()); !errors.Is(err, failure) {
				t.Fatalf("got %v, want %v", err, failure)
			}
			if k.Lost() {
				t.Fatalf("lost after %v", failure)
			}
		}
		if k.Valid() {
			t.Error("still valid though no renewal succeeded for longer than the lease")
		}
		// The lease ran out and nobody acted on it: renewing it is enough.
		s.err = nil
		s.clock.Advance(k.Next())
		if _, err := k.Once(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !k.Valid() || k.Lost() {
			t.Errorf("after %v: valid %t, lost %t", failure, k.Valid(), k.Lost())
		}
		if lease := s.workers[worker(1)].lease; !lease.Equal(s.now().Add(ttl)) {
			t.Errorf("lease until %v", lease)
		}
	}
}

// Another database stands in the place of the one that the worker joined: what its row
// there says, if there is one, is about something else.
func TestAnotherDatabaseEndsTheLease(t *testing.T) {
	s := newServer()
	k := keep(s, KeeperConfig{})
	mustOnce(t, k)
	s.err = fmt.Errorf("%w: moved", store.ErrOtherDatabase)
	s.clock.Advance(k.Next())
	if _, err := k.Once(t.Context()); !errors.Is(err, store.ErrOtherDatabase) {
		t.Errorf("got %v", err)
	}
	if !k.Lost() || k.Valid() {
		t.Errorf("lost %t, valid %t", k.Lost(), k.Valid())
	}
	s.err = nil
	s.clock.Advance(k.Next())
	mustOnce(t, k)
	if !k.Lost() {
		t.Error("the lease is back: what the worker held is gone for good")
	}
}

func TestAFailedRenewalIsTriedAgainOnAShorterHorizon(t *testing.T) {
	s := newServer()
	k := keep(s, KeeperConfig{})
	mustOnce(t, k)
	s.err = store.ErrTransient
	s.clock.Advance(3 * time.Second)
	mustFail(t, k)
	if got, want := k.Next(), ttl/12; got != want {
		t.Errorf("next try in %v, want %v", got, want)
	}
	// A tick that asks for nothing more than news is not a failed renewal.
	s.err = nil
	s.clock.Advance(k.Next())
	mustOnce(t, k)
	s.err = store.ErrTransient
	s.clock.Advance(k.Next())
	mustFail(t, k)
	if got := k.Next(); got != time.Second {
		t.Errorf("next tick in %v", got)
	}
}

func TestADeadWorkerStaysLost(t *testing.T) {
	for name, end := range map[string]func(*server){
		"marked dead":   func(s *server) { s.workers[worker(1)].dead = true },
		"row is gone":   func(s *server) { delete(s.workers, worker(1)) },
		"row came back": func(s *server) { s.workers[worker(1)].dead = true },
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer()
			log, text := logged()
			k := keep(s, KeeperConfig{Logger: log})
			mustOnce(t, k)
			end(s)
			s.clock.Advance(time.Second)
			mustOnce(t, k)
			if !k.Lost() || k.Valid() {
				t.Fatalf("lost %t, valid %t", k.Lost(), k.Valid())
			}
			s.join(worker(1), ttl)
			for range 20 {
				s.clock.Advance(time.Second)
				mustOnce(t, k)
			}
			if !k.Lost() || k.Valid() {
				t.Error("it rose again")
			}
			if got := s.renewals(); got != 1 {
				t.Errorf("%d renewals: a lost worker goes on renewing", got)
			}
			if got := strings.Count(text.String(), "declared this worker dead"); got != 1 {
				t.Errorf("said %d times that it is dead:\n%s", got, text)
			}
		})
	}
}

// A heartbeat that only its own goroutine keeps alive hides a process that does
// nothing any more: nobody enforces its timeouts and nobody takes over.
func TestAStuckProcessIsNotKeptAlive(t *testing.T) {
	s := newServer()
	stuck := ""
	log, text := logged()
	k := keep(s, KeeperConfig{Stuck: func() string { return stuck }, Logger: log})
	mustOnce(t, k)
	stuck = "the loop"
	for s.clock.Now().Before(epoch0.Add(2 * ttl)) {
		s.clock.Advance(k.Next())
		mustOnce(t, k) // it still asks: what it learns may set it going
	}
	if k.Valid() || s.renewals() != 1 {
		t.Errorf("valid %t after %d renewals", k.Valid(), s.renewals())
	}
	if k.Lost() {
		t.Error("lost, though the store has not said so")
	}
	if got := strings.Count(text.String(), `reason="the loop"`); got != 1 {
		t.Errorf("said %d times that there is no progress", got)
	}
	stuck = ""
	s.clock.Advance(k.Next())
	mustOnce(t, k)
	if !k.Valid() {
		t.Error("not valid though it moves again and nobody took over")
	}
	if !strings.Contains(text.String(), "progress again") {
		t.Error("did not say that it goes on")
	}
}

// A heartbeat loop died of a panic and nobody saw it.
func TestAPanicDoesNotEndTheLoopAndIsSeen(t *testing.T) {
	s := newServer()
	broken := true
	log, text := logged()
	k := keep(s, KeeperConfig{Logger: log, Filter: func() store.Filter {
		if broken {
			panic("index out of range")
		}
		return store.Filter{Namespace: "n"}
	}})
	if _, err := k.Once(t.Context()); err == nil || !strings.Contains(err.Error(), "index out of range") {
		t.Fatalf("got %v", err)
	}
	if k.Valid() {
		t.Error("valid though no tick went through")
	}
	if !strings.Contains(text.String(), "index out of range") {
		t.Error("nothing in the log")
	}
	broken = false
	mustOnce(t, k)
	if !k.Valid() || s.ticks[0].Filter.Namespace != "n" {
		t.Error("did not go on")
	}
	// A loop that is gone altogether shows as well.
	s.clock.Advance(ttl)
	if k.Valid() {
		t.Error("valid without a living loop")
	}
}

func TestATickPassesOnWhatItIsToAsk(t *testing.T) {
	s := newServer()
	run := store.RunID{7}
	k := keep(s, KeeperConfig{
		Filter:  func() store.Filter { return store.Filter{Namespace: "n", Queues: []string{"q"}, Level: 3} },
		Awaited: func() []store.RunID { return []store.RunID{run} },
	})
	ticked, err := k.Once(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	q := s.ticks[0]
	if q.Worker != worker(1) || q.Filter.Queues[0] != "q" || q.Filter.Level != 3 || q.Awaited[0] != run || q.Renew != ttl {
		t.Errorf("asked %+v", q)
	}
	if !ticked.Alive || !ticked.LeaseUntil.Equal(epoch0.Add(ttl)) {
		t.Errorf("answered %+v", ticked)
	}
	if !s.deadline {
		t.Error("a store that hangs would hold the keeper for ever")
	}
}

// A whole number of seconds made 500 ms into 0, and every running task stale.
func TestSubSecondLeasesAreKept(t *testing.T) {
	s := newServer()
	const short = 500 * time.Millisecond
	k := keep(s, KeeperConfig{Worker: store.Worker{TTL: short}})
	for range 100 {
		mustOnce(t, k)
		if s.ticks[len(s.ticks)-1].Renew != short {
			t.Fatalf("renewed for %v", s.ticks[len(s.ticks)-1].Renew)
		}
		if next := k.Next(); next > short/3 {
			t.Fatalf("next tick in %v", next)
		}
		s.clock.Advance(k.Next())
		if !k.Valid() {
			t.Fatal("lost its lease while it was renewed")
		}
	}
}

func TestALeaseIsAtLeastTwoRenewalsLong(t *testing.T) {
	s := newServer()
	good := KeeperConfig{Store: s, Clock: s.clock, Worker: store.Worker{ID: worker(1), TTL: ttl}}
	for name, test := range map[string]struct {
		change func(*KeeperConfig)
		want   string // "": accepted
	}{
		"default":             {func(*KeeperConfig) {}, ""},
		"exactly two":         {func(c *KeeperConfig) { c.Renew = ttl / 2 }, ""},
		"one nanosecond more": {func(c *KeeperConfig) { c.Renew = ttl/2 + 1 }, "at least twice"},
		"negative":            {func(c *KeeperConfig) { c.Renew = -1 }, "at least twice"},
		"shortest":            {func(c *KeeperConfig) { c.Worker.TTL = MinTTL }, ""},
		"too short":           {func(c *KeeperConfig) { c.Worker.TTL = MinTTL - 1 }, "use at least"},
		"no ttl":              {func(c *KeeperConfig) { c.Worker.TTL = 0 }, "use at least"},
		"no id":               {func(c *KeeperConfig) { c.Worker.ID = store.WorkerID{} }, "no ID"},
		"no store":            {func(c *KeeperConfig) { c.Store = nil }, "Store is nil"},
		"no clock":            {func(c *KeeperConfig) { c.Clock = nil }, "Clock is nil"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := good
			test.change(&cfg)
			err := cfg.Validate()
			if test.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("got %v, want %q", err, test.want)
			}
			k := NewKeeper(cfg)
			if _, again := k.Once(t.Context()); again == nil || again.Error() != err.Error() {
				t.Errorf("Once returned %v", again)
			}
			if k.Valid() || k.Lost() || k.Next() <= 0 {
				t.Error("a wrong configuration is neither valid nor lost, and does not spin")
			}
		})
	}
}

// Two clocks read inside one operation made a worker judge itself by one and be
// judged by the other. Whatever the skew between this machine and the store, the
// lease is as long as it is.
func TestSkewBetweenTheClocksDoesNotTouchTheLease(t *testing.T) {
	for _, skew := range []time.Duration{0, time.Hour, -time.Hour, 24 * 365 * time.Hour} {
		s := newServer()
		s.skew = skew
		k := keep(s, KeeperConfig{})
		for range 60 {
			mustOnce(t, k)
			if !k.Valid() || !s.workers[worker(1)].lease.After(s.now()) {
				t.Fatalf("skew %v costs the lease", skew)
			}
			s.clock.Advance(k.Next())
		}
	}
}

// The store's clock was set: by it, the lease is over already, or lasts for an hour
// after this process has died.
func TestALeaseOutOfStepWithTheStoresClockIsRenewedAtOnce(t *testing.T) {
	for _, jump := range []time.Duration{time.Hour, -time.Hour, ttl / 2, -ttl / 2} {
		s := newServer()
		k := keep(s, KeeperConfig{})
		mustOnce(t, k)
		s.skew = jump
		s.clock.Advance(k.Next())
		mustOnce(t, k)
		s.clock.Advance(k.Next())
		mustOnce(t, k)
		if got, want := s.clock.Now().Sub(epoch0), time.Second+ttl/12; got != want {
			t.Errorf("jump %v: two ticks took %v, want %v", jump, got, want)
		}
		if left := s.workers[worker(1)].lease.Sub(s.now()); left != ttl {
			t.Errorf("jump %v: the lease has %v left", jump, left)
		}
		if k.Next() != time.Second {
			t.Errorf("jump %v: goes on renewing each %v", jump, k.Next())
		}
	}
}

// Stopping is not a failure to log.
func TestTheCallersContextEndsATickQuietly(t *testing.T) {
	s := newServer()
	log, text := logged()
	k := keep(s, KeeperConfig{Logger: log})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.err = context.Canceled
	if _, err := k.Once(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	if text.Len() > 0 {
		t.Errorf("logged %s", text)
	}
}

func TestValidAndLostMayBeAskedFromAnywhere(t *testing.T) {
	s := newServer()
	k := keep(s, KeeperConfig{})
	mustOnce(t, k)
	done := make(chan bool)
	for range 4 {
		go func() {
			ok := true
			for range 200 {
				ok = ok && k.Valid() && !k.Lost()
			}
			done <- ok
		}()
	}
	for range 200 {
		mustOnce(t, k)
	}
	for range 4 {
		if !<-done {
			t.Error("it was never invalid")
		}
	}
}

func mustOnce(t *testing.T, k *Keeper) {
	t.Helper()
	if _, err := k.Once(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func mustFail(t *testing.T, k *Keeper) {
	t.Helper()
	if _, err := k.Once(t.Context()); err == nil {
		t.Fatal("the tick succeeded")
	}
}

// What claims that landed late have left is looked for by the tick after the one that takes the lease:
// who joins does nothing else with the answer to that one.
func TestOwnersWithoutARowAreLookedForOnceTheWorkerHasJoined(t *testing.T) {
	s := newServer()
	k := keep(s, KeeperConfig{})
	var asked []int
	for i := range 60 {
		if _, err := k.Once(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s.ticks[i].Sweep {
			asked = append(asked, i)
		}
		s.clock.Advance(k.Next())
	}
	if len(asked) != 2 || asked[0] != 1 || asked[1] < 31 {
		t.Errorf("they are looked for by the ticks %v", asked)
	}
}
