package reprise

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/timer"
)

func peer(slots, held, free int) store.Peer {
	return store.Peer{Slots: slots, Load: store.Load{Held: held, Free: free}}
}

func TestRedteam29_OnlyWhatIsAboveTheShareLeaves(t *testing.T) {
	for _, c := range []struct {
		name              string
		held, slots, rows int
		peers             []store.Peer
		want              int
	}{
		{"alone", 1000, 256, 0, nil, 0},
		{"two have joined", 300, 256, 0, []store.Peer{peer(256, 0, 256), peer(256, 0, 256)}, 100},
		{"half of it has left", 200, 256, 0, []store.Peer{peer(256, 50, 206), peer(256, 50, 206)}, 50},
		{"nearly shared", 108, 256, 0, []store.Peer{peer(256, 96, 160), peer(256, 96, 160)}, 0},
		{"shared", 100, 256, 0, []store.Peer{peer(256, 100, 156), peer(256, 100, 156)}, 0},
		{"below the share", 10, 256, 0, []store.Peer{peer(256, 300, 256), peer(256, 300, 256)}, 0},
		{"what has left waits still", 200, 256, 100 - 1, []store.Peer{peer(256, 0, 256), peer(256, 0, 256)}, 50},
		{"what waits will fill the peers", 120, 256, 80, []store.Peer{peer(256, 0, 40), peer(256, 0, 40)}, 0},
		{"there is enough for everybody", 300, 256, enoughRows, []store.Peer{peer(256, 0, 256)}, 0},
		{"peers have no slots free", 300, 256, 0, []store.Peer{peer(256, 0, 0)}, 0},
		{"peers have a few slots free", 300, 256, 0, []store.Peer{peer(256, 0, 3)}, 3},
		{"a small peer has a small share", 100, 300, 0, []store.Peer{peer(100, 0, 100)}, 13},
		{"a peer without slots", 100, 100, 0, []store.Peer{peer(0, 0, 0)}, 0},
		{"nobody has slots", 100, 0, 0, []store.Peer{peer(0, 0, 0)}, 0},
		{"three runs", 3, 256, 0, []store.Peer{peer(256, 0, 256), peer(256, 0, 256)}, 1},
		{"two runs", 2, 256, 0, []store.Peer{peer(256, 0, 256)}, 0},
	} {
		if got := surplus(c.held, c.slots, c.rows, c.peers); got != c.want {
			t.Errorf("%s: %d leave, want %d", c.name, got, c.want)
		}
	}
}

func TestRedteam29_RowsAreLeftToWhoHoldsLessThanItsShare(t *testing.T) {
	for _, c := range []struct {
		name              string
		held, slots, rows int
		peers             []store.Peer
		want              int
	}{
		{"alone", 10, 256, 5, nil, 0},
		{"beside an idle one", 40, 256, 20, []store.Peer{peer(256, 0, 256)}, 30},
		{"idle beside a busy one", 0, 256, 20, []store.Peer{peer(256, 40, 216)}, 0},
		{"beside an idle one without slots", 40, 256, 20, []store.Peer{peer(256, 0, 0)}, 0},
		{"there is enough", 40, 256, enoughRows, []store.Peer{peer(256, 0, 256)}, 0},
		{"the third to join", 0, 256, 13, []store.Peer{peer(256, 20, 236), peer(256, 27, 229)}, 0},
		{"the second, which has its share", 20, 256, 13, []store.Peer{peer(256, 0, 256), peer(256, 27, 229)}, 20},
	} {
		if got := fairShare(c.held, c.slots, c.rows, c.peers); got != c.want {
			t.Errorf("%s: it takes rows until it holds %d, want %d", c.name, got, c.want)
		}
	}
}

// What is left to peers that do not take it is left once.
func TestRedteam29_RowsThatNobodyTakesAreNotLeftTwice(t *testing.T) {
	e := &engine{cfg: Config{Activities: 256, Clock: timer.System()}, runs: map[store.RunID]*run{}}
	for i := range 40 {
		e.runs[store.RunID{byte(i), 1}] = nil
	}
	idle := []store.Peer{peer(256, 0, 256)}
	for i, want := range []int{0, 256, 0, 256} {
		e.weigh(idle, 20)
		if room := e.rowRoom(); room != want {
			t.Errorf("after tick %d there is room for %d rows, want %d", i+1, room, want)
		}
	}
}

