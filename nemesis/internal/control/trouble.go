package control

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

// trouble makes faults until the load ends or a violation stops the run. Then it repairs
// everything.
func (n *nemesis) trouble(ctx context.Context) {
	ctx, cancel := context.WithDeadline(ctx, n.ends)
	defer cancel()
	n.ctx = ctx
	var hands sync.WaitGroup
	hands.Go(func() { n.work(false, rand.New(rand.NewPCG(n.opts.Seed, 2))) })
	if !n.opts.Limits { // under limits, workers must not be missing most of the time
		hands.Go(func() { n.work(false, rand.New(rand.NewPCG(n.opts.Seed, 3))) }) // a second one, because a pause lasts
	}
	hands.Go(func() { n.work(true, rand.New(rand.NewPCG(n.opts.Seed, 4))) })
	if !n.opts.Limits {
		hands.Go(func() { n.drains(rand.New(rand.NewPCG(n.opts.Seed, 6))) })
	}
	for ctx.Err() == nil && !n.caught() {
		n.sleep(auditEvery)
		n.look(ctx)
	}
	cancel()
	hands.Wait()
	n.site.heal()
	n.clear()
	n.crew.heal()
}

// work makes one fault after another. Faults of the server that were requested by name
// come first.
func (n *nemesis) work(server bool, r *rand.Rand) {
	if _, ok := n.swarm.next(r, server); !ok {
		return
	}
	var first []string
	if server {
		first = n.opts.Faults
	}
	rare := 1
	if n.opts.Limits {
		rare = 6
	}
	for n.sleep(time.Duration(rare*(300+r.IntN(1500))) * time.Millisecond) {
		f, _ := n.swarm.next(r, server)
		if len(first) > 0 {
			f, _ = named(first[0])
			first = first[1:]
		}
		if n.make(f, r) {
			n.count(f.kind)
		}
	}
}

// make makes a fault. To lock both crowd and peace, lock crowd first.
func (n *nemesis) make(f fault, r *rand.Rand) bool {
	if !f.server {
		n.crowd.RLock()
		defer n.crowd.RUnlock()
		return f.do(n, r)
	}
	n.peace.RLock()
	ok := f.do(n, r)
	n.peace.RUnlock()
	if !ok || f.then == nil {
		return ok
	}
	n.crowd.Lock()
	defer n.crowd.Unlock()
	n.peace.RLock()
	defer n.peace.RUnlock()
	return f.then(n, r)
}

// sleep waits. It returns false if the time of faults is over.
func (n *nemesis) sleep(d time.Duration) bool {
	alarm := time.NewTimer(d)
	defer alarm.Stop()
	select {
	case <-alarm.C:
		return n.ctx.Err() == nil
	case <-n.ctx.Done():
		return false
	}
}
