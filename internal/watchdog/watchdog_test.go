package watchdog_test

import (
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/internal/watchdog"
)

// Code is given up on once, and only while it is inside for too long.
func TestCodeIsGivenUpOnOnce(t *testing.T) {
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	var s watchdog.Stepping
	if s.GiveUp(clock.Now().Add(time.Hour)) {
		t.Error("nobody is inside, and was given up on")
	}
	since := s.Enter(clock)
	if !s.Inside() {
		t.Error("who has entered is not seen")
	}
	if s.GiveUp(clock.Now().Add(-time.Second)) {
		t.Error("it has just entered, and was given up on")
	}
	if cameBack := s.Leave(since); !cameBack || s.Inside() || s.GivenUp() {
		t.Errorf("it came back in time: %v, inside %v, given up %v", cameBack, s.Inside(), s.GivenUp())
	}
	since = s.Enter(clock)
	clock.Advance(2 * time.Second)
	if limit := clock.Now().Add(-time.Second); !s.GiveUp(limit) || s.GiveUp(limit) {
		t.Error("it was not given up on once")
	}
	if cameBack := s.Leave(since); cameBack || !s.GivenUp() {
		t.Errorf("it came back though it was given up on: %v", cameBack)
	}
}
