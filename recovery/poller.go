package recovery

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

const (
	chunk      = 500              // rows one transaction releases
	maxChunks  = 20               // transactions of one Once
	sweepEvery = 30 * time.Second // between two sweeps

	// confirmAfter is how long after a lock was found free it must still be free, under
	// the same lease, for its worker to be dead. A worker that lives sees its connection
	// end and has its lock again within some milliseconds; one that does not see it learns
	// it by its next tick. This is longer than both, and no longer than it must be: nobody
	// runs what a dead worker had meanwhile.
	confirmAfter = tickEvery + tickEvery/10
)

// PollerConfig is what a [Poller] needs.
type PollerConfig struct {
	// Store takes the ops when Apply is nil.
	Store store.Store
	// Worker is the id of this worker, which the poller never judges.
	Worker store.WorkerID
	// TTL is the lease of the workers on this store: a third of it, and a second,
	// is how long the poller watches before it judges.
	TTL time.Duration
	// Clock is the time of this process.
	Clock timer.Clock
	// Apply brings ops to the store. It must come back with an error when the store
	// does not work, and not wait for it: the lease is renewed by the goroutine that
	// waits here. Nil: Store.Apply.
	Apply func(ctx context.Context, ops []store.Op) ([]store.Outcome, error)
}

// Validate reports what is wrong with the configuration. A [Poller] made from a
// wrong one returns the same error from each Once.
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

// Recovered is what one call of [Poller.Once] did.
type Recovered struct {
	Condemned []store.WorkerID // found dead and marked so
	Rows      int              // runs and activity rows released
	Owners    []store.WorkerID // whose rows they were
	More      bool             // there is more to release; the next Once goes on
	Swept     int              // runs that had lost their dispatch row; must stay 0
}

// Poller finds dead workers and releases what they own. Its Once belongs to one
// goroutine.
type Poller struct {
	cfg   PollerConfig
	bad   error
	now   watch
	grace time.Duration

	vigil    vigil
	suspects map[store.WorkerID]suspicion // whose lock was free at the last tick
	confirm  time.Duration                // when, by the watch, the next of them can be dead; zero: there is none
	swept    instant
	sweeps   bool // there was one
}

// suspicion is that the lock of a worker is free, and since when.
type suspicion struct {
	since time.Duration // of the watch
	lease time.Time
}

// NewPoller makes a poller. It has not watched anything yet.
func NewPoller(cfg PollerConfig) *Poller {
	p := &Poller{cfg: cfg, bad: cfg.Validate()}
	if p.bad != nil {
		return p
	}
	if p.cfg.Apply == nil {
		p.cfg.Apply = cfg.Store.Apply
	}
	p.now = newWatch(cfg.Clock)
	p.grace = cfg.TTL/3 + time.Second
	return p
}

// Once takes one good tick: it condemns workers that are dead, releases what dead
// and unknown workers own in chunks, and sweeps now and then. A tick that failed is
// not given to it, which is how it notices. What an error leaves undone is found
// again by the next tick.
func (p *Poller) Once(ctx context.Context, t store.Ticked) (r Recovered, err error) {
	if p.bad != nil {
		return Recovered{}, p.bad
	}
	defer func() {
		if v := recover(); v != nil {
			err = errors.Join(err, fmt.Errorf("recovery: the poller panicked: %v\n%s", v, debug.Stack()))
		}
	}()

	now := p.now()
	watched := p.vigil.tick(now, t)
	if watched == 0 {
		p.suspects = nil // after a gap, what was seen before it says nothing
	}
	dead := p.judge(now.mono, t, watched >= p.grace)
	if !t.Alive {
		return r, nil // not fit to do anything to others
	}

	var errs []error
	owners := without(t.Orphans, p.cfg.Worker)
	for _, e := range dead {
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
	if !p.sweeps || now.mono-p.swept.mono >= sweepEvery {
		outcome, err := p.apply(ctx, &store.Sweep{})
		if err != nil {
			errs = append(errs, fmt.Errorf("recovery: sweep: %w", err))
		} else {
			p.swept, p.sweeps = now, true
			r.Swept = outcome.Count
		}
	}
	return r, errors.Join(errs...)
}

// Next is after how long the caller should ask and call Once again, so that a worker
// under suspicion is found dead as soon as it may be. Zero: the poller has no wish, or the
// time of it has passed: it is not to have a store asked all the time that does not answer.
// Asking earlier as well does no harm.
func (p *Poller) Next() time.Duration {
	if p.confirm == 0 {
		return 0
	}
	return max(0, p.confirm-p.now().mono)
}

// judge returns the workers that are dead: their lease is over, or their lock has been
// free at each tick for as long as a living worker needs to take it again, with the same
// lease. Suspects are noted also while this process has not watched long enough to judge.
func (p *Poller) judge(now time.Duration, t store.Ticked, steady bool) []store.Expired {
	suspects := make(map[store.WorkerID]suspicion)
	p.confirm = 0
	var dead []store.Expired
	for _, e := range t.Expired {
		if e.ID == p.cfg.Worker {
			continue
		}
		still := false
		if e.LockFree {
			s, suspected := p.suspects[e.ID]
			if !suspected || !s.lease.Equal(e.LeaseUntil) {
				s = suspicion{since: now, lease: e.LeaseUntil}
			}
			suspects[e.ID] = s
			at := s.since + confirmAfter
			still = now >= at
			if !still && (p.confirm == 0 || at < p.confirm) {
				p.confirm = at
			}
		}
		over := !e.LeaseUntil.After(t.Now)
		if steady && (over || still) {
			dead = append(dead, e)
		}
	}
	p.suspects = suspects
	return dead
}

// release gives up what owners own, oldest finding first, within the bounds of one
// call. One owner in trouble does not keep the others.
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
