package reprise

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/internal/hooks"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// Config shapes a Runtime. The zero value is a good start: every field says what
// its zero means.
type Config struct {
	// Namespace separates applications that share one store. Zero: "default".
	Namespace string
	// Queues are the named lines of work that this Runtime declares: those that its worker takes from, and with
	// [Queue.Elsewhere] others. A start on any other queue but "default" is an [UnknownQueueError]. Zero: the worker takes from
	// "default", and any queue may be named.
	Queues []Queue
	// Build names the version of the workflow code. A run parked by one build is
	// taken up at once by another. Zero: a hash of the executable.
	Build string
	// Labels are what operators know the worker by, as {"zone": "eu-1"}: worker list shows them. At most 16, with keys of at most
	// 63 bytes and values of at most 200. Zero: none.
	Labels map[string]string
	// Logger receives what the Runtime and workflow.Logger have to say. Its handler is
	// called on the engine's goroutines and must not panic. Zero: slog.Default().
	Logger *slog.Logger
	// Observer is told what happens; see [Observer]. Zero: nobody is.
	Observer *Observer
	// Codec makes bytes of values and values of bytes: codec.JSON() makes what psql and jq can
	// read. Payloads in msgpack and JSON are always understood. Zero: codec.MsgPack().
	Codec codec.Codec
	// Payloads are transforms that payloads pass in this order when they leave for the store,
	// and in the reverse order when they come from it; see package codec. All programs that use
	// the store need the same, those that only start and signal, too. Zero: none.
	Payloads []codec.Transform
	// Activities is how many activities run at once here. Zero: 1,000. With fewer than Runs,
	// a step that finds all slots taken waits as a row, which costs four times as much.
	Activities int
	// Runs is how many runs this worker owns at once; parked runs do not count. While
	// other workers that serve the same have free slots, it owns no more runs than it has
	// slots, or 100. Zero: 1,000.
	Runs int
	// CacheBytes bounds the estimated memory of parked runs kept for their next
	// task. Zero: 64 MiB; negative: keep none.
	CacheBytes int
	// CacheCoroutines bounds the coroutines of those runs. Zero: 20,000.
	CacheCoroutines int
	// LeaseTTL is how long this worker may be silent before others take over.
	// Zero: 10 s; at least 300 ms.
	LeaseTTL time.Duration
	// StepTimeout is how long workflow code may run between two waits before the
	// run is parked as blocked outside the engine. Zero: 5 s.
	StepTimeout time.Duration
	// StrictInputs parks a run also where the code gives a recorded activity another input,
	// or a timer another due time, than a worker of another build has recorded. Without it
	// that may be a change that is wanted: the recorded one counts, and the log says so.
	// Under the same Build it is never wanted, and the run is parked.
	StrictInputs bool
	// Grace is how long an activity that ignores the end of its context keeps its
	// slot. Zero: 10 s.
	Grace time.Duration
	// StopTimeout is how long [Runtime.Run], and Stop where its context sets no time, wait for
	// activities and tasks before they leave them behind. Zero: 20 s.
	StopTimeout time.Duration
	// Retention is how long runs of the namespace, and their histories, are kept after
	// they ended. All workers of a namespace should say the same. Zero: for ever.
	Retention Retention
	// Intercept are put around calls, runs, commands and attempts; the first is outermost. New
	// logs their names in order. Zero: none.
	Intercept []Interceptor
	// Preflight is how many open runs, those that began first, [Runtime.Start] replays before the
	// worker begins. If this code would park one of them, it refuses with a *[PreflightError].
	// Negative: all of them. Zero: none.
	Preflight int
	// Clock is the time of this process. Zero: timer.System().
	Clock timer.Clock

	hooks    hooks.Hooks // that the Clock has carried
	declares bool        // Queues was not empty
}

// What calls and settings are bounded by.
const (
	// MaxAtOnce is how many runs or jobs one [StartAll] or [EnqueueAll] starts at most.
	MaxAtOnce = store.MaxStarts
	// MaxBackfill is how many times one [Backfill] starts at most.
	MaxBackfill = 1000
	// MinRetention is the least Retention.After. No transaction lasts as long: a start that
	// looked for runs with its workflow id before one ended has been answered before that one
	// is removed.
	MinRetention = time.Minute
	// MinSweepAge is the least SweepOptions.Age.
	MinSweepAge = time.Hour
)

const (
	defaultNamespace  = "default"
	defaultQueue      = history.DefaultQueue
	defaultActivities = 1000
	defaultRuns       = 1000
	defaultCacheBytes = 64 << 20
	defaultCoroutines = 20_000
	defaultTTL        = 10 * time.Second
	minTTL            = 300 * time.Millisecond
	defaultStep       = 5 * time.Second
	defaultGrace      = 10 * time.Second
	defaultStop       = 20 * time.Second
)

