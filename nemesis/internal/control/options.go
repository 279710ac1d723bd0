package control

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/load"
)

// Options say what to run.
type Options struct {
	Store    string        // "postgres" or "sqlite"
	Duration time.Duration // until the load ends, including the start
	Seed     uint64
	Workers  int
	TTL      time.Duration // of a lease
	Faults   []string      // kinds that occur in any case; those of the server come first
	Backlog  int           // rows of the fault backlog
	Settle   time.Duration // how long to wait after the load for another run to end; a slow machine needs more
	Report   string        // the directory of the report; empty: a temporary one, kept if there are violations
	Limits   bool          // the load is only queues with limits, and the faults are those under which limits must hold
	First    bool          // stop at the first violation
	Binary   string        // what to start as a worker, with the arguments "worker" and its config
	Log      io.Writer     // receives progress, for people
}

// The stores.
const (
	Postgres = "postgres"
	SQLite   = "sqlite"
)

// Limits of the time for open runs to end.
const (
	settleWithin = 10 // times Options.Settle at most, even if runs keep ending
	checkWithin  = 2 * time.Minute
	stopWithin   = 5 * time.Second
)

const (
	auditEvery = 300 * time.Millisecond
	maxLull    = 2 * time.Second // before the faults end, in which no new job begins
	maxOpen    = 100             // open runs at a time
	maxJobs    = 8000            // spread over the load; all of them must be checked at the end
	senders    = 24
)

// Check says what is wrong with the options.
func (o Options) Check() error {
	switch {
	case o.Store != Postgres && o.Store != SQLite:
		return fmt.Errorf("-store is %q: write postgres or sqlite", o.Store)
	case o.Duration < 3*time.Second:
		return fmt.Errorf("-duration is %v: write 3s or more", o.Duration)
	case o.Workers < 1 || o.Workers > 64:
		return fmt.Errorf("-workers is %d: write a number from 1 to 64", o.Workers)
	case o.TTL < 300*time.Millisecond:
		return fmt.Errorf("-ttl is %v: write 300ms or more", o.TTL)
	case o.Settle < time.Second:
		return fmt.Errorf("-settle is %v: write 1s or more", o.Settle)
	case o.Backlog < 1:
		return fmt.Errorf("-backlog is %d: write how many rows, 1 or more", o.Backlog)
	}
	for _, kind := range o.Faults {
		if f, ok := named(kind); !ok {
			return fmt.Errorf("-faults has %q: write some of %s", kind, strings.Join(kinds(), ","))
		} else if f.server && o.Store != Postgres {
			return fmt.Errorf("-faults has %q, which is a fault of a server: write -store postgres", kind)
		}
	}
	return nil
}

// kinds returns all kinds of faults.
func kinds() (all []string) {
	for _, f := range faults {
		all = append(all, f.kind)
	}
	return all
}

// bounds returns the limits of the load's queues.
func (o Options) bounds() load.Bounds {
	if o.Limits {
		return load.Pressed
	}
	return load.Usual
}
