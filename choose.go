package reprise

import (
	"slices"

	"github.com/reprise-run/reprise/store"
)

// choose has a test say which of the writes that wait is made next.
func (c *committer) choose() {
	if !c.serial || c.turn == nil || len(c.waiting()) == 0 {
		return
	}
	i := c.turn(c.waiting)
	c.mu.Lock()
	defer c.mu.Unlock()
	if i < 0 || i >= len(c.queue) {
		return
	}
	chosen := c.queue[i]
	c.queue = slices.Insert(slices.Delete(slices.Clone(c.queue), i, i+1), 0, chosen)
}

// waiting are the writes that wait, in the order in which they came.
func (c *committer) waiting() []store.Op {
	c.mu.Lock()
	defer c.mu.Unlock()
	ops := make([]store.Op, len(c.queue))
	for i, r := range c.queue {
		ops[i] = r.op
	}
	return ops
}
