package reprise

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/store"
)

// Queue is a named line of work: of runs, and of activities. [Config.Queues] declares those that a Runtime knows.
type Queue struct {
	Name string
	// PerWorker is how many activities of the queue run at once in one process, beside the bound of
	// Config.Activities. A full queue holds up no other one. Zero: no bound but that. Where all queues of a
	// worker have a bound, their sum is what it has for slots when load is shared out.
	PerWorker int
	// Cool says how long the queue cools down when an activity of it ends with activity.Throttled and no time.
	Cool Cool
	// Global bounds the queue in all workers together. Its activities have rows then, which costs about four times as much as
	// one that begins at once.
	Global Limit
	// PerPartition bounds each partition of the queue in all workers together: the activities with one key, given by [Partition] or
	// workflow.Partition. A Concurrency of 1 is a lock: one after the other, first in, first out. Those without a key have no such bound.
	PerPartition Limit
	// Revision is the number of this declaration of Global and PerPartition: where several workers declare a queue, the highest one counts. Raise it
	// with each change of these. Zero: the first one that was ever declared counts.
	Revision int
	// Elsewhere declares a queue that this worker takes nothing from: others serve it.
	Elsewhere bool
}

// Cool is how long nothing of a queue begins after an activity of it was throttled: Initial, then twice as long each time, at
// most Max. When nothing was throttled for Max it begins anew.
type Cool struct {
	Initial time.Duration // Zero: a second, or Max if that is shorter.
	Max     time.Duration // Zero: fifteen minutes, or Initial if that is longer.
}

// Limit bounds the activities of a queue. The zero value is no limit.
type Limit struct {
	// Concurrency is how many attempts run at once. A worker that stands still may still be inside attempts that others have
	// taken over after its lease and Config.Grace: these come on top. Zero: no limit.
	Concurrency int
	// Rate is how many attempts begin in a time, by the database's clock, those that are made again among them. Zero: no limit.
	Rate Rate
}

// Rate is N in each Per, as a bucket of tokens: one comes with each Per/N, up to Burst are kept, and each attempt that begins takes one.
// Workers draw tokens once a second, so what a second brings may begin at once, whatever Burst is. After a queue has cooled down its
// rate begins at a tenth, and doubles each second until it is what it was.
type Rate struct {
	N     int
	Per   time.Duration
	Burst int // zero: N
}

// UnknownQueueError says that a call, or the policy of an activity that is bound, names a queue that the Runtime does not
// declare. A Runtime whose Config.Queues is empty knows no queues, and refuses none.
type UnknownQueueError struct {
	Name  string
	Known []string // in order
}

func (e *UnknownQueueError) Error() string {
	return fmt.Sprintf("reprise: queue %q is none of those that this Runtime declares, %s: write it as it stands in Config.Queues, or add it there, with Elsewhere if other workers serve it",
		e.Name, strings.Join(e.Known, ", "))
}

// checkQueues refuses what cannot be meant. All that is wrong is said.
func (c *Config) checkQueues() (errs []error) {
	c.Queues = slices.Clone(c.Queues)
	names := map[string]bool{}
	for _, q := range c.Queues {
		if errs = append(errs, q.check("Config.Queues")...); names[q.Name] {
			errs = append(errs, fmt.Errorf("reprise: Config.Queues has %q twice: declare each queue once", q.Name))
		}
		names[q.Name] = true
	}
	return errs
}

// check refuses what cannot be meant of a queue.
func (q Queue) check(where string) (errs []error) {
	if err := checkQueue(q.Name); err != nil {
		errs = append(errs, fmt.Errorf("reprise: %s: Name: %w", where, err))
	}
	if q.PerWorker < 0 {
		errs = append(errs, fmt.Errorf("reprise: %s: PerWorker of %q is %d: use zero for no bound, or Elsewhere to take nothing from the queue", where, q.Name, q.PerWorker))
	}
	for _, l := range []struct {
		name string
		Limit
	}{{"Global", q.Global}, {"PerPartition", q.PerPartition}} {
		if l.Concurrency < 0 {
			errs = append(errs, fmt.Errorf("reprise: %s: %s.Concurrency of %q is %d: use zero for no limit, or PauseQueue to have nothing of the queue begin", where, l.name, q.Name, l.Concurrency))
		}
		if err := store.Rate(l.Rate).Check(); err != nil {
			errs = append(errs, fmt.Errorf("reprise: %s: %s.Rate of %q %w", where, l.name, q.Name, err))
		}
	}
	if q.Revision < 0 {
		errs = append(errs, fmt.Errorf("reprise: %s: Revision of %q is %d: use zero or more", where, q.Name, q.Revision))
	}
	if q.Elsewhere && q.PerWorker > 0 {
		errs = append(errs, fmt.Errorf("reprise: %s: %q has PerWorker and Elsewhere: its worker takes nothing from it, so leave out one of them", where, q.Name))
	}
	if q.Cool.Initial < 0 || q.Cool.Max < 0 || q.Cool.Max > 0 && q.Cool.Initial > q.Cool.Max {
		errs = append(errs, fmt.Errorf("reprise: %s: Cool of %q is %v to %v: use zero for the default, or an Initial that is at most Max", where, q.Name, q.Cool.Initial, q.Cool.Max))
	}
	return errs
}

