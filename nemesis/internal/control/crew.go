package control

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/worker"
)

// crew keeps the worker processes running. It replaces each that dies, under a new name.
type crew struct {
	opts   Options
	site   *site
	ledger string // address
	logs   string // directory
	swarm  swarm
	tell   func(kind string) // counts a fault
	wrong  func(rule string, err error)

	stop chan struct{}
	all  sync.WaitGroup
	calm atomic.Bool // processes must not crash any more

	mu      sync.Mutex
	current []*process // by slot; nil while the slot is empty
	past    []*process
}

// begin starts the workers.
func (c *crew) begin() {
	c.stop = make(chan struct{})
	c.current = make([]*process, c.opts.Workers)
	for slot := range c.current {
		c.all.Add(1)
		go c.keep(slot, rand.New(rand.NewPCG(c.opts.Seed, 100+uint64(slot))))
	}
}

// keep runs one process after another in a slot.
func (c *crew) keep(slot int, r *rand.Rand) {
	defer c.all.Done()
	for n := 1; ; n++ {
		cfg := worker.Config{
			Name: fmt.Sprintf("w%d.%d", slot, n), Place: c.site.by(slot), Ledger: c.ledger, TTL: c.opts.TTL, Bounds: c.opts.bounds(),
			Crash: c.swarm.crash(r), Old: slot%2 == 1 && c.opts.Store == Postgres && !c.opts.Limits, // a file has only one worker at a time, so no other build could continue the runs
		}
		if c.calm.Load() {
			cfg.Crash = worker.Crash{}
		}
		cfg.Skew, cfg.Drift = c.swarm.clock(r)
		p, err := spawn(c.opts.Binary, c.logs, cfg)
		if err != nil {
			c.wrong("I16", fmt.Errorf("cannot start a worker: %w", err))
			return
		}
		if cfg.Skew != 0 {
			c.tell("clock_skew")
		}
		c.seat(slot, p)
		if c.calm.Load() && cfg.Crash.At != "" { // heal may have missed this process
			p.calm()
		}
		select {
		case <-p.exited:
			c.gone(slot, p)
		case <-c.stop:
			return
		}
		if !c.pause(time.Duration(r.Int64N(int64(c.opts.TTL)))) {
			return
		}
	}
}

func (c *crew) seat(slot int, p *process) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.current[slot] = p
}

// gone records how a process ended.
func (c *crew) gone(slot int, p *process) {
	c.mu.Lock()
	c.current[slot] = nil
	c.past = append(c.past, p)
	c.mu.Unlock()
	crashed, err := p.verdict()
	if err != nil {
		c.wrong("I16", err)
	}
	if crashed {
		c.tell("crash_point")
	}
}

func (c *crew) pause(d time.Duration) bool {
	alarm := time.NewTimer(d)
	defer alarm.Stop()
	select {
	case <-alarm.C:
		return true
	case <-c.stop:
		return false
	}
}

// pick draws a process that is up. It returns nil if there is none.
func (c *crew) pick(r *rand.Rand) (slot int, p *process) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, slot := range r.Perm(len(c.current)) {
		if p := c.current[slot]; p != nil && p.alive() {
			return slot, p
		}
	}
	return 0, nil
}

// tenure is how long at least one worker on a server is left alive. A new worker cannot
// know at once which others are dead: if all workers died sooner, nothing would be taken
// over.
const tenure = 10 * time.Second

// prey draws a process that may be killed. It returns nil if there is none now.
func (c *crew) prey(r *rand.Rand) *process {
	_, p := c.pick(r)
	if p == nil || c.opts.Store != Postgres {
		return p
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if eldest := eldest(c.current); eldest != p || time.Since(p.born) > tenure {
		return p
	}
	return nil
}

// eldest returns the process that has lived longest.
func eldest(all []*process) (first *process) {
	for _, p := range all {
		if p != nil && p.alive() && (first == nil || p.born.Before(first.born)) {
			first = p
		}
	}
	return first
}

// up returns the processes that are up.
func (c *crew) up() (all []*process) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.current {
		if p != nil {
			all = append(all, p)
		}
	}
	return all
}

// heal wakes frozen processes and removes all crash points.
func (c *crew) heal() {
	c.calm.Store(true)
	for _, p := range c.up() {
		p.wake()
		p.calm()
	}
}

// end tells the workers to stop while everything around them is healthy, and kills those
// that do not. A worker that cannot stop cleanly then is a violation.
func (c *crew) end(until time.Time) {
	close(c.stop)
	c.all.Wait()
	left := c.up()
	for _, p := range left {
		p.term()
	}
	told := time.Now()
	for _, p := range left {
		if !p.within(time.Until(until)) {
			p.kill()
			c.wrong("I15", fmt.Errorf("process %s was told to stop and had not after %v", p.name, time.Since(told).Round(time.Millisecond)))
		} else if p.code > 0 { // negative: killed by a crash point, or told to stop before it listened
			c.wrong("I15", fmt.Errorf("process %s was told to stop and ended with code %d: see its log", p.name, p.code))
		}
	}
}

// kill ends the workers at once.
func (c *crew) kill() {
	close(c.stop)
	c.all.Wait()
	for _, p := range c.up() {
		p.kill()
	}
}
