package timer

import (
	"context"
	"sync"
	"time"
)

// Pump gives keys to a func when they are due. It is safe for concurrent use.
//
// Each key set is given to the func once, unless it was dropped before; a key set
// again while the func has it is a new wait.
type Pump[K comparable] struct {
	clock Clock
	fire  func([]K)
	wake  chan struct{} // Run looks again; holds one

	mu    sync.Mutex
	queue Queue[K]
}

// NewPump returns a pump that calls fire with the keys that are due, earliest
// first. Fire is called without any lock held: it may call Set and Drop. It may be
// called from several goroutines at once if Run and Once are.
func NewPump[K comparable](clock Clock, fire func([]K)) *Pump[K] {
	return &Pump[K]{clock: clock, fire: fire, wake: make(chan struct{}, 1)}
}

// Set makes key due at the time given, in place of the time it had.
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
	default: // Run has a wake-up before it already
	}
}

// Drop forgets key. It does not wait for a call of the func that has it.
func (p *Pump[K]) Drop(key K) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue.Drop(key)
}

// Len is the number of keys that wait.
func (p *Pump[K]) Len() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.queue.Len()
}

// Next is the earliest time anything is due; false if nothing waits.
func (p *Pump[K]) Next() (time.Time, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.queue.Next()
}

// Once fires what is due now and reports how many keys that were.
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
// on it before the alarm is thrown away: it would go off late by as much.
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
