package engine

import (
	"slices"
	"testing"
)

// A claim reserves slots for what it may bring, and gives back those that it did not need.
func TestAClaimReservesSlotsAndGivesBackWhatItDidNotFind(t *testing.T) {
	s := newSlots(5, []string{"default", "printer"}, map[string]int{"printer": 2})
	printer, rest := line{queues: []string{"printer"}, bound: "printer"}, line{queues: []string{"default"}}
	if n := s.reserve(printer, 100); n != 2 {
		t.Errorf("a claim of a queue bounded to 2 reserves %d", n)
	}
	if n := s.reserve(rest, 100); n != 3 {
		t.Errorf("of 5 slots 2 are reserved, and another claim reserves %d", n)
	}
	if s.takeOne("default") {
		t.Error("all slots are reserved, and one was taken")
	}
	if again := s.claimed(rest, 3, 1, false); again || s.free() != 2 {
		t.Errorf("1 of 3 was found: %d slots are free, again %v", s.free(), again)
	}
	if again := s.claimed(printer, 2, 2, true); again {
		t.Error("a full queue is to be claimed of again at once")
	}
	if got := s.fullQueues(); !slices.Equal(got, []string{"printer"}) {
		t.Errorf("full are %v", got)
	}
	if !s.give("printer") {
		t.Error("rows wait for the queue, and nobody is told that a slot is free")
	}
	if s.takeOne("printer") {
		t.Error("rows wait for the queue, and an activity took the slot before them")
	}
}

// Each token is begun with or given back, once, though a claim and a request for tokens overlap.
func TestTokensAreNotLostInAClaimThatIsUnderWay(t *testing.T) {
	s := newSlots(100, []string{"paced"}, nil)
	s.set("paced", settings{most: noBound, rated: true})
	s.drawn("paced", 10)
	paced := line{queues: []string{"paced"}, bound: "paced"}
	if n := s.reserve(paced, 8); n != 8 {
		t.Fatalf("a claim reserves %d, want 8", n)
	}
	if left, begun := s.draw("paced"); left != 2 || begun != 0 {
		t.Errorf("during the claim %d are given back and %d have begun, want 2 and 0", left, begun)
	}
	s.claimed(paced, 8, 3, false)
	if left, begun := s.draw("paced"); left != 5 || begun != 3 {
		t.Errorf("after it %d are given back and %d have begun, want 5 and 3", left, begun)
	}
}

// What a claim has found before the queue got a rate is taken off the first tokens.
func TestARateThatIsSetDuringAClaimGivesNothingAway(t *testing.T) {
	s := newSlots(100, []string{"psp"}, map[string]int{"psp": 5})
	psp := line{queues: []string{"psp"}, bound: "psp"}
	if n := s.reserve(psp, 8); n != 5 {
		t.Fatalf("a claim reserves %d, want 5", n)
	}
	s.set("psp", settings{most: 5, rated: true})
	s.claimed(psp, 5, 2, false)
	if left, begun := s.draw("psp"); left != 0 || begun != 2 {
		t.Errorf("%d tokens are there and %d attempts have begun, want 0 and 2", left, begun)
	}
	s.drawn("psp", 3)
	if n := s.reserve(psp, 8); n != 1 {
		t.Errorf("of 3 tokens, 2 of which are used up, a claim reserves %d", n)
	}
}

// Rows that wait for a slot come before activities that could begin at once.
func TestWhoWaitsForASlotComesFirst(t *testing.T) {
	s := newSlots(1, []string{"default"}, nil)
	if !s.takeOne("default") || s.takeOne("default") {
		t.Fatal("one slot was not taken once")
	}
	if again := s.noteMore(true); again {
		t.Error("no slot is free, and the claim is made again at once")
	}
	if !s.give("default") || s.takeOne("default") {
		t.Error("the slot did not go to those who wait")
	}
	if s.noteMore(false); !s.takeOne("default") {
		t.Error("nobody waits, and the slot is not given")
	}
}

// Each line of queues goes first in turn.
func TestLinesTakeTurns(t *testing.T) {
	s := newSlots(5, []string{"a", "b", "c"}, map[string]int{"a": 1, "b": 1})
	first := map[string]int{}
	for range 9 {
		lines := s.lines()
		if len(lines) != 3 {
			t.Fatalf("lines are %v", lines)
		}
		first[lines[0].queues[0]]++
	}
	if first["a"] != 3 || first["b"] != 3 || first["c"] != 3 {
		t.Errorf("first were %v", first)
	}
}
