package reprise

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/agenda"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/schedule"
	"github.com/reprise-run/reprise/store"
)

// Headers of a run that [Trigger] or [Backfill] started: who did it, and why.
const (
	HeaderScheduleWho = "reprise-schedule-who"
	HeaderScheduleWhy = "reprise-schedule-why"
)

// ScheduleState is the state of a schedule.
type ScheduleState struct {
	ID       string
	Workflow string
	Spec     schedule.Spec
	Policy   schedule.Policy
	Build    string // the build that put it
	Revision string // a hash of its spec, policy, workflow and input
	Created  time.Time
	Paused   *Note // nil: it is not paused
	// Next lists the next times, at most ten. For a paused schedule they are what would come if it
	// were resumed now.
	Next    []time.Time
	Waiting time.Time      // the time that waits for the last run to end; zero: none
	Last    []ScheduledRun // the most recently started runs, at most ten, newest first
	Fired   int64          // how many times it has fired, ever
	// Skipped is how many times were not fired, ever. Skips are the most recent entries of their log, at most 100, newest first.
	Skipped int64
	Skips   []ScheduleSkip
}

// ScheduledRun is a run that a schedule started.
type ScheduledRun struct {
	Nominal    time.Time // the time that it was started for
	WorkflowID string
	RunID      RunID
	At         time.Time // when it was started
}

// ScheduleSkip is a time that was not fired, or several in a row.
type ScheduleSkip struct {
	Nominal time.Time
	Until   time.Time // the last one of several; zero: there is only one
	Count   int64     // capped at 100,000
	Reason  string    // "missed", "paused", "overlap", "replaced", "failed" or "exists"
	Text    string    // details: the workflow id of the run that was open
	At      time.Time // when it was skipped
}

// PutSchedule stores a schedule, or changes the one with its id. A new schedule, or one whose times changed, first fires at its
// first time after now. A pause stays in force, and the schedule's past is kept. For a schedule that is given to [New], the
// worker does this when it starts.
func PutSchedule(ctx context.Context, c Client, def schedule.Def) error {
	rt, err := clientOf(ctx, c)
	if err != nil {
		return wrap(err, "put the schedule %q", def.ID())
	}
	s := def.Contract().(*contract.Schedule)
	return wrap(rt.through(ctx, &Request{Verb: "put schedule", Workflow: s.Workflow}, func(ctx context.Context) error { return putSchedule(ctx, rt, s, true) }), "put the schedule %q", s.ID)
}

// putSchedules puts the schedules that were given to New.
func putSchedules(ctx context.Context, rt *Runtime) error {
	for _, s := range rt.schedules {
		if err := putSchedule(ctx, rt, s, false); err != nil {
			return fmt.Errorf("put the schedule %q: %w", s.ID, err)
		}
	}
	return nil
}

// putSchedule puts s. Without force, if another build has replaced this build's declaration, it leaves
// the schedule as it is.
func putSchedule(ctx context.Context, rt *Runtime, s *contract.Schedule, force bool) error {
	d, err := declared(ctx, rt, s)
	if err != nil {
		return err
	}
	now, err := rt.writer().storeTime(ctx)
	if err != nil {
		return err
	}
	return engine.ChangeSchedule(ctx, rt.process, s.ID, func(old *store.Schedule) (*store.Schedule, error) {
		row := &store.Schedule{ID: s.ID, Declared: *d}
		plan, err := agenda.Of(row)
		if err != nil {
			return nil, err
		}
		switch {
		case old == nil:
			plan.Begin(row, now)
			return row, nil
		case old.Revision == d.Revision && (force || old.Build == d.Build || slices.Contains(old.Before, d.Build)):
			return old, nil
		case old.Revision == d.Revision: // from now on, a build that puts something else replaces this build's declaration, too
			same := old.Clone()
			same.Token, same.Build, same.Before = store.Token{}, d.Build, before(old, d.Build)
			return same, nil
		case !force && slices.Contains(old.Before, d.Build):
			rt.cfg.Logger.Warn("a schedule that this build declares was changed by another build since and is left as it is: PutSchedule overwrites it", "schedule", s.ID, "build", old.Build)
			return old, nil
		}
		changed := old.Clone()
		changed.Token, changed.Declared = store.Token{}, *d
		changed.Before = before(old, d.Build)
		if old.Plan != d.Plan {
			plan.Begin(changed, now)
		}
		return changed, nil
	})
}

