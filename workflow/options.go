package workflow

import (
	"fmt"
	"math"
	"time"

	"github.com/reprise-run/reprise/history"
)

// ExecuteOption configures one call of [Execute].
type ExecuteOption func(*executeOptions)

type executeOptions struct {
	partition string
	priority  *int
	reuses    bool
	key       string
	keepFor   time.Duration
}

// ReuseResult keeps the result of the activity under a key, for other runs of the namespace: if one of them
// executes the activity of this name with this key within keepFor, it gets the kept result and executes
// nothing. Use it for what must not happen twice whatever becomes of runs: a payment, say, whose run may be
// reset, or started again by hand.
//
// The key is also the idempotency key of all attempts, so that the called system recognises two runs that call
// it at the same time. Each of them then records its own result, and the first one is kept. Failures are not
// kept. keepFor counts by the store's clock from the end of the activity. The input is not compared. The
// activity has a row from the start: compared with a step that shares its commits, it costs one more claim and
// one more end.
//
// The key has at most 500 bytes. If the key or the time is invalid, the Future has ended with an error that says so.
func ReuseResult(key string, keepFor time.Duration) ExecuteOption {
	return func(o *executeOptions) { o.reuses, o.key, o.keepFor = true, key, keepFor }
}

// Partition sets the key of the activity within its queue: a queue with limits for each partition applies them for each key, such
// as a tenant, a host or an account. Other queues ignore it. Without it the key is that of the run's start, if there was one.
//
// If the key has more than 500 bytes or is no valid text, the Future has ended with an error that says so.
func Partition(key string) ExecuteOption { return func(o *executeOptions) { o.partition = key } }

// Priority orders the activity among those that wait in its queue: lower numbers first. It must fit in 32 bits; otherwise the
// Future has ended with an error that says so. Without it the priority is that of the run. It has no effect on an activity that
// begins at once.
func Priority(n int) ExecuteOption { return func(o *executeOptions) { o.priority = &n } }

// complete writes the options into the command.
func (c *executeOptions) complete(b *history.ActivityScheduled, opts []ExecuteOption) error {
	for i, opt := range opts {
		if opt == nil {
			return fmt.Errorf("option %d %w", i+1, errNoOption)
		}
		opt(c)
	}
	if c.partition != "" {
		if err := checkID("the key of Partition", c.partition); err != nil {
			return err
		}
		if len(c.partition) > history.MaxPartition {
			return fmt.Errorf("the key of Partition has %d bytes; at most %d are allowed", len(c.partition), history.MaxPartition)
		}
	}
	if p := c.priority; p != nil && (*p < math.MinInt32 || *p > math.MaxInt32) {
		return fmt.Errorf("Priority is %d, it must be from %d to %d", *p, math.MinInt32, math.MaxInt32)
	}
	b.Partition, b.Priority = c.partition, c.priority
	if !c.reuses {
		return nil
	}
	if err := checkID("the key of ReuseResult", c.key); err != nil {
		return err
	}
	switch {
	case len(c.key) > history.MaxReuseKey:
		return fmt.Errorf("the key of ReuseResult has %d bytes; at most %d are allowed", len(c.key), history.MaxReuseKey)
	case c.keepFor <= 0:
		return fmt.Errorf("ReuseResult keeps the result for %v: use more than zero", c.keepFor)
	case c.keepFor > history.MaxKeepFor:
		return fmt.Errorf("ReuseResult keeps the result for %v: at most %v are allowed", c.keepFor, history.MaxKeepFor)
	}
	b.Reuse, b.KeepFor = c.key, c.keepFor
	return nil
}
