package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/store"
)

// ErrWrongWorkflow: the run belongs to another workflow definition.
var ErrWrongWorkflow = errors.New("reprise: the run belongs to another workflow")

// Await waits until a run of a workflow has ended, and returns its last event. If the store becomes
// unreachable meanwhile, Await keeps waiting; if it is unreachable from the start, Await returns an
// error.
func (p *Process) Await(ctx context.Context, workflow string, id store.RunID) (history.Body, error) {
	waiting := p.waiters.enter(id, "")
	defer func() { p.waiters.leave(id, waiting) }()
	seen := false
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		last, err := p.outcome(ctx, workflow, id)
		away := seen && errors.Is(err, store.ErrTransient)
		if last != nil || err != nil && !away {
			return last, err
		}
		seen = true
		look, stop := p.look(wait, away)
		select {
		case <-waiting.ended:
			if waiting.last != nil {
				return waiting.last, nil
			}
			waiting = p.waiters.enter(id, "")
		case <-look:
		case <-ctx.Done():
			stop()
			return nil, p.whyStill(ctx, id, context.Cause(ctx))
		}
		stop()
	}
}

// outcome returns the last event of a run that has ended, or nil while it is open.
func (p *Process) outcome(ctx context.Context, workflow string, id store.RunID) (history.Body, error) {
	// A run that is owned here has not ended, and its end will be announced.
	if e := p.current(); e != nil && e.holds(id, workflow) {
		return nil, nil
	}
	run, err := p.store.Run(ctx, store.Ref{Run: id})
	if err != nil {
		return nil, err
	}
	if run.Workflow != workflow {
		return nil, fmt.Errorf("%w: it runs %q, not %q", ErrWrongWorkflow, run.Workflow, workflow)
	}
	if run.Status == store.Open {
		return nil, nil
	}
	return lastEvent(ctx, p.store, p.cfg.Sealer.In(run.Namespace), id)
}

// holds reports whether this engine owns the run and it belongs to the workflow.
func (e *engine) holds(id store.RunID, workflow string) bool {
	r := e.own.held(id)
	return r != nil && r.info.Workflow == workflow
}

// look returns when to look again. An engine is notified of the end, by the run's own goroutine or by
// the tick. A client looks by itself; so does a caller that was notified but could not reach the
// store.
func (p *Process) look(wait time.Duration, away bool) (<-chan time.Time, func()) {
	if p.current() != nil && !away {
		return nil, func() {}
	}
	alarm := p.cfg.Clock.NewTimer(wait)
	return alarm.C(), func() { alarm.Stop() }
}

func lastEvent(ctx context.Context, st store.Store, sealer *sealing.Sealer, id store.RunID) (history.Body, error) {
	rows, err := st.History(ctx, store.HistoryQuery{Run: id, Last: true})
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		if _, err := st.Run(ctx, store.Ref{Run: id}); err != nil {
			return nil, err // it has just been removed
		}
		return nil, fmt.Errorf("%w: it has ended and has no history", store.ErrNotFound)
	}
	last, err := lastOf(ctx, sealer, rows[len(rows)-1])
	if err != nil {
		return nil, err
	}
	return last, nil
}

// lastOf returns the last event of a row. With an error it returns the event as it is stored, or nil.
func lastOf(ctx context.Context, sealer *sealing.Sealer, row store.Row) (history.Body, error) {
	if row.N == 0 {
		return nil, &history.CorruptError{Seq: row.Seq, Why: "the run has ended and has no history"}
	}
	_, events, err := history.DecodeRow(row.Data, row.Seq, row.N)
	if err != nil {
		return nil, err
	}
	last := &events[len(events)-1]
	return last.Body, sealer.Open(ctx, last)
}

// NextRun returns the run that continues this one; the zero id if there is none.
func NextRun(ctx context.Context, st store.Store, id store.RunID) (store.RunID, error) {
	run, err := st.Run(ctx, store.Ref{Run: id})
	if err != nil || run.Status != store.Continued {
		return store.RunID{}, err
	}
	rows, err := st.History(ctx, store.HistoryQuery{Run: id, Last: true})
	if err != nil || len(rows) == 0 {
		return store.RunID{}, err // it has just been removed
	}
	row := rows[len(rows)-1]
	_, events, err := history.DecodeRow(row.Data, row.Seq, row.N)
	if err != nil {
		return store.RunID{}, err
	}
	last := events[len(events)-1].Body
	if b, ok := last.(*history.RunContinued); ok {
		return b.Next, nil
	}
	return store.RunID{}, fmt.Errorf("the run has continued as a new one, but its history ends with %s", last.Kind())
}

// ErrNotStarted: no worker may be there to do what the caller waits for.
var ErrNotStarted = errors.New("this Runtime was not started, so it runs nothing itself: call its Start, or start a worker elsewhere")

// whyStill explains why a wait ended before the run did: there may be no worker to run it.
func (p *Process) whyStill(ctx context.Context, id store.RunID, err error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second) // the caller's context has ended
	defer cancel()
	run, failed := p.store.Run(ctx, store.Ref{Run: id})
	if failed != nil || run.Status != store.Open {
		return err
	}
	if run.Blocked != nil {
		return fmt.Errorf("%w: the run is parked (%s): %s", err, run.Blocked.Reason, p.cfg.Sealer.In(run.Namespace).OpenText(ctx, run.Blocked.Text))
	}
	if why := unserved(ctx, p.store, run.Namespace, run.Queue, run.Workflow); why != "" {
		return fmt.Errorf("%w: %s", err, why)
	}
	if _, known := p.store.(store.Inspector); !known && p.current() == nil && run.Owner == (store.WorkerID{}) {
		return fmt.Errorf("%w: %w", err, ErrNotStarted)
	}
	return err
}