// cools are the times of queues that cool down, as far as they are declared.
func (c *Config) cools() map[string]engine.CoolTimes {
	all := map[string]engine.CoolTimes{}
	for _, q := range c.Queues {
		if q.Cool != (Cool{}) {
			all[q.Name] = engine.CoolTimes(q.Cool)
		}
	}
	return all
}

// served are the queues that a worker of c takes from, and how many activities of each run at once there.
func (c *Config) served() (names []string, bounds map[string]int) {
	bounds = map[string]int{}
	for _, q := range c.Queues {
		if q.Elsewhere {
			continue
		}
		names = append(names, q.Name)
		if q.PerWorker > 0 {
			bounds[q.Name] = q.PerWorker
		}
	}
	return names, bounds
}

// declared is what all workers are to know.
func (c *Config) declared() (all []engine.DeclaredQueue) {
	for _, q := range c.Queues {
		if q.Global != (Limit{}) || q.PerPartition != (Limit{}) || q.Revision > 0 {
			all = append(all, engine.DeclaredQueue{Name: q.Name, Settings: q.limits(), Revision: q.Revision})
		}
	}
	return all
}

// limits are those for all workers together.
func (q *Queue) limits() store.QueueSettings {
	return store.QueueSettings{
		Concurrency: q.Global.Concurrency, Rate: store.Rate(q.Global.Rate),
		PerPartition: store.Limit{Concurrency: q.PerPartition.Concurrency, Rate: store.Rate(q.PerPartition.Rate)},
	}
}

// queueOf is a queue as it is told of.
func queueOf(name string, s store.QueueSettings, revision int) *Queue {
	return &Queue{Name: name, PerWorker: s.PerWorker, Cool: Cool{s.CoolInitial, s.CoolMax}, Global: Limit{s.Concurrency, Rate(s.Rate)}, PerPartition: Limit{s.PerPartition.Concurrency, Rate(s.PerPartition.Rate)}, Revision: revision}
}

// knows refuses a queue that is not declared, where queues are.
func (c *Config) knows(queue string) error {
	if !c.declares || queue == "" || queue == defaultQueue || store.IsOwnQueue(queue) {
		return nil
	}
	known := []string{defaultQueue}
	for _, q := range c.Queues {
		if known = append(known, q.Name); q.Name == queue {
			return nil
		}
	}
	slices.Sort(known)
	return &UnknownQueueError{Name: queue, Known: slices.Compact(known)}
}

// knowAll refuses activities whose policies name queues that are not declared.
func (c *Config) knowAll(bound map[string]*contract.Activity) (errs []error) {
	for _, name := range slices.Sorted(maps.Keys(bound)) {
		if err := c.knows(bound[name].Queue); err != nil {
			errs = append(errs, fmt.Errorf("reprise: the policy of activity %q: %w", name, err))
		}
	}
	return errs
}

// Note is who has done something to a queue or a schedule, why, and when. Where a failed run has paused its
// schedule, Who is "reprise".
type Note struct {
	By
	At time.Time
}

// QueueState is what is known of a queue, and what lies in it. Activities that begin without waiting have no row, and are in no number
// but Owned: that of their runs.
type QueueState struct {
	Name string
	// Paused says who has paused it; nil: nobody.
	Paused *Note
	// CoolingUntil is until when none of its activities begins, as one was throttled; zero: it does not cool down.
	CoolingUntil time.Time
	// Declared is what workers declare for all of them; nil: nothing.
	Declared *Queue
	// Set is what [SetQueue] has set, and Overruled by whom; nil: what is declared counts.
	Set       *Queue
	Overruled *Note
	// Shares are those of workers, by their ids, where there is a Global.Concurrency: how many activities each may have at once.
	Shares map[string]int
	// AtLimit says that more workers do not help its activities: as many run as Global.Concurrency allows, Global.Rate is used up,
	// or it cools down.
	AtLimit bool
	// Partitions are those of which most activities are ready, at most ten, where there is a PerPartition. Activities behind the
	// first 100,000 that are ready are not counted there, nor in Held.
	Partitions []PartitionState

	ReadyRuns       int           // that any worker could go on with now
	ReadyActivities int           // that any worker could begin now
	OldestReady     time.Time     // since when the oldest of those is ready that are not Held; zero: nothing is
	Lag             time.Duration // for how long it was ready when the store was asked, by its clock
	Held            int           // of ReadyActivities: those that only the limits of their partitions keep from beginning
	Running         int           // activities, of those that have a row
	Owned           int           // runs that a worker is going on with
	Retrying        int           // activities that wait for their next attempt
	Capped          bool          // one of these numbers may be too low: counting ends at 10,000
	Workers         int           // that live, serve the queue and do not drain
	Slots           int           // of these workers for this queue, which other queues of theirs may take
}

