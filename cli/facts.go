package cli

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/internal/rows"
	"github.com/reprise-run/reprise/internal/timeline"
	"github.com/reprise-run/reprise/store"
)

// facts is what is known of a run at one moment, before anybody makes sense of it.
type facts struct {
	store.Run
	described
	name   string    // by which the run was asked for, and is asked for again
	now    time.Time // of the store's clock
	past   timeline.Run
	open   []timeline.Span  // what is open in the history: activities, timers and children
	cancel *timeline.Span   // the last request to cancel it that was taken in
	damage error            // why the history could not be read to its end
	amiss  []doctor.Finding // where its rows do not agree with its history
	reason string           // of the cancel request in the inbox

	disagrees error // the code at hand could not be replayed up to where the run stands

	undelivered []history.Event // the signals that the workflow never received

	workers []store.WorkerState
	counted bool // these are all the workers; else the store cannot tell

	halted []store.Queue // those of which nothing that waits for a worker begins: paused, or cooling down
}

// described is what a description says beside the row.
type described struct {
	Events     int64
	Waits      []reprise.Wait
	MoreWaits  bool
	Timers     []store.Timer
	Activities []reprise.ActivityState
	Inbox      []reprise.InboxEntry
	Unserved   string
	Changed    []string
	Unbound    bool
}

func describedOf(d reprise.Description) described {
	all := described{
		Events: d.Events, Waits: d.Waits, MoreWaits: d.MoreWaits, Activities: d.Activities, Inbox: d.Inbox,
		Unserved: d.Unserved, Changed: d.Changed, Unbound: d.Unbound,
	}
	for _, t := range d.Timers {
		all.Timers = append(all.Timers, store.Timer{ID: t.Number, FireAt: t.Due})
	}
	return all
}

// facts collects them and calls ended with every span of the history that has ended. A
// history that cannot be read is a fact, too.
func (a *app) facts(ctx context.Context, rt *reprise.Runtime, name string, ended func(timeline.Span)) (*facts, error) {
	run, err := a.find(ctx, rt, name)
	if err != nil {
		return nil, err
	}
	d, err := reprise.Describe(ctx, rt, run.ID)
	if err != nil {
		return nil, err
	}
	f := &facts{Run: rows.Of(d), described: describedOf(d), name: name, now: a.asOf}
	if f.Status == store.Open {
		if look, ok := rt.Store().(store.Inspector); ok {
			if f.workers, err = look.Workers(ctx); err != nil {
				return nil, err
			}
			f.counted = true
		}
		if err := f.halt(ctx, rt); err != nil {
			return nil, err
		}
	}
	f.read(ctx, rt, ended)
	if err := errors.Join(f.compare(ctx, rt), f.askedToCancel(ctx, rt)); err != nil {
		return nil, err
	}
	f.stand(ctx, rt)
	return f, ctx.Err()
}

// halt finds out which queues hold up what waits for a worker.
func (f *facts) halt(ctx context.Context, rt *reprise.Runtime) error {
	names := []string{f.Queue}
	for _, x := range f.Activities {
		if !x.Running && !slices.Contains(names, x.Queue) {
			names = append(names, x.Queue)
		}
	}
	all, err := rt.Store().Queues(ctx, store.QueueQuery{Namespace: f.Namespace, Names: names})
	for _, q := range all {
		own := slices.ContainsFunc(f.Activities, func(x reprise.ActivityState) bool { return !x.Running && x.Queue == q.Name })
		if q.Paused != nil && (own || q.Name == f.Queue) || own && q.CoolUntil.After(f.now) {
			f.halted = append(f.halted, q)
		}
	}
	return err
}

// halts reports whether a queue is one of those.
func (f *facts) halts(name string) bool {
	return slices.ContainsFunc(f.halted, func(q store.Queue) bool { return q.Name == name })
}

// read folds the history, up to where it ended when the run was described.
func (f *facts) read(ctx context.Context, rt *reprise.Runtime, ended func(timeline.Span)) {
	fold := timeline.New(func(s timeline.Span) {
		ended(s)
		if s.Kind == timeline.Cancel {
			f.cancel = &s
		}
	})
	f.damage = rt.Inside().Rows(ctx, f.ID, func(h history.Header, events []history.Event) error {
		if events[0].Seq < f.NextSeq {
			fold.Row(h, events)
		}
		return nil
	})
	f.past, f.open = fold.Run(), fold.Open()
	if f.damage != nil || len(f.past.Undelivered) == 0 {
		return
	}
	// Which signals they were is known only at the end.
	missed := map[int64]bool{}
	for _, seq := range f.past.Undelivered {
		missed[seq] = true
	}
	f.damage = rt.Inside().Rows(ctx, f.ID, func(_ history.Header, events []history.Event) error {
		for _, e := range events {
			if missed[e.Seq] {
				f.undelivered = append(f.undelivered, e)
			}
		}
		return nil
	})
}

// stand finds out where the code stands of a run that nobody has written that down of,
// because a worker has it: if the code is at hand, replay tells.
func (f *facts) stand(ctx context.Context, rt *reprise.Runtime) {
	if f.Status != store.Open || f.Unbound || f.Blocked != nil || f.Waiting != "" || f.damage != nil {
		return
	}
	replayed, err := reprise.Replay(ctx, rt, f.ID)
	if f.disagrees = err; err != nil {
		return
	}
	f.Waits, f.MoreWaits = replayed.Waits, false
}

// worker is a worker of which only the id need be known.
func (f *facts) worker(id store.WorkerID) *ownerJSON {
	if id == (store.WorkerID{}) {
		return nil
	}
	for _, w := range f.workers {
		if w.ID == id {
			state := "alive"
			if !w.Alive {
				state = "gone"
			}
			return &ownerJSON{ID: id.String(), Host: w.Host, PID: w.PID, Build: w.Build, State: state, LeaseUntil: timeOf(w.LeaseUntil)}
		}
	}
	state := ""
	if f.counted {
		state = "gone" // its row has been removed
	}
	return &ownerJSON{ID: id.String(), State: state}
}

// alive counts the workers of the run's namespace that live, and those of them of
// another build than these.
func (f *facts) alive(builds ...string) (all, others int) {
	for _, w := range f.workers {
		if w.Alive && serves(w, f.Namespace) {
			all++
			if !slices.Contains(builds, w.Build) {
				others++
			}
		}
	}
	return all, others
}
