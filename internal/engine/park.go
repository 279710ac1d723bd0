package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// Reasons for which a run is parked as blocked, as Describe and the log show them.
const (
	reasonMismatch = "mismatch"      // the code does not do what the history records
	reasonPanic    = "panic"         // the workflow panicked maxPanics times
	reasonStuck    = "stuck"         // workflow code blocks outside the engine
	reasonDeadlock = "deadlock"      // its coroutines wait for each other
	reasonCorrupt  = "corrupt"       // a row of its history or inbox is damaged
	reasonUnknown  = "unknown event" // a newer version wrote it
	reasonLevel    = "unknown level" // likewise, for the scheduling rules
	reasonTooLarge = "too large"     // one task asked for more than a task may hold
	reasonStore    = "store"         // the store will never take its commit
	reasonKey      = "key"           // a payload needs a key that is not here
	reasonPayload  = "payload"       // a transform cannot decode or encode a payload
	reasonPaused   = store.ReasonPaused
	reasonOther    = "error"
)

const (
	blockDelay    = time.Second // doubles with each block in a row
	maxBlockDelay = 10 * time.Minute
)

// commitError marks an error of the committer, so that trouble can tell it from others.
type commitError struct{ err error }

func (e *commitError) Error() string { return e.err.Error() }
func (e *commitError) Unwrap() error { return e.err }

// taskTooLargeError: a task's events do not fit.
type taskTooLargeError struct{ bytes int }

func (e *taskTooLargeError) Error() string {
	return fmt.Sprintf("reprise: one task appends %d bytes, at most %d are allowed: let the workflow wait for something in between", e.bytes, history.MaxTaskBytes)
}

// trouble acts on an error in a task. Nothing here fails a run: only the author's code can. The
// task is tried again, or the run is parked with a reason, or the run is no longer ours.
func (t *task) trouble(err error) {
	r := t.r
	var (
		panicked *replay.PanicError
		mismatch *replay.MismatchError
		corrupt  *history.CorruptError
		kind     *history.UnknownKindError
		version  *history.UnknownVersionError
		level    *replay.LevelError
		many     *replay.TooManyCommandsError
		open     *replay.TooManyOpenError
		bytes    *replay.TooLargeError
		large    *taskTooLargeError
		commit   *commitError
		stuck    *stillStuckError
		deadlock *replay.DeadlockError
		key      *codec.KeyError
		sealed   *sealing.Error
	)
	if !errors.Is(err, errAbandoned) && !r.started() {
		err = errNotOurs
	}
	switch {
	case errors.Is(err, errAbandoned):
		t.release()
	case errors.Is(err, errNotOurs):
		t.release()
		r.drop(activity.ErrLeaseLost)
	case errors.Is(err, ErrStopped), errors.Is(err, store.ErrStoreClosed):
		t.release()
		r.drop(activity.ErrStopping)
	case errors.Is(err, store.ErrOtherDatabase):
		t.release()
		r.drop(activity.ErrLeaseLost) // the run does not exist in this database
	case errors.Is(err, store.ErrTransient), errors.Is(err, store.ErrUnknownOutcome):
		// The history could not be read; the store will be back.
		r.e.log.Warn("cannot read a run's history, will retry", "run_id", r.id, "workflow_id", r.info.WorkflowID, "error", err)
		t.putBack("store failure")
		timer.Pause(r.e.cfg.Clock, time.Second, r.e.loopCtx.Done())
	case errors.As(err, &panicked):
		r.tries.panics++
		if r.tries.panics < maxPanics {
			r.e.log.Warn("workflow panicked, will retry", "run_id", r.id, "workflow_id", r.info.WorkflowID, "attempt", r.tries.panics, "error", err)
			t.putBack("panic")
			return
		}
		text := err.Error()
		if trace := panicked.Trace(); trace != "" {
			text += "\n\n" + trace
		}
		t.block(reasonPanic, text)
	case errors.As(err, &stuck):
		t.block(reasonStuck, err.Error())
	case errors.As(err, &deadlock):
		t.block(reasonDeadlock, err.Error())
	case errors.As(err, &mismatch):
		t.block(reasonMismatch, err.Error())
	case errors.As(err, &corrupt):
		t.block(reasonCorrupt, err.Error())
	case errors.As(err, &kind), errors.As(err, &version):
		t.block(reasonUnknown, err.Error()+": a newer version of Reprise wrote it, run that one")
	case errors.As(err, &level):
		t.block(reasonLevel, err.Error())
	case errors.As(err, &many), errors.As(err, &open), errors.As(err, &bytes), errors.As(err, &large):
		if t.takesFewer() {
			return
		}
		t.block(reasonTooLarge, err.Error())
	case errors.As(err, &key):
		t.block(reasonKey, err.Error())
	case errors.As(err, &sealed):
		t.block(reasonPayload, err.Error())
	case errors.As(err, &commit):
		t.block(reasonStore, err.Error())
	default:
		t.block(reasonOther, err.Error())
	}
}

