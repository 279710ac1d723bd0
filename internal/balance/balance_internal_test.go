package balance

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
)

func peer(slots, held, free int) store.Peer {
	return store.Peer{Slots: slots, Load: store.Load{Held: held, Free: free}}
}

// As many of a fleet look as runs became ready, other ones each time, and none that is full.
func TestAWakeUpIsForAsManyAsItHasWorkFor(t *testing.T) {
	const workers, turns = 20, 1000
	ids := make([]store.WorkerID, workers)
	for i := range ids {
		ids[i] = store.WorkerID{byte(i), 7, byte(i * i)}
	}
	const full = 3
	all := make([]*Balance, workers)
	for i := range all {
		all[i] = New(8, 8)
		var peers []store.Peer
		for k, id := range ids {
			free := 8
			if k == full {
				free = 0
			}
			if k != i {
				peers = append(peers, store.Peer{ID: id, Slots: 8, Load: store.Load{Free: free}})
			}
		}
		all[i].Weigh(0, 0, peers)
	}
	looks := make([]int, workers)
	for turn := range uint32(turns) {
		for i, b := range all {
			if i != full && b.Before(ids[i], store.WorkerID{}, turn) < 2 {
				looks[i]++
			}
		}
	}
	total := 0
	for i, n := range looks {
		total += n
		if fair := 2 * turns / (workers - 1); i != full && (n < fair/2 || n > 2*fair) {
			t.Errorf("worker %d looks %d times of %d", i, n, turns)
		}
	}
	if total != 2*turns {
		t.Errorf("%d looks for two runs each of %d times", total, turns)
	}
	sender, looked := 5, 0
	for turn := range uint32(turns) {
		for i, b := range all {
			if i != full && i != sender && b.Before(ids[i], ids[sender], turn) < 1 {
				looked++
			}
		}
	}
	if looked != turns {
		t.Errorf("%d look for what one of them has left to the others, want %d", looked, turns)
	}
	if n := New(8, 8).Before(ids[0], store.WorkerID{}, 1); n != 0 {
		t.Errorf("%d come before a worker without peers", n)
	}
}

func TestOnlyWhatIsAboveTheShareLeaves(t *testing.T) {
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

func TestRowsAreLeftToWhoHoldsLessThanItsShare(t *testing.T) {
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
func TestRowsThatNobodyTakesAreNotLeftTwice(t *testing.T) {
	b := New(256, 1000)
	idle := []store.Peer{peer(256, 0, 256)}
	for i, want := range []int{0, 256, 0, 256} {
		b.Weigh(40, 20, idle)
		if room := b.Rows(time.Now(), 40); room != want {
			t.Errorf("after tick %d there is room for %d rows, want %d", i+1, room, want)
		}
	}
}

// What a run has left to peers is left alone for a moment, and not once they are gone.
func TestRowsAreLeftAloneForAMoment(t *testing.T) {
	b, now := New(256, 1000), time.Now()
	b.Weigh(300, 0, []store.Peer{peer(256, 0, 256)})
	until, leave := b.Leave(now)
	if !leave || until != now.Add(store.StickyFor) {
		t.Fatalf("a run leaves: %v, until %v", leave, until)
	}
	if n := b.Rows(now, 10); n != 0 {
		t.Errorf("it takes %d rows in the meantime", n)
	}
	if !b.Weigh(300, 0, nil) {
		t.Error("nobody is left, and it does not look again")
	}
	if n := b.Rows(now, 10); n != 256 {
		t.Errorf("alone it takes %d rows, want 256", n)
	}
	if _, leave := b.Leave(now); leave {
		t.Error("alone a run leaves")
	}
}

// A fleet whose workers hear of each other one tick late comes to rest, with no worker far
// from its share, whoever had what at first.
func TestAFleetComesToRest(t *testing.T) {
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
func TestAJoinedWorkerTakesItsShare(t *testing.T) {
	for _, c := range []struct {
		name         string
		slots        int
		peers        []store.Peer
		runs, atOnce int
	}{
		{"alone", 256, nil, 1000, 100},
		{"beside two with slots", 256, []store.Peer{peer(256, 0, 256), peer(256, 0, 1)}, 256, 33},
		{"with few slots, beside one with some", 5, []store.Peer{peer(256, 0, 1)}, 100, 50},
		{"beside one without", 256, []store.Peer{peer(256, 256, 0)}, 1000, 50},
		{"in a large fleet", 256, make([]store.Peer, 300), 1000, 1},
	} {
		b := New(c.slots, 1000)
		b.Weigh(0, 0, c.peers)
		if runs, n := b.Runs(), b.AtOnce(); runs != c.runs || n != c.atOnce {
			t.Errorf("%s: %d runs, %d at once; want %d and %d", c.name, runs, n, c.runs, c.atOnce)
		}
	}
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
func TestLookingAgainEnds(t *testing.T) {
	const tick = time.Second
	rnd := rand.New(rand.NewPCG(31, 37))
	var p Pace
	if wait := p.Next(false, rnd.Float64(), tick); wait != 0 {
		t.Fatalf("at rest it looks again after %v", wait)
	}
	for range 1000 {
		if wait := p.Next(true, rnd.Float64(), tick); wait < leastLook || wait >= 3*leastLook {
			t.Fatalf("after it found something it looks again after %v", wait)
		}
	}
	sum, last := time.Duration(0), time.Duration(0)
	for looks := 0; ; looks++ {
		wait := p.Next(false, rnd.Float64(), tick)
		if wait == 0 {
			break
		}
		if wait < last || wait >= tick {
			t.Fatalf("a wait of %v after one of %v", wait, last)
		}
		sum, last = sum+wait, wait
		if looks > 200 {
			t.Fatal("it does not end")
		}
	}
	if p != (Pace{}) {
		t.Error("it is not at rest")
	}
}
