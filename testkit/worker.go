package testkit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
)

func goexit() { runtime.Goexit() }

// leaseTTL outlives every test: no lease runs out because the time leaps.
const leaseTTL = 2 * endOfTime

// restartAfter is how long after the death of a worker the next one is there.
const restartAfter = 2 * time.Second

// worker is a process as the store sees it: a Runtime that can die.
type worker struct {
	rt    *reprise.Runtime
	store *storetest.FaultyStore
	dead  chan struct{} // closed when it has died and the next one is at work
}

// live is the worker that is alive, a new one if there was none.
func (e *Env) live() (*worker, error) {
	e.mu.Lock()
	w := e.worker
	e.mu.Unlock()
	if w != nil {
		return w, nil
	}
	w, err := e.launch(nil)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.worker = w
	return w, nil
}

// launch starts a worker whose calls of the store follow a plan.
func (e *Env) launch(plan storetest.Plan) (*worker, error) {
	e.mu.Lock()
	cfg, bindings := e.config, e.bound()
	e.mu.Unlock()
	w := &worker{store: storetest.Faulty(e.store, plan), dead: make(chan struct{})}
	cfg.Clock, cfg.LeaseTTL, cfg.Build = e.clock, leaseTTL, "test"
	cfg.Logger = slog.New(slog.NewTextHandler(&e.lines, &slog.HandlerOptions{Level: slog.LevelDebug}))
	cfg.Observer = &reprise.Observer{
		Blocked: func(run store.RunID, reason, text string) {
			e.fail(fmt.Errorf("a run was parked and cannot go on (%s): %s", reason, text))
		},
	}
	rt, err := reprise.New(w.store, cfg, bindings...)
	if err != nil {
		return nil, err
	}
	w.rt = rt
	return w, rt.Start(context.Background())
}

// stop ends a worker, dead or alive.
func (w *worker) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_ = w.rt.Stop(ctx) // of a dead one the store tells an error
}

// die ends a worker as the end of its process would: the store hears of it no more. The
// next one takes over a moment later.
func (e *Env) die(w *worker) error {
	w.store.Crash()
	id := w.rt.WorkerID()
	w.stop()
	time.Sleep(restartAfter)
	e.clock.moved()
	ticked, err := e.store.Tick(context.Background(), store.Tick{Worker: id})
	if err != nil {
		return err
	}
	// Its lease would outlive the test: the kit says what a fleet would find out.
	if _, err := e.store.Apply(context.Background(), []store.Op{&store.Condemn{Worker: id, LeaseUntil: ticked.LeaseUntil}}); err != nil {
		return err
	}
	next, err := e.launch(nil)
	if err != nil {
		return err
	}
	e.mu.Lock()
	e.past = append(e.past, w)
	e.worker = next
	e.mu.Unlock()
	close(w.dead)
	return nil
}

// ask makes a call of a client that goes to whichever worker lives: if that dies under
// it, the call is made again.
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
