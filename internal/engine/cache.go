package engine

import (
	"container/list"

	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// cache keeps the machines of parked runs, bounded by estimated bytes and by coroutines.
// It evicts the least recently parked first. The lock of the ownership guards it; the
// caller closes evicted machines outside that lock.
type cache struct {
	maxBytes, maxCoroutines int
	bytes, coroutines       int
	order                   *list.List // of *cached, oldest first
	byRun                   map[store.RunID]*list.Element
	byName                  map[string]store.RunID // the newest run with a workflow id
}

type cached struct {
	run        store.RunID
	workflowID string
	machine    *replay.Machine
	// The machine is reused only if the claim returns exactly these.
	nextSeq           int64
	last              store.Token
	bytes, coroutines int
}

func newCache(most CacheBounds) *cache {
	return &cache{
		maxBytes: most.Bytes, maxCoroutines: most.Coroutines,
		order: list.New(), byRun: map[store.RunID]*list.Element{}, byName: map[string]store.RunID{},
	}
}

// put keeps m. It returns the machines it evicted, or m itself if m does not fit.
func (c *cache) put(entry *cached) (out []*cached) {
	entry.coroutines, entry.bytes = entry.machine.Size()
	if old := c.remove(entry.run); old != nil {
		out = append(out, old)
	}
	if entry.bytes > c.maxBytes || entry.coroutines > c.maxCoroutines {
		return append(out, entry)
	}
	c.byRun[entry.run], c.byName[entry.workflowID] = c.order.PushBack(entry), entry.run
	c.bytes += entry.bytes
	c.coroutines += entry.coroutines
	for c.bytes > c.maxBytes || c.coroutines > c.maxCoroutines {
		out = append(out, c.remove(c.order.Front().Value.(*cached).run))
	}
	return out
}

// take returns the machine of run if it is exactly where the store says the run is.
// Otherwise stale is that machine, for the caller to close.
func (c *cache) take(run store.RunID, nextSeq int64, last store.Token) (m *replay.Machine, stale *cached) {
	entry := c.remove(run)
	switch {
	case entry == nil:
		return nil, nil
	case entry.nextSeq == nextSeq && entry.last == last:
		return entry.machine, nil
	}
	return nil, entry
}

// named returns the run with that workflow id whose machine is cached.
func (c *cache) named(workflowID string) (store.RunID, bool) {
	run, ok := c.byName[workflowID]
	return run, ok
}

func (c *cache) remove(run store.RunID) *cached {
	e := c.byRun[run]
	if e == nil {
		return nil
	}
	delete(c.byRun, run)
	entry := c.order.Remove(e).(*cached)
	if c.byName[entry.workflowID] == run {
		delete(c.byName, entry.workflowID)
	}
	c.bytes -= entry.bytes
	c.coroutines -= entry.coroutines
	return entry
}

// drain empties the cache.
func (c *cache) drain() (out []*cached) {
	for c.order.Len() > 0 {
		out = append(out, c.remove(c.order.Front().Value.(*cached).run))
	}
	return out
}
