package engine

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/agenda"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/schedule"
	"github.com/reprise-run/reprise/store"
)

// scheduler fires the schedules whose workflows this worker runs. All workers may do so. Each time is
// one compare-and-set together with the start of its run, and one worker wins. The tick reports which
// schedules are due.
type scheduler struct {
	solo
	ctx       context.Context // ends when the worker stops
	namespace string
	workflows []string
	build     string
	store     store.Store
	writes    writer
	sealer    *sealing.Sealer
	ids       *IDs
	clock     *storeClock
	log       *slog.Logger
	set       func(at time.Time) // schedules a call of due then, by this process's clock
	started   func()             // called when a run was started
	cancelled func(store.Ref)    // called for a run that was asked to cancel
	skipped   func(ScheduleSkipped)

	mu struct {
		sync.Mutex
		next time.Time         // zero: not set
		told map[string]string // by schedule id, the last problem that was logged
	}
}

// arm schedules a look for due schedules at at, by the store's clock.
func (s *scheduler) arm(at time.Time) {
	if at.IsZero() {
		return
	}
	at = s.clock.local(at)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.mu.next.IsZero() || at.Before(s.mu.next) {
		s.mu.next = at
		s.set(at) // under the lock, so that no later time overwrites it
	}
}

// due fires what is due, unless a goroutine already does. The next tick finds what that one misses.
func (s *scheduler) due() {
	s.mu.Lock()
	s.mu.next = time.Time{}
	s.mu.Unlock()
	s.solo.start(func() func() { s.all(); return nil })
}

const (
	schedulesAtOnce = 100
	findSchedules   = 10 * time.Second
	lookAgain       = 20 * time.Millisecond
)

// all fires until nothing is due, except what cannot be fired.
func (s *scheduler) all() {
	for again := true; again; {
		ctx, cancel := context.WithTimeout(s.ctx, findSchedules)
		due, err := s.store.Schedules(ctx, store.ScheduleQuery{Namespace: s.namespace, Due: true, Workflows: s.workflows, Max: schedulesAtOnce})
		cancel()
		if again = false; err != nil {
			s.tell("", err)
			return
		}
		for i := range due {
			fired, err := s.fire(&due[i])
			if errors.Is(err, ErrStopped) || s.ctx.Err() != nil {
				return
			}
			s.tell(due[i].ID, err)
			again = again || fired
		}
	}
}

// tell logs a problem with a schedule, or with the search for them, once.
func (s *scheduler) tell(id string, err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	s.mu.Lock()
	last := s.mu.told[id]
	if s.mu.told == nil {
		s.mu.told = make(map[string]string)
	}
	if s.mu.told[id] = text; text == "" {
		delete(s.mu.told, id)
	}
	s.mu.Unlock()
	if text != "" && text != last && s.ctx.Err() == nil {
		s.log.Error("cannot fire a schedule, will retry at the next tick", "schedule", id, "error", err)
	}
}

// fire does what is due for a schedule, and reports whether that changed the schedule.
func (s *scheduler) fire(row *store.Schedule) (changed bool, err error) {
	plan, err := agenda.Of(row)
	if err != nil {
		return false, err
	}
	step, err := s.step(row, &plan)
	if err != nil || step == nil {
		return false, err
	}
	op := &store.FireSchedule{
		Namespace: row.Namespace, ID: row.ID, After: row.Token, Token: s.ids.Token(), Nominal: step.Nominal, Due: step.Due,
		Next: step.Next, NextNominal: step.NextNominal, Skips: step.Skips, PauseOnFailure: plan.Policy.PauseOnFailure, Overlap: overlapping(plan.Policy.Overlap),
	}
	if !step.Nominal.IsZero() {
		if op.Start, err = s.start(row, step.Nominal); err != nil {
			return false, err
		}
		if err := s.cancel(op, row, step.Nominal); err != nil {
			return false, err
		}
	}
	out, err := s.writes.Do(op)
	switch {
	case err != nil:
		return false, err
	case out.Code != store.Done: // another worker is doing it, or somebody has changed it, or it is not due yet by the store's clock
		s.arm(s.clock.now().Add(lookAgain))
		return false, nil
	}
	s.fired(row, out.Schedule, op)
	return true, nil
}

// step returns what is due. A time that waits for a run to end is fired, after that, before any later
// time.
func (s *scheduler) step(row *store.Schedule, plan *agenda.Plan) (*agenda.Step, error) {
	if row.WaitsFor() != "" {
		ctx, cancel := context.WithTimeout(s.ctx, findSchedules)
		defer cancel()
		run, err := s.store.Run(ctx, store.Ref{Namespace: row.Namespace, WorkflowID: row.WaitsFor()})
		switch {
		case errors.Is(err, store.ErrNotFound) || err == nil && run.Status != store.Open:
			return &agenda.Step{Nominal: row.Waiting, Next: row.Next, NextNominal: row.Nominal}, nil
		case err != nil:
			return nil, err
		}
	}
	now := s.clock.now()
	if row.Next.IsZero() || row.Next.After(now) {
		s.arm(row.Next) // by this process's estimate it is a moment too early
		return nil, nil
	}
	step := plan.Due(row, now)
	return &step, nil
}

