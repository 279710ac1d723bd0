package demo

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/reprise-run/reprise/store"
)

// crasher is a store that kills its process at a chosen commit.
//
// A commit is a call of Apply that changed something: one that only looked for work
// and found none, or only met members that were too late, is not counted. "After" is
// when the N-th has become durable and nobody has heard of it yet. "Before" is when
// N-1 were counted and the next Apply is about to happen that has something to
// write; a claim or a look at the timers, which may or may not change something, is
// let pass, so that the moment falls between the work and its record. Joining,
// leaving and renewing a lease are no commits.
type crasher struct {
	store.Store
	point   Crash
	counted atomic.Int64
	say     io.Writer
	die     func()
}

func newCrasher(st store.Store, point Crash, say io.Writer) *crasher {
	return &crasher{Store: st, point: point, say: say, die: killSelf}
}

// Apply implements store.Store.
func (c *crasher) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	if c.point.Before && c.counted.Load() >= int64(c.point.N)-1 && anyWrites(ops) {
		c.crash("before")
	}
	outcomes, err := c.Store.Apply(ctx, ops)
	if err != nil || !anyChanged(ops, outcomes) {
		return outcomes, err
	}
	if c.counted.Add(1) == int64(c.point.N) && !c.point.Before {
		c.crash("after")
	}
	return outcomes, nil
}

func (c *crasher) crash(when string) {
	fmt.Fprintf(c.say, "killing process %d %s its commit %d\n", os.Getpid(), when, c.point.N)
	c.die()
}

// killSelf does what kill -9 does, and does not return.
func killSelf() {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "reprise demo: cannot kill this process:", err)
		os.Exit(1)
	}
	select {}
}

func anyWrites(ops []store.Op) bool {
	for _, op := range ops {
		switch op.(type) {
		case *store.Claim, *store.ClaimActivities, *store.Fire, *store.Fetch, *store.Beat, *store.Recover, *store.Sweep:
		default:
			return true
		}
	}
	return false
}

func anyChanged(ops []store.Op, outcomes []store.Outcome) bool {
	for i, op := range ops {
		o := outcomes[i]
		switch op.(type) {
		case *store.Claim:
			if len(o.Claims) > 0 {
				return true
			}
		case *store.ClaimActivities:
			if len(o.Tasks) > 0 {
				return true
			}
		case *store.Fire:
			if len(o.Fired) > 0 {
				return true
			}
		case *store.Fetch:
			if len(o.Entries) > 0 {
				return true
			}
		case *store.Recover, *store.Sweep:
			if o.Count > 0 {
				return true
			}
		default:
			if o.Code == store.Done {
				return true
			}
		}
	}
	return false
}
