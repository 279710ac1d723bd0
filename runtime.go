// Package reprise makes a plain Go function survive the death of the process that
// runs it. You import it, give it a store (a SQLite file, store/sqlite, or the
// Postgres you already run, store/postgres), and write the business process as
// straight-line Go; there is no server to operate. When the process dies, the next one
// replays the function from its event history to the same point and goes on. On Postgres
// any number of processes share the work.
//
// Define workflows, activities and signals with packages workflow, activity and signal.
// Bind them to functions in [New], and call [Runtime.Start] to run a worker. Then [Start]
// runs and wait for their [Handle.Result]. A [Runtime] that was not started is a client.
// A [Tx] is a client inside a transaction of your own.
//
// Every accepted start reaches exactly one end, or is visibly parked (see [Describe]). Every activity
// result is recorded at most once, but an activity may run more than once: pass activity.Info's
// IdempotencyKey to whatever you call. docs/guarantees.md lists all guarantees.
//
// All methods and functions are safe for concurrent use.
//
// Package reprise belongs to the author tier of docs/stability.md: its exported names stay.
// The names that inspect, steer and measure runs belong to the operator tier, which
// api/operator.txt lists.
package reprise

// Package reprise imports codec, failure, history, replay, workflow, activity, schedule, signal, timer, store, internal/agenda, internal/sealing,
// internal/contract, internal/engine, internal/filter, internal/histories, internal/hooks, internal/inside, internal/rows, internal/timeline, internal/waits and
// internal/watchdog, and no driver.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// Binding binds a name to code. Bind of a workflow or activity definition, workflow.New and
// activity.New return one, and a signal's definition is one. Signals need not be bound: a
// bound one tells [SignalJSON] what type the signal carries. Only these packages make
// bindings.
type Binding interface{ Contract() contract.Contract }

// Runtime is a worker and a client of one store, inside your process. Make it with [New].
// Until [Runtime.Start] it is only a client. One process may have several.
type Runtime struct {
	store      store.Store
	cfg        Config
	codecs     *history.Codecs
	sealer     *sealing.Sealer
	workflows  map[string]replay.Func
	inputs     map[string]contract.Shape // of the bound workflows
	pinned     map[string]bool           // bound workflows whose runs stay with a build
	activities map[string]*contract.Activity
	signals    map[string]*contract.Signal
	accepts    map[string]*contract.Accepts // of the bound workflows that have closed their contract
	schedules  []*contract.Schedule
	chains     chains
	process    *engine.Process
	asked      *engine.AskedClock // the store's time as long as this Runtime is only a client
}

// Stats counts what a Runtime has done since New, and shows what its worker holds.
type Stats struct {
	Recovered      int   // runs and activities taken from dead workers
	ReplayedEvents int   // events fed to new machines, including the first event of a new run
	Rebuilds       int   // runs rebuilt from a history of more than one event
	Commits        int64 // batches the store has taken
	Abandoned      int   // goroutines given up on that have not returned
	Load           *Load // what the worker holds now; nil if this Runtime is only a client
}

// Load is what a worker holds at the moment.
type Load struct {
	Runs        int           // owned now
	MaxRuns     int           // the most it may own, see Config.Runs
	CachedRuns  int           // parked runs whose coroutines are cached
	CachedBytes int           // their estimated memory
	Lease       time.Duration // time left until others may take over, unless it is renewed; zero: they may now
	Slots       []Slots       // one for each queue it serves
}

// Slots tells how many activities of a queue a worker runs, and how many it may run.
type Slots struct {
	Queue string
	Used  int
	Limit int
}

