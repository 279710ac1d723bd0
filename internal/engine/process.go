package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/commit"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/wakeup"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// Process is the part of a Runtime that lives as long as the Runtime: its configuration, its
// group commit, and the engine that is its current worker. Without an engine it is a client of
// the store.
type Process struct {
	store   store.Store
	cfg     Config
	log     *slog.Logger
	ids     *IDs
	sites   *replay.Sites
	writes  *commit.Group
	waiters waiters
	wakeups *wakeup.Sender
	changes changes
	notices notices
	counted counters
	restart sync.WaitGroup  // an engine whose lease was lost is being replaced
	ended   chan struct{}   // Stop has ended
	life    context.Context // until Stop
	endLife context.CancelFunc

	mu struct {
		sync.Mutex
		engine  *engine // nil: not started, or between two incarnations
		running bool
		stopped bool
		past    []*engine // they lost their lease, and may still have goroutines
	}
}

// Stats counts what a process has done since New.
type Stats struct {
	Recovered      int
	ReplayedEvents int
	Rebuilds       int
	Commits        int64
	Abandoned      int
	Load           *Load
}

// counters are what a process counts itself.
type counters struct{ recovered, replayed, rebuilds atomic.Int64 }

func (c *counters) replay(events int) {
	c.replayed.Add(int64(events))
	if events > 1 { // the started event alone is a first task, not a rebuild
		c.rebuilds.Add(1)
	}
}

// Errors of a process's methods.
var (
	ErrStopped = commit.ErrStopped
	ErrStarted = errors.New("reprise: the Runtime was started already: start each Runtime once, or make another one with New")
	// ErrTerminated is the result of a run that was terminated.
	ErrTerminated = errors.New("reprise: the run was terminated")
)

// New makes a process on st. It does not start it.
func New(st store.Store, cfg Config) *Process {
	ids := newIDs(cfg.Hooks.Entropy, cfg.Clock)
	turn := uint32(ids.jitter("turn") * (1 << 32))
	p := &Process{
		store: st, cfg: cfg, log: cfg.Logger, ids: ids, sites: new(replay.Sites),
		ended: make(chan struct{}), wakeups: wakeup.New(st, cfg.Namespace, turn, cfg.Clock, cfg.Logger),
	}
	p.life, p.endLife = context.WithCancel(context.Background())
	p.writes = commit.New(commit.Config{
		Store: st, Clock: cfg.Clock, Logger: cfg.Logger, Serial: cfg.Hooks.Serial, Pick: cfg.Hooks.Write,
		Committed: func(writes int, took time.Duration) {
			told(cfg.Observer.BatchCommitted, func() BatchCommitted { return BatchCommitted{writes, took} })
		},
		Taken: p.taken,
		Take: func(ops []store.Op) (*store.Take, func()) {
			if e := p.current(); e != nil {
				return e.own.take(ops)
			}
			return nil, nil
		},
	})
	return p
}

// IDs returns the source of this process's ids.
func (p *Process) IDs() *IDs { return p.ids }

// Start makes the process a worker: it claims runs and activities until [Process.Stop].
func (p *Process) Start(ctx context.Context) error {
	p.mu.Lock()
	stopped, running := p.mu.stopped, p.mu.running
	p.mu.running = true
	p.mu.Unlock()
	switch {
	case stopped:
		return fmt.Errorf("%w: make a new one with New", ErrStopped)
	case running:
		return ErrStarted
	}
	e := newEngine(p, p.cfg.worker(p.ids.New("worker")))
	if err := p.install(ctx, e); err != nil {
		p.mu.Lock()
		p.mu.running = false
		p.mu.Unlock()
		return err
	}
	p.log.Info("worker started", "worker_id", e.worker.ID, "build", p.cfg.Build, "namespace", p.cfg.Namespace,
		"queues", p.cfg.Queues, "workflows", len(p.cfg.Workflows), "activities", len(p.cfg.Activities), "slots", p.cfg.Slots)
	return nil
}

// install makes e the engine. It holds no lock while it calls the store, which may hang:
// callers must not hang with it.
func (p *Process) install(ctx context.Context, e *engine) error {
	if err := e.join(ctx); err != nil {
		return err
	}
	p.mu.Lock()
	stopped := p.mu.stopped
	if !stopped {
		p.mu.engine = e
		e.begin()
	}
	p.mu.Unlock()
	if stopped {
		return errors.Join(ErrStopped, e.leave(context.WithoutCancel(ctx)))
	}
	return nil
}

