package recovery

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// MinTTL is the shortest lease a [Keeper] accepts. A shorter one would be over before the store's
// answer arrives.
const MinTTL = 10 * time.Millisecond

// tickEvery is how often the keeper queries the store.
const tickEvery = time.Second

// KeeperConfig configures a [Keeper].
type KeeperConfig struct {
	// Store is queried on every tick.
	Store store.Store
	// Worker is this worker, as it joined the store. Its TTL is how long a renewal lasts.
	Worker store.Worker
	// Clock is the time of this process.
	Clock timer.Clock
	// Renew is the longest time between two renewals. Zero means a third of the TTL. It may be at
	// most half the TTL, so that one lost renewal never costs the lease.
	Renew time.Duration
	// Filter says what this worker can run now. Nil: nothing.
	Filter func() store.Filter
	// Queues are the queues whose state the keeper requests.
	Queues []string
	// Load says how busy this worker is, and whether its peers should learn that before the lease is
	// renewed. Nil: it holds nothing and has nothing free.
	Load func() (load store.Load, tell bool)
	// Awaited returns the open runs whose end somebody waits for here. Nil: none.
	Awaited func() []store.RunID
	// Stuck names the loop or the write that has not moved recently; empty if all move. The lease is renewed
	// only while they do: a process that cannot enforce a timeout must lose its runs. Nil: they always move.
	Stuck func() string
	// Logger logs when renewals fail, stop and resume. Its lines should name the worker. Nil:
	// nothing is logged.
	Logger *slog.Logger
}

// Validate reports what is wrong with the configuration. A [Keeper] made from an invalid one
// returns that error from each Once.
func (c KeeperConfig) Validate() error {
	switch {
	case c.Store == nil:
		return errors.New("recovery: KeeperConfig.Store is nil: set the store that the worker joined")
	case c.Clock == nil:
		return errors.New("recovery: KeeperConfig.Clock is nil: set timer.System()")
	case c.Worker.ID == store.WorkerID{}:
		return errors.New("recovery: KeeperConfig.Worker has no ID: set the id the worker joined with")
	case c.Worker.TTL < MinTTL:
		return fmt.Errorf("recovery: a lease of %v is too short: use at least %v", c.Worker.TTL, MinTTL)
	case c.Renew < 0 || c.Renew > c.Worker.TTL/2:
		return fmt.Errorf("recovery: a lease of %v cannot be renewed every %v: renew it at least twice before it ends", c.Worker.TTL, c.Renew)
	}
	return nil
}

// Keeper renews the lease of one worker and makes all periodic requests of the store. Valid and
// Lost are safe for concurrent use; Once, Took and Next belong to one goroutine.
type Keeper struct {
	cfg    KeeperConfig
	bad    error
	now    watch
	tick   time.Duration // between two calls of Once
	renew  time.Duration
	margin time.Duration
	log    *slog.Logger

	overdue  bool          // a renewal was due and did not happen
	withheld bool          // because there is no progress
	locked   bool          // because another transaction locks the worker's row
	failures int           // ticks that failed in a row
	took     time.Duration // by the last successful tick
	swept    instant       // when the last query for owners without a row was sent
	sweeps   bool          // there was one

	mu    sync.Mutex
	lease instant // when the last successful renewal was sent
	held  bool    // lease is set
	lost  bool
}

// NewKeeper makes a keeper for a worker that has joined the store. It holds no lease until its
// first Once.
func NewKeeper(cfg KeeperConfig) *Keeper {
	k := &Keeper{cfg: cfg, bad: cfg.Validate(), log: cfg.Logger}
	if k.bad != nil {
		return k
	}
	if k.log == nil {
		k.log = slog.New(slog.DiscardHandler)
	}
	k.renew = cfg.Renew
	if k.renew == 0 {
		k.renew = cfg.Worker.TTL / 3
	}
	k.now = newWatch(cfg.Clock)
	k.tick = min(tickEvery, k.renew)
	// The margin covers the time between a check of Valid and the start of the side effect, and the
	// drift of two clocks over one lease.
	k.margin = cfg.Worker.TTL / 10
	return k
}