// Ready is how much could begin now, if there were workers with room for it. What is Held is not.
func (s *QueueState) Ready() int { return s.ReadyRuns + s.ReadyActivities - s.Held }

// PartitionState is what waits of one partition of a queue.
type PartitionState struct {
	Key         string
	Ready       int       // activities that are ready, but for the limits of the partition
	OldestReady time.Time // since when the oldest of them is
	Running     int       // at once; only where that has a limit
	Full        bool      // as many run as may
	Cooling     bool      // one of its activities was throttled
	NextAt      time.Time // when its cool-down is over, or its rate has a token again; zero: that does not hold it up
}

// Limits are the limits for all workers together that count: of the queue, and of each partition.
func (s *QueueState) Limits() (global, perPartition Limit) {
	switch {
	case s.Set != nil:
		return s.Set.Global, s.Set.PerPartition
	case s.Declared != nil:
		return s.Declared.Global, s.Declared.PerPartition
	}
	return Limit{}, Limit{}
}

// Partition is the key that the activities of the run have within their queues, where [workflow.Partition] names none; for a job it
// is that of its activity. A queue with [Queue.PerPartition] has limits for each key: a tenant, a host, an account. It is at most
// 500 bytes; other queues take no notice of it. The children of the run have it, too.
func Partition(key string) StartOption { return func(o *startOptions) { o.place.Partition = key } }

// checkPartition refuses a key that no store takes.
func checkPartition(key string) error {
	if key == "" {
		return nil
	}
	if len(key) > history.MaxPartition {
		return fmt.Errorf("%w: the key of Partition has %d bytes; at most %d are allowed", ErrInvalidID, len(key), history.MaxPartition)
	}
	return checkName("Partition", key)
}

// PauseQueue has nothing of a queue begin until [ResumeQueue]: no worker takes a run of it or begins one, and no attempt at an
// activity begins. What runs goes on. Starts and signals are accepted, and timers fire into the inboxes of their runs.
//
// A worker that has a run of the queue finishes the task it is at. The activities that it asks for wait. Where the
// worker is this process that counts at once, elsewhere within about a second. The queue need not be
// declared. To pause a paused queue changes nothing: the first reason stands.
//
// Errors: [ErrNoReason], [ErrInvalidID], and those of the store. After one that leaves open whether it has taken effect, call it again.
func PauseQueue(ctx context.Context, c Client, name string, by By) error {
	return wrap(changeQueue(ctx, c, "pause queue", &store.ChangeQueue{Queue: name, Do: store.PauseQueue}, by), "pause queue %q", name)
}

// ResumeQueue has the work of a paused queue go on, and of one that cools down, or of which partitions do. To resume another one changes nothing. Errors: those of [PauseQueue].
func ResumeQueue(ctx context.Context, c Client, name string, by By) error {
	return wrap(changeQueue(ctx, c, "resume queue", &store.ChangeQueue{Queue: name, Do: store.ResumeQueue}, by), "resume queue %q", name)
}

// SetQueue overrules what workers declare of a queue, in all of them, until [ClearQueue]. A Global of zero lifts the limit; with a
// PerWorker of zero that of each worker counts. What runs goes on. Errors: those of [PauseQueue], and one for settings that
// [New] would refuse, or for a Revision.
func SetQueue(ctx context.Context, c Client, q Queue, by By) error {
	err := errors.Join(q.check("SetQueue")...)
	if err == nil && (q.Elsewhere || q.Revision > 0) {
		err = errors.New("reprise: SetQueue was given Elsewhere or Revision: these are for Config.Queues, and what is set stands above all declarations")
	}
	if err == nil {
		s := q.limits()
		s.PerWorker, s.CoolInitial, s.CoolMax = q.PerWorker, q.Cool.Initial, q.Cool.Max
		err = changeQueue(ctx, c, "set queue", &store.ChangeQueue{Queue: q.Name, Do: store.SetQueue, Settings: s}, by)
	}
	return wrap(err, "set queue %q", q.Name)
}

// ClearQueue has each worker's declaration of a queue count again. Where nothing was set it changes nothing. Errors: those of [PauseQueue].
func ClearQueue(ctx context.Context, c Client, name string, by By) error {
	return wrap(changeQueue(ctx, c, "clear queue", &store.ChangeQueue{Queue: name, Do: store.ClearQueue}, by), "clear queue %q", name)
}

