package reprise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
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

// By is who does something to a run, and why. Both are recorded in its history, and must be there.
type By struct {
	Who string // a person, or a program: "anna@example.com", "night batch"
	Why string
}

func (b By) check() error {
	if strings.TrimSpace(b.Who) == "" || strings.TrimSpace(b.Why) == "" {
		return ErrNoReason
	}
	return errors.Join(checkName("By.Who", b.Who), checkText("By.Why", b.Why))
}

// Pause has an open run stand still until [Unpause]: its workflow does not go on, and no attempt at
// an activity begins. Attempts that run go on. What comes in waits in the run's inbox: their ends, signals, updates, a
// request to cancel, and timers, among them that of [Timeout]. Queries are answered, and
// [Terminate] ends the run. A run that was parked for another reason is paused instead.
//
// A worker that has the run finishes the task it is at, and begins the activities that it asks for. It then gives the
// run up, at once where the worker is this process, else within about a second. A run that
// continues as a new one meanwhile is paused as that.
//
// To pause a run that is paused changes nothing: the first reason stands. The children of a run are not paused with it.
// Errors: [ErrNoReason], [ErrNotFound], [ErrClosed], [ErrInboxFull].
func Pause[R Ref](ctx context.Context, c Client, run R, by By) error {
	to := targetOf(run)
	return wrap(pause(ctx, c, to, by, store.Pause), "pause %s", to)
}

// Unpause has a run go on that was paused: with all that has come in, in the order in which it came. Any
// worker may take it. To unpause a run that is not paused changes nothing. Errors: those of [Pause].
func Unpause[R Ref](ctx context.Context, c Client, run R, by By) error {
	to := targetOf(run)
	return wrap(pause(ctx, c, to, by, store.Unpause), "unpause %s", to)
}

func pause(ctx context.Context, c Client, to target, by By, do store.Steering) error {
	rt, err := clientFor(ctx, c, to)
	if err = errors.Join(err, by.check()); err != nil {
		return err
	}
	return rt.through(ctx, request(do.String(), to), func(ctx context.Context) error {
		did, steer := history.KindUnpaused, &store.Steer{Do: do}
		if do == store.Pause {
			sealer, err := rt.writer().sealerFor(ctx, to)
			if err != nil {
				return err
			}
			did, steer.Text = history.KindPaused, sealer.Text(ctx, fmt.Sprintf("paused by %s: %s", by.Who, by.Why))
		}
		_, err := rt.writer().steer(ctx, to, &history.Steered{Did: did, Who: by.Who, Why: by.Why}, steer)
		return err
	})
}

// steer does something to a run, and has its history told.
func (c caller) steer(ctx context.Context, to target, body *history.Steered, steer *store.Steer) (n int, err error) {
	id := c.process.IDs().New(body.Did.String()).String()
	outcome, _, err := c.deliverAs(ctx, to, store.EntryNote, id, body, steer)
	return outcome.Count, err
}

// RetryNow ends waits of an open run. The next attempts at its activities that failed begin now,
// instead of after their retry interval. With an activity's name only that one's do; "" is all of them, and a run that
// is parked as blocked is tried again, too, as by [Resume]. It returns how many waits have ended. Numbers of attempts,
// their limit and idempotency keys stay as they are.
//
// Errors: [ErrNotWaiting] if nothing waits so, [ErrPaused], [ErrNoReason], [ErrNotFound], [ErrClosed], [ErrInboxFull].
func RetryNow[R Ref](ctx context.Context, c Client, run R, activity string, by By) (n int, err error) {
	to := targetOf(run)
	rt, err := clientFor(ctx, c, to)
	if err = errors.Join(err, by.check()); err != nil {
		return 0, wrap(err, "retry %s", to)
	}
	n, err = asked(ctx, rt, request("retry", to), func(ctx context.Context) (int, error) { return rt.writer().retryNow(ctx, to, activity, by) })
	return n, wrap(err, "retry %s", to)
}

func (c caller) retryNow(ctx context.Context, to target, activity string, by By) (int, error) {
	ref, err := c.settle(ctx, to)
	for err == nil {
		pending, err := c.store.Pending(ctx, ref.Run)
		if err != nil {
			return 0, err
		}
		body, steer := &history.Steered{Did: history.KindRetriedNow, Who: by.Who, Why: by.Why}, &store.Steer{Do: store.RetryNow, Run: activity == ""}
		for _, t := range pending.Activities {
			if t.Owner == (store.WorkerID{}) && (activity == "" || activity == t.Name) {
				body.Activities = append(body.Activities, t.ID)
			}
		}
		steer.Activities = body.Activities
		n, err := c.steer(ctx, target{run: ref.Run, byRun: true}, body, steer)
		if next := (*ContinuedError)(nil); errors.As(err, &next) && !to.byRun {
			ref.Run = next.Next
			continue
		}
		if err == nil && n == 0 {
			err = ErrNotWaiting
		}
		return n, err
	}
	return 0, err
}
