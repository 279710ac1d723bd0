package recovery

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

const (
	chunk      = 500              // rows one transaction releases
	maxChunks  = 20               // transactions in one Act
	sweepEvery = 30 * time.Second // between two sweeps

	// confirmAfter is how long after a lock was found free it must still be free, under the same
	// lease, for its worker to be dead. A living worker that notices the end of its connection
	// retakes its lock within milliseconds; one that does not notice learns it at its next tick.
	// confirmAfter is longer than both, but not much, because meanwhile nobody runs the work of a
	// dead worker. If ticks are slow, reconnecting is slow too: it takes about as long as
	// confirmTicks of them.
	confirmAfter = tickEvery + tickEvery/10
	confirmTicks = 8
)

// PollerConfig configures a [Poller].
type PollerConfig struct {
	// Store applies the ops if Apply is nil.
	Store store.Store
	// Worker is the id of this worker, which the poller never judges.
	Worker store.WorkerID
	// TTL is the lease of the workers on this store. The poller watches for a third of it, plus a
	// second, plus two ticks, before it judges.
	TTL time.Duration
	// Clock is the time of this process.
	Clock timer.Clock
	// Apply sends ops to the store. Nil: Store.Apply.
	Apply func(ctx context.Context, ops []store.Op) ([]store.Outcome, error)
	// Logger logs when no worker could be judged for longer than a lease. Its lines should name
	// the worker. Nil: nothing is logged.
	Logger *slog.Logger
}

// Validate reports what is wrong with the configuration. A [Poller] made from an invalid one
// returns that error from each Act.
func (c PollerConfig) Validate() error {
	switch {
	case c.Store == nil && c.Apply == nil:
		return errors.New("recovery: PollerConfig has neither Store nor Apply: set one of them")
	case c.Clock == nil:
		return errors.New("recovery: PollerConfig.Clock is nil: set timer.System()")
	case c.Worker == store.WorkerID{}:
		return errors.New("recovery: PollerConfig.Worker is empty: set the id the worker joined with")
	case c.TTL < MinTTL:
		return fmt.Errorf("recovery: a lease of %v is too short: use at least %v", c.TTL, MinTTL)
	}
	return nil
}

// Findings are the results of a tick that require action.
type Findings struct {
	dead   []store.Expired
	owners []store.WorkerID
	sweep  bool
}

// Any reports whether there is anything to do.
func (f Findings) Any() bool { return len(f.dead)+len(f.owners) > 0 || f.sweep }

// Recovered is what one call of [Poller.Act] did.
type Recovered struct {
	Condemned []store.WorkerID // found dead and marked so
	Rows      int              // runs and activity rows released
	Owners    []store.WorkerID // whose rows they were
	More      bool             // there is more to release; the next Act continues
	Swept     int              // runs that had lost their dispatch row; must be 0
}

// Poller finds dead workers and releases what they own. Look and Next belong to one goroutine;
// another one may call Act, one call at a time.
type Poller struct {
	cfg PollerConfig
	bad error
	now watch
	log *slog.Logger

	vigil   vigil
	doubts  map[store.WorkerID]suspicion // from the last tick
	confirm time.Duration                // when, by the watch, the next of them may be dead; zero: there are none
	blind   time.Duration                // since when, by the watch, no worker could be judged; zero: workers can be
	said    bool                         // that was logged
	swept   atomic.Int64                 // when, by the watch and plus a nanosecond, the last sweep was requested; zero: there was none
}

// suspicion says that a worker looks dead, and since when. It may still live.
type suspicion struct {
	since time.Duration // by the watch
	lease time.Time

	stuck  bool // another transaction has locked its row meanwhile, so it could not renew its lease
	locked bool // and still did at the last tick
}

// NewPoller makes a poller. It has not watched anything yet.
func NewPoller(cfg PollerConfig) *Poller {
	p := &Poller{cfg: cfg, bad: cfg.Validate(), log: cfg.Logger}
	if p.bad != nil {
		return p
	}
	if p.log == nil {
		p.log = slog.New(slog.DiscardHandler)
	}
	if p.cfg.Apply == nil {
		p.cfg.Apply = cfg.Store.Apply
	}
	p.now = newWatch(cfg.Clock)
	return p
}

// Look processes a successful tick, which took the given time, and returns what to do. Failed
// ticks are not passed to Look; it notices the gap. The next tick finds again what was not
// done.
func (p *Poller) Look(t store.Ticked, took time.Duration) (f Findings) {
	if p.bad != nil {
		return Findings{sweep: true} // Act returns the error
	}
	now := p.now()
	watched := p.vigil.tick(now, took, t)
	if watched == 0 {
		p.doubts = nil // observations from before a gap mean nothing
	}
	steady := watched >= p.cfg.TTL/3+time.Second+2*p.vigil.pace
	p.tell(now.mono, steady)
	f.dead = p.judge(now.mono, t, steady)
	if !t.Alive {
		return Findings{} // it must not judge others
	}
	f.owners = without(t.Orphans, p.cfg.Worker)
	swept := time.Duration(p.swept.Load())
	f.sweep = swept == 0 || now.mono-swept >= sweepEvery
	return f
}

