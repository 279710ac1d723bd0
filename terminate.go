package reprise

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// Terminate ends the open run with this workflow id at once, wherever it runs and
// also when it is parked. The workflow does not notice and cannot clean up; signals
// it has not received are kept as undelivered.
func Terminate(ctx context.Context, c Client, workflowID, reason string) error {
	rt, err := outside(ctx, c)
	if err != nil {
		return fmt.Errorf("reprise: terminate %q: %w", workflowID, err)
	}
	return rt.terminate(ctx, rt.named(workflowID), reason)
}

func (rt *Runtime) terminate(ctx context.Context, to target, reason string) error {
	err := errors.Join(to.check(), checkText("the reason", reason))
	if err == nil {
		err = rt.end(ctx, to, reason)
	}
	if err != nil {
		return fmt.Errorf("reprise: terminate %s: %w", to, err)
	}
	return nil
}

func (rt *Runtime) end(ctx context.Context, to target, reason string) error {
	now, err := rt.client().storeTime(ctx)
	if err != nil {
		return err
	}
	body := &history.RunTerminated{Reason: reason}
	run, err := rt.store.Run(ctx, to.ref())
	if err != nil {
		return err
	}
	data, err := history.EncodeRow(history.Header{Now: rt.notBefore(ctx, run.ID, now), Level: run.Level, Build: rt.cfg.Build}, []history.Event{{Body: body}})
	if err != nil {
		return err
	}
	e := rt.current()
	ended := func(store.Outcome) {
		if e != nil {
			e.terminated(run.ID)
		}
		rt.closed(run.ID, body)
	}
	outcome, err := rt.writes.doClient(ctx, &store.Terminate{Ref: store.Ref{Run: run.ID}, Token: rt.cfg.newToken(), Data: data, N: 1}, e.late(ended))
	switch {
	case err != nil:
		return err
	case outcome.Code == store.NotFound:
		return ErrNotFound
	case outcome.Code == store.Closed:
		return ErrClosed
	}
	ended(outcome)
	return nil
}

// notBefore is now, or the time of the run's last row if that is later: this process's
// estimate of the store's time may be behind that of the one that made the row.
func (rt *Runtime) notBefore(ctx context.Context, run store.RunID, now time.Time) time.Time {
	rows, err := rt.store.History(ctx, store.HistoryQuery{Run: run, Last: true})
	if err != nil || len(rows) == 0 {
		return now
	}
	row := rows[len(rows)-1]
	// A damaged row does not keep a run from being terminated.
	if h, _, err := history.DecodeRow(row.Data, row.Seq, row.N); err == nil && h.Now.After(now) {
		return h.Now
	}
	return now
}

// Resume lets a blocked run be claimed at once, by any build, and forgets the
// deaths of its workers.
func Resume(ctx context.Context, c Client, workflowID string) error {
	rt, err := outside(ctx, c)
	if err != nil {
		return fmt.Errorf("reprise: resume %q: %w", workflowID, err)
	}
	return rt.resume(ctx, rt.named(workflowID))
}

func (rt *Runtime) resume(ctx context.Context, to target) error {
	outcome, err := rt.writes.doClient(ctx, &store.Resume{Ref: to.ref()}, nil)
	switch {
	case err != nil:
	case outcome.Code == store.NotFound:
		err = ErrNotFound
	case outcome.Code == store.Closed:
		err = ErrClosed
	}
	if err != nil {
		return fmt.Errorf("reprise: resume %s: %w", to, err)
	}
	if e := rt.current(); e != nil {
		hint(e.wakeRuns)
	}
	return nil
}