func (c Config) normalised() (Config, error) {
	if c.Namespace == "" {
		c.Namespace = defaultNamespace
	}
	if c.declares = len(c.Queues) > 0; !c.declares {
		c.Queues = []Queue{{Name: defaultQueue}}
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	if c.Observer == nil {
		c.Observer = &Observer{}
	}
	if c.Clock, c.hooks = hooks.Of(c.Clock); c.Clock == nil {
		c.Clock = timer.System()
	}
	setDefault(&c.Activities, defaultActivities)
	setDefault(&c.Runs, defaultRuns)
	setDefault(&c.CacheBytes, defaultCacheBytes)
	setDefault(&c.CacheCoroutines, defaultCoroutines)
	setDefault(&c.LeaseTTL, defaultTTL)
	setDefault(&c.StepTimeout, defaultStep)
	setDefault(&c.Grace, defaultGrace)
	setDefault(&c.StopTimeout, defaultStop)
	var errs []error
	if c.LeaseTTL < minTTL {
		errs = append(errs, fmt.Errorf("reprise: Config.LeaseTTL is %v: use at least %v", c.LeaseTTL, minTTL))
	}
	if c.Activities < 0 || c.Runs < 0 || c.StepTimeout < 0 || c.Grace < 0 || c.StopTimeout < 0 {
		errs = append(errs, errors.New("reprise: Config.Activities, Runs, StepTimeout, Grace and StopTimeout must not be negative: use zero for the default"))
	}
	errs = append(errs, c.checkQueues()...)
	errs = append(errs, c.Retention.check(), checkLabels(c.Labels))
	c.Labels = maps.Clone(c.Labels)
	errs = append(errs, checkName("a namespace", c.Namespace))
	errs = append(errs, sealing.Check(c.Payloads))
	if c.Codec != nil && strings.Contains(c.Codec.Name(), "+") {
		errs = append(errs, fmt.Errorf("reprise: Config.Codec is named %q: leave out the '+', which separates codecs from transforms", c.Codec.Name()))
	}
	if c.Build != "" {
		if err := checkBound("Config.Build", c.Build); err != nil {
			errs = append(errs, err)
		}
	} else {
		build, err := executableHash()
		if err != nil {
			errs = append(errs, fmt.Errorf("reprise: cannot read the executable to name the build, set Config.Build: %w", err))
		}
		c.Build = build
	}
	return c, errors.Join(errs...)
}

// The bounds of Config.Labels.
const (
	maxLabels     = 16
	maxLabelKey   = 63
	maxLabelValue = 200
)

func checkLabels(labels map[string]string) error {
	if len(labels) > maxLabels {
		return fmt.Errorf("reprise: Config.Labels has %d: at most %d are allowed", len(labels), maxLabels)
	}
	for key, value := range labels {
		if err := checkName("a key of Config.Labels", key); err != nil {
			return err
		}
		if len(key) > maxLabelKey || len(value) > maxLabelValue || !utf8.ValidString(value) || strings.ContainsRune(value, 0) {
			return fmt.Errorf("reprise: Config.Labels: %.70q is %.210q: a key has at most %d bytes, and a value at most %d of text", key, value, maxLabelKey, maxLabelValue)
		}
	}
	return nil
}

// engine is what a Runtime's process goes by; c has been normalised.
func (c *Config) engine(rt *Runtime) engine.Config {
	queues, bounds := c.served()
	return engine.Config{
		Namespace: c.Namespace, Labels: c.Labels, Queues: queues, Build: c.Build,
		Logger: c.Logger, Observer: c.Observer.engine(),
		Payloads: engine.Payloads{Codecs: rt.codecs, Sealer: rt.sealer},
		Bound:    engine.Bound{Workflows: rt.workflows, Pinned: rt.pinned, Activities: rt.activities, Accepts: rt.accepts, PlainJobs: rt.chains.workflow == nil && rt.chains.command == nil},
		Slots:    c.Activities, QueueConfig: engine.QueueConfig{QueueSlots: bounds, QueueCool: c.cools(), Declared: c.declared()}, Runs: c.Runs,
		Cache:    engine.CacheBounds{Bytes: c.CacheBytes, Coroutines: c.CacheCoroutines},
		LeaseTTL: c.LeaseTTL, StepTimeout: c.StepTimeout, StrictInputs: c.StrictInputs,
		Grace: c.Grace, Retention: c.Retention.engine(), Clock: c.Clock,
		Hooks: c.hooks, Around: rt.chains.around(c.hooks.Attempt),
	}
}

// interceptors are the names of the interceptors, in order.
func (c *Config) interceptors() (names []string) {
	for _, i := range c.Intercept {
		names = append(names, i.Name)
	}
	return names
}

func setDefault[T int | time.Duration](v *T, def T) {
	if *v == 0 {
		*v = def
	}
}

// executableHash names a build by what was built, so that two deploys of the same
// code are the same build and a changed one is not.
func executableHash() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // read only: nothing to lose
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:6]), nil
}
