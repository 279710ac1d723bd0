package workflow

import (
	"fmt"
	"math"
	"time"

	"github.com/reprise-run/reprise/history"
)

// ExecuteOption changes one call of [Execute].
type ExecuteOption func(*executeOptions)

type executeOptions struct {
	partition string
	priority  *int
	reuses    bool
	key       string
	keepFor   time.Duration
}

// ReuseResult has the result of the activity be kept under a key, and found again by other runs of the
// namespace: one that asks for the activity of this name with this key within keepFor ends with that result
// and executes nothing. It is for what must not happen twice whatever becomes of runs: a payment, whose run
// may be reset, or started anew by hand.
//
// The key is the idempotency key of all attempts, so that two runs that ask at the same time are known as one to
// whom they call. Each then records its own result, and the first one is kept. Failures are not kept. The time
// goes by the store's clock, from the end of the activity; the input is not compared. The activity is a row
// from the start: a claim and an end more than a step that shares its commits.
//
// The key has 500 bytes at most. A key or a time that cannot be used gives a Future that has ended with an error
// saying so.
func ReuseResult(key string, keepFor time.Duration) ExecuteOption {
	return func(o *executeOptions) { o.reuses, o.key, o.keepFor = true, key, keepFor }
}

// Partition is the key of the activity within its queue: a queue with limits for each partition has them for each key, a tenant,
// a host, an account. Other queues take no notice of it. Without it the key is that which the run was started with, if it was.
//
// A key of more than 500 bytes, or one that is no text, gives a Future that has ended with an error saying so.
func Partition(key string) ExecuteOption { return func(o *executeOptions) { o.partition = key } }

// Priority orders the activity among those that wait in its queue: lower numbers first. It is a number of 32 bits; another one gives
// a Future that has ended with an error saying so. Without it the priority is that of the run. An activity that begins at once
// waits for nobody, whatever it is.
func Priority(n int) ExecuteOption { return func(o *executeOptions) { o.priority = &n } }

// complete puts into the command what the options say.
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
		return fmt.Errorf("Priority is %d, and lies in %d to %d", *p, math.MinInt32, math.MaxInt32)
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
		return fmt.Errorf("ReuseResult keeps the result for %v: write how long it is to be found", c.keepFor)
	case c.keepFor > history.MaxKeepFor:
		return fmt.Errorf("ReuseResult keeps the result for %v: at most %v are allowed", c.keepFor, history.MaxKeepFor)
	}
	b.Reuse, b.KeepFor = c.key, c.keepFor
	return nil
}
