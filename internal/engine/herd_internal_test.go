package engine

import (
	"math/rand/v2"
	"testing"
	"time"
)

// Of a fleet that hears of every run, few look for it; somebody does at once.
func TestAWakeUpIsForFewOfAFleet(t *testing.T) {
	const workers, wakeUps, every = 20, 1000, 10 * time.Millisecond
	r := rand.New(rand.NewPCG(1, 2))
	var all [workers]herd
	var due [workers]time.Duration // when it looks; 0: it does not mean to
	ready, since, looks, longest := false, time.Duration(0), 0, time.Duration(0)
	for now := time.Duration(0); now < wakeUps*every; now += 100 * time.Microsecond {
		if now%every == 0 {
			if !ready {
				ready, since = true, now
			}
			for i := range all {
				if d, wakes := all[i].heard(time.Unix(1, int64(now)), r.Float64()); wakes && due[i] == 0 {
					due[i] = now + d + 1
				}
			}
		}
		for _, i := range r.Perm(workers) {
			if due[i] != 0 && due[i] <= now+1 {
				due[i] = 0
				looks++
				all[i].looked(ready)
				if ready {
					longest = max(longest, now-since)
				}
				ready = false
			}
		}
	}
	t.Logf("%d looks for %d wake-ups, the longest wait is %v", looks, wakeUps, longest)
	if looks > 3*wakeUps || longest > 3*every {
		t.Errorf("%d looks for %d wake-ups, the longest wait is %v", looks, wakeUps, longest)
	}
}

func TestAWorkerThatFindsSomethingLooksSooner(t *testing.T) {
	var h herd
	now := time.Unix(1, 0)
	h.looked(false)
	h.looked(false)
	if d, _ := h.heard(now, 0.5); d != 0 {
		t.Errorf("after a quiet time it waits %v", d)
	}
	h.looked(false)
	h.looked(false)
	if d, _ := h.heard(now.Add(time.Millisecond), 0.5); d != leastHerd {
		t.Errorf("after two looks for nothing it waits %v, want %v", d, leastHerd)
	}
	if _, wakes := h.heard(now.Add(2*time.Millisecond), 0.9); wakes {
		t.Error("it waits anew while it means to look")
	}
	for range 20 {
		h.looked(false)
	}
	if d, _ := h.heard(now.Add(2*time.Millisecond), 1); d != mostHerd {
		t.Errorf("after many it waits %v, want %v", d, mostHerd)
	}
	for range 10 {
		h.looked(true)
	}
	if d, _ := h.heard(now.Add(3*time.Millisecond), 1); d != 0 {
		t.Errorf("after it has found something again and again it waits %v", d)
	}
}

// A worker that alone serves its queues hears of what is ready in those of others, too. It is
// late for none of that, and must not be late for its own.
func TestAWorkerWithoutPeersLooksAtOnce(t *testing.T) {
	e := idle(Config{Slots: 1, Runs: 1, Queues: []string{"default"}})
	for range 20 {
		e.listener().heard(true)
		if !woken(e.wake.runs) {
			t.Fatal("it waits")
		}
		e.wake.looked(true, false)
	}
}
