package reprise

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/recovery"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// engine is one incarnation of a started Runtime: one worker id, one lease. When
// the lease is lost the Runtime ends it and begins another.
//
// Lock order: run.mu before engine.mu; attempt.mu is a leaf.
type engine struct {
	rt     *Runtime
	cfg    Config
	log    *slog.Logger
	store  store.Store
	writes *committer
	worker store.Worker
	keeper *recovery.Keeper
	poller *recovery.Poller
	unheld store.Owned // of the last comparison; the tick loop's own
	pump   *timer.Pump[dueKey]
	filter store.Filter

	// Attempts run under attemptCtx; its cause says why they must end. The loops go
	// on after that, to renew the lease while the attempts return.
	attemptCtx  context.Context
	endAttempts context.CancelCauseFunc
	loopCtx     context.Context
	endLoops    context.CancelFunc

	loops sync.WaitGroup // dispatch, rows, tick, pump
	work  *crew          // tasks and attempts in progress; abandoned ones have left

	wakeRuns chan struct{} // capacity 1: a hint is kept, not counted
	wakeRows chan struct{}
	wakeTick chan struct{}
	lookRuns chan struct{} // the same, when it is not known whether there is anything
	lookRows chan struct{}
	vitals   vitals
	requests forwarding

	retained  time.Time   // when was looked for what ended long ago; the tick loop's own
	retaining atomic.Bool // it is being removed

	offset atomic.Int64 // store clock minus own clock, in nanoseconds

	mu           sync.Mutex
	runs         map[store.RunID]*run           // owned by this worker
	openings     map[store.RunID]*run           // will be, if their starts are applied
	names        map[string]store.RunID         // of the runs, by workflow id
	asked        map[store.RunID]int            // may be, by so many deliveries
	adrift       map[*run]struct{}              // never were; a goroutine may be inside of their code
	expectedLong map[store.RunID]struct{}       // the same, since the round before
	expected     map[store.RunID]struct{}       // have news and are not attached yet
	rows         map[store.ActivityKey]*attempt // activity rows running here
	ending       map[store.ActivityKey]int      // attempts at rows whose end is on its way to the store
	attempts     map[*attempt]struct{}          // every attempt running here
	cache        *cache
	stuck        map[store.RunID]still // runs a goroutine given up on is still inside of
	letDown      sparse                // transactional attempts that the store did not take
	foreign      map[string]bool       // activities asked for that this worker cannot run: said once
	free         int                   // activity slots
	abandoned    int                   // goroutines given up on
	stopping     bool                  // nothing new is claimed or begun
	claiming     int                   // runs that a claim under way may bring
	waking       int                   // the same, of timers
	moreRuns     bool                  // the last claim was full
	moreRows     bool
	rooms        map[string]*room  // of queues with a limit
	first        int               // of the lines, by the next claim
	peers        []store.Peer      // as of the last tick
	told         store.Load        // what they were last told, not counting renewals
	saying       store.Load        // the same, once the tick that is under way has succeeded
	surplus      int               // runs that should leave until the next tick
	yields       time.Time         // until then rows are left to peers
	plenty       bool              // rows waited for everybody at the last tick, and no claim since has found fewer than it could take
	fair         int               // how much this worker holds before it leaves rows to peers; 0: any
	passed       bool              // the last tick saw rows that were left to them
	suspects     bool              // the store has more suspects than the one in the lane
	lane         store.RunID       // the suspect this worker tries, if any
	laneRow      store.ActivityKey // the same, for an activity
	trialEnds    time.Time         // until then it is tried alone
	nextFire     time.Time         // when the pump fires durable timers next; zero: not set
	firing       bool
	fireAgain    bool          // a timer came due while others were being fired
	passedOver   time.Duration // how long to wait for a due timer that the store does not fire
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
	dueTrial                   // a suspect has been tried alone for long enough
	dueLookRuns                // looking for runs found some a moment ago
	dueLookRows                // the same for activity rows
	dueYield                   // what was left to peers had its time
	dueProbe                   // the tick asks whether the pump still fires
)