// New makes a Runtime on st. It checks all bindings and reports every mistake in one
// error. It writes nothing and starts nothing.
func New(st store.Store, cfg Config, bindings ...Binding) (*Runtime, error) {
	if isNil(st) {
		return nil, errors.New("reprise: New needs a store, but this one is nil: open one with sqlite.Open or postgres.Open, and check its error")
	}
	named := cfg.Build != ""
	cfg, err := cfg.normalised()
	rt := &Runtime{
		store: st, cfg: cfg, codecs: history.NewCodecs(cfg.Codec).UpTo(sealing.Most(cfg.Payloads)), sealer: sealing.New(cfg.Namespace, cfg.Payloads),
		workflows: map[string]replay.Func{}, inputs: map[string]contract.Shape{}, pinned: map[string]bool{}, activities: map[string]*contract.Activity{},
		signals: map[string]*contract.Signal{}, accepts: map[string]*contract.Accepts{},
	}
	chains, bad := newChains(cfg.Intercept)
	errs := []error{err, bad}
	rt.chains = chains
	if bad != nil {
		bindings = nil // the broken interceptors would wrap them
	}
	for _, b := range bindings {
		errs = append(errs, rt.bind(b))
	}
	if len(rt.workflows) > 0 {
		for _, own := range workflow.Own() {
			errs = append(errs, rt.add(own.Contract()))
		}
	}
	for _, a := range rt.activities {
		if job, ok := contract.JobOf(a.Name); ok && a.Scheduling != nil {
			errs = append(errs, rt.add(workflow.Job(job, a)))
		}
	}
	if len(rt.pinned) > 0 && !named {
		errs = append(errs, fmt.Errorf("%w (workflow %q)", ErrNoBuild, slices.Min(slices.Collect(maps.Keys(rt.pinned)))))
	}
	errs = append(errs, checkDrivers(st, rt.activities))
	errs = append(errs, cfg.knowAll(rt.activities)...)
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if names := cfg.interceptors(); len(names) > 0 {
		cfg.Logger.Info("interceptors, the outermost first", "names", names)
	}
	rt.process, rt.asked = engine.New(st, cfg.engine(rt)), engine.NewAskedClock(cfg.Clock)
	return rt, nil
}

// isNil reports whether v is nil or a nil pointer.
func isNil(v any) bool {
	r := reflect.ValueOf(v)
	return !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil()
}

func (rt *Runtime) bind(b Binding) error {
	if isNil(b) {
		return errors.New("reprise: a binding is nil: pass Definition.Bind(fn)")
	}
	c := b.Contract()
	if w, ok := c.(*contract.Workflow[workflow.Context, workflow.Command]); ok && contract.IsOwn(w.Name) {
		return fmt.Errorf("reprise: workflow %q: names that begin with %q or %q are reserved for Reprise: choose another name", w.Name, contract.OwnPrefix, contract.JobPrefix)
	}
	return rt.add(c)
}

func (rt *Runtime) add(c contract.Contract) error {
	switch b := c.(type) {
	case *contract.Workflow[workflow.Context, workflow.Command]:
		if _, double := rt.workflows[b.Name]; double {
			return fmt.Errorf("reprise: workflow %q is bound twice: give each definition a name of its own", b.Name)
		}
		if b.Err != nil {
			return b.Err
		}
		if b.Accepts != nil {
			rt.accepts[b.Name] = b.Accepts
		}
		if rt.inputs[b.Name] = b.Input; b.Pinned {
			rt.pinned[b.Name] = true
		}
		rt.workflows[b.Name] = b.Func(workflowOptions(rt))
	case *contract.Activity:
		if _, double := rt.activities[b.Name]; double {
			return fmt.Errorf("reprise: activity %q is bound twice: give each definition a name of its own", b.Name)
		}
		rt.activities[b.Name] = b
		return b.Err
	case *contract.Signal:
		if _, double := rt.signals[b.Name]; double {
			return fmt.Errorf("reprise: signal %q is bound twice: give each definition a name of its own", b.Name)
		}
		rt.signals[b.Name] = b
		return checkName("the signal's name", b.Name)
	case *contract.Schedule:
		if slices.ContainsFunc(rt.schedules, func(s *contract.Schedule) bool { return s.ID == b.ID }) {
			return fmt.Errorf("reprise: schedule %q is declared twice: give each schedule its own id", b.ID)
		}
		rt.schedules = append(rt.schedules, b)
		return b.Err
	case *contract.Message:
		return fmt.Errorf("reprise: the definition of %s %q is not a binding: list it in workflow.Accepts, if anywhere", b.Kind, b.Name)
	default:
		return fmt.Errorf("reprise: %T is not a binding: pass what Bind of a workflow or activity definition returns, or a signal's definition", b)
	}
	return nil
}

// workflowOptions returns what every workflow of rt gets.
func workflowOptions(rt *Runtime) contract.WorkflowOptions[workflow.Context, workflow.Command] {
	return contract.WorkflowOptions[workflow.Context, workflow.Command]{
		Codecs: rt.codecs, Logger: rt.cfg.Logger, Namespace: rt.cfg.Namespace, Around: rt.chains.workflow, Command: rt.chains.command,
	}
}

