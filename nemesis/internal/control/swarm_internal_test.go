package control

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestASeedDrawsTheSameFaultsEachTime(t *testing.T) {
	kinds := map[string]bool{}
	for seed := range uint64(50) {
		o := Options{Seed: seed, Store: Postgres, Duration: long}
		a, b := draw(o), draw(o)
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("seed %d: %+v and %+v", seed, a, b)
		}
		if a.weights["kill"] == 0 {
			t.Errorf("seed %d kills nobody", seed)
		}
		for kind := range a.weights {
			kinds[kind] = true
		}
	}
	if len(kinds) != len(faults) {
		t.Errorf("50 seeds meet %d kinds of faults of %d", len(kinds), len(faults))
	}
}

func TestAFileMeetsNoFaultOfAServer(t *testing.T) {
	for seed := range uint64(50) {
		s := draw(Options{Seed: seed, Store: SQLite, Duration: long})
		if f, ok := s.next(rand.New(rand.NewPCG(seed, 9)), true); ok {
			t.Errorf("seed %d: %s", seed, f.kind)
		}
		if _, ok := s.next(rand.New(rand.NewPCG(seed, 9)), false); !ok || s.wrong > 0 {
			t.Errorf("seed %d has no fault of processes, or a wrong clock", seed)
		}
	}
}

func TestAShortRunMeetsALongFaultOnlyByName(t *testing.T) {
	for seed := range uint64(50) {
		o := Options{Seed: seed, Store: Postgres, Duration: 5 * time.Second}
		short := draw(o)
		o.Duration = long
		whole := draw(o)
		for _, f := range faults {
			if f.long && short.weights[f.kind] > 0 {
				t.Errorf("seed %d: a short run meets %s", seed, f.kind)
			}
			if !f.long && short.weights[f.kind] != whole.weights[f.kind] {
				t.Errorf("seed %d: %s is another in a longer run", seed, f.kind)
			}
		}
	}
	if draw(Options{Store: Postgres, Faults: []string{"backlog"}}).weights["backlog"] == 0 {
		t.Error("what is asked for by name is not met")
	}
}

func TestLeasesOutlastRoundTrips(t *testing.T) {
	far := swarm{weights: map[string]float64{"far_server": 1}}
	for _, c := range []struct {
		s            swarm
		wanted, want time.Duration
	}{{swarm{}, time.Second, time.Second}, {far, time.Second, 9 * time.Second}, {far, 10 * time.Second, 10 * time.Second}} {
		if got := c.s.lease(c.wanted); got != c.want {
			t.Errorf("%v: %v becomes %v, want %v", c.s.weights, c.wanted, got, c.want)
		}
	}
}

func TestTheSignOfATakeOver(t *testing.T) {
	owner := uuid.New()
	before := store.Run{Epoch: 3, Owner: owner}
	for _, c := range []struct {
		name        string
		now         store.Run
		taken, gone bool
	}{
		{"nothing yet", store.Run{Epoch: 3, Owner: owner}, false, false},
		{"released", store.Run{Epoch: 4}, false, false},
		{"claimed", store.Run{Epoch: 5, Owner: uuid.New()}, true, false},
		{"parked by the dead worker's last commit", store.Run{Epoch: 3}, false, true},
		{"paused", store.Run{Epoch: 3, Owner: owner, Blocked: &store.Block{Reason: store.ReasonPaused}}, false, true},
	} {
		if taken, gone := sign(before, c.now); taken != c.taken || gone != c.gone {
			t.Errorf("%s: taken %t, gone %t", c.name, taken, gone)
		}
	}
}

func TestWrongOptionsAreRefused(t *testing.T) {
	good := Options{Store: SQLite, Duration: time.Minute, Workers: 3, TTL: 2 * time.Second, Settle: time.Second, Backlog: 1}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for _, spoil := range []func(*Options){
		func(o *Options) { o.Store = "mysql" },
		func(o *Options) { o.Duration = 0 },
		func(o *Options) { o.Workers = 0 },
		func(o *Options) { o.TTL = time.Millisecond },
		func(o *Options) { o.Backlog = 0 },
		func(o *Options) { o.Faults = []string{"no such fault"} },
		func(o *Options) { o.Faults = []string{"outage"} },
	} {
		bad := good
		spoil(&bad)
		if bad.Check() == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

func TestASlowStartGoesOffTheLoadButNotMoreThanHalfOfIt(t *testing.T) {
	asked := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct{ start, want time.Duration }{{time.Second, time.Minute}, {20 * time.Second, time.Minute}, {50 * time.Second, 80 * time.Second}} {
		if got := end(asked, asked.Add(c.start), time.Minute).Sub(asked); got != c.want {
			t.Errorf("after a start of %v the load ends after %v, want %v", c.start, got, c.want)
		}
	}
}

// If no worker lives long enough to notice a death, nothing is taken over.
func TestTheEldestWorkerIsLeftToLiveForAWhile(t *testing.T) {
	now := time.Now()
	young, old := &process{born: now.Add(-time.Second)}, &process{born: now.Add(-tenure / 2)}
	c := &crew{opts: Options{Store: Postgres}, current: []*process{young, nil, old}}
	r := rand.New(rand.NewPCG(1, 1))
	killed := map[*process]bool{}
	draw := func() {
		for range 50 {
			killed[c.prey(r)] = true
		}
	}
	if draw(); !killed[young] || killed[old] {
		t.Errorf("the young one is killed: %t, the old one: %t; want only the young one", killed[young], killed[old])
	}
	old.born = now.Add(-2 * tenure)
	if draw(); !killed[old] {
		t.Error("the old one is never killed")
	}
}
