package engine

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/internal/balance"
	"github.com/reprise-run/reprise/internal/commit"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/recovery"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// engine is one incarnation of a process as a worker: one worker id, one lease. When the lease
// is lost, the process ends it and begins another. Its parts hold its state, each under a lock
// of its own.
//
// Lock order: run.mu, attempts, ownership, quarantine. stuck, slots, the work group and the
// pump may be called while a run's lock is held; attempt.mu is a leaf.
type engine struct {
	p      *Process
	cfg    Config
	log    *slog.Logger
	writes *commit.Group
	worker store.Worker
	clock  storeClock
	life

	own        intake
	activities activities
	slots      *slots
	queues     queueStates
	quarantine *quarantine
	share      sharing
	stuck      *stuck

	wake   *wakes
	pump   *timer.Pump[dueKey]
	timers timers
	vitals vitals

	keeper *recovery.Keeper
	upkeep upkeep
}

// life holds what the engine's goroutines depend on. Attempts run under attemptCtx, whose cause
// says why they must end. The loops run on after that, to renew the lease while the attempts
// return.
type life struct {
	attemptCtx  context.Context
	endAttempts context.CancelCauseFunc
	loopCtx     context.Context
	endLoops    context.CancelFunc
	loops       sync.WaitGroup // tick, runs, rows, pump, and the listener
	work        *workGroup     // tasks and attempts in progress, without abandoned ones
}

// dueKey names what the pump wakes the engine for.
type dueKey struct {
	why   dueWhy
	at    int64 // set for dueRuns, dueRows and dueCool, so that each time is kept
	alarm attempt.Alarm
}

type dueWhy uint8

const (
	dueFire     dueWhy = iota // a durable timer
	dueSchedule               // a schedule
	dueTick                   // something that the last tick reported becomes claimable
	dueCool                   // a queue has cooled down
	dueRuns                   // a run becomes claimable
	dueRows                   // an activity row becomes claimable
	dueAttempt                // a time limit of an attempt has passed
	dueTrial                  // a trial in quarantine has lasted long enough
	dueLookRuns               // a moment ago a look for runs found some
	dueLookRows               // likewise for activity rows
	dueYield                  // peers have had time to take what was left to them
	dueProbe                  // the tick asks whether the pump still fires
)

func newEngine(p *Process, worker store.Worker) *engine {
	cfg, clock := p.cfg, p.cfg.Clock
	e := &engine{
		p: p, cfg: cfg, log: p.log.With("worker_id", worker.ID), writes: p.writes, worker: worker,
		slots: newSlots(cfg.Slots, cfg.Queues, cfg.QueueSlots),
		wake:  newWakes(),
	}
	e.slots.drain(worker.Drain)
	e.clock.own = clock
	e.work = newWorkGroup()
	e.attemptCtx, e.endAttempts = context.WithCancelCause(context.Background())
	e.loopCtx, e.endLoops = context.WithCancel(context.Background())
	e.pump = timer.NewPump(clock, e.due)
	e.quarantine = &quarantine{
		now:   clock.Now,
		begun: func(over time.Time) { e.pump.Set(dueKey{why: dueTrial}, over) },
		freed: e.wake.claims,
	}
	e.stuck = newStuck(e.work, clock, cfg.StepTimeout, e.log)
	e.stuck.returned = e.wake.claims
	e.stuck.counted = func(now int) {
		told(cfg.Observer.GoroutinesAbandoned, func() GoroutinesAbandoned { return GoroutinesAbandoned{now} })
	}
	e.vitals.begin(clock)
	e.connect()
	e.keeper = recovery.NewKeeper(recovery.KeeperConfig{
		Store: p.store, Worker: worker, Clock: clock, Logger: e.log,
		Filter:  e.filterNow,
		Queues:  cfg.Queues,
		Load:    e.share.load,
		Awaited: p.waiters.awaited,
		Stuck:   e.stuckAt,
	})
	return e
}

