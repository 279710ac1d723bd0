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

// Queue is a named queue of runs and activities. [Config.Queues] declares the queues that a Runtime knows.
type Queue struct {
	Name string
	// PerWorker is how many activities of the queue run at once in one process, within the limit of
	// Config.Activities. A full queue does not hold up the others. Zero: only that limit. If all queues of a
	// worker have a PerWorker, their sum is the worker's number of slots when work is balanced between workers.
	PerWorker int
	// Cool sets how long the queue cools down when one of its activities ends with activity.Throttled without a time.
	Cool Cool
	// Global limits the queue across all workers. Its activities then always have rows, which costs about four times as much
	// as an activity that begins at once.
	Global Limit
	// PerPartition limits each partition of the queue across all workers. A partition is the activities with one key, set by
	// [Partition] or workflow.Partition; activities without a key have no such limit. A Concurrency of 1 is a lock: one activity
	// after the other, first in, first out.
	PerPartition Limit
	// Revision numbers this declaration of Global and PerPartition. If workers declare a queue differently, the highest revision
	// counts. Raise it whenever you change one of them. Zero: the first declaration ever made counts.
	Revision int
	// Elsewhere declares a queue that other workers serve and this one does not.
	Elsewhere bool
}

// Cool sets for how long no activity of a queue begins after one was throttled: Initial at first, then twice as long each
// time, up to Max. After Max without throttling it starts again at Initial.
type Cool struct {
	Initial time.Duration // Zero: a second, or Max if that is shorter.
	Max     time.Duration // Zero: fifteen minutes, or Initial if that is longer.
}

// Limit bounds the activities of a queue. The zero value is no limit.
type Limit struct {
	// Concurrency is how many attempts run at once. A stalled worker may still be inside attempts that others took over
	// after its lease and Config.Grace; those are not counted. Zero: no limit.
	Concurrency int
	// Rate is how many attempts begin in a given time, by the database's clock, including retries. Zero: no limit.
	Rate Rate
}

// Rate allows N attempts in each Per. It is a token bucket: one token arrives every Per/N, up to Burst are kept, and each attempt
// that begins takes one. Workers draw tokens once a second, so one second's tokens may be used at once, whatever Burst is. After
// the queue has cooled down, its rate begins at a tenth and doubles each second until it is back to normal.
type Rate struct {
	N     int
	Per   time.Duration
	Burst int // zero: N
}

// UnknownQueueError says that a call, or the policy of a bound activity, names a queue that the Runtime does not declare.
// A Runtime with empty Config.Queues accepts every queue.
type UnknownQueueError struct {
	Name  string
	Known []string // sorted
}

func (e *UnknownQueueError) Error() string {
	return fmt.Sprintf("reprise: this Runtime does not declare queue %q, only %s: correct the name, or add it to Config.Queues, with Elsewhere if other workers serve it",
		e.Name, strings.Join(e.Known, ", "))
}

// checkQueues checks the queues, and reports everything that is wrong.
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

// check reports what is wrong with the declaration of a queue.
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
			errs = append(errs, fmt.Errorf("reprise: %s: %s.Concurrency of %q is %d: use zero for no limit, or PauseQueue to stop the queue", where, l.name, q.Name, l.Concurrency))
		}
		if err := store.Rate(l.Rate).Check(); err != nil {
			errs = append(errs, fmt.Errorf("reprise: %s: %s.Rate of %q %w", where, l.name, q.Name, err))
		}
	}
	if q.Revision < 0 {
		errs = append(errs, fmt.Errorf("reprise: %s: Revision of %q is %d: use zero or more", where, q.Name, q.Revision))
	}
	if q.Elsewhere && q.PerWorker > 0 {
		errs = append(errs, fmt.Errorf("reprise: %s: %q has PerWorker and Elsewhere, with which this worker takes nothing from it: leave out one of them", where, q.Name))
	}
	if q.Cool.Initial < 0 || q.Cool.Max < 0 || q.Cool.Max > 0 && q.Cool.Initial > q.Cool.Max {
		errs = append(errs, fmt.Errorf("reprise: %s: Cool of %q is %v to %v: use zero for the default, or an Initial that is at most Max", where, q.Name, q.Cool.Initial, q.Cool.Max))
	}
	return errs
}

