package recovery

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// A worker that cannot look at the database any more stops starting things before
// anybody else may take them over.
func TestAWorkerFencesItselfBeforeItsLeaseIsOver(t *testing.T) {
	s := newServer()
	k := keep(s, KeeperConfig{})
	if k.Valid() {
		t.Error("valid before the first renewal")
	}
	mustOnce(t, k)
	lease := s.workers[worker(1)].lease
	s.clock.Advance(ttl - ttl/10 - time.Microsecond)
	if !k.Valid() {
		t.Error("not valid a microsecond before the margin")
	}
	s.clock.Advance(time.Microsecond)
	if k.Valid() {
		t.Error("valid in the margin")
	}
	if !s.now().Before(lease) {
		t.Error("the lease was over first")
	}
}

// The lease counts from when the renewal was sent: the answer may take long, and the
// store may have written the lease before it began to.
func TestTheLeaseCountsFromTheSendingOfTheRenewal(t *testing.T) {
	s := newServer()
	k := keep(s, KeeperConfig{})
	k.cfg.Store = slow{server: s, before: 0, after: 3 * time.Second}
	mustOnce(t, k)
	s.clock.Advance(ttl - ttl/10 - 3*time.Second)
	if k.Valid() {
		t.Error("the time the answer took was added to the lease")
	}
}

// slow is a server whose answers are on their way for a while.
type slow struct {
	*server
	before, after time.Duration
}

func (s slow) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	s.clock.Advance(s.before)
	t, err := s.server.Tick(ctx, q)
	s.clock.Advance(s.after)
	return t, err
}

// Go's monotonic clock stands still while the machine sleeps, and the wall clock can
// be set back: the earlier of the two deadlines counts.
func TestSelfFencingTakesTheEarlierOfBothClocks(t *testing.T) {
	limit := ttl - ttl/10
	for name, test := range map[string]struct {
		mono, wall time.Duration
		valid      bool
	}{
		"both before":                   {limit - 1, limit - 1, true},
		"the machine slept":             {time.Second, limit, false},
		"the wall clock was set back":   {limit, -time.Hour, false},
		"set back, but soon enough":     {limit - 1, -time.Hour, true},
		"the wall clock was set onward": {time.Second, time.Hour, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer()
			k := keep(s, KeeperConfig{})
			now := instant{wall: epoch0}
			k.now = func() instant { return now }
			mustOnce(t, k)
			now = instant{mono: test.mono, wall: epoch0.Add(test.wall)}
			if got := k.Valid(); got != test.valid {
				t.Errorf("valid %t, want %t", got, test.valid)
			}
		})
	}
}

// The rule above needs a clock that has both.
func TestTheSystemClockHasAMonotonicReading(t *testing.T) {
	if now := timer.System().Now().String(); !strings.Contains(now, "m=") {
		t.Errorf("no monotonic reading in %s", now)
	}
}