// before returns the builds that had put s before build did.
func before(s *store.Schedule, build string) []string {
	all := slices.DeleteFunc(append(slices.Clone(s.Before), s.Build), func(b string) bool { return b == build })
	return all[max(0, len(all)-store.MaxBefore):]
}

// declared converts s for the store.
func declared(ctx context.Context, rt *Runtime, s *contract.Schedule) (*store.Declared, error) {
	if s.Err != nil {
		return nil, s.Err
	}
	d := &store.Declared{Workflow: s.Workflow, Queue: cmp.Or(s.Queue, defaultQueue), Priority: s.Priority, Plan: agenda.Text(s.Spec, s.Policy), Build: rt.cfg.Build}
	if err := errors.Join(checkBound("the workflow's name", s.Workflow), checkOwn(s.Workflow), checkName("the workflow's name", s.Workflow), checkQueue(d.Queue), rt.cfg.knows(d.Queue)); err != nil {
		return nil, err
	}
	input, err := s.Input(rt.codecs)
	if err != nil {
		return nil, err
	}
	hash := sha256.New()
	fmt.Fprintf(hash, "%q %q %d %q %q ", d.Workflow, d.Queue, d.Priority, d.Plan, input.Enc)
	hash.Write(input.Data)
	d.Revision = hex.EncodeToString(hash.Sum(nil)[:8])
	template := &history.Started{Workflow: s.Workflow, Input: input, Level: replay.Level, Build: rt.cfg.Build}
	d.Data, err = rt.sealer.EncodeRow(ctx, history.Header{Level: replay.Level, Build: rt.cfg.Build, Open: true}, []history.Event{{Seq: 1, Body: template}})
	return d, err
}

// changeSchedule changes an existing schedule.
func changeSchedule(ctx context.Context, c Client, verb, id string, by *By, change func(*store.Schedule, time.Time) (*store.Schedule, error)) error {
	rt, err := clientOf(ctx, c)
	if err == nil && by != nil {
		err = by.check()
	}
	if err != nil {
		return wrap(err, "%s the schedule %q", verb, id)
	}
	err = rt.through(ctx, &Request{Verb: verb + " schedule"}, func(ctx context.Context) error {
		now, err := rt.writer().storeTime(ctx)
		if err != nil {
			return err
		}
		found := false // by an earlier try
		return engine.ChangeSchedule(ctx, rt.process, id, func(old *store.Schedule) (*store.Schedule, error) {
			if old == nil && !found {
				return nil, ErrNoSchedule
			}
			if found = true; old == nil {
				return nil, nil
			}
			return change(old, now)
		})
	})
	return wrap(err, "%s the schedule %q", verb, id)
}

// PauseSchedule stops a schedule from firing until [ResumeSchedule]. Open runs continue. Pausing a paused schedule
// changes nothing: the first reason is kept. Errors: [ErrNoSchedule], [ErrNoReason].
func PauseSchedule(ctx context.Context, c Client, id string, by By) error {
	return changeSchedule(ctx, c, "pause", id, &by, func(s *store.Schedule, _ time.Time) (*store.Schedule, error) {
		if s.Paused == nil {
			s.Token, s.Paused = store.Token{}, &store.Pausing{Who: by.Who, Why: by.Why}
		}
		return s, nil
	})
}

