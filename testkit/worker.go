package testkit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"slices"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/hooks"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
)

func goexit() { runtime.Goexit() }

// leaseTTL outlives every test: no lease runs out because time jumps.
const leaseTTL = 2 * endOfTime

// restartAfter is how long after the death of a worker the next one starts.
const restartAfter = 2 * time.Second

// worker is a process as the store sees it: a Runtime that can die.
type worker struct {
	rt    *reprise.Runtime
	store *storetest.FaultyStore
	dead  chan struct{} // closed when it has died and the next one is at work
	dying bool          // guarded by Env.mu
}

// live returns the most recently started worker; it starts the first one if there is none.
func (e *Env) live() (*worker, error) {
	e.mu.Lock()
	w := e.worker
	e.mu.Unlock()
	if w != nil {
		return w, nil
	}
	return e.launch()
}

// launch starts a worker in place of the previous one.
func (e *Env) launch() (*worker, error) {
	w := &worker{dead: make(chan struct{})}
	w.store = storetest.Faulty(watched{e.store, e}, e.plan(w))
	e.mu.Lock()
	cfg, bindings := e.configured(), e.bound()
	e.mu.Unlock()
	cfg.LeaseTTL, cfg.Build = leaseTTL, "test"
	cfg.Logger = slog.New(slog.NewTextHandler(words{w, &e.lines}, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: e.clock.stamp}))
	cfg.Observer = reprise.Observers(&reprise.Observer{
		RunBlocked: func(b reprise.RunBlocked) {
			if !w.store.Crashed() { // what a dead process does to itself does not matter
				e.fail(fmt.Errorf("a run was parked and cannot continue (%s): %s", b.Reason, b.Text))
			}
		},
		InputChanged: func(b reprise.InputChanged) {
			e.fail(fmt.Errorf("the code is not deterministic: %s", b.Text))
		},
	}, cfg.Observer)
	h := hooks.Hooks{Entropy: e.entropy, Attempt: e.record(w), Before: e.isBefore}
	if e.trial != nil {
		e.trial.shape(&h)
	}
	cfg.Clock = hooks.On(e.clock, h)
	rt, err := reprise.New(w.store, cfg, bindings...)
	if err != nil {
		return nil, err
	}
	w.rt = rt
	e.mu.Lock()
	if e.worker != nil {
		e.past = append(e.past, e.worker)
	}
	e.worker = w
	e.mu.Unlock()
	if err := rt.Start(context.Background()); err != nil && !w.store.Crashed() {
		return nil, err
	}
	return w, nil
}

// configured returns the test's configuration. Unless the test says otherwise, its worker
// serves the queues of all activities. e.mu is held.
func (e *Env) configured() reprise.Config {
	cfg := e.config
	if len(cfg.Queues) > 0 {
		return cfg
	}
	queues := []string{}
	add := func(a *contract.Activity) {
		if q := a.Queue; q != "" && q != "default" && !slices.Contains(queues, q) {
			queues = append(queues, q)
		}
	}
	for _, b := range e.stubs {
		add(contractOf(b))
	}
	for _, b := range e.bindings {
		if b == nil {
			continue // New reports it
		}
		if a, ok := b.Contract().(*contract.Activity); ok {
			add(a)
		}
	}
	cfg.Queues = []reprise.Queue{{Name: "default"}}
	for _, name := range slices.Sorted(slices.Values(queues)) {
		cfg.Queues = append(cfg.Queues, reprise.Queue{Name: name})
	}
	return cfg
}

// serves reports whether the worker of a test serves a queue.
func serves(queues []reprise.Queue, name string) bool {
	return slices.ContainsFunc(queues, func(q reprise.Queue) bool { return q.Name == name && !q.Elsewhere })
}

// words is what a worker logs while it lives. What a dead process logs about its own end would
// be mistaken for the cause of something.
type words struct {
	of *worker
	to io.Writer
}

func (l words) Write(p []byte) (int, error) {
	if l.of.store.Crashed() {
		return len(p), nil
	}
	return l.to.Write(p)
}

// plan is what goes wrong with the store calls of w.
func (e *Env) plan(w *worker) storetest.Plan {
	plan := func(storetest.Call) storetest.Fault { return storetest.Fault{} }
	if e.trial != nil {
		plan = e.trial.plan(func() { e.end(w) })
	}
	return func(c storetest.Call) storetest.Fault {
		if c.Method == "Apply" && !looks(c.Ops) {
			e.clock.stir()
		}
		return plan(c)
	}
}

// looks reports whether a batch only looks for what should not be there.
func looks(ops []store.Op) bool {
	for _, op := range ops {
		if _, ok := op.(*store.Sweep); !ok {
			return false
		}
	}
	return true
}

// stop ends a worker, dead or alive.
func (w *worker) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_ = w.rt.Stop(ctx) // the store refuses a dead one with an error
}

// end ends a worker as the end of its process would: the store hears no more of it. The next
// worker takes over a moment later.
func (e *Env) end(w *worker) {
	w.store.Crash()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.over || w.dying {
		return
	}
	w.dying = true
	e.replacing.Go(func() {
		if err := e.replace(w); err != nil {
			e.fail(fmt.Errorf("no worker takes over: %w", err))
		}
	})
}

func (e *Env) replace(w *worker) error {
	time.Sleep(restartAfter) // virtual time, in the bubble
	e.clock.stir()
	id := w.rt.WorkerID()
	w.stop()
	e.mu.Lock()
	over, used := e.over, e.worker == w // else another one has taken its place before it died: it was told to drain
	e.mu.Unlock()
	if over {
		return nil
	}
	ctx := context.Background()
	ticked, err := e.store.Tick(ctx, store.Tick{Worker: id})
	if err == nil {
		// Its lease would outlive the test, so the kit tells the store what a fleet would find out.
		_, err = e.store.Apply(ctx, []store.Op{&store.Condemn{Worker: id, LeaseUntil: ticked.LeaseUntil}})
	}
	if err == nil && used {
		_, err = e.launch()
	} else {
		e.clock.stir() // the other worker is to take over
	}
	if err == nil {
		close(w.dead)
	}
	return err
}

// ask makes a client call on whichever worker lives; if that dies during the call, the call is repeated.
func (e *Env) ask(f func(rt *reprise.Runtime) error) error {
	for {
		w, err := e.live()
		if err != nil {
			return err
		}
		err = f(w.rt)
		if err == nil || !w.store.Crashed() || !errors.Is(err, storetest.ErrCrashed) && !errors.Is(err, reprise.ErrStopped) && !errors.Is(err, store.ErrUnknownOutcome) {
			return err
		}
		select {
		case <-w.dead:
		case <-e.ctx.Done():
			return context.Cause(e.ctx)
		}
	}
}
