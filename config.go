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

// Config configures a Runtime. The zero value is a good start: each field documents what its
// zero value means.
type Config struct {
	// Namespace separates applications that share one store. Zero: "default".
	Namespace string
	// Queues declares the queues that this Runtime knows. Its worker serves all of them except those marked [Queue.Elsewhere].
	// A start on any other queue but "default" is an [UnknownQueueError]. Zero: the worker serves "default", and a start may
	// name any queue.
	Queues []Queue
	// Build names the version of the workflow code. When one build has parked a run, another
	// build may try it at once. Zero: a hash of the executable.
	Build string
	// Labels describe the worker to operators, for example {"zone": "eu-1"}; worker list shows them. At most 16, with keys of at
	// most 63 bytes and values of at most 200. Zero: none.
	Labels map[string]string
	// Logger receives the log of the Runtime and of workflow.Logger. Its handler runs on the
	// engine's goroutines and must not panic. Zero: slog.Default().
	Logger *slog.Logger
	// Observer receives events; see [Observer]. Zero: none.
	Observer *Observer
	// Codec encodes and decodes values; codec.JSON() writes what psql and jq can read. A
	// Runtime decodes msgpack and JSON payloads whatever its Codec. Zero: codec.MsgPack().
	Codec codec.Codec
	// Payloads transform payloads, in this order on their way to the store and in reverse on
	// the way back; see package codec. All programs that use the store need the same
	// transforms, including those that only start and signal. Zero: none.
	Payloads []codec.Transform
	// Activities is how many activities run here at once. Zero: 1,000. If it is lower than
	// Runs, a step that finds every slot taken waits as a row, which costs four times as much.
	Activities int
	// Runs is how many runs this worker owns at once; parked runs do not count. While other
	// workers that serve the same work have free slots, it owns no more runs than it has slots,
	// or 100 if that is more. Zero: 1,000.
	Runs int
	// CacheBytes bounds the estimated memory of the parked runs that the worker caches for
	// their next task. Zero: 64 MiB; negative: no cache.
	CacheBytes int
	// CacheCoroutines bounds the coroutines of those runs. Zero: 20,000.
	CacheCoroutines int
	// LeaseTTL is how long this worker may be silent before others take over its work. Zero: ten
	// seconds; at least 300 ms.
	LeaseTTL time.Duration
	// StepTimeout is how long workflow code may run between two waits before its run is parked
	// as blocked outside the engine. Zero: 5 s.
	StepTimeout time.Duration
	// StrictInputs also parks a run when the code gives a recorded activity another input, or a
	// timer another due time, than a worker of another build recorded. Without it, such a
	// change may be intended: the recorded value counts, and the log reports the difference.
	// Under the same Build such a change is never intended, and always parks the run.
	StrictInputs bool
	// Grace is how long an activity that ignores the end of its context keeps its slot. If it was
	// cancelled, it then ends with activity.ErrOutcomeUnknown. Zero: 10 s.
	Grace time.Duration
	// StopTimeout is how long [Runtime.Run] waits for activities and tasks before it leaves them
	// behind. [Runtime.Stop] does, too, if its context has no deadline or has already ended.
	// Zero: 20 s.
	StopTimeout time.Duration
	// Retention is how long the namespace keeps runs and their histories after they end. All
	// workers of a namespace should use the same value. Zero: for ever.
	Retention Retention
	// Intercept wraps calls, runs, commands and attempts; the first interceptor is the
	// outermost. New logs their names in order. Zero: none.
	Intercept []Interceptor
	// Preflight is how many open runs, oldest first, [Runtime.Start] replays before the worker
	// begins. If this code would park one of them, Start fails with a *[PreflightError].
	// Negative: all of them. Zero: none.
	Preflight int
	// Clock is this process's clock. Zero: timer.System().
	Clock timer.Clock

	hooks    hooks.Hooks // carried by the Clock
	declares bool        // Queues was not empty
}

// Bounds of calls and settings.
const (
	// MaxAtOnce is the most runs or jobs that one [StartAll] or [EnqueueAll] may start.
	MaxAtOnce = store.MaxStarts
	// MaxBackfill is the most times that one [Backfill] may cover, with those that have fired already.
	MaxBackfill = 1000
	// MinRetention is the smallest Retention.After. It is longer than any transaction: a start that
	// looked for runs with its workflow id before a run ended is answered before that run is removed.
	MinRetention = time.Minute
	// MinSweepAge is the smallest SweepOptions.Age.
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

// Bounds of Config.Labels.
const (
	maxLabels     = 16
	maxLabelKey   = 63
	maxLabelValue = 200
)

func checkLabels(labels map[string]string) error {
	if len(labels) > maxLabels {
		return fmt.Errorf("reprise: Config.Labels has %d labels: at most %d are allowed", len(labels), maxLabels)
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

// engine returns the engine's part of c, which must be normalised.
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

// interceptors returns the names of the interceptors, in order.
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

// executableHash names a build after the bytes of the executable: two deploys of the same
// binary are the same build, and a changed one is another.
func executableHash() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // opened for reading: nothing to lose
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:6]), nil
}
