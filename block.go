package reprise

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// Reasons a run is parked as blocked, as Describe and the log show them.
const (
	reasonMismatch = "mismatch"      // the code does not do what its history says it did
	reasonPanic    = "panic"         // the workflow panicked maxPanics times
	reasonStuck    = "stuck"         // workflow code waits outside the engine
	reasonCorrupt  = "corrupt"       // a row of its history or inbox is damaged
	reasonUnknown  = "unknown event" // written by a newer version
	reasonLevel    = "unknown level" // the same, of the scheduling rules
	reasonTooLarge = "too large"     // one task asked for more than a task may hold
	reasonStore    = "store"         // the store will never take its commit
	reasonOther    = "error"
)

const (
	blockDelay    = time.Second // doubles each time in a row
	maxBlockDelay = 10 * time.Minute
)

// commitError is an error of the committer, for trouble to tell from the others.
type commitError struct{ err error }

func (e *commitError) Error() string { return e.err.Error() }
func (e *commitError) Unwrap() error { return e.err }

// taskTooLargeError: a task's events do not fit.
type taskTooLargeError struct{ bytes int }

func (e *taskTooLargeError) Error() string {
	return fmt.Sprintf("reprise: one task appends %d bytes, at most %d are allowed: let the workflow wait for something in between", e.bytes, history.MaxTaskBytes)
}

// trouble acts on an error in a task. Nothing here fails a run: only its own code
// can. Either the task is tried again, or the run is parked with a reason, or it is
// no longer ours.
func (r *run) trouble(t *task, err error) {
	if t == nil {
		t = &task{}
	}
	var (
		panicked *replay.PanicError
		mismatch *replay.MismatchError
		corrupt  *history.CorruptError
		kind     *history.UnknownKindError
		version  *history.UnknownVersionError
		level    *replay.LevelError
		many     *replay.TooManyCommandsError
		bytes    *replay.TooLargeError
		large    *taskTooLargeError
		commit   *commitError
		stuck    *stillStuckError
	)
	if !errors.Is(err, errAbandoned) && !r.opened() {
		err = errNotOurs
	}
	switch {
	case errors.Is(err, errAbandoned):
		t.release(r.e)
	case errors.Is(err, errNotOurs):
		t.release(r.e)
		r.drop(activity.ErrLeaseLost)
	case errors.Is(err, ErrStopped), errors.Is(err, store.ErrStoreClosed):
		t.release(r.e)
		r.drop(activity.ErrStopping)
	case errors.Is(err, store.ErrOtherDatabase):
		t.release(r.e)
		r.drop(activity.ErrLeaseLost) // there is no such run any more, and nothing to write about it
	case errors.Is(err, store.ErrTransient), errors.Is(err, store.ErrUnknownOutcome):
		// Reading the history failed; the store will be back.
		r.e.log.Warn("cannot read a run's history, trying again", "run", r.id, "workflow_id", r.info.WorkflowID, "error", err)
		r.putBack(t, "store failure")
		r.e.pause(time.Second)
	case errors.As(err, &panicked):
		r.panics++
		if r.panics < maxPanics {
			r.e.log.Warn("workflow panicked, trying again", "run", r.id, "workflow_id", r.info.WorkflowID, "try", r.panics, "error", err)
			r.putBack(t, "panic")
			return
		}
		r.block(t, reasonPanic, err.Error())
	case errors.As(err, &stuck):
		r.block(t, reasonStuck, err.Error())
	case errors.As(err, &mismatch):
		r.block(t, reasonMismatch, err.Error())
	case errors.As(err, &corrupt):
		r.block(t, reasonCorrupt, err.Error())
	case errors.As(err, &kind), errors.As(err, &version):
		r.block(t, reasonUnknown, err.Error()+": a newer version of Reprise wrote it, run that one")
	case errors.As(err, &level):
		r.block(t, reasonLevel, err.Error())
	case errors.As(err, &many), errors.As(err, &bytes), errors.As(err, &large):
		r.block(t, reasonTooLarge, err.Error())
	case errors.As(err, &commit):
		r.block(t, reasonStore, err.Error())
	default:
		r.block(t, reasonOther, err.Error())
	}
}

// block parks the run with a reason, until the code or an operator changes
// something. Signals, timers and completions go on collecting in its inbox: eager
// attempts, whose results would otherwise have no row to end, become rows first.
func (r *run) block(t *task, reason, text string) {
	e := r.e
	r.putBack(t, reason)
	r.parkBlocked(reason, text)
	e.log.Error("run is parked: "+reason, "run", r.id, "workflow_id", r.info.WorkflowID, "workflow", r.info.Workflow, "text", text)
	if f := e.cfg.Observer.Blocked; f != nil {
		f(r.id, reason, text)
	}
}