// tell logs when no worker could be judged for longer than a lease, and when that ends.
func (p *Poller) tell(now time.Duration, steady bool) {
	switch {
	case steady && p.said:
		p.log.Info("dead workers can be detected again")
		p.said, p.blind = false, 0
	case steady:
		p.blind = 0
	case p.blind == 0:
		p.blind = max(1, now)
	case !p.said && now-p.blind > p.cfg.TTL:
		p.said = true
		p.log.Warn("no worker could be declared dead for longer than a lease: the work of dead workers waits until the database answers steadily",
			"reason", p.vigil.why, "took", p.vigil.pace.Round(time.Millisecond))
	}
}

// Act condemns dead workers, releases in chunks what dead and unknown workers own, and sweeps,
// as f says. It waits for the store, so the lease must be renewed elsewhere.
func (p *Poller) Act(ctx context.Context, f Findings) (r Recovered, err error) {
	if p.bad != nil {
		return Recovered{}, p.bad
	}
	defer func() {
		if v := recover(); v != nil {
			err = errors.Join(err, fmt.Errorf("recovery: the poller panicked: %v\n%s", v, debug.Stack()))
		}
	}()
	var errs []error
	owners := f.owners
	for _, e := range f.dead {
		outcome, err := p.apply(ctx, &store.Condemn{Worker: e.ID, LeaseUntil: e.LeaseUntil})
		switch {
		case err != nil:
			errs = append(errs, fmt.Errorf("recovery: condemn worker %s: %w", e.ID, err))
		case outcome.Code == store.Done:
			r.Condemned = append(r.Condemned, e.ID)
			owners = append(owners, e.ID)
		}
	}
	errs = append(errs, p.release(ctx, owners, &r))
	if f.sweep {
		asked := p.now().mono
		outcome, err := p.apply(ctx, &store.Sweep{})
		if err != nil {
			errs = append(errs, fmt.Errorf("recovery: sweep: %w", err))
		} else {
			p.swept.Store(int64(asked) + 1)
			r.Swept = outcome.Count
		}
	}
	return r, errors.Join(errs...)
}

// Next returns after how long the caller should tick and call Look again, so that a suspected
// worker is found dead as early as allowed. Zero: there is no such time, or it has passed: a
// store that does not answer must not be queried all the time. Additional earlier ticks do no
// harm.
func (p *Poller) Next() time.Duration {
	if p.confirm == 0 {
		return 0
	}
	return max(0, p.confirm-p.now().mono)
}

// judge returns the dead workers: their lease is over, or their lock has been free under the
// same lease at each tick for as long as a living worker needs to retake it. If another
// transaction locked a worker's row, the worker could not renew its lease, so it gets that
// time too, from the end of that lock. judge records suspicions even before this process has
// watched long enough to judge.
func (p *Poller) judge(now time.Duration, t store.Ticked, steady bool) []store.Expired {
	doubts := make(map[store.WorkerID]suspicion)
	p.confirm = 0
	confirm := confirmAfter + confirmTicks*p.vigil.pace
	var dead []store.Expired
	for _, e := range t.Expired {
		if e.ID == p.cfg.Worker {
			continue
		}
		s, known := p.doubts[e.ID]
		if !known || !s.lease.Equal(e.LeaseUntil) {
			s = suspicion{since: now, lease: e.LeaseUntil}
		}
		if s.locked || e.RowLocked {
			s.since, s.locked, s.stuck = now, e.RowLocked, true
		}
		doubts[e.ID] = s
		at := s.since + confirm
		if over := !e.LeaseUntil.After(t.Now); over && !s.stuck {
			at = now
		}
		switch {
		case e.RowLocked:
		case now < at && (p.confirm == 0 || at < p.confirm):
			p.confirm = at
		case steady && now >= at:
			dead = append(dead, e)
		}
	}
	p.doubts = doubts
	return dead
}

// release gives up what owners own, in the order of owners, within the limits of one call. An
// error with one owner does not stop the others.
func (p *Poller) release(ctx context.Context, owners []store.WorkerID, r *Recovered) error {
	var errs []error
	left := maxChunks
	for _, owner := range owners {
		for first := true; ; first = false {
			if left == 0 {
				r.More = true
				return errors.Join(errs...)
			}
			left--
			outcome, err := p.apply(ctx, &store.Recover{Dead: owner, Limit: chunk})
			if err != nil {
				errs = append(errs, fmt.Errorf("recovery: release what worker %s owns: %w", owner, err))
				break
			}
			if outcome.Code != store.Done || outcome.Count == 0 {
				break
			}
			r.Rows += outcome.Count
			if first {
				r.Owners = append(r.Owners, owner)
			}
		}
	}
	return errors.Join(errs...)
}

func (p *Poller) apply(ctx context.Context, op store.Op) (store.Outcome, error) {
	outcomes, err := p.cfg.Apply(ctx, []store.Op{op})
	if err != nil {
		return store.Outcome{}, err
	}
	if len(outcomes) != 1 {
		return store.Outcome{}, fmt.Errorf("recovery: %d outcomes for one op", len(outcomes))
	}
	return outcomes[0], nil
}

func without(ids []store.WorkerID, id store.WorkerID) []store.WorkerID {
	return slices.DeleteFunc(slices.Clone(ids), func(w store.WorkerID) bool { return w == id })
}
