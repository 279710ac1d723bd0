package engine

import (
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
)

// Code that does not return is counted, and is known to be inside its run. When it returns
// after all, it is no longer counted.
func TestStuckCodeIsCountedUntilItComesBack(t *testing.T) {
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	s := newStuck(newWorkGroup(), clock, 5*time.Second, slog.New(slog.DiscardHandler))
	var told []int
	back := 0
	s.counted = func(now int) { told = append(told, now) }
	s.returned = func() { back++ }
	r := &run{id: store.RunID{1}, info: store.Run{WorkflowID: "order"}}
	parked := make(chan []*run, 10)
	park := func(all []*run) { parked <- all }
	since := r.stepping.Enter(clock)
	if s.watch([]*run{r}, park); s.count() != 0 {
		t.Error("it has just begun, and is given up on")
	}
	clock.Advance(6 * time.Second)
	s.watch([]*run{r}, park)
	if all := <-parked; len(all) != 1 || all[0] != r {
		t.Errorf("to be parked are %v", all)
	}
	if s.watch([]*run{r}, park); s.count() != 1 {
		t.Errorf("it is counted %d times", s.count())
	}
	if s.check(r.id) == nil || !slices.Equal(s.givenUp(), []string{"order"}) {
		t.Error("nobody knows that it is inside of its run")
	}
	cameBack := r.stepping.Leave(since)
	if cameBack {
		t.Fatal("it does not know that it was given up on")
	}
	s.cameBack(r.id)
	if s.count() != 0 || s.check(r.id) != nil || back != 1 || !slices.Equal(told, []int{1, 0}) {
		t.Errorf("after it has come back %d are counted, told was %v", s.count(), told)
	}
}

// The watchdog keeps watching a run that was dropped while its code was running.
func TestADroppedRunIsStillWatched(t *testing.T) {
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	s := newStuck(newWorkGroup(), clock, 5*time.Second, slog.New(slog.DiscardHandler))
	r := &run{id: store.RunID{1}, info: store.Run{WorkflowID: "order"}}
	s.drop(r)
	if got := s.waited(); !slices.Equal(got, []string{"order"}) {
		t.Errorf("waited for are %v", got)
	}
	if s.left(r); len(s.waited()) != 0 {
		t.Error("it is waited for after everybody has left it")
	}
}
