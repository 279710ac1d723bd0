package reprise

import (
	"container/list"

	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// cache keeps the machines of parked runs, the most recently parked last, bounded by
// estimated bytes and by coroutines. It is guarded by its engine's lock; machines
// that leave it are closed by the caller, outside that lock.
type cache struct {
	maxBytes, maxCoroutines int
	bytes, coroutines       int
	order                   *list.List // of *cached, oldest first
	byRun                   map[store.RunID]*list.Element
}

type cached struct {
	run     store.RunID
	machine *replay.Machine
	// The machine is used again only if the claim returns exactly these.
	nextSeq           int64
	last              store.Token
	bytes, coroutines int
}

func newCache(bytes, coroutines int) *cache {
	return &cache{
		maxBytes: bytes, maxCoroutines: coroutines,
		order: list.New(), byRun: map[store.RunID]*list.Element{},
	}
}

// put keeps m and returns the machines that had to make room for it, or m itself.
func (c *cache) put(entry *cached) (out []*cached) {
	entry.coroutines, entry.bytes = entry.machine.Size()
	if old := c.remove(entry.run); old != nil {
		out = append(out, old)
	}
	if entry.bytes > c.maxBytes || entry.coroutines > c.maxCoroutines {
		return append(out, entry)
	}
	c.byRun[entry.run] = c.order.PushBack(entry)
	c.bytes += entry.bytes
	c.coroutines += entry.coroutines
	for c.bytes > c.maxBytes || c.coroutines > c.maxCoroutines {
		out = append(out, c.remove(c.order.Front().Value.(*cached).run))
	}
	return out
}

// take returns the machine of run if it stands exactly where the store says the run
// stands. stale is a machine that does not, for the caller to close.
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

func (c *cache) remove(run store.RunID) *cached {
	e := c.byRun[run]
	if e == nil {
		return nil
	}
	delete(c.byRun, run)
	entry := c.order.Remove(e).(*cached)
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