func overlapping(o schedule.Overlap) store.Overlapping {
	switch o {
	case schedule.BufferOne:
		return store.OverlapWait
	case schedule.CancelOther:
		return store.OverlapCancel
	case schedule.AllowAll:
		return store.OverlapAllow
	}
	return store.OverlapSkip
}

// start returns the start of the run for a time.
func (s *scheduler) start(row *store.Schedule, nominal time.Time) (*store.Start, error) {
	started, err := ScheduledStart(row, nominal, s.build)
	if err != nil {
		return nil, err
	}
	now := s.clock.now()
	op := &store.Start{
		Namespace: row.Namespace, WorkflowID: started.WorkflowID, Workflow: row.Workflow, Queue: cmp.Or(row.Queue, history.DefaultQueue), Priority: row.Priority,
		Level: replay.Level, Once: true,
	}
	op.Run, started.Seed = s.ids.Run(started.WorkflowID, now)
	op.Chain = op.Run
	// Its input comes from the store, and is stored again unchanged.
	data, err := sealing.Copy(history.Header{Now: now, Level: replay.Level, Build: s.build, Open: true}, []history.Event{{Seq: 1, Body: started}})
	op.Row = store.Row{Seq: 1, N: 1, Token: s.ids.Token(), Data: data}
	return op, err
}

// ScheduledStart returns the first event of a run that is started for a time of a schedule. The input
// is in its stored form.
func ScheduledStart(row *store.Schedule, nominal time.Time, build string) (*history.Started, error) {
	_, events, err := history.DecodeRow(row.Data, 1, 1)
	if err != nil {
		return nil, err
	}
	template, ok := events[0].Body.(*history.Started)
	if !ok {
		return nil, errors.New("the input of its runs is damaged: it is an event " + events[0].Body.Kind().String())
	}
	template.WorkflowID, template.Nominal = agenda.WorkflowID(row.ID, nominal), nominal
	template.Level, template.Build, template.Queue = replay.Level, build, history.QueueOf(cmp.Or(row.Queue, history.DefaultQueue))
	return template, nil
}

// cancel makes the op ask the last run to cancel, if the policy says so and no time already waits for
// that.
func (s *scheduler) cancel(op *store.FireSchedule, row *store.Schedule, nominal time.Time) error {
	if op.Overlap != store.OverlapCancel {
		return nil
	}
	if row.LastID() == "" || nominal.Equal(row.Waiting) {
		op.Overlap = store.OverlapWait
		return nil
	}
	data, err := s.sealer.EncodeEvent(s.ctx, history.Event{Body: &history.CancelRequested{Reason: "the schedule " + row.ID + " is due again"}})
	op.Cancel = &store.Deliver{
		Ref:   store.Ref{Namespace: row.Namespace, WorkflowID: row.LastID()},
		Entry: store.Entry{ID: "schedule/" + op.Start.WorkflowID, Kind: store.EntryCancel, Data: data},
	}
	return err
}

// fired acts on the outcome.
func (s *scheduler) fired(before, after *store.Schedule, op *store.FireSchedule) {
	s.arm(after.Due())
	if op.Start != nil && len(after.Recent) > 0 && after.Recent[0].Run == op.Start.Run {
		s.started()
	}
	if op.Cancel != nil && after.Waiting.Equal(op.Nominal) {
		s.cancelled(op.Cancel.Ref)
	}
	left := after.Skipped - before.Skipped
	for i := 0; left > 0 && i < len(after.Skips); i++ {
		skip := &after.Skips[i]
		left -= skip.Count
		until := skip.Until
		if until.IsZero() { // it is a single time
			until = skip.Nominal
		}
		s.log.Info("a schedule was not fired", "schedule", after.ID, "nominal", skip.Nominal, "until", until, "count", skip.Count, "reason", skip.Reason, "text", skip.Text)
		told(s.skipped, func() ScheduleSkipped {
			return ScheduleSkipped{after.ID, after.Workflow, skip.Nominal, skip.Until, skip.Count, skip.Reason, skip.Text}
		})
	}
}

// ChangeSchedule changes the row of a schedule by compare-and-set. change gets the current row, or nil
// if there is none, and returns the new row, or nil to delete it. It is called again if another writer
// was faster. Nothing is written if it returns the same Token.
func ChangeSchedule(ctx context.Context, p *Process, id string, change func(*store.Schedule) (*store.Schedule, error)) error {
	for {
		all, err := p.store.Schedules(ctx, store.ScheduleQuery{Namespace: p.cfg.Namespace, ID: id})
		if err != nil {
			return err
		}
		op := &store.PutSchedule{}
		var old *store.Schedule
		if len(all) > 0 {
			old, op.After = all[0].Clone(), all[0].Token
		}
		s, err := change(old)
		switch {
		case err != nil:
			return err
		case s == nil && len(all) == 0:
			return nil
		case s == nil:
			op.Delete, s = true, &all[0]
		case s.Token == op.After && len(all) > 0:
			return nil // already so
		}
		op.Schedule = *s
		op.Schedule.Namespace, op.Schedule.ID, op.Schedule.Token = p.cfg.Namespace, id, p.ids.Token()
		out, err := p.writes.DoCaller(ctx, op, nil).Result()
		if err != nil {
			return err
		}
		if out.Code == store.Done || out.Code == store.NotFound && op.Delete { // done by an earlier try, or by somebody else
			if e := p.current(); e != nil {
				wake(e.wake.tick)
			}
			return nil
		}
	}
}