// connect builds the parts that act on others. Each is told what it acts on, and none knows the
// engine.
func (e *engine) connect() {
	p, cfg, clock, writes := e.p, e.cfg, e.cfg.Clock, e.writes
	load := balance.New(cfg.slots(), cfg.Runs)
	e.queues = queueStates{cfg: &e.cfg, slots: e.slots, log: e.log, clock: &e.clock, worker: e.worker.ID, store: p.store, ctx: e.loopCtx, solo: solo{work: e.work, here: cfg.Hooks.Serial}, begins: func() bool {
		return !e.own.stopping() && !e.stuck.tooMany() && e.slots.drains() == nil
	}, change: func(o *store.ChangeQueue) (store.Outcome, error) {
		return ChangeQueue(e.loopCtx, e.p, o)
	}, opened: func() {
		wake(e.wake.lookRuns)
		wake(e.wake.lookRows)
	}, until: func(at time.Time) { e.pump.Set(dueKey{why: dueCool, at: at.UnixNano()}, e.clock.local(at)) }}
	e.own = intake{
		ownership: newOwnership(e.quarantine, newCache(cfg.Cache)),
		worker:    e.worker.ID, token: p.ids.Token, may: e.mayBegin, most: load.Runs, work: e.work, stuck: e.stuck,
		newRun: e.newRun, ready: func() { wake(e.wake.runs) }, paused: e.slots.paused,
		claimed: func(run store.Run, cached bool) {
			told(cfg.Observer.RunClaimed, func() RunClaimed {
				return RunClaimed{run.Workflow, run.WorkflowID, run.ID, run.Queue, cached, run.Deaths + run.QuarantineDeaths}
			})
		},
	}
	e.activities = activities{
		cfg: &e.cfg, worker: e.worker.ID, store: p.store, writes: writes, clock: &e.clock, log: e.log, work: e.work,
		queues: &e.queues, quarantine: e.quarantine, stuck: e.stuck, notices: &p.notices, own: &e.own, jitter: p.ids.jitter,
		valid: func() bool { return e.keeper.Valid() }, rowsAt: func(at time.Time) { e.wakeAt(dueRows, at) }, process: p, over: e.loopCtx.Done(), bytes: rowBytes{cfg.Sealer},
	}
	e.activities.Set = attempt.NewSet(attempt.Config{
		Host: &e.activities, Context: e.attemptCtx, Clock: clock, Now: e.clock.now, Codecs: cfg.Codecs, Encode: cfg.Sealer.EncodeEvent, Grace: cfg.Grace, Logger: e.log,
		Namespace: cfg.Namespace, Worker: e.worker.Serves.Own, Around: cfg.Around,
		Set:  func(alarm attempt.Alarm, at time.Time) { e.pump.Set(dueKey{why: dueAttempt, alarm: alarm}, at) },
		Drop: func(alarm attempt.Alarm) { e.pump.Drop(dueKey{why: dueAttempt, alarm: alarm}) },
		Join: e.work.join, Leave: e.work.leave, Start: e.work.start,
	})
	own, attempts, retain := e.own.ownership, e.activities.Set, passes(p, cfg.Retention)
	e.share = sharing{
		Balance: load, clock: clock, most: cfg.Runs, own: own, attempts: attempts, slots: e.slots, stuck: e.stuck,
		more:   func() { wake(e.wake.rows) },
		yields: func(until time.Time) { e.pump.Set(dueKey{why: dueYield}, until) },
	}
	e.timers = timers{
		namespace: cfg.Namespace, writes: writes, clock: &e.clock, log: e.log,
		firing: firing{set: func(at time.Time) { e.pump.Set(dueKey{why: dueFire}, at) }},
		elsewhere: func() {
			if e.share.Peers() > 0 {
				wake(e.wake.runs)
			}
		},
	}
	e.upkeep = upkeep{
		relay: relayer{
			again: again{work: e.work}, ctx: e.attemptCtx, clock: clock, namespace: cfg.Namespace, worker: e.worker.ID, store: p.store, writes: writes,
			sealer: cfg.Sealer, token: p.ids.Token, turn: cfg.Hooks.Relay, log: e.log, cancelled: func(ref store.Ref) { p.WakeDeadlock(e.attemptCtx, ref) },
		},
		forward: forwarder{
			again: again{work: e.work}, namespace: cfg.Namespace, writes: writes, log: e.log,
			delivered: func(f store.Forwarded) { p.forwarded(e.attemptCtx, f) },
		},
		reconcile: reconciler{
			store: p.store, worker: e.worker.ID, clock: clock, writes: writes, solo: solo{work: e.work, here: cfg.Hooks.Serial}, log: e.log,
			own: own, attempts: attempts, ready: e.wake.claims,
		},
		retain: retainer{
			off: !cfg.Retention.Removes(), clock: clock, log: e.log, solo: solo{work: e.work},
			removed: func(runs int) {
				told(cfg.Observer.RunsRemoved, func() RunsRemoved { return RunsRemoved{runs} })
			},
			remove: func() (runs int, err error) {
				if runs, err = retain(e.attemptCtx, 0); e.attemptCtx.Err() != nil {
					err = nil // the worker is stopping
				}
				return runs, err
			},
		},
		schedule: scheduler{
			solo: solo{work: e.work}, ctx: e.attemptCtx, namespace: cfg.Namespace, workflows: slices.Sorted(maps.Keys(cfg.Workflows)), build: cfg.Build,
			store: p.store, writes: writes, sealer: cfg.Sealer, ids: p.ids, clock: &e.clock, log: e.log,
			set:     func(at time.Time) { e.pump.Set(dueKey{why: dueSchedule}, at) },
			started: func() { wake(e.wake.runs) }, cancelled: func(ref store.Ref) { p.WakeDeadlock(e.attemptCtx, ref) },
			skipped: cfg.Observer.ScheduleSkipped,
		},
		expire: expirer{solo{work: e.work}, e.attemptCtx, p.store, cfg.Namespace, e.log},
		rescue: recoverer{
			log: e.log, solo: solo{work: e.work, here: cfg.Hooks.Serial}, recovered: e.tookOver,
			poller: recovery.NewPoller(recovery.PollerConfig{
				Store: p.store, Worker: e.worker.ID, TTL: e.worker.TTL, Clock: clock, Logger: e.log,
			}),
		},
	}
}