// parkBlocked writes what block decided. It also serves the watchdog, so it does
// not touch the machine.
func (r *run) parkBlocked(reason, text string) {
	if err := r.eagerToRows(); err != nil {
		r.e.log.Error("cannot hand over a blocked run's activities; their attempts will count as lost", "run", r.id, "error", err)
	}
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD") // a panic may hold anything, a store may not
	count := 0
	if r.info.Blocked != nil {
		count = r.info.Blocked.Count
	}
	delay := maxBlockDelay
	if count < 10 {
		delay = min(blockDelay<<count, maxBlockDelay)
	}
	r.mu.Lock()
	r.leaving = true
	r.mu.Unlock()
	outcome, err := r.e.writes.do(&store.Release{
		Run: r.id, Worker: r.e.worker.ID, Epoch: r.info.Epoch, Delay: delay,
		Block: &store.Block{Reason: reason, Text: text, Build: r.e.cfg.Build},
	})
	switch {
	case err != nil:
		r.e.log.Error("cannot park a run; it stays owned until this worker ends", "run", r.id, "error", err)
	case outcome.Code != store.Done:
		r.e.log.Warn("run to be parked is owned elsewhere", "run", r.id)
	}
	r.drop(activity.ErrLeaseLost)
	r.e.wakeRunsAt(r.e.cfg.Clock.Now().Add(delay))
}

// eagerToRows makes rows of the eager attempts of a run that cannot step, in a
// commit that holds nothing but that, and ends the rows whose results are here.
func (r *run) eagerToRows() error {
	r.mu.Lock()
	seq, token := r.seq, r.e.cfg.newToken()
	c := &store.Commit{
		Run: r.id, Owner: r.e.worker.ID, Epoch: r.info.Epoch, Seq: seq, Token: token,
		Level: r.info.Level, Build: r.e.cfg.Build,
	}
	var events []history.Event
	var moved []*attempt
	hand := func(a *attempt) error {
		row, err := r.row(a.number, a.scheduled, a.since)
		if err != nil {
			return err
		}
		row.Owner = r.e.worker.ID
		events = append(events, history.Event{Seq: seq + int64(len(events)), Body: &history.AttemptEnded{Activity: a.number, Attempt: a.n, Why: history.WhyHandedOver}})
		c.Schedule = append(c.Schedule, row)
		return nil
	}
	var errs []error
	for _, a := range r.attempts {
		if err := hand(a); err != nil {
			errs = append(errs, err)
			continue
		}
		moved = append(moved, a)
	}
	for _, x := range r.pending {
		switch {
		case x.row != nil:
			events = append(events, history.Event{Seq: seq + int64(len(events)), Body: x.body})
			c.Schedule = append(c.Schedule, *x.row)
		case x.ended != nil:
			if err := hand(x.ended); err != nil {
				errs = append(errs, err)
				continue
			}
			moved = append(moved, x.ended)
		}
	}
	now := r.now
	r.mu.Unlock()
	if len(events) == 0 {
		return errors.Join(errs...)
	}
	if n := r.e.now(); n.After(now) {
		now = n
	}
	encoded, err := history.EncodeRows(history.Header{Now: now, Level: r.info.Level, Build: r.e.cfg.Build}, events, history.MaxRowBytes)
	if err != nil {
		return errors.Join(append(errs, err)...)
	}
	for _, row := range encoded {
		c.Rows = append(c.Rows, store.Row{Seq: seq, N: row.N, Token: token, Data: row.Data})
		seq += int64(row.N)
	}
	outcome, err := r.e.writes.do(c)
	if err != nil || outcome.Code != store.Done {
		return errors.Join(append(errs, err, fencedError(outcome))...)
	}
	// An end that the run was told of, before or since, is the row's now. What ends
	// from here on finds that by itself, and what was ended from outside, because the
	// run is lost, has no end to report.
	r.mu.Lock()
	var ended []*attempt
	for _, x := range r.pending {
		if slices.Contains(moved, x.ended) {
			ended = append(ended, x.ended)
		}
	}
	r.pending, r.seq, r.last, r.now = nil, seq, token, now
	for _, a := range moved {
		delete(r.attempts, a.number)
		a.becomeRow()
	}
	r.mu.Unlock()
	for _, a := range ended {
		a.finishRow(a.out)
	}
	return errors.Join(errs...)
}

func fencedError(o store.Outcome) error {
	if o.Code == store.Done {
		return nil
	}
	return fmt.Errorf("reprise: the run is owned elsewhere (%s)", o.Code)
}
