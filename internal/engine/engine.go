package engine

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/reprise-run/reprise/internal/balance"
	"github.com/reprise-run/reprise/internal/commit"
	"github.com/reprise-run/reprise/recovery"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// engine is one incarnation of a process as a worker: one worker id, one lease. When
// the lease is lost the process ends it and begins another. What it holds is kept by its
// parts, each under a lock of its own.
//
// Lock order: run.mu, attempts, ownership, quarantine. A run's lock may be held where stuck,
// slots, the work group or the pump are asked; attempt.mu is a leaf.
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

// life is what an engine's goroutines live by. Attempts run under attemptCtx; its cause says
// why they must end. The loops go on after that, to renew the lease while the attempts return.
type life struct {
	attemptCtx  context.Context
	endAttempts context.CancelCauseFunc
	loopCtx     context.Context
	endLoops    context.CancelFunc
	loops       sync.WaitGroup // tick, runs, rows, pump, and the listener to other processes
	work        *workGroup     // tasks and attempts in progress; abandoned ones have left
}

// dueKey names what the pump wakes the engine for.
type dueKey struct {
	why     dueWhy
	at      int64 // of dueRuns and dueRows, so that each time is kept
	attempt *attempt
}

type dueWhy uint8

const (
	dueFire      dueWhy = iota // a durable timer
	dueTick                    // something the last tick knew of becomes claimable
	dueRuns                    // a run becomes claimable
	dueRows                    // an activity row becomes claimable
	dueTimeout                 // an attempt's start-to-close or schedule-to-close
	dueHeartbeat               // an attempt's silence
	dueGrace                   // an attempt that ignores the end of its context
	dueTrial                   // what is in quarantine has been tried alone for long enough
	dueLookRuns                // looking for runs found some a moment ago
	dueLookRows                // the same for activity rows
	dueYield                   // what was left to peers had its time
	dueProbe                   // the tick asks whether the pump still fires
)

func newEngine(p *Process, worker store.Worker) *engine {
	clock, log := p.cfg.Clock, p.log.With("worker", short(worker.ID))
	e := &engine{
		p: p, cfg: p.cfg, log: log, writes: p.writes, worker: worker,
		slots: newSlots(p.cfg.Slots, p.cfg.Queues, p.cfg.QueueSlots),
		wake:  newWakes(),
	}
	e.clock.own = clock
	e.work = newWorkGroup()
	e.attemptCtx, e.endAttempts = context.WithCancelCause(context.Background())
	e.loopCtx, e.endLoops = context.WithCancel(context.Background())
	e.pump = timer.NewPump(clock, e.due)
	e.timers.firing.set = func(at time.Time) { e.pump.Set(dueKey{why: dueFire}, at) }
	e.quarantine = &quarantine{
		now:   clock.Now,
		begun: func(over time.Time) { e.pump.Set(dueKey{why: dueTrial}, over) },
		freed: e.wake.claims,
	}
	e.own = intake{newOwnership(e.quarantine, newCache(p.cfg.CacheBytes, p.cfg.CacheCoroutines)), e}
	e.activities = activities{newAttempts(e.quarantine), e}
	e.share = sharing{balance.New(p.cfg.slots(), p.cfg.Runs), e}
	e.timers.e = e
	e.stuck = newStuck(e.work, clock, p.cfg.StepTimeout, log)
	e.stuck.returned = e.wake.claims
	if f := p.cfg.Observer.Abandoned; f != nil {
		e.stuck.counted = f
	}
	e.vitals.begin(clock)
	e.keeper = recovery.NewKeeper(recovery.KeeperConfig{
		Store: p.store, Worker: worker, Clock: clock, Logger: log,
		Filter:   e.filterNow,
		Load:     e.share.load,
		Awaited:  p.waiters.awaited,
		Progress: e.makesProgress,
	})
	e.upkeep.e = e
	e.upkeep.poller = recovery.NewPoller(recovery.PollerConfig{
		Store: p.store, Worker: worker.ID, TTL: worker.TTL, Clock: clock, Logger: log,
	})
	return e
}

// filterNow is what can be taken just now.
func (e *engine) filterNow() store.Filter {
	f := e.worker.Serves
	f.Full = e.slots.fullQueues()
	return f
}

// join makes the worker known to the store and takes its lease.
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
	if _, err := e.keeper.Once(ctx); err != nil {
		return errors.Join(err, e.leave(context.WithoutCancel(ctx)))
	}
	return nil
}

// begin starts the loops.
func (e *engine) begin() {
	e.loops.Go(func() { e.tickLoop(e.loopCtx) })
	e.loops.Go(func() { claimer{e}.runLoop(e.loopCtx) })
	e.loops.Go(func() { claimer{e}.rowLoop(e.loopCtx) })
	e.loops.Go(func() { _ = e.pump.Run(e.loopCtx) }) // its only error is that of its context
	e.loops.Go(func() { listener{e}.listen(e.loopCtx) })
}

// leave gives back what the store says this worker owns.
func (e *engine) leave(ctx context.Context) error {
	bounded, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return e.p.store.Leave(bounded, e.worker.ID)
}

// mayClaim reports whether this worker should take anything on. Without a valid lease
// it could begin nothing of it.
func (e *engine) mayClaim() bool {
	return !e.own.stopping() && !e.stuck.tooMany() && e.keeper.Valid()
}

// mayBegin is mayClaim for what is not in quarantine.
func (e *engine) mayBegin() bool { return e.mayClaim() && !e.quarantine.alone() }

func short(id store.WorkerID) string { return id.String()[:8] }

func shorts(ids []store.WorkerID) (texts []string) {
	for _, id := range ids {
		texts = append(texts, short(id))
	}
	return texts
}