// ResumeSchedule lets a paused schedule fire again, from its first time after now. The times of the pause are logged as "paused";
// [Backfill] starts their runs. Who resumed it and why is in the log of this Runtime, and with the times that were left out. On a
// schedule that is not paused it changes nothing. Errors: [ErrNoSchedule], [ErrNoReason].
func ResumeSchedule(ctx context.Context, c Client, id string, by By) error {
	resumed := false
	err := changeSchedule(ctx, c, "resume", id, &by, func(s *store.Schedule, now time.Time) (*store.Schedule, error) {
		resumed = s.Paused != nil // also false when another call resumed it between two tries
		if !resumed {
			return s, nil
		}
		plan, err := agenda.Of(s)
		if err != nil {
			return nil, err
		}
		s.Token, s.Paused = store.Token{}, nil
		for _, skip := range plan.Resume(s, now) {
			skip.Text = "resumed by " + by.Who + ": " + by.Why
			s.Skips, s.Skipped = append([]store.Skip{skip}, s.Skips...), s.Skipped+skip.Count
		}
		return s, nil
	})
	if err == nil && resumed {
		c.client().cfg.Logger.Info("schedule is resumed", "schedule", id, "by", by.Who, "reason", by.Why)
	}
	return err
}

// DeleteSchedule removes a schedule and its log. Its runs stay. If a worker declares the schedule, its next start puts it again.
// Errors: [ErrNoSchedule].
func DeleteSchedule(ctx context.Context, c Client, id string) error {
	return changeSchedule(ctx, c, "delete", id, nil, func(*store.Schedule, time.Time) (*store.Schedule, error) { return nil, nil })
}

// Trigger starts a run of a schedule now, even if the schedule is paused or other runs are open. The run's workflow id and
// nominal time name this moment, and its headers say who did it and why. The schedule itself does not change. Errors:
// [ErrNoSchedule], [ErrNoReason].
func Trigger(ctx context.Context, w Writer, id string, by By) (RunID, error) {
	c, err := writerOf(ctx, w)
	if err = cmp.Or(err, by.check()); err != nil {
		return RunID{}, wrap(err, "trigger the schedule %q", id)
	}
	var run RunID
	err = c.through(ctx, &Request{Verb: "trigger schedule", InTx: c.tx != nil}, func(ctx context.Context) error {
		row, err := scheduleRow(ctx, c, id)
		if err != nil {
			return err
		}
		now, err := c.storeTime(ctx)
		if err == nil {
			run, _, err = c.startScheduled(ctx, row, now, by)
		}
		return err
	})
	return run, wrap(err, "trigger the schedule %q", id)
}

// Backfill starts a run for each time t of a schedule with from <= t < to, and returns how many it started. It skips times
// that have already fired. The runs start at once, whatever else is open, and their headers say who did it and why. If there
// are more than [MaxBackfill] times, it starts nothing and returns an error. Errors: [ErrNoSchedule], [ErrNoReason].
func Backfill(ctx context.Context, c Client, id string, from, to time.Time, by By) (n int, err error) {
	rt, err := clientOf(ctx, c)
	if err = cmp.Or(err, by.check()); err != nil {
		return 0, wrap(err, "backfill the schedule %q", id)
	}
	err = rt.through(ctx, &Request{Verb: "backfill schedule"}, func(ctx context.Context) error {
		row, err := scheduleRow(ctx, rt.writer(), id)
		if err != nil {
			return err
		}
		times, err := backfilled(row, from, to)
		for _, nominal := range times {
			_, existed, err := rt.writer().startScheduled(ctx, row, nominal, by)
			if err != nil {
				return err
			}
			if !existed {
				n++
			}
		}
		return err
	})
	return n, wrap(err, "backfill the schedule %q", id)
}

func backfilled(row *store.Schedule, from, to time.Time) (times []time.Time, err error) {
	plan, err := agenda.Of(row)
	if err != nil {
		return nil, err
	}
	if !from.Before(to) {
		return nil, fmt.Errorf("the span from %v to %v is empty: its end must be later than its beginning", from.UTC(), to.UTC())
	}
	for at := plan.Next(from.Add(-1)); !at.IsZero() && at.Before(to); at = plan.Next(at) {
		if times = append(times, at); len(times) > MaxBackfill {
			return nil, fmt.Errorf("more than %d times lie between %v and %v: nothing was started; use a shorter span", MaxBackfill, from.UTC(), to.UTC())
		}
	}
	return times, nil
}