func newEngine(rt *Runtime, worker store.Worker) *engine {
	e := &engine{
		rt: rt, cfg: rt.cfg, log: rt.log.With("worker", short(worker.ID)), store: rt.store, writes: rt.writes,
		worker: worker, work: newCrew(),
		wakeRuns: make(chan struct{}, 1), wakeRows: make(chan struct{}, 1), wakeTick: make(chan struct{}, 1),
		lookRuns: make(chan struct{}, 1), lookRows: make(chan struct{}, 1),
		runs: map[store.RunID]*run{}, openings: map[store.RunID]*run{}, names: map[string]store.RunID{}, asked: map[store.RunID]int{}, adrift: map[*run]struct{}{}, expected: map[store.RunID]struct{}{}, rows: map[store.ActivityKey]*attempt{}, ending: map[store.ActivityKey]int{}, attempts: map[*attempt]struct{}{},
		stuck: map[store.RunID]still{}, foreign: map[string]bool{},
		free:   rt.cfg.Activities,
		rooms:  makeRooms(rt.cfg.QueueActivities),
		filter: rt.filter(worker),
	}
	e.attemptCtx, e.endAttempts = context.WithCancelCause(context.Background())
	e.loopCtx, e.endLoops = context.WithCancel(context.Background())
	e.cache = newCache(rt.cfg.CacheBytes, rt.cfg.CacheCoroutines)
	e.pump = timer.NewPump(rt.cfg.Clock, e.due)
	e.vitals.begin(rt.cfg.Clock.Now())
	e.keeper = recovery.NewKeeper(recovery.KeeperConfig{
		Store: rt.store, Worker: worker, Clock: rt.cfg.Clock, Logger: e.log,
		Filter:   e.filterNow,
		Load:     e.load,
		Awaited:  rt.waiters.awaited,
		Progress: e.makesProgress,
	})
	e.poller = recovery.NewPoller(recovery.PollerConfig{
		Store: rt.store, Worker: worker.ID, TTL: worker.TTL, Clock: rt.cfg.Clock,
	})
	return e
}

// filterNow is what can be taken just now.
func (e *engine) filterNow() store.Filter {
	f := e.filter
	f.Full = e.fullQueues()
	return f
}

// join makes the worker known to the store and takes its lease.
func (e *engine) join(ctx context.Context) error {
	if err := e.store.Join(ctx, e.worker); err != nil {
		return err
	}
	asked := e.cfg.Clock.Now()
	now, err := e.store.Now(ctx)
	if err != nil {
		return errors.Join(err, e.leave(context.WithoutCancel(ctx)))
	}
	e.setOffset(asked, now)
	// Nothing may begin before the lease is known to be held.
	if _, err := e.keeper.Once(ctx); err != nil {
		return errors.Join(err, e.leave(context.WithoutCancel(ctx)))
	}
	return nil
}

// begin starts the loops.
func (e *engine) begin() {
	e.loops.Go(func() { e.tickLoop(e.loopCtx) })
	e.loops.Go(func() { e.runLoop(e.loopCtx) })
	e.loops.Go(func() { e.rowLoop(e.loopCtx) })
	e.loops.Go(func() { e.pumpLoop(e.loopCtx) })
	e.loops.Go(func() { e.hintLoop(e.loopCtx) })
}

// now is the engine's estimate of the store's time, in the store's resolution.
func (e *engine) now() time.Time {
	return e.cfg.Clock.Now().Add(time.Duration(e.offset.Load())).UTC().Truncate(time.Microsecond)
}

// local turns a time of the store's clock into one of this process.
func (e *engine) local(t time.Time) time.Time {
	return t.Add(-time.Duration(e.offset.Load()))
}

// setOffset takes in that the store's clock showed storeNow at some time since asked.
// The offset moves no further than that proves: a slow answer must not set the
// estimate of the store's time back.
func (e *engine) setOffset(asked, storeNow time.Time) {
	least, most := storeNow.Sub(e.cfg.Clock.Now()), storeNow.Sub(asked)
	e.offset.Store(max(int64(least), min(e.offset.Load(), int64(most))))
}

func hint(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// hinted takes a hint that is there, and reports whether one was.
func hinted(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func short(id store.WorkerID) string { return id.String()[:8] }

func shorts(ids []store.WorkerID) (texts []string) {
	for _, id := range ids {
		texts = append(texts, short(id))
	}
	return texts
}
