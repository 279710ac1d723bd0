package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store"
)

// On a Postgres other processes may be at work on the same orders. What is said of the
// orders is then about all of them, and what is said of a process is true while it lives.

// found is what stands in the database when a process begins.
type found struct {
	done   int
	open   int
	held   int   // of those open: left by a process that is gone
	busy   int   // of those open: in the hands of processes that are at work
	worked []int // those processes
}

func (f *found) count(run store.Run, others map[store.WorkerID]store.WorkerState) {
	if run.Status != store.Open {
		f.done++
		return
	}
	f.open++
	if run.Owner == (store.WorkerID{}) {
		return
	}
	w, alive := others[run.Owner]
	switch {
	case !alive:
		f.held++
		return
	case !slices.Contains(f.worked, w.PID):
		f.worked = append(f.worked, w.PID)
	}
	f.busy++
}

// atWork are the workers whose processes are at work. A lease goes on for some seconds
// after a kill: of a process on this machine it is known at once that it is gone.
func atWork(ctx context.Context, look store.Inspector) (map[store.WorkerID]store.WorkerState, error) {
	all, err := look.Workers(ctx)
	if err != nil {
		return nil, err
	}
	host, err := os.Hostname()
	if err != nil {
		host = "" // then each lease is believed
	}
	alive := map[store.WorkerID]store.WorkerState{}
	for _, w := range all {
		if w.Alive && !w.Dead && (w.Host != host || running(w.PID)) {
			alive[w.ID] = w
		}
	}
	return alive, nil
}

// running reports whether there is a process of that id on this machine. Where the system
// does not tell, one that can be found is taken to be.
func running(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	_ = p.Release() // of a handle that was only looked at
	return !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}

// lastGone is the last of some processes that is not there any more; zero: there is none.
func lastGone(processes []order.Process) int {
	for _, p := range slices.Backward(processes) {
		if p.PID != os.Getpid() && !running(p.PID) {
			return p.PID
		}
	}
	return 0
}

// since says how long after what the first order was taken over. A process that dies says
// nothing; the last that is known of it is its last line in the ledger. If it was gone
// already when this one began, there was nobody to take anything over before.
func since(begun, first time.Time, entries []order.Entry, gone func(pid int) bool) string {
	last := map[int]time.Time{}
	for _, e := range entries {
		last[e.PID] = e.At
	}
	from, by := begun, 0
	for pid, at := range last {
		if at.After(from) && at.Before(first) && gone(pid) {
			from, by = at, pid
		}
	}
	after := first.Sub(from).Milliseconds()
	if by == 0 {
		return fmt.Sprintf("%d ms after it began", after)
	}
	return fmt.Sprintf("%d ms after process %d, which is gone, had written its last line into the ledger", after, by)
}
