package engine

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/histories"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/store"
)

// Asked is an update that was sent to a run. Its answer is read from the history of that run, or of
// the runs that continue it.
type Asked struct {
	Run  store.RunID
	From int64 // the update is at this seq or later; a row begins here
	ID   string
	// Again says that the id may have been sent before. The update may then be before From, or in an
	// earlier run of the chain.
	Again bool

	received int64 // seq of the update, once it has been read
}

// ErrUnanswered: the run ended without answering the update. It has the kind mark.Closed.
var ErrUnanswered error = mark.New(mark.Mark{Kind: mark.Closed, Permanent: true},
	"reprise: the run ended before it answered the update, which it may have seen: look at its history")

// Answer waits for the answer and opens it with sealer. It returns ErrUnanswered if there will be
// none. If the store becomes unreachable meanwhile, Answer keeps waiting, as a wait for a run's end
// does.
func (a Asked) Answer(ctx context.Context, p *Process, sealer *sealing.Sealer) (*history.UpdateEnded, error) {
	seen := false
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		waiting, run := p.waiters.enter(a.Run, a.ID), a.Run
		answer, moved, err := a.read(ctx, p.store)
		away := seen && errors.Is(err, store.ErrTransient)
		moved = moved && err == nil
		if answer != nil || moved || err != nil && !away {
			p.waiters.leave(run, waiting)
		}
		switch {
		case err != nil && !away:
			return nil, err
		case answer != nil:
			return answer.Body.(*history.UpdateEnded), sealer.Open(ctx, answer)
		case moved:
			continue
		}
		seen = true
		if p.current() != nil && !away && !a.Again {
			wait = untoldByNobody // the answer will be announced
			if p.wakeups.Listener() != nil {
				wait = untoldByOthers // except when wake-ups are lost
			}
		}
		alarm := p.cfg.Clock.NewTimer(wait)
		select {
		case <-waiting.ended:
			alarm.Stop()
			if answer, ok := waiting.last.(*history.UpdateEnded); ok {
				return answer, nil
			}
		case <-alarm.C():
			p.waiters.leave(run, waiting)
			if err := a.overdue(ctx, p.store); err != nil && !errors.Is(err, store.ErrTransient) {
				return nil, err
			}
		case <-ctx.Done():
			alarm.Stop()
			p.waiters.leave(run, waiting)
			return nil, p.whyStill(ctx, run, context.Cause(ctx))
		}
	}
}

// How long a process that is notified of answers waits between two looks. In a store without wake-ups
// another process rarely answers: see [store.Waker].
const (
	untoldByOthers = 5 * time.Second
	untoldByNobody = 10 * time.Minute
)

// read reads the history since the last look. It returns the event of the answer as it is stored, or
// nil if there is none. moved says that another run is to be read at once.
func (a *Asked) read(ctx context.Context, st store.Store) (found *history.Event, moved bool, err error) {
	var last history.Body
	rows := histories.StoredFrom(ctx, st, a.Run, a.From, 0)
	err = histories.DecodeFrom(rows, a.From, nil, func(_ history.Header, events []history.Event) (keeps bool, err error) {
		for i := range events {
			e := &events[i]
			a.From, last = e.Seq+1, e.Body
			switch b := e.Body.(type) {
			case *history.UpdateReceived:
				if b.ID == a.ID {
					a.received = e.Seq
				}
			case *history.UpdateEnded:
				if a.received != 0 && b.Update == a.received {
					found = e
				}
			}
		}
		return true, nil
	})
	switch {
	case err != nil:
		return nil, false, err
	case found != nil:
		return found, false, nil
	case last == nil || !last.Kind().Terminal():
		return nil, false, nil
	case a.Again:
		return nil, true, a.lookBack(ctx, st)
	}
	if b, ok := last.(*history.RunContinued); ok {
		a.Run, a.From, a.received = b.Next, 1, 0
		return nil, true, nil
	}
	return nil, false, ErrUnanswered
}

// overdue looks for other reasons when no answer has come for a while.
func (a *Asked) overdue(ctx context.Context, st store.Store) error {
	if a.Again {
		return a.lookBack(ctx, st)
	}
	_, err := st.Run(ctx, store.Ref{Run: a.Run}) // it may have been removed
	return err
}

// Taken reports whether the chain of an ended run has taken in an update with this id.
func (a Asked) Taken(ctx context.Context, st store.Store) (bool, error) {
	if err := a.lookBack(ctx, st); err != nil {
		return false, err
	}
	for {
		_, moved, err := a.read(ctx, st)
		switch {
		case err != nil && !errors.Is(err, ErrUnanswered):
			return false, err
		case a.received != 0 || !moved:
			return a.received != 0, nil
		}
	}
}

// lookBack moves the next look to where an id that was sent before may be: to the run of the chain
// that took it in.
func (a *Asked) lookBack(ctx context.Context, st store.Store) error {
	for run := a.Run; ; {
		rows, err := st.History(ctx, store.HistoryQuery{Run: run, From: 1, MaxRows: 1})
		if err != nil {
			return err
		}
		if len(rows) == 0 { // it has been removed
			a.Again = false
			return nil
		}
		_, events, err := history.DecodeRow(rows[0].Data, rows[0].Seq, rows[0].N)
		if err != nil {
			return err
		}
		b, ok := events[0].Body.(*history.Started)
		if !ok || !slices.Contains(b.Updates, a.ID) {
			a.Run, a.From, a.received, a.Again = run, 1, 0, false
			return nil
		}
		run = b.Previous
	}
}

// tellAnswered notifies those who wait for the answer to an update, in this process or else in others.
func tellAnswered(p *Process, id store.RunID, update string, answer *history.UpdateEnded) {
	if !p.waiters.answered(id, update, answer) {
		p.wakeups.Say(p.WorkerID(), store.WakeUp{Closed: []store.RunID{id}})
	}
}