// upkeep is the work that a tick may find.
type upkeep struct {
	forward   forwarder
	relay     relayer
	reconcile reconciler
	retain    retainer
	expire    expirer
	schedule  scheduler
	rescue    recoverer
}

// tookOver reports rows that dead workers left, which are free now.
func (e *engine) tookOver(rows int) {
	e.p.counted.recovered.Add(int64(rows))
	told(e.cfg.Observer.WorkRecovered, func() WorkRecovered { return WorkRecovered{rows} })
	wake(e.wake.tick) // only a tick knows which of them are in quarantine, and those come first
}

// filterNow is what this worker can take now.
func (e *engine) filterNow() store.Filter {
	f := e.worker.Serves
	f.Queues, f.Full = e.slots.open(), e.slots.fullQueues()
	return f
}

// join registers the worker with the store and takes its lease.
func (e *engine) join(ctx context.Context) error {
	if err := e.p.store.Join(ctx, e.worker); err != nil {
		return err
	}
	asked := e.cfg.Clock.Now()
	now, err := e.p.store.Now(ctx)
	if err != nil {
		return errors.Join(err, e.leave(context.WithoutCancel(ctx)))
	}
	e.clock.learn(asked, now)
	// Nothing may begin before the lease is known to be held.
	if err := e.queues.declare(ctx); err != nil {
		return errors.Join(err, e.leave(context.WithoutCancel(ctx)))
	}
	turn := e.queues.ask()
	ticked, err := e.keeper.Once(ctx)
	if err == nil && ticked.QueuesUnknown { // nor before the paused queues are known
		ticked.Queues, err = e.p.store.Queues(ctx, store.QueueQuery{Namespace: e.cfg.Namespace, Names: e.cfg.Queues})
		ticked.QueuesUnknown = err != nil
	}
	if err != nil {
		return errors.Join(err, e.leave(context.WithoutCancel(ctx)))
	}
	e.queues.learnFrom(turn, &ticked)
	e.queues.share(ctx, e.queues.toShare(ticked.Now))
	return nil
}