// takesFewer makes the run's next task take in fewer events than the one that was too large,
// because each event may lead to many commands. It returns false if there are no fewer.
func (t *task) takesFewer() bool {
	r := t.r
	n, open := len(t.taken), len(r.open) > 0
	if n == 0 || n == 1 && !open {
		return false
	}
	t.putBack("too large")
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.mu.in.narrow = n / 2; r.mu.in.narrow == 0 {
		r.mu.in.narrow = alone
	}
	return true
}

// block parks the run with a reason, until the code or an operator changes something. Its inbox
// keeps collecting signals, timers and completions. Eager attempts become rows first, because
// their results would otherwise have no row to end.
func (t *task) block(reason, text string) {
	r := t.r
	e := r.e
	t.release()
	t.untake()
	if !r.parkBlocked(reason, text) { // before the machine is closed, which may block
		return
	}
	e.log.Error("run is parked: "+reason, "run_id", r.id, "workflow_id", r.info.WorkflowID, "workflow", r.info.Workflow, "text", text)
	r.tellBlocked(reason, text)
}

func (r *run) tellBlocked(reason, text string) {
	told(r.e.cfg.Observer.RunBlocked, func() RunBlocked {
		return RunBlocked{r.info.Workflow, r.info.WorkflowID, r.id, reason, text}
	})
}

// parkBlocked writes what block decided, and reports whether the run is now parked; if another
// worker owns it, there is nothing to log. The watchdog calls it too, so it does not touch the
// machine.
func (r *run) parkBlocked(reason, text string) (parked bool) {
	if err := r.eagerToRows(); err != nil {
		r.e.log.Error("cannot hand over a blocked run's activities; their attempts will count as lost", "run_id", r.id, "error", err)
	}
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD") // a panic may contain any bytes, a store accepts fewer
	switch reason {
	case reasonPanic, reasonMismatch: // the text may contain data of the author's
		text = r.e.cfg.Sealer.Text(context.Background(), text)
	}
	count := 0
	if r.info.Blocked != nil {
		count = r.info.Blocked.Count
	}
	delay := maxBlockDelay
	if count < 10 {
		delay = min(blockDelay<<count, maxBlockDelay)
	}
	parked = release(r, reason, &store.Release{Delay: delay, Block: &store.Block{Reason: reason, Text: text, Build: r.e.cfg.Build}})
	r.e.wakeAt(dueRuns, r.e.cfg.Clock.Now().Add(delay))
	return parked
}

// release gives up the run with o, and reports whether the run was this worker's.
func release(r *run, reason string, o *store.Release) bool {
	r.leave()
	o.Run, o.Worker, o.Epoch = r.id, r.e.worker.ID, r.info.Epoch
	outcome, err := r.e.writes.Do(o)
	switch {
	case err != nil:
		r.e.log.Error("cannot park a run; it stays owned until this worker ends", "run_id", r.id, "reason", reason, "error", err)
	case outcome.Code != store.Done:
		r.e.log.Warn("another worker owns the run that was to be parked", "run_id", r.id)
	}
	r.drop(activity.ErrLeaseLost)
	return err == nil && outcome.Code == store.Done
}

