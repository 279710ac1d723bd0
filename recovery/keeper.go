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

// MinTTL is the shortest lease a [Keeper] accepts. Shorter ones are over before an
// answer of the store is back.
const MinTTL = 10 * time.Millisecond

// tickEvery is how often the store is asked.
const tickEvery = time.Second

// KeeperConfig is what a [Keeper] needs.
type KeeperConfig struct {
	// Store is asked on every tick.
	Store store.Store
	// Worker is this worker, as it joined the store. Its TTL is how long a renewal
	// lasts.
	Worker store.Worker
	// Clock is the time of this process.
	Clock timer.Clock
	// Renew is the longest time between two renewals. Zero: a third of the TTL; at
	// most half of it, so that one lost renewal never costs the lease.
	Renew time.Duration
	// Filter says what this worker can run just now. Nil: nothing.
	Filter func() store.Filter
	// Queues are those whose state the store is asked for.
	Queues []string
	// Load says how busy this worker is, and whether its peers should know it before the
	// lease is renewed. Nil: it holds nothing and has nothing free.
	Load func() (load store.Load, tell bool)
	// Awaited are the open runs whose end somebody here waits for. Nil: none.
	Awaited func() []store.RunID
	// Progress says whether dispatch, timers and committer have moved of late. The
	// lease is renewed only while they do: a process that cannot enforce a timeout
	// must lose its runs. Nil: always.
	Progress func() bool
	// Logger hears when renewing fails, stops and goes on. It is to name the worker in all
	// that it is told. Nil: nobody hears.
	Logger *slog.Logger
}

// Validate reports what is wrong with the configuration. A [Keeper] made from a
// wrong one returns the same error from each Once.
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
		return fmt.Errorf("recovery: a lease of %v cannot be renewed each %v: renew at least twice in it", c.Worker.TTL, c.Renew)
	}
	return nil
}

// Keeper renews the lease of one worker and asks the store everything periodic.
// Valid and Lost are safe for concurrent use; Once, Took and Next belong to one goroutine.
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
	locked   bool          // because somebody keeps the worker's row
	failures int           // ticks that failed in a row
	took     time.Duration // by the last good tick
	swept    instant       // when the last one was sent that looked for owners without a row
	sweeps   bool          // there was one

	mu    sync.Mutex
	lease instant // when the last good renewal was sent
	held  bool    // lease is set
	lost  bool
}

// NewKeeper makes a keeper for a worker that has joined the store. It holds no lease
// until its first Once.
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
	// What a check of Valid may take until the side effect has begun, and the drift
	// of two clocks over one lease.
	k.margin = cfg.Worker.TTL / 10
	return k
}

// Once asks the store one tick, and renews the lease with it when the next tick
// could be too late. An error says that this tick did not happen; the lease goes on
// and the next Once tries again. What the store says about this worker is in
// [Keeper.Lost].
func (k *Keeper) Once(ctx context.Context) (ticked store.Ticked, err error) {
	if k.bad != nil {
		return store.Ticked{}, k.bad
	}
	// The loop that keeps a lease must not end without a word because a callback
	// panics; the lease then runs out, as it should.
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
	// Taken before the store is asked: the lease cannot be shorter than this says,
	// however long the answer is under way.
	sent := k.now()
	due := k.due(sent)
	if due && k.progresses() {
		q.Renew = k.cfg.Worker.TTL
	}
	k.overdue = due
	// Who joins takes the lease by a tick of which it uses nothing else.
	q.Sweep = k.joined() && (!k.sweeps || sent.mono-k.swept.mono >= sweepEvery)

	// A store that hangs must not take the next renewals with it.
	bounded, cancel := context.WithTimeout(ctx, k.cfg.Worker.TTL/3)
	defer cancel()
	ticked, err = k.cfg.Store.Tick(bounded, q)
	if errors.Is(err, store.ErrOtherDatabase) {
		k.lose("the database is another one, what this worker holds is worth nothing in it", err)
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
		k.lose("the store says this worker is dead, its work goes to others", nil)
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

// Took is how long the last good tick took, from the question to the answer.
func (k *Keeper) Took() time.Duration { return k.took }

// Next is how long to wait before the next Once. It is shorter while a renewal is
// overdue. A caller may wait less, not more.
func (k *Keeper) Next() time.Duration {
	if k.bad != nil {
		return tickEvery
	}
	if k.overdue {
		return min(k.tick, k.cfg.Worker.TTL/12)
	}
	return k.tick
}

// Valid reports whether this worker may start side effects: its last good renewal
// is young enough by the wall clock and by the monotonic one, and the store has not
// said otherwise. It turns false by itself when nobody calls Once any more.
func (k *Keeper) Valid() bool {
	if k.bad != nil {
		return false
	}
	now := k.now()
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.held && !k.lost && now.since(k.lease) < k.cfg.Worker.TTL-k.margin
}

// Left is how long the lease lasts if it is not renewed any more; zero: it is over, or not taken.
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

// joined reports whether the lease was taken once.
func (k *Keeper) joined() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.held
}

// Lost reports whether the store said that this worker is dead or unknown, or that the
// database is not the one it joined ([store.ErrOtherDatabase]). It is final: whoever wants
// to go on joins again under a new id, with a new keeper. No number of other errors makes
// a worker lost.
func (k *Keeper) Lost() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.lost
}

// due reports whether the lease has to be renewed now, because the tick after this
// one could come too late for it.
func (k *Keeper) due(now instant) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.lost {
		return false
	}
	return !k.held || k.overdue || now.since(k.lease)+k.tick+2*k.took > k.renew
}

// odd reports whether the lease, as the store has it, is not what is left of the last
// renewal: the store's clock was set. Renewing at once puts it right, before somebody
// judges by it or waits for it.
func (k *Keeper) odd(t store.Ticked) bool {
	left := t.LeaseUntil.Sub(t.Now) // both by the store's clock
	return left < k.cfg.Worker.TTL-k.renew || left > k.cfg.Worker.TTL+k.margin
}

func (k *Keeper) progresses() bool {
	moves := k.cfg.Progress == nil || k.cfg.Progress()
	if !moves && !k.withheld {
		k.log.Warn("no progress in this process, or the store takes no commits: its lease is not renewed")
	}
	if moves && k.withheld {
		k.log.Info("progress again, the lease is renewed")
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

// reportLock says who keeps the worker's row locked, and when that is over.
func (k *Keeper) reportLock(who string) {
	switch {
	case who != "" && !k.locked:
		k.log.Warn("somebody keeps this worker's row in the database locked: its lease cannot be renewed and will end; end that transaction", "by", who)
	case who == "" && k.locked:
		k.log.Info("nobody keeps this worker's row locked any more")
	}
	k.locked = who != ""
}

// report logs the first failure of a row of them and its end.
func (k *Keeper) report(err error) {
	switch {
	case err != nil && k.failures == 0:
		k.log.Warn("tick failed, trying again", "error", err)
	case err == nil && k.failures > 0:
		k.log.Info("tick succeeded again", "count", k.failures)
	}
	if err != nil {
		k.failures++
	} else {
		k.failures = 0
	}
}