// Once makes one tick of the store. The tick also renews the lease if the next one could be too
// late. After an error the tick did not happen; the lease still runs, and the next Once tries
// again. [Keeper.Lost] returns what the store says about this worker.
func (k *Keeper) Once(ctx context.Context) (ticked store.Ticked, err error) {
	if k.bad != nil {
		return store.Ticked{}, k.bad
	}
	// The loop that keeps a lease must not end silently because a callback panics; the lease then
	// expires, as it should.
	defer func() {
		if v := recover(); v != nil {
			k.overdue = true
			err = fmt.Errorf("recovery: the tick panicked: %v\n%s", v, debug.Stack())
		}
		if ctx.Err() == nil {
			k.report(err)
		}
	}()

	q := store.Tick{Worker: k.cfg.Worker.ID, Queues: k.cfg.Queues}
	if k.cfg.Filter != nil {
		q.Filter = k.cfg.Filter()
	}
	if k.cfg.Load != nil {
		q.Load, q.Tell = k.cfg.Load()
	}
	if k.cfg.Awaited != nil {
		q.Awaited = k.cfg.Awaited()
	}
	// Take the time before the request: the lease cannot be shorter than that says, however long the
	// answer takes.
	sent := k.now()
	due := k.due(sent)
	if due && k.progresses() {
		q.Renew = k.cfg.Worker.TTL
	}
	k.overdue = due
	// A worker that joins takes its lease with a tick, and uses nothing else of that tick.
	q.Sweep = k.joined() && (!k.sweeps || sent.mono-k.swept.mono >= sweepEvery)

	// A store that hangs must not hold up the next renewals too.
	bounded, cancel := context.WithTimeout(ctx, k.cfg.Worker.TTL/3)
	defer cancel()
	ticked, err = k.cfg.Store.Tick(bounded, q)
	if errors.Is(err, store.ErrOtherDatabase) {
		k.lose("the store is another database now: nothing this worker holds is valid there", err)
	}
	if err != nil {
		return store.Ticked{}, fmt.Errorf("recovery: tick: %w", err)
	}
	k.took = k.now().mono - sent.mono
	if q.Sweep {
		k.swept, k.sweeps = sent, true
	}
	k.reportLock(ticked.RowLocked)
	switch {
	case !ticked.Alive:
		k.lose("the store has declared this worker dead: other workers take its work", nil)
	case ticked.RowLocked != "":
		k.overdue = true
	case q.Renew > 0:
		k.overdue = false
		k.mu.Lock()
		k.lease, k.held = sent, true
		k.mu.Unlock()
	case k.odd(ticked):
		k.overdue = true
	}
	return ticked, nil
}

// Took returns how long the last successful tick took, from request to answer.
func (k *Keeper) Took() time.Duration { return k.took }

// Next returns how long to wait before the next Once. It is shorter while a renewal is overdue. A
// caller may wait less, not more.
func (k *Keeper) Next() time.Duration {
	if k.bad != nil {
		return tickEvery
	}
	if k.overdue {
		return min(k.tick, k.cfg.Worker.TTL/12)
	}
	return k.tick
}

// Valid reports whether this worker may start side effects: its last successful renewal is recent
// by the wall clock and by the monotonic clock, and the store has not said otherwise. It becomes
// false by itself if Once is no longer called.
func (k *Keeper) Valid() bool {
	if k.bad != nil {
		return false
	}
	now := k.now()
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.held && !k.lost && now.since(k.lease) < k.cfg.Worker.TTL-k.margin
}

// Left returns how long the lease lasts without another renewal; zero: it is over, or was not
// taken.
func (k *Keeper) Left() time.Duration {
	if k.bad != nil {
		return 0
	}
	now := k.now()
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.held || k.lost {
		return 0
	}
	return max(0, k.cfg.Worker.TTL-now.since(k.lease))
}

// joined reports whether the lease was ever taken.
func (k *Keeper) joined() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.held
}

// Lost reports whether the store said that this worker is dead or unknown, or that the database
// is not the one it joined ([store.ErrOtherDatabase]). That is final: to continue, a worker joins
// again under a new id, with a new keeper. Other errors, however many, do not make a worker lost.
func (k *Keeper) Lost() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.lost
}

// due reports whether the lease must be renewed now, because the next tick could be too late.
func (k *Keeper) due(now instant) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.lost {
		return false
	}
	return !k.held || k.overdue || now.since(k.lease)+k.tick+2*k.took > k.renew
}

// odd reports whether the stored lease is not what remains of the last renewal. Then the store's
// clock was set. A renewal at once corrects the lease, before another worker judges by it or
// waits for it.
func (k *Keeper) odd(t store.Ticked) bool {
	left := t.LeaseUntil.Sub(t.Now) // both by the store's clock
	return left < k.cfg.Worker.TTL-k.renew || left > k.cfg.Worker.TTL+k.margin
}

func (k *Keeper) progresses() bool {
	stuck := ""
	if k.cfg.Stuck != nil {
		stuck = k.cfg.Stuck()
	}
	moves := stuck == ""
	if !moves && !k.withheld {
		k.log.Warn("no progress: the lease of this worker is not renewed", "reason", stuck)
	}
	if moves && k.withheld {
		k.log.Info("progress again: the lease is renewed")
	}
	k.withheld = !moves
	return moves
}

func (k *Keeper) lose(why string, err error) {
	k.mu.Lock()
	first := !k.lost
	k.lost = true
	k.mu.Unlock()
	k.overdue = false
	switch {
	case first && err != nil:
		k.log.Error(why, "error", err)
	case first:
		k.log.Error(why)
	}
}

// reportLock logs who keeps the worker's row locked, and when that ends.
func (k *Keeper) reportLock(who string) {
	switch {
	case who != "" && !k.locked:
		k.log.Warn("a transaction keeps this worker's row locked: the lease cannot be renewed and will expire; end that transaction", "by", who)
	case who == "" && k.locked:
		k.log.Info("this worker's row is no longer locked")
	}
	k.locked = who != ""
}

// report logs the first of several failures in a row, and their end.
func (k *Keeper) report(err error) {
	switch {
	case err != nil && k.failures == 0:
		k.log.Warn("tick failed, will retry", "error", err)
	case err == nil && k.failures > 0:
		k.log.Info("tick succeeded again", "count", k.failures)
	}
	if err != nil {
		k.failures++
	} else {
		k.failures = 0
	}
}