// checkDrivers reports the transactional activities for which st has no transaction.
func checkDrivers(st store.Store, bound map[string]*contract.Activity) error {
	driver := ""
	if begins, ok := store.As[store.ActivityBeginner](st); ok {
		driver = begins.Driver()
	}
	var errs []error
	for name, b := range bound {
		switch want := b.Driver; {
		case want == "" || want == driver:
		case driver == "":
			errs = append(errs, fmt.Errorf("reprise: activity %q takes a transaction of %s, but the store, a %T, has none", name, want, st))
		default:
			errs = append(errs, fmt.Errorf("reprise: activity %q takes a transaction of %s, but the store is one of %s: bind it with %[3]s.Transactional, or open the other store", name, want, driver))
		}
	}
	return errors.Join(errs...)
}

// Start makes this Runtime a worker: it claims runs and activities until [Runtime.Stop]. It
// returns as soon as the worker is ready. ctx bounds the start only. With Config.Preflight,
// Start refuses code that would park open runs.
func (rt *Runtime) Start(ctx context.Context) error {
	if err := rt.usable(ctx); err != nil {
		return wrap(err, "start")
	}
	if rt.cfg.Preflight != 0 {
		all, err := preflight(ctx, rt, max(0, rt.cfg.Preflight), nil)
		if err = cmp.Or(err, all.err()); err != nil {
			return wrap(err, "start")
		}
	}
	if err := putSchedules(ctx, rt); err != nil {
		return wrap(err, "start")
	}
	return wrap(rt.process.Start(ctx), "start")
}

// Run starts a worker, works until ctx ends, and then stops the worker with
// Config.StopTimeout of grace. It is [Runtime.Start] and [Runtime.Stop] in one call, for a
// main function or an errgroup. It returns nil if everything ended within the grace, or if
// somebody else called Stop; otherwise the error of Start, or a *[StopError].
func (rt *Runtime) Run(ctx context.Context) error {
	if err := rt.Start(ctx); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
	case <-rt.process.Ended():
		return nil
	}
	end, cancel := grace(context.Background(), rt.cfg.StopTimeout, "")
	defer cancel()
	return stop(end, rt.process)
}

// Stop ends the worker. The worker claims nothing more and cancels every activity with the
// cause activity.ErrStopping. It waits for all activities and for the tasks in progress,
// then releases what it owns, so that another worker, or the next start, continues at once.
// An activity that returns because of the cancellation is handed over and does not use up an
// attempt. One that has not returned when the grace is over counts as lost.
//
// The grace lasts until ctx ends. If ctx has no deadline, or ended before the call, as the
// context of a signal handler has, the grace is Config.StopTimeout. [Runtime.StopNow] gives
// none.
//
// The *StopError names what was left behind. Stop may be called more than once, and on a
// Runtime that was never started. The store stays open.
func (rt *Runtime) Stop(ctx context.Context) error {
	if err := rt.usable(ctx); err != nil {
		return wrap(err, "stop")
	}
	end, cancel := ctx, context.CancelFunc(func() {})
	if _, bounded := ctx.Deadline(); ctx.Err() != nil {
		end, cancel = grace(context.Background(), rt.cfg.StopTimeout, "the context of Stop had already ended, and ")
	} else if !bounded {
		end, cancel = grace(ctx, rt.cfg.StopTimeout, "")
	}
	defer cancel()
	return stop(end, rt.process)
}

// StopNow is [Runtime.Stop] without grace: activities and tasks that do not end at once count
// as lost. Their runs continue elsewhere, or at the next start.
func (rt *Runtime) StopNow() error {
	if rt == nil || rt.process == nil {
		return wrap(errNoClient, "stop")
	}
	end, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("StopNow gives no grace"))
	return stop(end, rt.process)
}

// grace returns a context that ends after d.
func grace(ctx context.Context, d time.Duration, why string) (context.Context, context.CancelFunc) {
	over := fmt.Errorf("%sConfig.StopTimeout, %v, has passed: %w", why, d, context.DeadlineExceeded)
	return context.WithTimeoutCause(ctx, d, over)
}

func stop(ctx context.Context, p *engine.Process) error {
	left, err := p.Stop(ctx)
	if left != nil {
		return (*StopError)(left)
	}
	return err
}

// WorkerID returns the id of this Runtime's worker, or zero while the Runtime is only a
// client. The id changes when the worker loses its lease and joins again.
func (rt *Runtime) WorkerID() uuid.UUID {
	if rt == nil || rt.process == nil {
		return uuid.UUID{}
	}
	return rt.process.WorkerID()
}

