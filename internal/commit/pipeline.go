package commit

import (
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// batch is what is sent to the store at once.
type batch struct {
	requests []*Request
	since    time.Time // when it set off
	size     int
	single   bool // some of its members can be about any run
}

const (
	// leastPipelined is how many requests set off beside a batch that is under way.
	leastPipelined = 8
	// pipelinedShare of the members of that batch is the least, too.
	pipelinedShare = 0.5
)

// pipelined reports whether op is of the kinds of which two are never about the same run,
// whatever their batches: starts, with the first commits of their runs; commits, of which a
// run has one at a time; claims of runs, which pass over what is locked. Claims of activity
// rows are not: the end of a run waits for its rows, which it removes.
func pipelined(op store.Op) bool {
	switch op.(type) {
	case *store.Start, *store.Commit, *store.Claim:
		return true
	}
	return false
}

// most is how many batches may be under way.
func (g *Group) most() int {
	if g.parallel != nil && !g.cfg.Serial {
		return g.parallel.Writers()
	}
	return 1
}

// pushLocked puts a request into the queue, and reports whether a loop is to begin for it.
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

// joinsLocked reports whether what waits may set off beside what is under way.
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

// loop sends batches, one after another, until nothing waits that may set off.
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

// take makes a batch of what waits. It returns nil, and the loop is over, if nothing does or
// nothing may set off beside what is under way.
func (g *Group) take() *batch {
	g.mu.Lock()
	defer g.mu.Unlock()
	var requests []*Request
	if len(g.mu.underWay) == 0 || g.joinsLocked() {
		requests = first(&g.mu.queue, g.cfg.Serial)
	}
	if requests == nil {
		g.mu.loops-- // whoever is under way goes on with what waits
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

// landed ends a batch. Its list becomes room for what waits.
func (g *Group) landed(b *batch) {
	clear(b.requests)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.mu.spare = b.requests[:0]
	g.mu.underWay = slices.DeleteFunc(g.mu.underWay, func(o *batch) bool { return o == b })
}

// waitInVain tells the callers who wait behind what the store does not take now, if they
// have waited long enough: once for all batches that find it so, by the eldest.
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