// startScheduled starts the run of a schedule for a time, unless that run was already started.
func (c caller) startScheduled(ctx context.Context, row *store.Schedule, nominal time.Time, by By) (run RunID, existed bool, err error) {
	started, err := engine.ScheduledStart(row, nominal, c.cfg.Build)
	if err != nil {
		return run, false, err
	}
	event := history.Event{Seq: 1, Body: started}
	if err := c.sealer.Open(ctx, &event); err != nil {
		return run, false, err
	}
	started = event.Body.(*history.Started)
	started.Headers = history.Headers{HeaderScheduleWho: by.Who, HeaderScheduleWhy: by.Why}
	o := &startOptions{id: started.WorkflowID, named: true, once: true, place: history.Place{Queue: row.Queue}, priority: row.Priority}
	return c.start(ctx, started, o)
}

// scheduleRow returns the row of a schedule.
func scheduleRow(ctx context.Context, c caller, id string) (*store.Schedule, error) {
	all, err := c.store.Schedules(ctx, store.ScheduleQuery{Namespace: c.cfg.Namespace, ID: id})
	if err == nil && len(all) == 0 {
		err = ErrNoSchedule
	}
	if err != nil {
		return nil, err
	}
	return &all[0], nil
}

// DescribeSchedule returns the state of a schedule. Errors: [ErrNoSchedule].
func DescribeSchedule(ctx context.Context, c Client, id string) (ScheduleState, error) {
	rt, err := clientOf(ctx, c)
	if err != nil {
		return ScheduleState{}, wrap(err, "describe the schedule %q", id)
	}
	s, err := asked(ctx, rt, &Request{Verb: "describe schedule"}, func(ctx context.Context) (ScheduleState, error) {
		row, err := scheduleRow(ctx, rt.writer(), id)
		if err != nil {
			return ScheduleState{}, err
		}
		return stateOf(ctx, rt, row)
	})
	return s, wrap(err, "describe the schedule %q", id)
}

// schedulePage is how many schedules are read at once.
const schedulePage = 50

// Schedules iterates over the schedules of the namespace, ordered by id. An error comes last, with a zero ScheduleState.
func Schedules(ctx context.Context, c Client) iter.Seq2[ScheduleState, error] {
	return func(yield func(ScheduleState, error) bool) {
		rt, err := clientOf(ctx, c)
		if err != nil {
			yield(ScheduleState{}, wrap(err, "list schedules"))
			return
		}
		for q := (store.ScheduleQuery{Namespace: rt.cfg.Namespace, Max: schedulePage}); ; {
			page, err := asked(ctx, rt, &Request{Verb: "list schedules"}, func(ctx context.Context) ([]store.Schedule, error) { return rt.store.Schedules(ctx, q) })
			if err != nil {
				yield(ScheduleState{}, wrap(err, "list schedules"))
				return
			}
			for i := range page {
				s, err := stateOf(ctx, rt, &page[i])
				if !yield(s, wrap(err, "list schedules")) || err != nil {
					return
				}
				q.After = page[i].ID
			}
			if len(page) < q.Max {
				return
			}
		}
	}
}

// shownTimes is how many coming times are shown.
const shownTimes = 10

func stateOf(ctx context.Context, rt *Runtime, row *store.Schedule) (ScheduleState, error) {
	plan, err := agenda.Of(row)
	if err != nil {
		return ScheduleState{}, err
	}
	if row.Paused != nil { // resumed now, it would continue after now
		now, err := rt.writer().storeTime(ctx)
		if err != nil {
			return ScheduleState{}, err
		}
		plan.Resume(row, now)
	}
	s := ScheduleState{
		ID: row.ID, Workflow: row.Workflow, Spec: plan.Spec, Policy: plan.Policy, Build: row.Build, Revision: row.Revision, Created: row.Created,
		Next: plan.Coming(row, shownTimes), Waiting: row.Waiting, Fired: row.Fired, Skipped: row.Skipped,
	}
	if p := row.Paused; p != nil {
		s.Paused = &Note{By{p.Who, p.Why}, p.At}
	}
	for _, r := range row.Recent {
		s.Last = append(s.Last, ScheduledRun{r.Nominal, r.WorkflowID, r.Run, r.At})
	}
	for _, skip := range row.Skips {
		s.Skips = append(s.Skips, ScheduleSkip(skip))
	}
	return s, nil
}
