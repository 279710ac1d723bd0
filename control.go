package reprise

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// Cancel asks an open run to end itself: its waits return workflow.ErrCancelled, its
// activities are cancelled, and it may clean up. Errors: [ErrNotFound], [ErrClosed].
func Cancel[R Ref](ctx context.Context, c Writer, run R, reason string) error {
	to := targetOf(run)
	return wrap(cancel(ctx, c, to, reason), "cancel %s", to)
}

func cancel(ctx context.Context, w Writer, to target, reason string) error {
	c, err := writerOf(ctx, w)
	if err != nil {
		return err
	}
	if err := errors.Join(to.check(), checkText("the reason", reason)); err != nil {
		return err
	}
	r := request("cancel", to)
	r.InTx = c.tx != nil
	return c.through(ctx, r, func(ctx context.Context) error {
		if _, _, err := c.deliver(ctx, to, store.EntryCancel, "cancel", &history.CancelRequested{Reason: reason}); err != nil {
			return err
		}
		if c.tx == nil {
			c.process.WakeDeadlock(ctx, to.ref(c.cfg.Namespace))
		}
		return nil
	})
}

// Terminate ends an open run at once, wherever it runs and also when it is parked. The
// workflow does not notice and cannot clean up; signals it has not received are kept as
// undelivered. Errors: [ErrNotFound], [ErrClosed].
func Terminate[R Ref](ctx context.Context, c Client, run R, reason string) error {
	to := targetOf(run)
	return wrap(terminate(ctx, c, to, reason), "terminate %s", to)
}

func terminate(ctx context.Context, c Client, to target, reason string) error {
	rt, err := clientFor(ctx, c, to)
	if err = errors.Join(err, checkText("the reason", reason)); err != nil {
		return err
	}
	return rt.through(ctx, request("terminate", to), func(ctx context.Context) error { return rt.writer().terminateTarget(ctx, to, reason) })
}

// terminateTarget ends the run that to names, or the one that it goes on as meanwhile.
func (c caller) terminateTarget(ctx context.Context, to target, reason string) error {
	now, err := c.storeTime(ctx)
	if err != nil {
		return err
	}
	body := &history.RunTerminated{Reason: reason}
	for ref := to.ref(c.cfg.Namespace); ; {
		run, err := c.store.Run(ctx, ref)
		if err != nil {
			return err
		}
		code, err := c.terminate(ctx, run, body, now)
		if err != nil || code != store.Closed {
			return cmp.Or(err, noRun(code))
		}
		next, goesOn, err := c.follow(ctx, to, run.ID)
		if err != nil || !goesOn {
			return cmp.Or(err, ErrClosed)
		}
		ref = next
	}
}

// terminate ends one run.
func (c caller) terminate(ctx context.Context, run store.Run, body *history.RunTerminated, now time.Time) (store.Code, error) {
	data, err := c.sealer.In(run.Namespace).EncodeRow(ctx, history.Header{Now: notBefore(ctx, c.store, run.ID, now), Level: run.Level, Build: c.cfg.Build}, []history.Event{{Body: body}})
	if err != nil {
		return 0, err
	}
	op := &store.Terminate{Ref: store.Ref{Run: run.ID}, Token: c.process.IDs().Token(), Data: data, N: 1}
	outcome, err := c.process.Terminate(ctx, op, &run, now, body)
	return outcome.Code, err
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

// Resume lets a blocked run be claimed at once, by any build, and forgets the deaths of its
// workers. Errors: [ErrNotFound], [ErrClosed].
func Resume[R Ref](ctx context.Context, c Client, run R) error {
	to := targetOf(run)
	return wrap(resume(ctx, c, to), "resume %s", to)
}

func resume(ctx context.Context, c Client, to target) error {
	rt, err := clientFor(ctx, c, to)
	if err != nil {
		return err
	}
	return rt.through(ctx, request("resume", to), func(ctx context.Context) error { return rt.writer().resume(ctx, to) })
}

func (c caller) resume(ctx context.Context, to target) error {
	ref, err := c.settle(ctx, to)
	if err != nil {
		return err
	}
	for {
		outcome, err := c.process.Resume(ctx, ref)
		if err != nil || outcome.Code != store.Closed {
			return cmp.Or(err, noRun(outcome.Code))
		}
		next, goesOn, err := c.follow(ctx, to, outcome.Run)
		if err != nil || !goesOn {
			return cmp.Or(err, ErrClosed)
		}
		ref = next
	}
}
