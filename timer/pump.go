package timer

import (
	"context"
	"sync"
	"time"
)

// Pump calls a func with keys when they are due. It is safe for concurrent use.
//
// The func gets each key once, unless the key is dropped before. A key that is set
// again while the func has it is a new wait.
type Pump[K comparable] struct {
	clock Clock
	fire  func([]K)
	wake  chan struct{} // Run looks again; holds one

	mu    sync.Mutex
	queue Queue[K]
}

// NewPump returns a pump that calls fire with the due keys, earliest first. It holds
// no lock then, so fire may call Set and Drop. If Run and Once are called on several
// goroutines, so is fire.
func NewPump[K comparable](clock Clock, fire func([]K)) *Pump[K] {
	return &Pump[K]{clock: clock, fire: fire, wake: make(chan struct{}, 1)}
}

// Set makes key due at the given time, which replaces the time it had.
func (p *Pump[K]) Set(key K, due time.Time) {
	p.mu.Lock()
	before, waits := p.queue.Next()
	p.queue.Set(key, due)
	p.mu.Unlock()
	if waits && !due.Before(before) {
		return // Run waits for something earlier
	}
	select {
	case p.wake <- struct{}{}:
	default: // a wake-up for Run is already pending
	}
}

// Drop forgets key. It does not wait for a call of the func with it.
func (p *Pump[K]) Drop(key K) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue.Drop(key)
}

// Len returns the number of waiting keys.
func (p *Pump[K]) Len() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.queue.Len()
}

// Next returns the earliest time at which a key is due; false if none waits.
func (p *Pump[K]) Next() (time.Time, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.queue.Next()
}

// Once fires the keys that are due now, and returns their number.
func (p *Pump[K]) Once() (fired int) {
	now := p.clock.Now()
	p.mu.Lock()
	due := p.queue.Due(now)
	p.mu.Unlock()
	if len(due) > 0 {
		p.fire(due)
	}
	return len(due)
}

// Run fires keys as they fall due until ctx ends, and returns ctx's error.
func (p *Pump[K]) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		p.Once()
		if err := p.nap(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// maxDrift is how much time may pass between reading the clock and starting an alarm
// before the alarm is discarded: it would go off late by as much.
const maxDrift = time.Millisecond

// nap waits until something may be due.
func (p *Pump[K]) nap(ctx context.Context) error {
	next, waits := p.Next()
	if !waits {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-p.wake:
			return nil
		}
	}
	d := next.Sub(p.clock.Now())
	alarm := p.clock.NewTimer(d)
	defer alarm.Stop()
	if d-next.Sub(p.clock.Now()) > maxDrift {
		return nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-p.wake:
	case <-alarm.C():
	}
	return nil
}
