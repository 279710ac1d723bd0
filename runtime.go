package reprise

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/signal"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// Binding is what a Runtime is made of: what Bind of a workflow or activity definition
// returns, a workflow.New or activity.New, or a signal's definition. That of a signal is
// optional; it tells [SignalJSON] what the signal carries.
type Binding interface{ BindingName() string }

// Runtime is a worker and a client of one store, inside your process. Make it with
// [New]. Without [Runtime.Start] it is a client only. Several may live in one
// process.
type Runtime struct {
	store      store.Store
	cfg        Config
	log        *slog.Logger
	codecs     *history.Codecs
	sites      *replay.Sites
	workflows  map[string]replay.Func
	activities map[string]*activity.Binding
	signals    map[string]signal.Binding
	writes     *committer
	waiters    waiters
	hints      *hints

	mu      sync.Mutex
	engine  *engine // nil: not started, or between two incarnations
	running bool
	stopped bool
	past    []*engine      // whose lease was lost and of which something may still run
	restart sync.WaitGroup // an engine whose lease was lost is being replaced
	ended   chan struct{}  // Stop has ended
	life    context.Context
	endLife context.CancelFunc // by Stop
	stats   Stats
}

// Stats counts what a Runtime has done since New.
type Stats struct {
	Recovered      int   // runs and activities taken from dead workers
	ReplayedEvents int   // events given to new machines, the first one of a new run among them
	Rebuilds       int   // runs rebuilt from a history of more than that event
	Commits        int64 // batches the store has taken
	Abandoned      int   // goroutines given up on that have not come back
}

// New makes a Runtime on st. It checks every binding and says all that is wrong;
// it writes nothing and starts nothing.
func New(st store.Store, cfg Config, bindings ...Binding) (*Runtime, error) {
	if st == nil {
		return nil, errors.New("reprise: New needs a store: open one with sqlite.Open")
	}
	cfg, err := cfg.normalised()
	rt := &Runtime{
		store: st, cfg: cfg, log: cfg.Logger,
		codecs: history.NewCodecs(cfg.Codec), sites: new(replay.Sites),
		workflows: map[string]replay.Func{}, activities: map[string]*activity.Binding{},
		signals: map[string]signal.Binding{},
	}
	rt.ended = make(chan struct{})
	rt.life, rt.endLife = context.WithCancel(context.Background())
	errs := []error{err}
	for _, b := range bindings {
		errs = append(errs, rt.bind(b))
	}
	errs = append(errs, checkDrivers(st, rt.activities))
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	rt.hints = newHints(st, cfg)
	rt.writes = newCommitter(st, cfg)
	rt.writes.told = rt.told
	return rt, nil
}

func (rt *Runtime) bind(b Binding) error {
	switch b := b.(type) {
	case interface{ Workflow() workflow.Binding }:
		w := b.Workflow()
		if _, double := rt.workflows[w.BindingName()]; double {
			return fmt.Errorf("reprise: workflow %q is bound twice: give each definition a name of its own", w.BindingName())
		}
		rt.workflows[w.BindingName()] = w.Func(workflow.Options{Codecs: rt.codecs, Logger: rt.log})
		return w.Err()
	case interface{ Activity() activity.Binding }:
		a := b.Activity()
		if _, double := rt.activities[a.BindingName()]; double {
			return fmt.Errorf("reprise: activity %q is bound twice: give each definition a name of its own", a.BindingName())
		}
		rt.activities[a.BindingName()] = &a
		return a.Err()
	case interface{ Signal() signal.Binding }:
		s := b.Signal()
		if _, double := rt.signals[s.BindingName()]; double {
			return fmt.Errorf("reprise: signal %q is bound twice: give each definition a name of its own", s.BindingName())
		}
		rt.signals[s.BindingName()] = s
		return errors.Join(checkName("the signal's name", s.BindingName()), s.Err())
	case nil:
		return errors.New("reprise: a binding is nil: pass Definition.Bind(fn)")
	default:
		return fmt.Errorf("reprise: %T is not a binding: pass what Bind of a workflow or activity definition returns, or a signal's definition", b)
	}
}

// Start makes this Runtime a worker: it claims runs and activities until
// [Runtime.Stop]. It returns as soon as the worker is at work. ctx bounds the start only.
func (rt *Runtime) Start(ctx context.Context) error {
	rt.mu.Lock()
	stopped, running := rt.stopped, rt.running
	rt.running = true
	rt.mu.Unlock()
	switch {
	case stopped:
		return fmt.Errorf("%w: make a new one with New", ErrStopped)
	case running:
		return ErrRunning
	}
	e := newEngine(rt, rt.newWorker())
	if err := rt.install(ctx, e); err != nil {
		rt.mu.Lock()
		rt.running = false
		rt.mu.Unlock()
		return fmt.Errorf("reprise: start: %w", err)
	}
	rt.log.Info("worker started", "worker", short(e.worker.ID), "build", rt.cfg.Build, "namespace", rt.cfg.Namespace,
		"queues", rt.cfg.Queues, "workflows", len(rt.workflows), "activities", len(rt.activities), "slots", rt.cfg.Activities)
	return nil
}