// Peers of a worker that takes nothing on hear of it at once, and leave it nothing.
func TestRedteam29_WhoTakesNothingHasNothingFree(t *testing.T) {
	for name, e := range map[string]*engine{"stopping": {stopping: true}, "too many are stuck": {abandoned: maxAbandoned}} {
		e.cfg, e.free, e.peers = Config{Activities: 256}, 256, []store.Peer{peer(256, 0, 256)}
		e.told = store.Load{Free: 256}
		if now, tell := e.load(); now.Free != 0 || !tell {
			t.Errorf("%s: it says that %d slots are free, and tells its peers: %v", name, now.Free, tell)
		}
	}
}

// A fleet whose workers hear of each other one tick late comes to rest, with no worker far
// from its share, whoever had what at first.
func TestRedteam29_AFleetComesToRest(t *testing.T) {
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 29))
		n := 2 + rnd.IntN(9)
		held, told := make([]int, n), make([]int, n)
		total := 0
		for i := range held {
			if rnd.IntN(3) == 0 {
				held[i] = rnd.IntN(250)
			}
			total += held[i]
		}
		const slots = 256
		moved := 0
		for tick := range 40 {
			moved = 0
			left := make([]int, n)
			for i := range held {
				var peers []store.Peer
				for j := range held {
					if j != i {
						peers = append(peers, peer(slots, told[j], slots-told[j]))
					}
				}
				left[i] = surplus(held[i], slots, 0, peers)
			}
			copy(told, held)
			for i, gone := range left {
				held[i] -= gone
				moved += gone
				for range gone { // to whoever is there first
					j := rnd.IntN(n - 1)
					if j >= i {
						j++
					}
					held[j]++
				}
			}
			if moved == 0 && tick > 2 {
				break
			}
		}
		if moved > 0 {
			t.Errorf("seed %d: after 40 ticks %d runs still move: %v", seed, moved, held)
		}
		share := (total + n - 1) / n
		for _, h := range held {
			if h > share+max(leastSurplus, share/8) {
				t.Errorf("seed %d: a worker holds %d, its share is %d: %v", seed, h, share, held)
			}
		}
	}
}

// A worker that is not alone takes a part of what is ready, and no more runs than it has
// slots while a peer has one free.
func TestSeeds111_AJoinedWorkerTakesItsShare(t *testing.T) {
	e := &engine{cfg: Config{Runs: 1000, Activities: 256}}
	for i, c := range []struct {
		name         string
		peers        []store.Peer
		room, atOnce int
	}{
		{"alone", nil, 1000, 100},
		{"beside two with slots", []store.Peer{peer(256, 0, 256), peer(256, 0, 1)}, 256, 33},
		{"with few slots, beside one with some", []store.Peer{peer(256, 0, 1)}, 100, 50},
		{"beside one without", []store.Peer{peer(256, 256, 0)}, 1000, 50},
		{"in a large fleet", make([]store.Peer, 300), 1000, 1},
	} {
		e.peers, e.cfg.Activities = c.peers, []int{256, 256, 5, 256, 256}[i]
		if room, n := e.runRoom(), e.atOnce(claimAtOnce); room != c.room || n != c.atOnce {
			t.Errorf("%s: room for %d runs, %d at once; want %d and %d", c.name, room, n, c.room, c.atOnce)
		}
	}
}

// While rows wait for everybody a claim takes as many as ever, and a worker's part of them
// again once a claim has found fewer.
func TestClaimsOfRowsAreWholeWhileTheyWaitForEverybody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := begun(t, memory.New(memory.Options{}), Config{}).engine
		synctest.Wait()
		two := []store.Peer{peer(256, 0, 256), peer(256, 0, 256)}
		for _, c := range []struct {
			name       string
			peers      []store.Peer
			rows, want int
		}{
			{"alone", nil, 0, 100},
			{"beside two, few wait", two, 99, 33},
			{"beside two, a hundred wait", two, 100, 100},
			{"few again", two, 3, 33},
			{"in a large fleet, a hundred wait", make([]store.Peer, 300), 100, 100},
		} {
			e.weigh(c.peers, c.rows)
			if n := e.rowsAtOnce(); n != c.want {
				t.Errorf("%s: %d at once, want %d", c.name, n, c.want)
			}
		}
		e.claimLine(line{queues: e.filter.Queues}, false)
		if n := e.rowsAtOnce(); n != 1 {
			t.Errorf("when none is left: %d at once, want 1", n)
		}
	})
}

