package commit

import (
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// batch is what is sent to the store in one call.
type batch struct {
	requests []*Request
	since    time.Time // when it was sent, or when the batch before it landed, if later
	size     int
	single   bool // some of its members can be about any run
}

const (
	// leastPipelined is the least number of requests in a batch that is sent while another is
	// under way.
	leastPipelined = 8
	// pipelinedShare is the least size of such a batch, as a share of the other one.
	pipelinedShare = 0.5
)

// pipelined reports whether two ops of op's kind are never about the same run when they are
// in different batches. That holds for starts, with the first commits of their runs; for
// commits, of which a run has one at a time; and for claims of runs, which skip locked ones.
// It does not hold for claims of activity rows: the end of a run removes its rows, and waits
// for them.
func pipelined(op store.Op) bool {
	switch op.(type) {
	case *store.Start, *store.Commit, *store.Claim:
		return true
	}
	return false
}

// most returns how many batches may be under way.
func (g *Group) most() int {
	if g.parallel != nil && !g.cfg.Serial {
		return g.parallel.Writers()
	}
	return 1
}

// pushLocked queues a request, and reports whether to begin a loop for it.
func (g *Group) pushLocked(r *Request) (begin bool) {
	if g.mu.queue == nil {
		g.mu.queue, g.mu.spare = g.mu.spare, nil
	}
	g.mu.queue = append(g.mu.queue, r)
	if !pipelined(r.op) {
		g.mu.singles++
	}
	begin = g.mu.loops == 0 || g.mu.loops == len(g.mu.underWay) && g.joinsLocked()
	if begin {
		g.mu.loops++
	}
	return begin
}

// joinsLocked reports whether the waiting requests may be sent beside what is under way.
func (g *Group) joinsLocked() bool {
	if len(g.mu.underWay) >= g.most() || g.mu.singles > 0 {
		return false
	}
	least := leastPipelined
	for _, b := range g.mu.underWay {
		if b.single {
			return false
		}
		least = max(least, int(pipelinedShare*float64(b.size)))
	}
	return len(g.mu.queue) >= least
}

// loop sends batches, one after another, until nothing waits that may be sent.
func (g *Group) loop() {
	for {
		g.pick()
		b := g.take()
		if b == nil {
			return
		}
		for _, r := range b.requests {
			r.revise()
		}
		g.write(b.requests, b, nil)
		g.landed(b)
	}
}

// take makes a batch of the waiting requests. If there are none, or none may be sent beside
// what is under way, it returns nil, and the loop is over.
func (g *Group) take() *batch {
	g.mu.Lock()
	defer g.mu.Unlock()
	var requests []*Request
	if len(g.mu.underWay) == 0 || g.joinsLocked() {
		requests = first(&g.mu.queue, g.cfg.Serial)
	}
	if requests == nil {
		g.mu.loops-- // the loop that is under way sends what waits
		return nil
	}
	b := &batch{requests: requests, since: g.cfg.Clock.Now(), size: len(requests)}
	for _, r := range requests {
		if !pipelined(r.op) {
			b.single = true
			g.mu.singles--
		}
	}
	g.mu.underWay = append(g.mu.underWay, b)
	return b
}

// landed ends a batch, and reuses its list.
func (g *Group) landed(b *batch) {
	clear(b.requests)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.mu.spare = b.requests[:0]
	eldest := g.mu.underWay[0] == b
	g.mu.underWay = slices.DeleteFunc(g.mu.underWay, func(o *batch) bool { return o == b })
	if eldest && len(g.mu.underWay) > 0 {
		g.mu.underWay[0].since = g.cfg.Clock.Now() // the store may have made it wait for b
	}
}

// waitInVain answers the callers who wait behind a batch that the store does not take now, if
// they have waited long enough. The oldest batch does so, once for all.
func (g *Group) waitInVain(b *batch, d *deferred, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case d != nil:
		d.queue = refuseCallers(d.queue, err)
	case len(g.mu.underWay) > 0 && b == g.mu.underWay[0]:
		g.mu.queue = refuseCallers(g.mu.queue, err)
		g.mu.singles = 0
		for _, r := range g.mu.queue {
			if !pipelined(r.op) {
				g.mu.singles++
			}
		}
	}
}
