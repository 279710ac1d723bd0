package engine

import (
	"slices"
	"testing"
	"time"
)

// The pump is set to the earliest timer, and only if that changes.
func TestTheEarliestTimerSetsThePump(t *testing.T) {
	at := func(s int) time.Time { return time.Unix(int64(s), 0) }
	var set []time.Time
	f := firing{set: func(t time.Time) { set = append(set, t) }}
	for _, s := range []int{10, 20, 5, 7} {
		f.arm(at(s))
	}
	if want := []time.Time{at(10), at(5)}; !slices.Equal(set, want) {
		t.Errorf("the pump is set to %v, want %v", set, want)
	}
}

// Only one goroutine fires timers. If one comes due meanwhile, it continues.
func TestATimerThatComesDueMeanwhileIsFiredToo(t *testing.T) {
	f := firing{set: func(time.Time) {}}
	now := time.Unix(100, 0)
	if !f.due() || f.due() {
		t.Fatal("not one goroutine was told to fire")
	}
	if again, _ := f.fired(true, 1, false, now, time.Time{}); !again {
		t.Error("a timer came due meanwhile, and is not fired")
	}
	if again, back := f.fired(true, 1, false, now, now.Add(time.Hour)); again || !back.Equal(now.Add(time.Hour)) {
		t.Errorf("again %v, back at %v", again, back)
	}
	if !f.due() {
		t.Error("nobody fires, and nobody is told to")
	}
}

// A due timer that the store does not fire, because its run is locked, is retried ever more
// rarely, but at least ten times a second.
func TestALockedTimerIsAskedForMoreRarely(t *testing.T) {
	f := firing{set: func(time.Time) {}}
	now := time.Unix(100, 0)
	wait := time.Duration(0)
	for range 20 {
		f.due()
		_, back := f.fired(true, 0, false, now, now.Add(-time.Second))
		if next := back.Sub(now); next < wait || next <= 0 || next > 100*time.Millisecond {
			t.Fatalf("after %v it waits %v", wait, next)
		}
		wait = back.Sub(now)
	}
	f.due()
	f.fired(true, 1, false, now, time.Time{})
	f.due()
	if _, back := f.fired(true, 0, false, now, now); back.Sub(now) != time.Millisecond {
		t.Errorf("after one was fired it waits %v", back.Sub(now))
	}
}
