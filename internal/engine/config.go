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

// Config is the configuration of a [Process]. The root resolves it from its own Config, which
// documents each field; no field here has a default.
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
	Hooks        hooks.Hooks // none in a service
	// Around wraps each attempt at an activity; nil: nothing does.
	Around func(next contract.Handler) contract.Handler
}

// QueueConfig is what the configuration says about queues, by name.
type QueueConfig struct {
	QueueSlots map[string]int
	QueueCool  map[string]CoolTimes
	Declared   []DeclaredQueue // queues with settings for all workers, or with a revision
}

// DeclaredQueue is what the configuration declares about a queue for all workers.
type DeclaredQueue struct {
	Name     string
	Settings store.QueueSettings
	Revision int
}

// CacheBounds limit how much of parked runs is kept in memory.
type CacheBounds struct{ Bytes, Coroutines int }

// Payloads say how values become bytes, and how the store keeps those.
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

// slots is how many activities can run at once here, in all queues together. If each queue
// has a bound of its own, it is no more than their sum.
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

// worker returns a worker with this configuration.
func (c *Config) worker(id store.WorkerID) store.Worker {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown" // it is only displayed
	}
	w := store.Worker{
		ID: id, Build: c.Build, Level: replay.Level, Host: host, PID: os.Getpid(), TTL: c.LeaseTTL,
		Slots: c.slots(), Labels: c.Labels,
	}
	w.Serves = c.filter(w)
	w.Serves.Own = store.OwnQueue(id)
	return w
}

// filter says what a worker can run, and so what it claims.
func (c *Config) filter(w store.Worker) store.Filter {
	return store.Filter{
		Namespace: c.Namespace, Queues: c.Queues, Level: w.Level, Build: w.Build,
		Workflows:  c.bound(),
		Activities: slices.Sorted(maps.Keys(c.Activities)),
	}
}

// bound returns the workflows that a worker runs, and marks those that are pinned to its
// build.
func (c *Config) bound() []string {
	names := slices.Collect(maps.Keys(c.Workflows))
	for name := range c.Pinned {
		names = append(names, store.Bound(name, c.Build))
	}
	slices.Sort(names)
	return names
}

// Bound is the code that a process has registered.
type Bound struct {
	Workflows  map[string]replay.Func
	Pinned     map[string]bool // the workflows whose runs stay with the build that began them
	Activities map[string]*contract.Activity
	Accepts    map[string]*contract.Accepts // for the workflows that declare what they accept
	PlainJobs  bool                         // nothing wraps workflows: the end of a job follows from that of its activity
}