// Stats returns what this Runtime has done so far.
func (rt *Runtime) Stats() Stats {
	if rt == nil || rt.process == nil {
		return Stats{}
	}
	now := rt.process.Stats()
	s := Stats{Recovered: now.Recovered, ReplayedEvents: now.ReplayedEvents, Rebuilds: now.Rebuilds, Commits: now.Commits, Abandoned: now.Abandoned}
	if l := now.Load; l != nil {
		s.Load = &Load{Runs: l.Runs, MaxRuns: l.MaxRuns, CachedRuns: l.CachedRuns, CachedBytes: l.CachedBytes, Lease: l.Lease}
		for _, q := range l.Slots {
			s.Load.Slots = append(s.Load.Slots, Slots(q))
		}
	}
	return s
}

// State returns the state of this Runtime's worker, for a readiness probe. The worker takes work only in [StateReady]. Do not
// restart a process merely because it is not ready: a worker that has lost its lease joins again by itself.
func (rt *Runtime) State() State {
	if rt == nil || rt.process == nil {
		return StateIdle
	}
	return State(engine.StateOf(rt.process))
}

// State is the state of a worker. Its text is a word for logs and probes.
type State string

// The states of a worker.
const (
	StateIdle      = State(engine.Idle)      // not started: the Runtime is only a client
	StateStarting  = State(engine.Starting)  // Start is under way
	StateReady     = State(engine.Ready)     // it takes work
	StateRejoining = State(engine.Rejoining) // the lease is lost: it takes nothing until it has joined again
	StateDraining  = State(engine.Draining)  // Stop or DrainWorker was called, and running work is finishing
	StateDrained   = State(engine.Drained)   // it owns nothing any more: the process may end
)

// DrainWorker tells a worker, in any process, to take no more work from its queues. It returns once the request is recorded; the
// worker learns of it at once or with its next tick. Running work finishes as it does after [Runtime.Stop], but nothing is
// cancelled: runs leave the worker between two activities, and other workers continue them. The process stays a worker, in
// [StateDraining] and then [StateDrained], until it stops or [UndrainWorker] lets it take work again. It continues to serve
// activities bound to this worker alone, see activity.Info.Worker. Draining a worker that already drains changes nothing: the
// first reason stands.
//
// Errors: [ErrNoReason]; [ErrNotFound] if the namespace has no worker with this id, or the worker was declared dead; those of the
// store.
func DrainWorker(ctx context.Context, c Client, worker uuid.UUID, by By) error {
	return wrap(drain(ctx, c, "drain worker", &store.DrainWorker{Worker: worker}, by), "drain worker %s", worker)
}

// UndrainWorker lets a worker that [DrainWorker] drained take work again. On any other worker it changes nothing. Errors: those
// of DrainWorker.
func UndrainWorker(ctx context.Context, c Client, worker uuid.UUID, by By) error {
	return wrap(drain(ctx, c, "undrain worker", &store.DrainWorker{Worker: worker, Undo: true}, by), "undrain worker %s", worker)
}

func drain(ctx context.Context, c Client, verb string, op *store.DrainWorker, by By) error {
	rt, err := clientOf(ctx, c)
	if err = errors.Join(err, by.check()); err != nil {
		return err
	}
	if op.Worker == (uuid.UUID{}) {
		return fmt.Errorf("%w: the worker id is zero: `reprise worker list` prints the ids", ErrInvalidID)
	}
	op.Namespace, op.Who, op.Why = rt.cfg.Namespace, by.Who, by.Why
	return rt.through(ctx, &Request{Verb: verb, Name: op.Worker.String()}, func(ctx context.Context) error { return engine.DrainWorker(ctx, rt.process, op) })
}

// Wake tells the Runtime that a transaction was just committed in which something was
// started, signalled or cancelled (see [Tx]). The Runtime looks for it at once instead of
// at the next tick. You may call Wake at any time and as often as you like, even after a
// rollback.
//
// On a started Runtime, Wake returns at once. On any other, it delivers signals and
// cancel requests itself, for at most one second, and wakes the workers if the store can
// do so. The workers do whatever is left. If no live worker serves what was started, the
// log says so.
func (rt *Runtime) Wake() {
	if rt == nil || rt.process == nil {
		return // there is nobody to wake
	}
	rt.process.Wake()
}