// cools returns the cool-down times of the queues that declare any.
func (c *Config) cools() map[string]engine.CoolTimes {
	all := map[string]engine.CoolTimes{}
	for _, q := range c.Queues {
		if q.Cool != (Cool{}) {
			all[q.Name] = engine.CoolTimes(q.Cool)
		}
	}
	return all
}

// served returns the queues that a worker of c serves, and how many activities of each may run at once there.
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

// declared returns the declarations that all workers share.
func (c *Config) declared() (all []engine.DeclaredQueue) {
	for _, q := range c.Queues {
		if q.Global != (Limit{}) || q.PerPartition != (Limit{}) || q.Revision > 0 {
			all = append(all, engine.DeclaredQueue{Name: q.Name, Settings: q.limits(), Revision: q.Revision})
		}
	}
	return all
}

// limits returns the limits across all workers.
func (q *Queue) limits() store.QueueSettings {
	return store.QueueSettings{
		Concurrency: q.Global.Concurrency, Rate: store.Rate(q.Global.Rate),
		PerPartition: store.Limit{Concurrency: q.PerPartition.Concurrency, Rate: store.Rate(q.PerPartition.Rate)},
	}
}

// queueOf converts a queue for users.
func queueOf(name string, s store.QueueSettings, revision int) *Queue {
	return &Queue{Name: name, PerWorker: s.PerWorker, Cool: Cool{s.CoolInitial, s.CoolMax}, Global: Limit{s.Concurrency, Rate(s.Rate)}, PerPartition: Limit{s.PerPartition.Concurrency, Rate(s.PerPartition.Rate)}, Revision: revision}
}

// knows refuses a queue that is not declared, if any are.
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
			errs = append(errs, wrap(err, "the policy of activity %q", name))
		}
	}
	return errs
}

// Note records who did something to a queue or a schedule, why, and when. If a failed run paused its
// schedule, Who is "reprise".
type Note struct {
	By
	At time.Time
}

// QueueState is the state of a queue and its load. An activity that begins without waiting has no row and is not counted; its run
// counts as Owned.
type QueueState struct {
	Name string
	// Paused tells who paused the queue; nil: it is not paused.
	Paused *Note
	// CoolingUntil is when the queue's cool-down ends; until then none of its activities begins. Zero: no cool-down.
	CoolingUntil time.Time
	// Declared is what workers declare about the queue for all workers; nil: nothing.
	Declared *Queue
	// Set holds the settings of [SetQueue], and Overruled tells who made them; nil: the
	// declaration counts.
	Set       *Queue
	Overruled *Note
	// Shares maps workers' ids to how many activities each may run at once, if there is a Global.Concurrency.
	Shares map[string]int
	// AtLimit says that more workers would not help the queue's activities: Global.Concurrency or Global.Rate is used up, or the
	// queue cools down.
	AtLimit bool
	// Partitions are the partitions with the most ready activities, at most ten, if there is a PerPartition. They and Held count
	// only the first 100,000 ready activities.
	Partitions []PartitionState

	ReadyRuns       int           // that any worker could continue now
	ReadyActivities int           // that any worker could begin now
	OldestReady     time.Time     // since when the oldest ready run or activity that is not Held has been ready; zero: there is none
	Lag             time.Duration // how long it had been ready when the store was asked, by the store's clock
	Held            int           // of ReadyActivities, those that only the limits of their partitions hold back
	Running         int           // running activities that have a row
	Owned           int           // runs that a worker owns
	Retrying        int           // activities that wait for a retry
	Capped          bool          // one of these numbers may be too low: counting stops at 10,000
	Workers         int           // live workers that serve the queue and do not drain
	Slots           int           // of these workers for this queue; their other queues may take them, too
}

// Ready is how many runs and activities workers with free slots could begin now. It excludes Held.
func (s *QueueState) Ready() int { return s.ReadyRuns + s.ReadyActivities - s.Held }

// PartitionState is the load of one partition of a queue.
type PartitionState struct {
	Key         string
	Ready       int       // activities that are ready except for the partition's limits
	OldestReady time.Time // since when the oldest of them has been ready
	Running     int       // running now; only if there is a limit on that
	Full        bool      // it runs as many as it may
	Cooling     bool      // one of its activities was throttled
	NextAt      time.Time // when its cool-down ends or its rate has a token again; zero: neither holds it up
}