// lost replaces an engine whose lease is over by one with a new worker id. The engine's tick
// loop calls it last.
func (p *Process) lost(e *engine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.mu.engine != e || p.mu.stopped {
		return
	}
	p.mu.engine = nil
	p.mu.past = append(slices.DeleteFunc(p.mu.past, func(e *engine) bool { return e.work.quiet() }), e)
	p.waiters.wake() // the next tick that would notify them may be far
	p.restart.Add(1)
	go func() {
		defer p.restart.Done()
		p.log.Error("lease lost: this worker drops everything it runs and joins again under a new id", "worker_id", e.worker.ID)
		e.dropAll(activity.ErrLeaseLost)
		e.endAttempts(activity.ErrLeaseLost)
		e.endLoops()
		e.loops.Wait()
		e.work.start(e.closeCache) // it may wait for author code, which joining again does not
		p.rejoin(e)
	}()
}

// rejoin starts a new engine, however long the store refuses it. A store on another database
// refuses it until the right one is back.
func (p *Process) rejoin(old *engine) {
	drain := old.slots.drains() // unless its row, while it exists, says otherwise
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		if told, found := drainOf(p.life, old); found {
			drain = told
		}
		err := old.leave(context.Background())
		if err == nil {
			w := p.cfg.worker(p.ids.New("worker"))
			w.Drain = drain
			e := newEngine(p, w)
			if err = p.install(p.life, e); err == nil {
				p.log.Info("worker joined again", "worker_id", e.worker.ID, "before", old.worker.ID)
			}
		}
		if err == nil || p.life.Err() != nil {
			return
		}
		level := slog.LevelWarn
		if errors.Is(err, store.ErrOtherDatabase) {
			level = slog.LevelError // only a person can help
		}
		p.log.Log(p.life, level, "cannot join the store again yet", "wait", wait, "error", err)
		if !timer.Pause(p.cfg.Clock, wait, p.life.Done()) {
			return
		}
	}
}

// current returns the engine, or nil while this process is only a client.
func (p *Process) current() *engine {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.mu.engine
}

// Now returns the worker's estimate of the store's time. A client has none, and ok is false.
func (p *Process) Now() (now time.Time, ok bool) {
	if e := p.current(); e != nil {
		return e.clock.now(), true
	}
	return time.Time{}, false
}

// WorkerID returns the id of this process's worker; zero while it is only a client.
func (p *Process) WorkerID() store.WorkerID {
	if e := p.current(); e != nil {
		return e.worker.ID
	}
	return store.WorkerID{}
}

// Stats returns what this process has done so far.
func (p *Process) Stats() Stats {
	s := Stats{
		Recovered:      int(p.counted.recovered.Load()),
		ReplayedEvents: int(p.counted.replayed.Load()),
		Rebuilds:       int(p.counted.rebuilds.Load()),
		Commits:        p.writes.Commits(),
	}
	engines := p.pastEngines()
	if e := p.current(); e != nil {
		engines = append(engines, e)
		s.Load = loadOf(e)
	}
	for _, e := range engines {
		s.Abandoned += e.stuck.count()
	}
	return s
}

// pastEngines returns the engines that lost their lease and may still have goroutines.
func (p *Process) pastEngines() []*engine {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.mu.past)
}

// NewMachine makes an empty machine for a run of a workflow, with the settings that all
// machines of the process share. The error is an [*UnboundError].
func (p *Process) NewMachine(name string, run store.RunID, cfg replay.Config) (*replay.Machine, error) {
	fn, ok := p.cfg.Workflows[name]
	if !ok {
		bound := slices.Sorted(maps.Keys(p.cfg.Workflows))
		return nil, &UnboundError{Workflow: name, Bound: slices.DeleteFunc(bound, contract.IsOwn)}
	}
	cfg.Run, cfg.Sites, cfg.Codecs, cfg.Before, cfg.Token = run, p.sites, p.cfg.Codecs, p.cfg.Hooks.Before, PromiseSecret(p).Token
	return replay.New(fn, cfg), nil
}

// UnboundError says that a process has no binding for the workflow of a run.
type UnboundError struct {
	Workflow string
	Bound    []string // the names that it has
}

func (e *UnboundError) Error() string {
	bound := "no workflow is"
	if len(e.Bound) > 0 {
		bound = "only " + strings.Join(e.Bound, ", ")
	}
	return fmt.Sprintf("reprise: workflow %q is not bound here, %s: pass its binding to reprise.New", e.Workflow, bound)
}
