package reprise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/store"
)

// Cancel requests cancellation of an open run: its waits return workflow.ErrCancelled, its
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

// Terminate ends an open run at once, wherever it runs, and also if it is parked. The workflow
// does not notice and cannot clean up; signals that it has not received are kept as
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

// terminateTarget ends the run that to names, or the run that continues it by now.
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

// notBefore returns now, or the time of the run's last row if that is later: this process's
// estimate of the store's time may lag behind that of the process that wrote the row.
func notBefore(ctx context.Context, st store.Store, run store.RunID, now time.Time) time.Time {
	rows, err := st.History(ctx, store.HistoryQuery{Run: run, Last: true})
	if err != nil || len(rows) == 0 {
		return now
	}
	row := rows[len(rows)-1]
	// A damaged row must not prevent a run from being terminated.
	if h, _, err := history.DecodeRow(row.Data, row.Seq, row.N); err == nil && h.Now.After(now) {
		return h.Now
	}
	return now
}

// Resume makes a blocked run claimable again at once, by any build, and resets its count of worker deaths. If the run
// was blocked or in quarantine, its history records who resumed it and why: as a retry by [RetryNow], with "resume: "
// before the reason. If the run's inbox is full, the run is resumed without that record. If the run continues as a new
// one meanwhile, that one is resumed. Errors: [ErrNoReason], [ErrNotFound], [ErrClosed], [ErrPaused].
func Resume[R Ref](ctx context.Context, c Client, run R, by By) error {
	to := targetOf(run)
	return wrap(resume(ctx, c, to, by), "resume %s", to)
}

func resume(ctx context.Context, c Client, to target, by By) error {
	rt, err := clientFor(ctx, c, to)
	if err = errors.Join(err, by.check()); err != nil {
		return err
	}
	return rt.through(ctx, request("resume", to), func(ctx context.Context) error { return rt.writer().resume(ctx, to, by) })
}

func (c caller) resume(ctx context.Context, to target, by By) error {
	told := &history.Steered{Did: history.KindRetriedNow, Who: by.Who, Why: "resume: " + by.Why}
	ref, err := c.settle(ctx, to)
	for err == nil {
		n, err := c.steer(ctx, target{run: ref.Run, byRun: true}, told, &store.Steer{Do: store.RetryNow, Run: true})
		if err == nil && n == 0 || errors.Is(err, ErrInboxFull) { // a death that is no quarantine yet is forgotten, too
			outcome, failed := c.process.Resume(ctx, ref)
			if failed == nil && outcome.Code == store.Closed {
				continue // it is asked again, and says what goes on
			}
			err = cmp.Or(failed, noRun(outcome.Code))
		}
		if next := (*ContinuedError)(nil); errors.As(err, &next) && !to.byRun {
			ref.Run = next.Next
			continue
		}
		return err
	}
	return err
}

// By names who acts on a run, a queue, a schedule or a worker, and why. Both are required. For a run they are recorded in its
// history. For a queue, a schedule or a worker the database keeps them as long as the pause, the settings or the drain last;
// the log has who ended a queue's or a schedule's pause.
type By struct {
	Who string // a person or a program: "anna@example.com", "night batch"
	Why string
}

func (b By) check() error {
	if strings.TrimSpace(b.Who) == "" || strings.TrimSpace(b.Why) == "" {
		return ErrNoReason
	}
	return errors.Join(checkName("who does it", b.Who), checkText("the reason", b.Why))
}

// Pause holds an open run until [Unpause]: its workflow does not continue, and no attempt at an activity begins.
// Running attempts continue. Everything that arrives waits in the run's inbox: ends of attempts, signals, updates,
// cancel requests and timers, including that of [Timeout]. Queries are answered, and [Terminate] ends the run. A run
// that was parked for another reason becomes paused instead.
//
// A worker that owns the run finishes its current task and begins the activities that the task schedules. It then
// releases the run, at once if the worker is in this process, otherwise within about a second. If the run continues
// as a new one meanwhile, the new run is paused.
//
// Pausing a paused run changes nothing: the first reason is kept. The run's children are not paused. Errors:
// [ErrNoReason], [ErrNotFound], [ErrClosed], [ErrInboxFull].
func Pause[R Ref](ctx context.Context, c Client, run R, by By) error {
	to := targetOf(run)
	return wrap(pause(ctx, c, to, by, store.Pause), "pause %s", to)
}