func changeQueue(ctx context.Context, c Client, verb string, op *store.ChangeQueue, by By) error {
	rt, err := clientOf(ctx, c)
	if err = errors.Join(err, by.check()); err != nil {
		return err
	}
	if err := checkQueue(op.Queue); err != nil {
		return err
	}
	op.Namespace, op.Who, op.Why = rt.cfg.Namespace, by.Who, by.Why
	return rt.through(ctx, &Request{Verb: verb, Name: op.Queue}, func(ctx context.Context) error {
		_, err := engine.ChangeQueue(ctx, rt.process, op)
		return err
	})
}

// Queues lists the queues of the namespace, in the order of their names: those that live workers serve, those of which
// something is known, and those in which something lies. Each number is counted up to 10,000, however much there is, and ReadyActivities up to 100,000 where there is a PerPartition; on SQLite that is
// for all queues together, in the order of claims, and a queue that stands behind others may say less then.
// A worker's own queue is left out.
func Queues(ctx context.Context, c Client) ([]QueueState, error) {
	rt, err := clientOf(ctx, c)
	if err != nil {
		return nil, wrap(err, "list queues")
	}
	all, err := asked(ctx, rt, &Request{Verb: "list queues"}, func(ctx context.Context) ([]QueueState, error) { return queueStates(ctx, rt) })
	return all, wrap(err, "list queues")
}

func queueStates(ctx context.Context, rt *Runtime) ([]QueueState, error) {
	known, err := rt.store.Queues(ctx, store.QueueQuery{Namespace: rt.cfg.Namespace, All: true, Load: true})
	if err != nil {
		return nil, err
	}
	now, err := rt.writer().storeTime(ctx)
	if err != nil {
		return nil, err
	}
	states := map[string]*QueueState{}
	of := func(name string) *QueueState {
		if states[name] == nil {
			states[name] = &QueueState{Name: name}
		}
		return states[name]
	}
	for _, q := range known {
		s, l := of(q.Name), q.Load
		s.Paused = noteOf(q.Paused)
		if now.Before(q.CoolUntil) {
			s.CoolingUntil = q.CoolUntil
		}
		if o := q.Overruled; o != nil {
			s.Set, s.Overruled = queueOf(q.Name, o.QueueSettings, 0), noteOf(&o.QueueNote)
		}
		if q.Declared != (store.QueueSettings{}) || q.Revision > 0 {
			s.Declared = queueOf(q.Name, q.Declared, q.Revision)
		}
		for _, share := range q.Shares {
			if s.Shares == nil {
				s.Shares = map[string]int{}
			}
			s.Shares[share.Worker.String()] = share.N
		}
		counts := q.Settings()
		s.AtLimit = !s.CoolingUntil.IsZero() || counts.Concurrency > 0 && l.Running >= counts.Concurrency || counts.Rate.UsedUp(q.TAT, now)
		s.Held = l.Held
		for _, p := range q.Partitions {
			most := counts.PerPartition.Concurrency
			s.Partitions = append(s.Partitions, PartitionState{
				Key: p.Key, Ready: p.Ready, OldestReady: p.OldestReady, Running: p.Running, Full: most > 0 && p.Running >= most, Cooling: p.CoolUntil.After(now), NextAt: p.NextAt,
			})
		}
		if !l.OldestReady.IsZero() {
			s.Lag = max(0, now.Sub(l.OldestReady))
		}
		s.ReadyRuns, s.ReadyActivities, s.OldestReady, s.Running, s.Owned, s.Retrying = l.ReadyRuns, l.ReadyActivities, l.OldestReady, l.Running, l.Owned, l.Retrying
		s.Capped = l.Capped
	}
	workers, _ := engine.LiveWorkers(ctx, rt.store) // a store that cannot tell has none to show
	for _, w := range workers {
		if w.Serves.Namespace != rt.cfg.Namespace {
			continue
		}
		for _, name := range w.Serves.Queues {
			s := of(name)
			if w.Drain != nil {
				continue
			}
			s.Workers++
			slots := w.Slots
			if s.Set != nil && s.Set.PerWorker > 0 {
				slots = min(slots, s.Set.PerWorker)
			}
			s.Slots += slots
		}
	}
	for _, s := range states {
		if limit, _ := s.Limits(); limit.Concurrency > 0 {
			s.Slots = min(s.Slots, limit.Concurrency)
		}
	}
	var all []QueueState
	for _, name := range slices.Sorted(maps.Keys(states)) {
		if !store.IsOwnQueue(name) {
			all = append(all, *states[name])
		}
	}
	return all, nil
}

func noteOf(n *store.QueueNote) *Note {
	if n == nil {
		return nil
	}
	return &Note{By: By{Who: n.Who, Why: n.Why}, At: n.At}
}