// eagerToRows turns the eager attempts of a run that cannot step into rows, with a commit of
// nothing else, and ends the rows whose results are here.
func (r *run) eagerToRows() error {
	r.mu.Lock()
	seq, token := r.at.seq, r.e.p.ids.Token()
	c := &store.Commit{
		Run: r.id, Owner: r.e.worker.ID, Epoch: r.info.Epoch, Seq: seq, After: r.at.last, Token: token,
		Level: r.info.Level, Build: r.e.cfg.Build,
	}
	var events []history.Event
	var moved []*attempt.Attempt
	hand := func(a *attempt.Attempt) error {
		row, err := r.e.activities.bytes.newRow(&r.info, a.Headers, a.Number, a.Scheduled, a.Since)
		if err != nil {
			return err
		}
		row.Owner, row.Cancelled = r.e.worker.ID, a.Cancelled()
		events = append(events, history.Event{Seq: seq + int64(len(events)), Body: &history.AttemptEnded{Activity: a.Number, Attempt: a.N, Why: history.WhyHandedOver}})
		c.Schedule = append(c.Schedule, row)
		return nil
	}
	var errs []error
	for _, a := range r.mu.attempts {
		if err := hand(a); err != nil {
			errs = append(errs, err)
			continue
		}
		moved = append(moved, a)
	}
	for _, x := range r.mu.in.pending {
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
	now := r.at.now
	r.mu.Unlock()
	if len(events) == 0 {
		return errors.Join(errs...)
	}
	if n := r.e.clock.now(); n.After(now) {
		now = n
	}
	encoded, err := r.e.cfg.Sealer.EncodeRows(context.Background(), history.Header{Now: now, Level: r.info.Level, Build: r.e.cfg.Build}, events)
	if err != nil {
		return errors.Join(append(errs, err)...)
	}
	for _, row := range encoded {
		c.Rows = append(c.Rows, store.Row{Seq: seq, N: row.N, Token: token, Data: row.Data})
		seq += int64(row.N)
	}
	outcome, err := r.e.writes.Do(c)
	if err != nil || outcome.Code != store.Done {
		return errors.Join(append(errs, err, fencedError(outcome))...)
	}
	// The row now owns each end that was reported to the run, before or since. An attempt that
	// ends from now on writes to its row itself. One that was ended from outside, because the run
	// is lost, has nothing to report.
	r.mu.Lock()
	var ended []*attempt.Attempt
	for _, x := range r.mu.in.pending {
		if slices.Contains(moved, x.ended) {
			ended = append(ended, x.ended)
		}
	}
	r.mu.in.pending, r.at.seq, r.at.last, r.at.now = nil, seq, token, now
	for _, a := range moved {
		delete(r.mu.attempts, a.Number)
		a.BecomeRow(token) // under r.mu: its end goes either to the run or to the row
	}
	r.mu.Unlock()
	for _, a := range ended {
		r.e.activities.RowEnded(a, a.Outcome())
	}
	return errors.Join(errs...)
}

func fencedError(o store.Outcome) error {
	if o.Code == store.Done {
		return nil
	}
	return fmt.Errorf("reprise: another worker owns the run (%s)", o.Code)
}

// watch gives up on workflow code that has not returned for too long.
func (e *engine) watch() { e.stuck.watch(e.own.list(), e.parkStuck) }

// parkStuck parks runs that are stuck. The tick loop must not do it. Only the first few runs
// are reported with their stacks.
func (e *engine) parkStuck(stuck []*run) {
	for i, r := range stuck {
		r.parkStuck(e.stuck.where(r.id, r.machine, i < maxAbandoned))
	}
}

// parkStuck parks a run whose goroutine is stuck in workflow code. The machine is never
// stopped, because that would make the pending step return a wrong result.
func (r *run) parkStuck(text string) {
	r.mu.Lock()
	r.mu.in.undo(r.mu.in.taken) // results among them must not get lost
	r.mu.Unlock()
	if r.parkBlocked(reasonStuck, text) {
		r.e.log.Error("run is parked: "+reasonStuck, "run_id", r.id, "workflow_id", r.info.WorkflowID, "text", text)
		r.tellBlocked(reasonStuck, text)
	}
	r.e.work.leave() // on behalf of the goroutine that is stuck
}