// Unpause lets a paused run continue, with everything that has arrived, in order of arrival. Any worker may
// take it. Unpausing a run that is not paused changes nothing. Errors: those of [Pause] except
// [ErrInboxFull].
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

// steer acts on a run and records that in its history.
func (c caller) steer(ctx context.Context, to target, body *history.Steered, steer *store.Steer) (n int, err error) {
	id := c.process.IDs().New(body.Did.String()).String()
	outcome, _, err := c.deliverAs(ctx, to, store.EntryNote, id, body, steer)
	return outcome.Count, err
}

// RetryNow ends waits of an open run: activities that wait for their next attempt begin it now. A name selects the activities of that
// name; "" selects all, and also retries a run that is parked as blocked, as [Resume] does.
// RetryNow returns the number of waits that ended, or 1 if the store's first answer was lost and the call was repeated. Attempt
// numbers, their limit and idempotency keys stay the same.
//
// Errors: [ErrNotWaiting] if there is no such wait, [ErrPaused], [ErrNoReason], [ErrNotFound], [ErrClosed],
// [ErrInboxFull].
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
		now, err := c.storeTime(ctx)
		if err != nil {
			return 0, err
		}
		body, steer := &history.Steered{Did: history.KindRetriedNow, Who: by.Who, Why: by.Why}, &store.Steer{Do: store.RetryNow, Run: activity == ""}
		for _, t := range pending.Activities {
			if t.Owner == (store.WorkerID{}) && t.Ready.After(now) && (activity == "" || activity == t.Name) {
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

// ResetPoint is the point that a run is reset to. It is rounded down to the end of a workflow task.
type ResetPoint struct{ to engine.ResetPoint }

// ToEvent keeps the history up to and including the event seq.
func ToEvent(seq int64) ResetPoint { return ResetPoint{engine.ResetPoint{Seq: seq}} }

// BeforeActivity keeps the history before the last activity of this name was scheduled.
func BeforeActivity(name string) ResetPoint { return ResetPoint{engine.ResetPoint{Before: name}} }

// BeforeFailure keeps the history before the activity that was the last to fail for good. If no activity failed, it
// keeps all but the task in which the workflow ended.
func BeforeFailure() ResetPoint { return ResetPoint{engine.ResetPoint{Failed: true}} }

// ResetPlan tells what a reset would do.
type ResetPlan struct {
	Run     RunID // the run whose history is copied
	Seq     int64 // of the last event that is kept
	Again   []Repeated
	Signals int // signals that arrived later, and are delivered again at once
	Updates int // updates that arrived later; their handlers run again
	// Children is how many children move to the new run: those started before the point whose end the old run was never told.
	Children int
	// Refused gives reasons that rule out a reset to this point even with [AllowAgain], and what to do. If it is
	// empty, the reset is possible once AllowAgain names every entry of Again that has taken effect or may have.
	Refused []string
}

// Repeated is something that a reset run may ask for again.
type Repeated struct {
	Seq  int64
	Kind string // "activity", "child" or "signal"
	Name string // of the activity, the child's workflow, or the signal
	// Completed says that it has taken effect: an activity or a child that completed, a detached child, or a signal that another
	// run accepted.
	Completed bool
	// Unknown says that it may have taken effect. The history has no end of it, for example because the run was
	// terminated during an attempt, or it ended with [activity.ErrOutcomeUnknown]. If neither Completed nor Unknown is
	// set, it failed or was cancelled; a failed attempt did begin.
	Unknown bool
	// Reuses says that it is an activity with [workflow.ReuseResult]. It may be asked for again without [AllowAgain],
	// because it keeps its idempotency key and uses the result if that is still kept.
	Reuses bool
}

// ResetOption is an option of [PlanReset] and [Reset].
type ResetOption func(*resetOptions)

type resetOptions struct {
	allowed map[string]bool
	drop    bool
}

// AllowAgain allows activities, children and signals of these names to be asked for again although they have
// taken effect, or may have. They get new idempotency keys and new ids. The children of [workflow.Map] have the
// name "reprise.map", which allows all items of every Map after the point.
func AllowAgain(names ...string) ResetOption {
	return func(o *resetOptions) {
		for _, name := range names {
			o.allowed[name] = true
		}
	}
}

// DropSignals leaves out the signals that arrived after the point.
func DropSignals() ResetOption { return func(o *resetOptions) { o.drop = true } }

// ResetError says why a run was not reset. Nothing was changed.
type ResetError struct {
	Plan ResetPlan
	// Again names what has taken effect or may have (see [Repeated]), would be asked for again, and is not allowed by AllowAgain.
	Again []string
}

func (e *ResetError) Error() string {
	why := e.Plan.Refused
	if len(e.Again) > 0 {
		why = append(slices.Clone(why), fmt.Sprintf("%s took effect, or may have, after event %d and would be repeated under new idempotency keys: allow it with AllowAgain, or choose a later point", strings.Join(e.Again, ", "), e.Plan.Seq))
	}
	return fmt.Sprintf("reprise: run %s cannot be reset to event %d: %s", e.Plan.Run, e.Plan.Seq, strings.Join(why, "; "))
}

// PlanReset reports what [Reset] would do, and changes nothing. Errors: those of Reset except
// [ResetError].
func PlanReset[R Ref](ctx context.Context, c Client, run R, to ResetPoint, opts ...ResetOption) (ResetPlan, error) {
	ref := targetOf(run)
	rt, err := clientFor(ctx, c, ref)
	if err != nil {
		return ResetPlan{}, wrap(err, "plan a reset of %s", ref)
	}
	p, err := asked(ctx, rt, request("plan reset", ref), func(ctx context.Context) (ResetPlan, error) {
		_, plan, err := rt.planReset(ctx, ref, to, opts)
		var refused *ResetError
		if errors.As(err, &refused) {
			err = nil
		}
		return plan, err
	})
	return p, wrap(err, "plan a reset of %s", ref)
}

// Reset starts a closed run again from a point of its history, whether it failed, was terminated or completed. The new run has
// the same workflow id and begins with a copy of the history up to the point; its code continues from there. What arrived at the
// old run after the point is delivered to the new one at once: signals, updates, and the ends of what was asked for before the
// point. The old run stays as it is. All of this is one write: it happens completely or not at all.
//
// Children that were started before the point, and whose end the old run was never told, move to the new run. A child
// that has ended since reports its end to the new run. A child that is still open gets the new run as its parent; because
// the old run has ended, the child was asked to cancel.
//
// What the old run asked for after the point is asked for again, under new idempotency keys. If any of that has taken effect, or
// may have, Reset fails with a [ResetError] unless [AllowAgain] names it. Call [PlanReset] first.
//
// Only the newest run with a workflow id can be reset, because an older run's history does not contain what a newer one has
// done. If two resets race, one starts a run, and the other gets [ErrAlreadyStarted] as long as that run is open. The check
// and the write are not atomic: if the first reset's run ends before the second one writes, the second starts a run, too.
//
// The new run has a chain of its own, and no parent is told of its end. Its [Timeout] ends when the
// old run's would have ended. The old run's cancellation events after the point are left out.
//
// Errors: [ErrOpen], [ErrAlreadyStarted] if another run has the workflow id by now, [ErrResetPoint], [ErrNoReason],
// [ErrNotFound], *ResetError.
func Reset[R Ref](ctx context.Context, c Client, run R, to ResetPoint, by By, opts ...ResetOption) (RunID, error) {
	ref := targetOf(run)
	rt, err := clientFor(ctx, c, ref)
	if err = errors.Join(err, by.check()); err != nil {
		return RunID{}, wrap(err, "reset %s", ref)
	}
	id, err := asked(ctx, rt, request("reset", ref), func(ctx context.Context) (RunID, error) { return rt.writer().reset(ctx, ref, to, by, opts) })
	return id, wrap(err, "reset %s", ref)
}

// planReset works out a reset. The error is a *ResetError if the reset is refused.
func (rt *Runtime) planReset(ctx context.Context, ref target, to ResetPoint, opts []ResetOption) (*engine.Reset, ResetPlan, error) {
	o := resetOptions{allowed: map[string]bool{}}
	if err := applyOptions(&o, opts); err != nil {
		return nil, ResetPlan{}, err
	}
	run, err := rt.store.Run(ctx, ref.ref(rt.cfg.Namespace))
	switch {
	case err != nil:
		return nil, ResetPlan{}, err
	case run.Status == store.Open:
		return nil, ResetPlan{}, ErrOpen
	}
	if next, err := engine.NextRun(ctx, rt.store, run.ID); err != nil || next != (store.RunID{}) {
		return nil, ResetPlan{}, cmp.Or(err, error(&ContinuedError{Run: run.ID, Next: next}))
	}
	newest, err := rt.store.Run(ctx, store.Ref{Namespace: run.Namespace, WorkflowID: run.WorkflowID})
	switch {
	case err != nil:
		return nil, ResetPlan{}, err
	case newest.ID != run.ID && newest.Status == store.Open:
		return nil, ResetPlan{}, ErrAlreadyStarted
	}
	now, err := rt.writer().storeTime(ctx)
	if err != nil {
		return nil, ResetPlan{}, err
	}
	p, err := engine.PlanReset(ctx, rt.store, run, to.to, now)
	if err != nil {
		return nil, ResetPlan{}, err
	}
	if newest.ID != run.ID {
		p.Refused = append(p.Refused, fmt.Sprintf("run %s has used the workflow id %q since, and has ended: reset that run", newest.ID, run.WorkflowID))
	}
	if o.drop {
		p.DropSignals()
	}
	plan := ResetPlan{Run: run.ID, Seq: p.Seq, Refused: p.Refused, Children: p.Children()}
	if why := p.TooMuch(); why != "" {
		plan.Refused = append(plan.Refused, why)
	}
	refused := &ResetError{}
	for _, a := range p.Again {
		plan.Again = append(plan.Again, Repeated(a))
		if (a.Completed || a.Unknown) && !a.Reuses && !o.allowed[a.Name] && !slices.Contains(refused.Again, a.Name) {
			refused.Again = append(refused.Again, a.Name)
		}
	}
	for _, e := range p.Carried {
		switch e.Body.(type) {
		case *history.SignalReceived:
			plan.Signals++
		case *history.UpdateReceived:
			plan.Updates++
		}
	}
	if refused.Plan = plan; len(plan.Refused)+len(refused.Again) > 0 {
		return p, plan, refused
	}
	return p, plan, nil
}

func (c caller) reset(ctx context.Context, ref target, to ResetPoint, by By, opts []ResetOption) (RunID, error) {
	if err := free(ctx); err != nil {
		return RunID{}, err
	}
	p, _, err := c.planReset(ctx, ref, to, opts)
	if err != nil {
		return RunID{}, err
	}
	now, err := c.storeTime(ctx)
	if err != nil {
		return RunID{}, err
	}
	id, _ := c.process.IDs().Run(p.Of.WorkflowID, now)
	note := &history.Steered{Did: history.KindReset, Who: by.Who, Why: by.Why, Run: p.Of.ID}
	header := history.Header{Now: now, Level: p.Of.Level, Build: c.cfg.Build}
	op, err := p.Start(ctx, id, c.process.IDs().Token(), header, c.sealer.In(p.Of.Namespace), note)
	if err != nil {
		return RunID{}, err
	}
	outcome, err := engine.ResetRun(ctx, c.process, op)
	if err == nil && outcome.Code == store.Exists {
		err = ErrAlreadyStarted
	}
	if err != nil {
		return RunID{}, err
	}
	return id, nil
}
