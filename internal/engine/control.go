package engine

import (
	"context"
	"errors"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/commit"
	"github.com/reprise-run/reprise/store"
)

// Deliver puts an event into the inbox of an open run.
func (p *Process) Deliver(ctx context.Context, op *store.Deliver) commit.Answer {
	op.From = p.WorkerID()
	answer := p.writes.DoCaller(ctx, op, nil)
	if e := p.current(); e != nil && op.Steer != nil && answer.Err == nil && op.Steer.Do != store.Pause {
		e.wake.claims()
	}
	return answer
}

// Known replaces ref by the run it stands for, if this worker knows that.
func (p *Process) Known(ref store.Ref) (store.Ref, bool) {
	e := p.current()
	if e == nil || ref.Run != (store.RunID{}) {
		return ref, false
	}
	run, here := e.own.nearby(ref)
	if !here {
		return ref, false
	}
	return store.Ref{Run: run}, true
}

// Terminate ends a run, which was as given a moment ago. at is the time of the end, and last the
// run's last event. If this worker holds the run, it drops it.
func (p *Process) Terminate(ctx context.Context, op *store.Terminate, run *store.Run, at time.Time, last history.Body) (store.Outcome, error) {
	e := p.current()
	ended := func(store.Outcome) {
		if e != nil {
			e.terminated(run.ID)
			e.upkeep.relay.soon()
		}
		told(p.cfg.Observer.RunClosed, func() RunClosed {
			headers, err := headersOf(p.life, p.store, &p.cfg, run.ID)
			if err != nil {
				p.log.Warn("cannot read the headers of a terminated run: the observer gets none", "run_id", run.ID, "error", err)
			}
			return closedEvent(run, store.Terminated, at, last, headers)
		})
		p.closed(run.ID, last)
	}
	var late func(*commit.Request)
	if e != nil {
		late = e.late(ended)
	}
	outcome, err := p.writes.DoCaller(ctx, op, late).Result()
	if err == nil && outcome.Code == store.Done {
		ended(outcome)
	}
	return outcome, err
}

// headersOf reads the headers of a run from the first row of its history.
func headersOf(ctx context.Context, st store.Store, cfg *Config, run store.RunID) (history.Headers, error) {
	rows, err := st.History(ctx, store.HistoryQuery{Run: run, MaxRows: 1})
	switch {
	case err != nil:
		return nil, err
	case len(rows) == 0:
		return nil, store.ErrNotFound
	}
	_, events, err := history.DecodeRow(rows[0].Data, rows[0].Seq, rows[0].N)
	if err == nil && len(events) > 0 {
		if err := cfg.Sealer.Open(ctx, &events[0]); err != nil {
			return nil, err
		}
		if started, ok := events[0].Body.(*history.Started); ok {
			return started.Headers, nil
		}
	}
	return nil, errors.Join(errors.New("the first row of the history is damaged"), err)
}

// Resume makes a blocked run claimable at once.
func (p *Process) Resume(ctx context.Context, ref store.Ref) (store.Outcome, error) {
	outcome, err := p.writes.DoCaller(ctx, &store.Resume{Ref: ref}, nil).Result()
	if e := p.current(); e != nil && err == nil && outcome.Code == store.Done {
		wake(e.wake.runs)
	}
	return outcome, err
}

// WakeDeadlock makes a run that is parked as a deadlock claimable at once, because a cancel may
// wake it. If that fails, the run waits for its next scheduled try.
func (p *Process) WakeDeadlock(ctx context.Context, ref store.Ref) {
	run, err := p.store.Run(ctx, ref)
	if err == nil && (run.Blocked == nil || run.Blocked.Reason != reasonDeadlock) {
		return
	}
	if err == nil {
		_, err = p.writes.DoCaller(ctx, &store.Resume{Ref: store.Ref{Run: run.ID}}, nil).Result()
	}
	if err != nil && !errors.Is(err, ErrStopped) {
		p.log.Warn("a run was cancelled; if it is parked as a deadlock, it is retried later, or after Resume", "error", err)
		return
	}
	if e := p.current(); e != nil {
		wake(e.wake.runs)
	}
}

// terminated drops a run that this process has terminated.
func (e *engine) terminated(id store.RunID) {
	if r := e.own.held(id); r != nil {
		r.drop(activity.ErrCancelled)
	}
	stale := e.own.evict(id)
	e.activities.EndRows(id, activity.ErrCancelled)
	if stale != nil {
		e.stuck.close(stale.machine, stale.run, stale.workflowID)
	}
}