// install makes e the engine. No lock is held while the store is asked: it may hang,
// and callers must not hang with it.
func (rt *Runtime) install(ctx context.Context, e *engine) error {
	if err := e.join(ctx); err != nil {
		return err
	}
	rt.mu.Lock()
	stopped := rt.stopped
	if !stopped {
		rt.engine = e
		e.begin()
	}
	rt.mu.Unlock()
	if stopped {
		return errors.Join(ErrStopped, e.leave(context.WithoutCancel(ctx)))
	}
	return nil
}

func (rt *Runtime) newWorker() store.Worker {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown" // it is only shown
	}
	w := store.Worker{
		ID: rt.cfg.newID("worker"), Build: rt.cfg.Build, Level: replay.Level, Host: host, PID: os.Getpid(), TTL: rt.cfg.LeaseTTL,
		Slots: rt.cfg.slots(),
	}
	w.Serves = rt.filter(w)
	return w
}

// filter says what a worker of this Runtime can run. It does not claim the rest.
func (rt *Runtime) filter(w store.Worker) store.Filter {
	f := store.Filter{Namespace: rt.cfg.Namespace, Queues: rt.cfg.Queues, Level: w.Level, Build: w.Build}
	for name := range rt.workflows {
		f.Workflows = append(f.Workflows, name)
	}
	for name := range rt.activities {
		f.Activities = append(f.Activities, name)
	}
	slices.Sort(f.Workflows)
	slices.Sort(f.Activities)
	return f
}

// lost replaces an engine whose lease is over by one with a new worker id. It is
// called by the engine's tick loop, as the last thing it does.
func (rt *Runtime) lost(e *engine) {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	if rt.engine != e || rt.stopped {
		return
	}
	rt.engine = nil
	rt.past = append(slices.DeleteFunc(rt.past, func(e *engine) bool { return e.work.quiet() }), e)
	rt.waiters.wake() // the next tick that could tell them may be far
	rt.restart.Add(1)
	go func() {
		defer rt.restart.Done()
		rt.log.Error("lease lost: everything this worker ran is dropped, joining again under a new id", "worker", short(e.worker.ID))
		e.dropAll(activity.ErrLeaseLost)
		e.endAttempts(activity.ErrLeaseLost)
		e.endLoops()
		e.loops.Wait()
		e.work.start(e.closeCache) // it may wait for author code; joining again does not
		rt.rejoin(e)
	}()
}

// rejoin starts a new engine, however long the store takes to let it. A database that is
// another one lets it only when it is the right one again.
func (rt *Runtime) rejoin(old *engine) {
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		err := old.leave(context.Background())
		if err == nil {
			e := newEngine(rt, rt.newWorker())
			if err = rt.install(rt.life, e); err == nil {
				rt.log.Info("worker joined again", "worker", short(e.worker.ID), "before", short(old.worker.ID))
			}
		}
		if err == nil || rt.life.Err() != nil {
			return
		}
		level := slog.LevelWarn
		if errors.Is(err, store.ErrOtherDatabase) {
			level = slog.LevelError // nothing but a person can help
		}
		rt.log.Log(rt.life, level, "cannot join the store again yet", "wait", wait, "error", err)
		alarm := rt.cfg.Clock.NewTimer(wait)
		select {
		case <-alarm.C():
		case <-rt.life.Done():
			alarm.Stop()
			return
		}
	}
}

// leave gives back what the store says this worker owns.
func (e *engine) leave(ctx context.Context) error {
	bounded, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return e.store.Leave(bounded, e.worker.ID)
}

// current returns the engine, or nil while this Runtime is only a client.
func (rt *Runtime) current() *engine {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	return rt.engine
}

// WorkerID is the id of this Runtime's worker; zero while it is only a client. It
// changes when the lease was lost and the worker joined again.
func (rt *Runtime) WorkerID() store.WorkerID {
	if e := rt.current(); e != nil {
		return e.worker.ID
	}
	return store.WorkerID{}
}

// Stats returns what this Runtime has done so far.
func (rt *Runtime) Stats() Stats {
	rt.mu.Lock()
	s := rt.stats
	rt.mu.Unlock()
	if e := rt.current(); e != nil {
		e.mu.Lock()
		s.Abandoned = e.abandoned
		e.mu.Unlock()
	}
	rt.writes.mu.Lock()
	s.Commits = rt.writes.commits
	rt.writes.mu.Unlock()
	return s
}

func (rt *Runtime) countReplay(events int) {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	rt.stats.ReplayedEvents += events
	if events > 1 { // the started event alone is a first look, not a rebuild
		rt.stats.Rebuilds++
	}
}

func (rt *Runtime) countRecovered(n int) {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	rt.stats.Recovered += n
}