// Limits returns the limits across all workers that are in force, of the queue and of each partition.
func (s *QueueState) Limits() (global, perPartition Limit) {
	switch {
	case s.Set != nil:
		return s.Set.Global, s.Set.PerPartition
	case s.Declared != nil:
		return s.Declared.Global, s.Declared.PerPartition
	}
	return Limit{}, Limit{}
}

// Partition sets the partition key of the run's activities, unless [workflow.Partition] sets another, or of a job's activity. A
// queue with [Queue.PerPartition] has limits for each key: a tenant, a host, an account. Other queues ignore it. The key has at
// most 500 bytes. The run's children inherit it.
func Partition(key string) StartOption { return func(o *startOptions) { o.place.Partition = key } }

// checkPartition refuses a key that no store accepts.
func checkPartition(key string) error {
	if key == "" {
		return nil
	}
	if len(key) > history.MaxPartition {
		return fmt.Errorf("%w: the key of Partition has %d bytes; at most %d are allowed", ErrInvalidID, len(key), history.MaxPartition)
	}
	return checkName("Partition", key)
}

// PauseQueue pauses a queue until [ResumeQueue]: no worker claims or begins a run of it, and no attempt at an activity begins.
// Whatever runs continues. Starts and signals are accepted, and timers fire into the inboxes of their runs.
//
// A worker that owns a run of the queue finishes its current task; the activities that the task schedules wait.
// The pause takes effect at once in this process, and within about a second in others. The queue need not be
// declared. Pausing a paused queue changes nothing: the first reason is kept.
//
// Errors: [ErrNoReason], [ErrInvalidID], and those of the store. If the store's answer is lost, the call asks again; if
// ctx ends before it has an answer, the error is [ErrUnknownOutcome]: call it again.
func PauseQueue(ctx context.Context, c Client, name string, by By) error {
	return wrap(changeQueue(ctx, c, "pause queue", &store.ChangeQueue{Queue: name, Do: store.PauseQueue}, by), "pause queue %q", name)
}

// ResumeQueue resumes a paused queue, and ends the cool-downs of the queue and its partitions. On any other queue it changes
// nothing. The database keeps no record of a resume; the log of this Runtime has who and why. Errors: those of [PauseQueue].
func ResumeQueue(ctx context.Context, c Client, name string, by By) error {
	return wrap(changeQueue(ctx, c, "resume queue", &store.ChangeQueue{Queue: name, Do: store.ResumeQueue}, by), "resume queue %q", name)
}

// SetQueue overrides, in all workers, what workers declare about a queue, until [ClearQueue]. A zero Global lifts the limit; a
// zero PerWorker keeps each worker's own. Whatever runs continues. Errors: those of [PauseQueue], and one for settings that [New]
// would refuse, or for a Revision.
func SetQueue(ctx context.Context, c Client, q Queue, by By) error {
	err := errors.Join(q.check("SetQueue")...)
	if err == nil && (q.Elsewhere || q.Revision > 0) {
		err = errors.New("reprise: SetQueue takes neither Elsewhere nor Revision: they are for Config.Queues, and SetQueue overrides every declaration")
	}
	if err == nil {
		s := q.limits()
		s.PerWorker, s.CoolInitial, s.CoolMax = q.PerWorker, q.Cool.Initial, q.Cool.Max
		err = changeQueue(ctx, c, "set queue", &store.ChangeQueue{Queue: q.Name, Do: store.SetQueue, Settings: s}, by)
	}
	return wrap(err, "set queue %q", q.Name)
}

// ClearQueue removes the settings of [SetQueue], so that each worker's declaration counts again. If nothing was set it changes
// nothing. Errors: those of [PauseQueue].
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

// Queues lists the queues of the namespace by name: those that live workers serve, those with settings, a pause or a
// cool-down, and those that hold work. A worker's own queue is left out. Each number is counted up to 10,000, and ReadyActivities
// up to 100,000 if there is a PerPartition. SQLite also reads no more than 100,000 rows of all queues together for each number, in
// the order of claims, so the numbers of a queue late in that order may be too low, or zero.
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
