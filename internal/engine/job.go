package engine

import (
	"context"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/commit"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/internal/waits"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// Job describes the start of a run that executes one activity.
type Job struct {
	Func  replay.Func   // of its workflow
	Delay time.Duration // before the activity begins
	Alone bool          // workers must not begin it by their own code, which has another policy, or does not know of Delay
	Own   bool          // its policy differs from that of the bound activity
	InTx  bool          // the caller's transaction inserts it, which can take one row and no timer
}

// Begin steps the run's first task here, because the process that starts a job need not be a worker,
// and returns op with that task's commit. first is the beginning of the task. Begin returns op
// unchanged, and the worker that claims the run steps the task, if the task fails or asks for anything
// but one activity and timers. It does so too if the caller's transaction cannot take the commit.
func (j *Job) Begin(ctx context.Context, p *Process, op *store.Start, first replay.Task) (*store.Start, error) {
	m := replay.New(j.Func, replay.Config{Run: op.Run, Sites: p.sites, Build: p.cfg.Build, Codecs: p.cfg.Codecs})
	defer m.Close()
	stepped, err := m.Step(first)
	if err != nil || stepped.Drew || stepped.Done {
		return op, nil // a worker gets the same result, and reports it
	}
	c := &store.Commit{
		Run: op.Run, Owner: op.Owner, Epoch: 0, Seq: 1, Token: op.Row.Token, Level: first.Level, Build: p.cfg.Build,
		Then: store.Park, Waiting: waits.Text(m.Waiting()),
	}
	run, started := store.Run{Queue: op.Queue, Priority: op.Priority}, first.Events[0].Body.(*history.Started)
	for _, e := range stepped.Commands {
		switch b := e.Body.(type) {
		case *history.ActivityScheduled:
			row, err := rowBytes{p.cfg.Sealer}.newRow(&run, started.Headers, e.Seq, b, first.Now.Add(j.Delay))
			if err != nil {
				return nil, err
			}
			row.Delay = j.Delay
			c.Schedule = append(c.Schedule, row)
		case *history.TimerStarted:
			c.StartTimers = append(c.StartTimers, store.Timer{ID: e.Seq, FireAt: b.FireAt})
		default:
			return op, nil
		}
	}
	events := append(first.Events[:len(first.Events):len(first.Events)], stepped.Commands...)
	rows, err := p.cfg.Sealer.EncodeRows(ctx, history.Header{Now: first.Now, Level: first.Level, Build: p.cfg.Build}, events)
	if err != nil {
		return nil, err
	}
	if len(c.Schedule) != 1 || j.InTx && len(rows)+len(c.StartTimers) != 1 {
		return op, nil
	}
	for seq := c.Seq; len(rows) > 0; rows = rows[1:] {
		c.Rows = append(c.Rows, store.Row{Seq: seq, N: rows[0].N, Token: c.Token, Data: rows[0].Data})
		seq += int64(rows[0].N)
	}
	begun := *op
	begun.Row, begun.First = store.Row{}, c
	return &begun, nil
}

// endJob ends the activity of a claimed row together with its run, if that is a job. It returns false,
// and has written nothing, if it is no job, or if the run is not where its first task left it.
func endJob(as *activities, a *attempt.Attempt, body history.Body) (attempt.Fate, bool) {
	fn, bound := as.cfg.Workflows[a.Workflow]
	if !bound || !as.cfg.PlainJobs || a.Number != jobActivity || a.Workflow != contract.JobPrefix+a.Scheduled.Name || a.Scheduled.Reuse != "" {
		return attempt.Lost, false
	}
	written := as.Ending(a.Key(), a.At()) // before the transforms, which may be slow: the row must not be released meanwhile
	end, last, ok := lastTask(as, a, fn, body)
	if !ok {
		return attempt.Lost, false // the caller calls Ending again
	}
	outcome, err := as.writes.Do(&store.EndJob{Run: a.Run, Activity: a.Number, Worker: as.worker, Attempt: a.N, Claim: a.Claim, Commit: end})
	if err == nil && outcome.Code == store.Refused {
		return attempt.Lost, false // likewise
	}
	defer written()
	fate := as.rowWritten(a.Run, a.Number, attempt.Done, outcome, err)
	if ended := outcome.Ended; fate == attempt.Done && ended != nil {
		told(as.cfg.Observer.RunClosed, func() RunClosed { return closedEvent(ended, ended.Status, ended.Closed, last, a.Headers) })
		as.process.closed(a.Run, last)
	}
	return fate, true
}

// jobActivity is the number of a job's activity, when only the start precedes it.
const jobActivity = 2

// lastTask returns the commit of the task that takes in the end of a job's activity, and the event that
// ends the run. It is what the run's own worker would step: a job's workflow reads nothing of its start
// except the input, which the activity has too.
func lastTask(as *activities, a *attempt.Attempt, fn replay.Func, body history.Body) (c store.Commit, last history.Body, ok bool) {
	now := as.clock.now()
	if now.Before(a.Since) {
		now = a.Since
	}
	m := replay.New(fn, replay.Config{Run: a.Run, Sites: as.process.sites, Codecs: as.cfg.Codecs})
	defer m.Close()
	started := &history.Started{Workflow: a.Workflow, WorkflowID: a.WorkflowID, Input: a.Scheduled.Input, Level: replay.Level}
	_, err := m.Step(replay.Task{
		Now: a.Since, Level: replay.Level, Events: []history.Event{{Seq: 1, Body: started}},
		Recorded: true, Commands: []history.Event{{Seq: jobActivity, Body: a.Scheduled}},
	})
	if err != nil {
		return c, nil, false
	}
	events := []history.Event{{Seq: jobActivity + 1, Body: body}}
	stepped, err := m.Step(replay.Task{Now: now, Level: replay.Level, Events: events})
	if err != nil || !stepped.Done || stepped.Drew || len(stepped.Commands) != 1 {
		return c, nil, false
	}
	last = stepped.Commands[0].Body
	c = store.Commit{Run: a.Run, Seq: jobActivity + 1, Token: as.process.ids.Token(), Level: replay.Level, Build: as.cfg.Build, Then: store.Close}
	switch last.(type) {
	case *history.RunCompleted:
		c.Status = store.Completed
	case *history.RunFailed:
		c.Status = store.Failed
	default:
		return c, nil, false
	}
	rows, err := as.cfg.Sealer.EncodeRows(context.Background(), history.Header{Now: now, Level: replay.Level, Build: as.cfg.Build}, append(events, stepped.Commands...))
	if err != nil {
		return c, nil, false // its run reports what is wrong
	}
	seq := c.Seq
	for _, row := range rows {
		c.Rows = append(c.Rows, store.Row{Seq: seq, N: row.N, Token: c.Token, Data: row.Data})
		seq += int64(row.N)
	}
	return c, last, true
}

// StartAll starts runs for the workers that claim them or their activity rows.
func StartAll(ctx context.Context, p *Process, op *store.StartAll) (store.Outcome, error) {
	e := p.current()
	ready := func(o store.Outcome) {
		for i, s := range op.Starts {
			if o.Starts[i].Code == store.Done {
				noteStarted(e, s)
			}
		}
	}
	var late func(*commit.Request)
	if e != nil {
		late = e.late(ready)
	}
	outcome, err := p.writes.DoCaller(ctx, op, late).Result()
	if err == nil && outcome.Code == store.Done {
		if e != nil {
			ready(outcome)
		}
		all := map[served]bool{}
		for i, s := range op.Starts {
			if outcome.Starts[i].Code == store.Done && len(all) < mostInTx {
				all[served{s.Workflow, s.Queue}] = true
			}
		}
		noteAllUnserved(ctx, p, e, all)
	}
	return outcome, err
}

// noteStarted makes this worker look for what a start has made ready.
func noteStarted(e *engine, op *store.Start) {
	if op.First == nil {
		wake(e.wake.runs)
		return
	}
	e.activities.rowsScheduled(op.First.Schedule)
	e.timers.armAll(op.First.StartTimers)
}
