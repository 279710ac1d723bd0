package workflow

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
)

// ExecuteOption changes one call of [Execute].
type ExecuteOption func(*executeOptions)

type executeOptions struct {
	reuses  bool
	key     string
	keepFor time.Duration
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

// reuse puts into the command what the options say.
func (c *executeOptions) reuse(b *history.ActivityScheduled, opts []ExecuteOption) error {
	bad := func(err error) error {
		return failure.Wrap("", fmt.Errorf("workflow: execute: %w", err), failure.Permanent())
	}
	for i, opt := range opts {
		if opt == nil {
			return bad(fmt.Errorf("option %d %w", i+1, errNoOption))
		}
		opt(c)
	}
	if !c.reuses {
		return nil
	}
	if err := checkID("the key of ReuseResult", c.key); err != nil {
		return bad(err)
	}
	switch {
	case len(c.key) > history.MaxReuseKey:
		return bad(fmt.Errorf("the key of ReuseResult has %d bytes; at most %d are allowed", len(c.key), history.MaxReuseKey))
	case c.keepFor <= 0:
		return bad(fmt.Errorf("ReuseResult keeps the result for %v: write how long it is to be found", c.keepFor))
	case c.keepFor > history.MaxKeepFor:
		return bad(fmt.Errorf("ReuseResult keeps the result for %v: at most %v are allowed", c.keepFor, history.MaxKeepFor))
	}
	b.Reuse, b.KeepFor = c.key, c.keepFor
	return nil
}