// begin starts the loops.
func (e *engine) begin() {
	runs, rows := e.claimLoops()
	e.loops.Go(func() { e.tickLoop(e.loopCtx) })
	e.loops.Go(func() { runs.run(e.loopCtx) })
	e.loops.Go(func() { rows.run(e.loopCtx) })
	e.loops.Go(func() { _ = e.pump.Run(e.loopCtx) }) // its only error is that of its context
	if waker := e.p.wakeups.Listener(); waker != nil {
		e.loops.Go(func() { e.listener().listen(e.loopCtx, waker) })
	}
}

// claimLoops are the loops that claim runs and activity rows.
func (e *engine) claimLoops() (runs, rows claimLoop) {
	claims := func(loop *atomic.Int64) *claimer {
		return &claimer{
			worker: e.worker, writes: patient{e.writes, &e.vitals, loop}, token: e.p.ids.Token, clock: e.cfg.Clock, log: e.log, may: e.mayClaim,
			own: e.own.ownership, begin: e.own.own, slots: e.slots, quarantine: e.quarantine, share: &e.share, rows: &e.activities, after: make(map[string]string),
		}
	}
	ofRuns, ofRows := claims(&e.vitals.runs), claims(&e.vitals.rows)
	again := func(why dueWhy) func(time.Duration) {
		return func(wait time.Duration) { e.pump.Set(dueKey{why: why}, e.cfg.Clock.Now().Add(wait)) }
	}
	pace := func(what string) func(bool) time.Duration {
		return pacer(func() float64 { return e.p.ids.jitter(what) })
	}
	runs = claimLoop{
		ready: e.wake.runs, look: e.wake.lookRuns, probe: e.vitals.probeRuns, alive: func() { e.vitals.sign(&e.vitals.runs) },
		claim: ofRuns.claimReady, pace: pace("look for runs"), again: again(dueLookRuns),
	}
	rows = claimLoop{
		ready: e.wake.rows, look: e.wake.lookRows, probe: e.vitals.probeRows, alive: func() { e.vitals.sign(&e.vitals.rows) },
		claim: func() (int, bool) { return ofRows.claimRows(false) }, pace: pace("look for rows"), again: again(dueLookRows),
		after: func() {
			ofRows.endOverdue()
			ofRows.endGone()
		},
	}
	return runs, rows
}

// listener returns the part that hears what other processes report.
func (e *engine) listener() listener {
	return listener{
		namespace: e.cfg.Namespace, worker: e.worker.ID, clock: e.cfg.Clock, log: e.log, wake: e.wake,
		before: e.share.Before,
		news:   e.own.news,
		closed: func(id store.RunID) { e.p.waiters.closed(id, nil) },
	}
}

// leave releases what the store says this worker owns.
func (e *engine) leave(ctx context.Context) error {
	bounded, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return e.p.store.Leave(bounded, e.worker.ID)
}

// mayClaim reports whether this worker should take on any work. Without a valid lease it could
// begin none of it.
func (e *engine) mayClaim() bool {
	return !e.own.stopping() && !e.stuck.tooMany() && e.keeper.Valid()
}

// mayBegin is mayClaim for work outside quarantine.
func (e *engine) mayBegin() bool { return e.mayClaim() && !e.quarantine.alone() }

// wakeAt schedules a look for what becomes ready then; why is dueRuns or dueRows.
func (e *engine) wakeAt(why dueWhy, at time.Time) {
	if !at.After(e.cfg.Clock.Now()) {
		e.due([]dueKey{{why: why}})
		return
	}
	e.pump.Set(dueKey{why: why, at: at.UnixNano()}, at)
}