func TestPeersAreToldWhatWouldMislead(t *testing.T) {
	const slots = 80
	for _, c := range []struct {
		now, told store.Load
		want      bool
	}{
		{store.Load{Held: 10, Free: 70}, store.Load{Held: 10, Free: 70}, false},
		{store.Load{Held: 11, Free: 62}, store.Load{Held: 10, Free: 70}, false},
		{store.Load{Held: 12, Free: 70}, store.Load{Held: 10, Free: 70}, true},
		{store.Load{Held: 44, Free: 40}, store.Load{Held: 40, Free: 40}, false},
		{store.Load{Held: 35, Free: 40}, store.Load{Held: 40, Free: 40}, true},
		{store.Load{Held: 10, Free: 50}, store.Load{Held: 10, Free: 70}, true},
		{store.Load{Held: 80}, store.Load{Held: 79, Free: 1}, true},
		{store.Load{Held: 79, Free: 1}, store.Load{Held: 80}, true},
		{store.Load{Free: 80}, store.Load{Held: 1, Free: 79}, true},
	} {
		if got := differs(c.now, c.told, slots); got != c.want {
			t.Errorf("now %+v, told %+v: %v", c.now, c.told, got)
		}
	}
}

// Looking again goes on while it finds something, ever more rarely once it does not, and
// ends where the tick is as soon. It is not started by a look that found nothing.
func TestSeeds85_LookingAgainEnds(t *testing.T) {
	var p pace
	if wait := p.next(false, rand.Float64()); wait != 0 {
		t.Fatalf("at rest it looks again after %v", wait)
	}
	for range 1000 {
		if wait := p.next(true, rand.Float64()); wait < leastLook || wait >= 3*leastLook {
			t.Fatalf("after it found something it looks again after %v", wait)
		}
	}
	sum, last := time.Duration(0), time.Duration(0)
	for looks := 0; ; looks++ {
		wait := p.next(false, rand.Float64())
		if wait == 0 {
			break
		}
		if wait < last || wait >= tickInterval {
			t.Fatalf("a wait of %v after one of %v", wait, last)
		}
		sum, last = sum+wait, wait
		if looks > 200 {
			t.Fatal("it does not end")
		}
	}
	if p != (pace{}) {
		t.Error("it is not at rest")
	}
}

// What a worker says of itself is what its bounds let it run, of all its queues together.
func TestBoundsCountInWhatAWorkerSaysOfItself(t *testing.T) {
	queues := []string{"default", "printer"}
	for _, c := range []struct {
		name        string
		cfg         Config
		busy        map[string]int // places taken, by queue
		held        int            // runs
		slots, free int
	}{
		{"no bounds", Config{Activities: 10, Runs: 10}, nil, 0, 10, 10},
		{"one queue has a bound", Config{Activities: 10, Runs: 10, QueueActivities: map[string]int{"printer": 2}}, nil, 0, 10, 10},
		{"both have", Config{Activities: 10, Runs: 10, QueueActivities: map[string]int{"printer": 2, "default": 3}}, nil, 0, 5, 5},
		{"wide ones", Config{Activities: 10, Runs: 10, QueueActivities: map[string]int{"printer": 20, "default": 30}}, nil, 0, 10, 10},
		{"one is full", Config{Activities: 10, Runs: 10, QueueActivities: map[string]int{"printer": 2, "default": 3}}, map[string]int{"printer": 2}, 0, 5, 3},
		{"both are full", Config{Activities: 10, Runs: 10, QueueActivities: map[string]int{"printer": 2, "default": 3}}, map[string]int{"printer": 2, "default": 3}, 0, 5, 0},
		{"it owns all the runs it may", Config{Activities: 10, Runs: 4}, nil, 4, 10, 0},
		{"all but one", Config{Activities: 10, Runs: 4}, nil, 3, 10, 1},
	} {
		e := &engine{cfg: c.cfg, free: c.cfg.Activities, rooms: makeRooms(c.cfg.QueueActivities), runs: map[store.RunID]*run{}}
		e.cfg.Queues, e.filter.Queues = queues, queues
		for q, n := range c.busy {
			e.take(e.rooms[q], n)
		}
		for i := range c.held {
			e.runs[store.RunID{1, byte(i)}] = nil
		}
		if slots, load := e.cfg.slots(), e.loadNow(); slots != c.slots || load.Free != c.free || load.Held != c.held {
			t.Errorf("%s: %d slots, %+v; want %d slots, %d of them free", c.name, slots, load, c.slots, c.free)
		}
	}
}
