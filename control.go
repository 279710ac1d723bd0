package reprise

import (
	"context"
	"errors"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// Cancel asks the open run with this workflow id to end itself: its waits return
// workflow.ErrCancelled, its activities are cancelled, and it may clean up.
func Cancel(ctx context.Context, c Client, workflowID, reason string) error {
	v, err := clientOf(ctx, c)
	if err != nil {
		return wrap(err, "cancel %q", workflowID)
	}
	return v.cancel(ctx, v.named(workflowID), reason)
}

// CancelRun is [Cancel] for this run, and no later one with its workflow id. When it has
// ended the error is [ErrClosed].
func CancelRun(ctx context.Context, c Client, run store.RunID, reason string) error {
	v, err := clientOf(ctx, c)
	if err != nil {
		return wrap(err, "cancel run %s", run)
	}
	return v.cancel(ctx, target{run: run}, reason)
}

func (c caller) cancel(ctx context.Context, to target, reason string) error {
	err := errors.Join(to.check(), checkText("the reason", reason))
	if err == nil {
		err = c.deliver(ctx, to, store.EntryCancel, "cancel", &history.CancelRequested{Reason: reason})
	}
	if err != nil {
		return wrap(err, "cancel %s", to)
	}
	if c.tx == nil {
		c.process.WakeDeadlock(ctx, to.ref())
	}
	return nil
}

// Terminate ends the open run with this workflow id at once, wherever it runs and
// also when it is parked. The workflow does not notice and cannot clean up; signals
// it has not received are kept as undelivered.
func Terminate(ctx context.Context, c Client, workflowID, reason string) error {
	rt, err := outside(ctx, c)
	if err != nil {
		return wrap(err, "terminate %q", workflowID)
	}
	return rt.terminate(ctx, rt.named(workflowID), reason)
}

// TerminateRun is [Terminate] for this run, and no later one with its workflow id. When
// it has ended the error is [ErrClosed].
func TerminateRun(ctx context.Context, c Client, run store.RunID, reason string) error {
	rt, err := outside(ctx, c)
	if err != nil {
		return wrap(err, "terminate run %s", run)
	}
	return rt.terminate(ctx, target{run: run}, reason)
}

func (rt *Runtime) terminate(ctx context.Context, to target, reason string) error {
	err := errors.Join(to.check(), checkText("the reason", reason))
	if err == nil {
		err = rt.end(ctx, to, reason)
	}
	return wrap(err, "terminate %s", to)
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
	data, err := history.EncodeRow(history.Header{Now: notBefore(ctx, rt.store, run.ID, now), Level: run.Level, Build: rt.cfg.Build}, []history.Event{{Body: body}})
	if err != nil {
		return err
	}
	op := &store.Terminate{Ref: store.Ref{Run: run.ID}, Token: rt.process.IDs().Token(), Data: data, N: 1}
	outcome, err := rt.process.Terminate(ctx, op, body)
	if err != nil {
		return err
	}
	return noRun(outcome.Code)
}

// notBefore is now, or the time of the run's last row if that is later: this process's
// estimate of the store's time may be behind that of the one that made the row.
func notBefore(ctx context.Context, st store.Store, run store.RunID, now time.Time) time.Time {
	rows, err := st.History(ctx, store.HistoryQuery{Run: run, Last: true})
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
		return wrap(err, "resume %q", workflowID)
	}
	return rt.resume(ctx, rt.named(workflowID))
}

// ResumeRun is [Resume] for this run, and no later one with its workflow id. When it has
// ended the error is [ErrClosed].
func ResumeRun(ctx context.Context, c Client, run store.RunID) error {
	rt, err := outside(ctx, c)
	if err != nil {
		return wrap(err, "resume run %s", run)
	}
	return rt.resume(ctx, target{run: run})
}

func (rt *Runtime) resume(ctx context.Context, to target) error {
	var outcome store.Outcome
	ref, err := rt.client().settle(ctx, to)
	if err == nil {
		outcome, err = rt.process.Resume(ctx, ref)
	}
	if err == nil {
		err = noRun(outcome.Code)
	}
	return wrap(err, "resume %s", to)
}
