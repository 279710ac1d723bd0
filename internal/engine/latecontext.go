package engine

import (
	"context"
	"sync"
	"time"
)

// lateContext is the context of an attempt. A context that can be cancelled costs memory
// and a place on its parent's list, and many a function never looks at its own: it is
// made for who asks. The zero value with a parent is ready.
type lateContext struct {
	parent context.Context

	mu    sync.Mutex
	made  context.Context // nil: nobody has asked
	end   context.CancelCauseFunc
	over  bool // cancelled before anybody asked, for this cause
	cause error
}

// cancel cancels the context, unless that has happened or its parent has ended.
func (c *lateContext) cancel(cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.made != nil:
		c.end(cause)
	case !c.over && c.parent.Err() == nil:
		c.over, c.cause = true, cause
	}
}

func (c *lateContext) context() context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.made != nil:
	case c.over:
		c.made, c.end = context.WithCancelCause(context.WithoutCancel(c.parent)) // whose end came later
		c.end(c.cause)
	default:
		c.made, c.end = context.WithCancelCause(c.parent)
	}
	return c.made
}

// String is what it prints as: what it is made from says nothing to anybody.
func (c *lateContext) String() string { return "the context of an attempt" }

// Deadline implements context.Context.
func (c *lateContext) Deadline() (time.Time, bool) { return c.parent.Deadline() }

// Done implements context.Context.
func (c *lateContext) Done() <-chan struct{} { return c.context().Done() }

// Value implements context.Context. It is how package context finds the cause.
func (c *lateContext) Value(key any) any { return c.context().Value(key) }

// Err implements context.Context.
func (c *lateContext) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.made != nil:
		return c.made.Err()
	case c.over:
		return context.Canceled
	}
	return c.parent.Err()
}
