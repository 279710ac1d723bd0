// Package wakeup tells other processes that something became ready.
//
// A wake-up saves another worker the wait for its tick, and may be lost. A [Sender] collects the
// news of a process and sends it together, every 10 ms at most. [Of] returns the news that follows
// from one op.
//
// Package wakeup imports store and timer.
package wakeup

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

const (
	// every is the least time between two wake-ups of a process; news that comes meanwhile is sent
	// together. The first one after a pause is sent at once.
	every = 10 * time.Millisecond
	// within is how long sending a wake-up may take before it is given up. A later one is of no use.
	within = 2 * time.Second
	// afterFailure is the wait after a wake-up that could not be sent.
	afterFailure = time.Second
)

// Sender tells other processes what their next tick would find. Its goroutine lives only while
// there is news, so that a Runtime that was never started can call Say too.
type Sender struct {
	waker     store.Waker // nil: the store has none
	namespace string
	clock     timer.Clock
	log       *slog.Logger

	wire    sync.Mutex // held while a wake-up is sent: Flush waits for it
	mu      sync.Mutex
	from    store.WorkerID
	pending store.WakeUp
	turn    uint32 // of the last wake-up
	running bool
	failing bool
	off     context.Context // ends with stop
	stop    context.CancelFunc
}

// New makes a Sender for the processes of a namespace. Turns are counted from turn, which should
// differ between processes. If the store has no wake-ups, the Sender does nothing.
func New(st store.Store, namespace string, turn uint32, clock timer.Clock, log *slog.Logger) *Sender {
	waker, _ := st.(store.Waker)
	s := &Sender{waker: waker, namespace: namespace, clock: clock, log: log, turn: turn}
	s.off, s.stop = context.WithCancel(context.Background())
	return s
}

// Listener returns the store, if it has wake-ups, or nil.
func (s *Sender) Listener() store.Waker { return s.waker }

// Stop ends all sending.
func (s *Sender) Stop() { s.stop() }

// Say adds news, to be sent soon.
func (s *Sender) Say(from store.WorkerID, more store.WakeUp) {
	if s.waker == nil || more.Empty() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.off.Err() != nil {
		return
	}
	s.from, s.pending = from, s.pending.Add(more)
	if !s.running {
		s.running = true
		forget := func() {}
		if c, ok := s.waker.(store.Closer); ok { // otherwise a client's last start would wait for the tick
			forget = c.BeforeClose(s.Flush)
		}
		go s.send(forget)
	}
}

// Flush sends the pending news, and waits for what is being sent.
func (s *Sender) Flush(ctx context.Context) {
	if s.waker == nil {
		return
	}
	s.wire.Lock()
	defer s.wire.Unlock()
	more, from := s.take()
	if more.Empty() || s.off.Err() != nil {
		return
	}
	ctx, done := context.WithTimeout(ctx, within)
	defer done()
	if err := s.waker.WakeUp(ctx, s.namespace, from, more); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		s.log.Info("cannot send a wake-up: other workers find the ready work at their next tick", "error", err)
	}
}

// take removes and returns the pending news.
func (s *Sender) take() (store.WakeUp, store.WorkerID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	more := s.pending
	s.pending = store.WakeUp{}
	if more.Runs+more.Rows > 0 {
		s.turn++
		more.Turn = s.turn
	}
	return more, s.from
}

// send sends pending news until there is none.
func (s *Sender) send(forget func()) {
	defer forget()
	for {
		if s.idle() {
			return
		}
		err := s.sendPending()
		wait := every
		switch {
		case errors.Is(err, errors.ErrUnsupported), errors.Is(err, store.ErrStoreClosed):
			s.stop()
		case err != nil:
			wait = afterFailure // the next tick finds it without a wake-up
		}
		if failed := err != nil && s.off.Err() == nil; failed != s.failing {
			s.failing = failed // only this goroutine uses it
			if failed {
				s.log.Warn("cannot send wake-ups: other workers find their work at their next tick", "error", err)
			} else if s.off.Err() == nil {
				s.log.Info("wake-ups reach other workers again")
			}
		}
		timer.Pause(s.clock, wait, s.off.Done())
	}
}

// idle ends the sender when nothing is pending.
func (s *Sender) idle() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = !s.pending.Empty() && s.off.Err() == nil
	return !s.running
}

func (s *Sender) sendPending() error {
	s.wire.Lock()
	defer s.wire.Unlock()
	more, from := s.take()
	if more.Empty() {
		return nil // flushed meanwhile
	}
	ctx, done := context.WithTimeout(s.off, within)
	defer done()
	return s.waker.WakeUp(ctx, s.namespace, from, more)
}

// Last tells others that this worker has released what it owned.
func (s *Sender) Last(ctx context.Context, me store.WorkerID) {
	if s.waker == nil || s.off.Err() != nil {
		return
	}
	bounded, done := context.WithTimeout(ctx, within)
	defer done()
	all := store.WakeUp{Runs: store.MaxNamed, Rows: store.MaxNamed} // the number of released runs and rows is not known
	if err := s.waker.WakeUp(bounded, s.namespace, me, all); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		s.log.Info("cannot send a wake-up: other workers find the released work at their next tick", "error", err)
	}
}

// Of returns the news for other processes that follows from an op of this process.
func Of(me store.WorkerID, op store.Op, o store.Outcome) (h store.WakeUp) {
	if o.Code != store.Done {
		return h
	}
	news := func(run store.RunID, owner store.WorkerID) {
		switch owner {
		case store.WorkerID{}:
			h.Runs++
		case me:
		default:
			h = h.Add(store.WakeUp{Dirty: []store.RunID{run}})
		}
	}
	if r, ok := op.(*store.Relay); ok {
		op = r.Op()
	}
	if o.Began != (store.RunID{}) {
		h.Runs++
	}
	switch op := op.(type) {
	case *store.Start:
		if op.Owner == (store.WorkerID{}) {
			h.Runs = 1
		}
		if op.First != nil {
			h = Of(me, op.First, o)
		}
	case *store.StartAll:
		for i, s := range op.Starts {
			if i < len(o.Starts) {
				h = h.Add(Of(me, s, o.Starts[i]))
			}
		}
	case *store.Commit:
		if op.Next != nil {
			h.Runs++
		}
		for i := range op.Schedule {
			a := &op.Schedule[i]
			if a.Delay == 0 && a.Owner == (store.WorkerID{}) {
				h.Rows++
			}
		}
	case *store.Deliver:
		news(o.Run, o.Owner)
		if s := op.Steer; s != nil && s.Do != store.Pause {
			h.Runs, h.Rows = 1, max(o.Count, len(s.Activities))
		}
	case *store.EndActivity:
		news(op.Run, o.Owner)
	case *store.Terminate:
		if o.Owner != (store.WorkerID{}) {
			news(o.Run, o.Owner)
		}
	case *store.Fire:
		for _, f := range o.Fired {
			news(f.Run, f.Owner)
		}
	case *store.Forward:
		for i := range o.Forwarded {
			if f := &o.Forwarded[i]; f.Code == store.Done {
				news(f.Run, f.Owner)
			}
		}
	case *store.RetryActivity:
		if op.Delay == 0 {
			h.Rows = 1
		}
	case *store.Release:
		if op.Block == nil {
			h.Runs = 1
		}
	case *store.Resume:
		h.Runs = 1
	case *store.Recover:
		h.Runs, h.Rows = o.Count, o.Count // the count is of both together
	}
	return h
}
