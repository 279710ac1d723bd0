package reprise

import (
	"runtime"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// flight is a batch on its way to the store and back.
//
// Where transactions come one after another, in memory and on SQLite, there is one at a
// time. Elsewhere (see [store.Parallel]) the next may set off while the store has this one,
// and makes use of the time in which the store waits for us or for its disk. But it has to
// be worth a transaction of its own: what waits goes together with what comes next rather
// than alone. And neither of the two may hold anything that could be about a run of the
// other's: they would meet at its row, and what finds that locked takes the longest way.
// Only two starts under one workflow id may meet still, and one waits for the other then.
type flight struct {
	since  time.Time // when it began
	n      int       // how many members it has
	single bool      // some of them can be about any run
}

const (
	// leastBeside is how many requests set off beside a flight that is under way.
	leastBeside = 8
	// besideShare of the members of that flight is the least, too.
	besideShare = 0.5
)

// writers is how many flights may be under way.
func (c *committer) writers() int {
	if c.parallel != nil && !c.serial {
		return c.parallel.Writers()
	}
	return 1
}

// beside says whether op is of the kinds of which two are never about the same run, whatever
// the batches that they are in: starts, with the first commits of their runs; steps, of
// which a run has one at a time; claims of runs, which pass over what is locked. What claims
// activity rows is none of them: the end of a run waits for its rows, which it removes.
func beside(op store.Op) bool {
	switch op.(type) {
	case *store.Start, *store.Commit, *store.Claim:
		return true
	}
	return false
}

// among takes in how many other workers on the same store are busy.
func (c *committer) among(others int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.others = others
}

const (
	gatherFor = 2 * time.Millisecond
	// A turn of the scheduler that takes so long says that goroutines wait which compute:
	// each commit would wait for them once more. A twentieth of the time is lost to that at
	// most.
	crowdedTurn = 10 * time.Millisecond
	crowdedFor  = time.Second
	crowdedRest = 20 // turns
)

// gather lets those who have just been answered ask for more before the next batch sets off,
// as long as some of them do. It is for workers beside which others are busy: these keep the
// store at work in the meantime, and of their smaller batches each member costs more.
func (c *committer) gather() {
	c.mu.Lock()
	defer c.mu.Unlock()
	begun := c.clock.Now()
	if c.others == 0 || c.parallel == nil || c.serial || len(c.queue) >= maxBatch || c.isClosed() || begun.Before(c.crowded) {
		return
	}
	for more := true; more; {
		before := len(c.queue)
		c.mu.Unlock()
		runtime.Gosched()
		took := c.clock.Now().Sub(begun)
		c.mu.Lock()
		if took >= crowdedTurn {
			c.crowded = begun.Add(took + max(crowdedFor, crowdedRest*took))
		}
		more = len(c.queue) > before && len(c.queue) < maxBatch && took < gatherFor && !c.isClosed()
	}
}

// wait puts a request in the queue, and reports whether a flush is to begin for it. c.mu is
// held.
func (c *committer) wait(r *request) (begin bool) {
	if c.queue == nil {
		c.queue, c.spare = c.spare, nil
	}
	c.queue = append(c.queue, r)
	if !beside(r.op) {
		c.singles++
	}
	begin = c.flushes == 0 || c.flushes == len(c.flights) && c.joins()
	if begin {
		c.flushes++
	}
	return begin
}

// joins reports whether what waits may set off beside what is under way. For each other
// worker that is busy it has to be more by as much again: they, too, keep the server at work
// while it would wait for us. c.mu is held.
func (c *committer) joins() bool {
	if len(c.flights) >= c.writers() || c.singles > 0 {
		return false
	}
	least := leastBeside
	for _, f := range c.flights {
		if f.single {
			return false
		}
		least = max(least, int(besideShare*float64(f.n)))
	}
	return len(c.queue) >= least*(1+c.others)
}

// take makes a batch of what waits. If nothing does, or nothing that may set off beside
// what is under way, it returns nil and the flush is over.
func (c *committer) take() ([]*request, *flight) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.due(); len(c.flights) == 0 && len(c.queue) == 0 && len(c.full) > 0; c.due() {
		left := c.again.Sub(c.clock.Now())
		c.mu.Unlock()
		c.pause(left, c.wake)
		c.mu.Lock()
	}
	var batch []*request
	if len(c.flights) == 0 || c.joins() {
		batch = c.first(&c.queue)
	}
	if batch == nil {
		c.flushes-- // whoever is under way goes on with what waits
		return nil, nil
	}
	f := &flight{since: c.clock.Now(), n: len(batch)}
	for _, r := range batch {
		if !beside(r.op) {
			f.single = true
			c.singles--
		}
	}
	c.flights = append(c.flights, f)
	return batch, f
}

// due puts what the store had no space for into the queue again when its time has come.
// c.mu is held.
func (c *committer) due() {
	if len(c.full) > 0 && (c.isClosed() || !c.again.After(c.clock.Now())) {
		c.queue = append(c.queue, c.full...)
		c.full = nil
		c.count()
	}
}

// landed ends a flight. Its batch becomes room for what waits.
func (c *committer) landed(f *flight, batch []*request) {
	clear(batch)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.spare = batch[:0]
	c.flights = slices.DeleteFunc(c.flights, func(o *flight) bool { return o == f })
}

// count counts anew what waits and can be about any run. c.mu is held.
func (c *committer) count() {
	c.singles = 0
	for _, r := range c.queue {
		if !beside(r.op) {
			c.singles++
		}
	}
}

// waitInVain has the clients that wait behind what the store does not take now told so, if
// they have long enough: once for all flights that find it so, by the eldest.
func (c *committer) waitInVain(l *lane, f *flight, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case l != nil:
		l.queue = giveUp(l.queue, err)
	case len(c.flights) > 0 && f == c.flights[0]:
		c.queue = giveUp(c.queue, err)
		c.count()
	}
}
