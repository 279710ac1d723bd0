package engine

import (
	"log/slog"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/hooks"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// Config is what a [Process] goes by. The root resolves it from its own, where each field is
// explained: no field of this one is left to a default.
type Config struct {
	Namespace string
	Labels    map[string]string
	Queues    []string
	Build     string
	Logger    *slog.Logger
	Observer  *Observer
	Payloads
	Bound
	Slots int
	QueueConfig
	Runs         int
	Cache        CacheBounds
	LeaseTTL     time.Duration
	StepTimeout  time.Duration
	StrictInputs bool
	Grace        time.Duration
	Retention    Retention
	Clock        timer.Clock
	Hooks        hooks.Hooks // of a service none
	// Around is around each attempt at an activity; nil: nothing is.
	Around func(next contract.Handler) contract.Handler
}

// QueueConfig is what a configuration says of queues, by their names.
type QueueConfig struct {
	QueueSlots map[string]int
	QueueCool  map[string]CoolTimes
	Declared   []DeclaredQueue // that have settings for all workers, or a revision
}

// DeclaredQueue is what a configuration declares of a queue for all workers.
type DeclaredQueue struct {
	Name     string
	Settings store.QueueSettings
	Revision int
}

// CacheBounds are how much of parked runs is kept in memory.
type CacheBounds struct{ Bytes, Coroutines int }

// Payloads are how values become bytes, and what the store has of those.
type Payloads struct {
	Codecs *history.Codecs
	Sealer *sealing.Sealer
}

const (
	tickInterval   = time.Second
	reconcileEvery = 5 * time.Second
	maxAbandoned   = 16
	maxPanics      = 3
	maxRefusals    = 3
)

// slots is how many activities can run at once here, of all queues together: where each of
// them has a bound of its own, no more than those allow.
func (c *Config) slots() int {
	unbounded := func(q string) bool { return c.QueueSlots[q] == 0 }
	if len(c.QueueSlots) == 0 || slices.ContainsFunc(c.Queues, unbounded) {
		return c.Slots
	}
	all := 0
	for _, most := range c.QueueSlots {
		all += most
	}
	return min(c.Slots, all)
}

// worker is a worker of this configuration.
func (c *Config) worker(id store.WorkerID) store.Worker {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown" // it is only shown
	}
	w := store.Worker{
		ID: id, Build: c.Build, Level: replay.Level, Host: host, PID: os.Getpid(), TTL: c.LeaseTTL,
		Slots: c.slots(), Labels: c.Labels,
	}
	w.Serves = c.filter(w)
	w.Serves.Own = store.OwnQueue(id)
	return w
}

// filter says what a worker can run. It does not claim the rest.
func (c *Config) filter(w store.Worker) store.Filter {
	return store.Filter{
		Namespace: c.Namespace, Queues: c.Queues, Level: w.Level, Build: w.Build,
		Workflows:  c.bound(),
		Activities: slices.Sorted(maps.Keys(c.Activities)),
	}
}

// bound are the workflows that a worker runs, and those of them that are pinned to its build.
func (c *Config) bound() []string {
	names := slices.Collect(maps.Keys(c.Workflows))
	for name := range c.Pinned {
		names = append(names, store.Bound(name, c.Build))
	}
	slices.Sort(names)
	return names
}

// Bound is the code that a process has.
type Bound struct {
	Workflows  map[string]replay.Func
	Pinned     map[string]bool // of these, those whose runs stay with the build that has begun them
	Activities map[string]*contract.Activity
	Accepts    map[string]*contract.Accepts // of the workflows that have closed their contract
	PlainJobs  bool                         // nothing is around workflows: the end of a job follows from that of its activity
}
