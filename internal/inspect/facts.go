package inspect

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

// Facts is what is known of a run at one moment, before [Look.View] interprets it.
type Facts struct {
	store.Run
	Described
	Name         string    // by which the run was asked for, and is asked for again
	Now          time.Time // of the store's clock
	Past         timeline.Run
	Open         []timeline.Span  // what is open in the history: activities, timers and children
	Cancel       *timeline.Span   // the last request to cancel in the history
	Damage       error            // why the history could not be read to its end
	Amiss        []doctor.Finding // where its rows disagree with its history
	CancelReason string           // of the cancel request in the inbox

	Disagrees error // the code at hand could not be replayed up to where the run stands

	Unreceived []history.Event // the signals that the workflow never received

	Workers []store.WorkerState
	Counted bool // these are all the workers; otherwise the store cannot list them

	Halted []store.Queue // those of which nothing that waits for a worker begins: paused, or cooling down
	Limits []store.Queue // those with limits for each partition, and what waits of the run's
}

// Described is what a description says beside the row.
type Described struct {
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

func describedOf(d reprise.Description) Described {
	all := Described{
		Events: d.Events, Waits: d.Waits, MoreWaits: d.MoreWaits, Activities: d.Activities, Inbox: d.Inbox,
		Unserved: d.Unserved, Changed: d.Changed, Unbound: d.Unbound,
	}
	for _, t := range d.Timers {
		all.Timers = append(all.Timers, store.Timer{ID: t.Number, FireAt: t.Due})
	}
	return all
}

// Facts collects the facts about a run. It calls ended with every ended span of the
// history. An unreadable history is a fact, not an error.
func (l *Look) Facts(ctx context.Context, name string, ended func(timeline.Span)) (*Facts, error) {
	run, err := Find(ctx, l.RT, name)
	if err != nil {
		return nil, err
	}
	return l.FactsOf(ctx, run.ID, name, ended)
}

// FactsOf is [Look.Facts] for the run with this id. The commands shown call the run name.
func (l *Look) FactsOf(ctx context.Context, id store.RunID, name string, ended func(timeline.Span)) (*Facts, error) {
	d, err := reprise.Describe(ctx, l.RT, id)
	if err != nil {
		return nil, err
	}
	f := &Facts{Run: rows.Of(d), Described: describedOf(d), Name: name, Now: l.AsOf}
	if f.Status == store.Open {
		if look, ok := l.RT.Store().(store.Inspector); ok {
			if f.Workers, err = look.Workers(ctx); err != nil {
				return nil, err
			}
			f.Counted = true
		}
		if err := f.halt(ctx, l.RT); err != nil {
			return nil, err
		}
	}
	f.read(ctx, l.RT, ended)
	if err := errors.Join(f.compare(ctx, l.RT), f.askedToCancel(ctx, l.RT)); err != nil {
		return nil, err
	}
	f.stand(ctx, l.RT)
	return f, ctx.Err()
}

// halt finds the queues that hold up what waits for a worker.
func (f *Facts) halt(ctx context.Context, rt *reprise.Runtime) error {
	names, keys := []string{f.Queue}, []string(nil)
	for _, x := range f.Activities {
		if !x.Running && x.Partition != "" && !slices.Contains(keys, x.Partition) && len(keys) < store.MostPartitions {
			keys = append(keys, x.Partition)
		}
		if !x.Running && !slices.Contains(names, x.Queue) {
			names = append(names, x.Queue)
		}
	}
	all, err := rt.Store().Queues(ctx, store.QueueQuery{Namespace: f.Namespace, Names: names, Keys: keys})
	for _, q := range all {
		own := slices.ContainsFunc(f.Activities, func(x reprise.ActivityState) bool { return !x.Running && x.Queue == q.Name })
		if q.Paused != nil && (own || q.Name == f.Queue) || own && q.CoolUntil.After(f.Now) {
			f.Halted = append(f.Halted, q)
		}
		if len(q.Partitions) > 0 {
			f.Limits = append(f.Limits, q)
		}
	}
	return err
}

// heldBy returns the partition whose limits alone keep an activity from beginning, and how many of it may run at once; or nil.
func (f *Facts) heldBy(queue, key string) (*store.PartitionLoad, int) {
	for _, q := range f.Limits {
		for i, p := range q.Partitions {
			if most := q.Settings().PerPartition.Concurrency; q.Name == queue && p.Key == key && p.Held(most) {
				return &q.Partitions[i], most
			}
		}
	}
	return nil, 0
}

// halts reports whether halt found this queue.
func (f *Facts) halts(name string) bool {
	return slices.ContainsFunc(f.Halted, func(q store.Queue) bool { return q.Name == name })
}

// read folds the history up to its end at the time when the run was described.
func (f *Facts) read(ctx context.Context, rt *reprise.Runtime, ended func(timeline.Span)) {
	fold := timeline.New(func(s timeline.Span) {
		ended(s)
		if s.Kind == timeline.Cancel {
			f.Cancel = &s
		}
	})
	f.Damage = rt.Inside().Rows(ctx, f.ID, func(h history.Header, events []history.Event) error {
		if events[0].Seq < f.NextSeq {
			fold.Row(h, events)
		}
		return nil
	})
	f.Past, f.Open = fold.Run(), fold.Open()
	if f.Damage != nil || len(f.Past.Undelivered) == 0 {
		return
	}
	// Only the end of the history says which signals these were.
	missed := map[int64]bool{}
	for _, seq := range f.Past.Undelivered {
		missed[seq] = true
	}
	f.Damage = rt.Inside().Rows(ctx, f.ID, func(_ history.Header, events []history.Event) error {
		for _, e := range events {
			if missed[e.Seq] {
				f.Unreceived = append(f.Unreceived, e)
			}
		}
		return nil
	})
}

// stand finds out where the code of an owned run waits. The store does not know that while
// a worker owns the run; if the code is at hand, a replay tells.
func (f *Facts) stand(ctx context.Context, rt *reprise.Runtime) {
	if f.Status != store.Open || f.Unbound || f.Blocked != nil || f.Waiting != "" || f.Damage != nil {
		return
	}
	replayed, err := reprise.Replay(ctx, rt, f.ID)
	if f.Disagrees = err; err != nil {
		return
	}
	f.Waits, f.MoreWaits = replayed.Waits, false
}

// Worker describes the worker with this id, even if nothing else is known of it.
func (f *Facts) Worker(id store.WorkerID) *Owner {
	if id == (store.WorkerID{}) {
		return nil
	}
	for _, w := range f.Workers {
		if w.ID == id {
			state := "alive"
			if !w.Alive {
				state = "gone"
			}
			return &Owner{ID: id.String(), Host: w.Host, PID: w.PID, Build: w.Build, State: state, LeaseUntil: timeOf(w.LeaseUntil)}
		}
	}
	state := ""
	if f.Counted {
		state = "gone" // its row has been removed
	}
	return &Owner{ID: id.String(), State: state}
}

// Alive counts the live workers of the run's namespace, and those among them of other
// builds than these.
func (f *Facts) Alive(builds ...string) (all, others int) {
	for _, w := range f.Workers {
		if w.Alive && Serves(w, f.Namespace) {
			all++
			if !slices.Contains(builds, w.Build) {
				others++
			}
		}
	}
	return all, others
}
