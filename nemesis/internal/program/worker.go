package program

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/gates"
	"github.com/reprise-run/reprise/internal/hooks"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
)

// worker is one process, as the store sees it.
type worker struct {
	place   int
	name    string
	rt      *reprise.Runtime
	store   *storetest.FaultyStore
	dying   bool // under trial.mu
	stopped bool

	mu     sync.Mutex
	begun  map[attempt]int
	ended  map[attempt]int
	closed map[store.RunID]int
}

// attempt is an attempt as the Observer sees it.
type attempt struct {
	run     store.RunID
	name    string
	attempt int
}

// launch starts a worker at a place.
func (t *trial) launch(place int) error {
	w := &worker{
		place: place, name: fmt.Sprintf("w%d", place+1),
		begun: map[attempt]int{}, ended: map[attempt]int{}, closed: map[store.RunID]int{},
	}
	w.store = storetest.Faulty(t.watched(), t.plan(w))
	rt, err := reprise.New(w.store, t.config(w), t.bindings(w)...)
	if err != nil {
		return err
	}
	w.rt = rt
	for err = rt.Start(context.Background()); err != nil && !w.store.Crashed(); err = rt.Start(context.Background()) {
		if !errors.Is(err, store.ErrTransient) && !errors.Is(err, store.ErrUnknownOutcome) && !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		time.Sleep(100 * time.Millisecond) // a pause between two tries
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if old := t.workers[place]; old != nil {
		t.past = append(t.past, old)
	}
	t.workers[place] = w
	return nil
}

// watched returns the store, behind a fence where checking each write costs no time.
func (t *trial) watched() store.Store {
	if t.Bubble {
		return fence{t.Store, t}
	}
	return t.Store
}

// ttl is a worker's lease. In real time it is longer, because the machine may be slow.
func (t *trial) ttl() time.Duration {
	if t.Bubble {
		return time.Second
	}
	return 4 * time.Second
}

func (t *trial) config(w *worker) reprise.Config {
	cfg := reprise.Config{
		Namespace: t.Namespace, Queues: []reprise.Queue{{Name: "default"}}, Build: "b", Activities: t.Slots, Runs: t.Case.Runs, LeaseTTL: t.ttl(),
		Logger: slog.New(slog.DiscardHandler),
		Observer: &reprise.Observer{
			ActivityStarted: func(e reprise.ActivityStarted) { w.count(w.begun, attempt{e.RunID, e.Activity, e.Attempt}) },
			ActivityEnded: func(e reprise.ActivityEnded) {
				w.count(w.ended, attempt{e.RunID, e.Activity, e.Attempt})
			},
			RunClosed: func(e reprise.RunClosed) {
				w.mu.Lock()
				defer w.mu.Unlock()
				w.closed[e.RunID]++
			},
			RunBlocked: func(e reprise.RunBlocked) {
				if !w.store.Crashed() {
					t.violate("blocked", "%s parks %s as %s: %s", w.name, t.names.Run(e.RunID), e.Reason, e.Text)
				}
			},
			InputChanged: func(e reprise.InputChanged) { t.violate("warned", "%s: %s", t.names.Run(e.RunID), e.Text) },
		},
	}
	if w.place == 0 || t.Seed%2 == 0 {
		cfg.Queues = append(cfg.Queues, reprise.Queue{Name: otherQueue})
	}
	switch t.Cache {
	case "none":
		cfg.CacheBytes = -1
	case "tiny":
		cfg.CacheBytes, cfg.CacheCoroutines = 40_000, 3
	}
	if t.Log != nil {
		cfg.Logger = slog.New(slog.NewTextHandler(t.Log, &slog.HandlerOptions{Level: slog.LevelDebug})).With("worker", w.name)
	}
	h := hooks.Hooks{Serial: t.Serial, ReplayAlways: t.Always, Entropy: t.entropy}
	if t.sched != nil {
		h.Turn = func(run store.RunID) { t.sched.Pass(w.name + " run: " + t.names.Run(run) + " goes on") }
		h.Write = t.names.InLine(t.sched)
	}
	cfg.Clock = hooks.On(cfg.Clock, h)
	return cfg
}

func (w *worker) count(in map[attempt]int, a attempt) {
	w.mu.Lock()
	defer w.mu.Unlock()
	in[a]++
}

// plan decides which of w's calls of the store fail, and how.
func (t *trial) plan(w *worker) storetest.Plan {
	return func(c storetest.Call) storetest.Fault {
		if t.sched != nil && (c.Method == "Tick" || c.Method == "Owned") {
			t.sched.Settle() // the engine's next steps depend on what these calls find
		}
		if c.Method == "Tick" && t.silent(w.place) {
			return storetest.Fault{Kind: storetest.FailBefore}
		}
		if c.Method != "Apply" && c.Method != "End" {
			return storetest.Fault{}
		}
		var faults []gates.Fault
		for _, f := range gates.AtStore {
			if t.alive() && (f.Crash() && t.Crashes > 0 || !f.Crash() && t.Faults > 0) {
				faults = append(faults, f)
			}
		}
		f := t.pass(w.name+" store: "+t.names.Ops(c.Ops), faults...)
		t.mu.Lock()
		switch {
		case f == gates.NoFault:
		case f == gates.Fails:
			t.stats.Faults++
		case !f.Crash():
			t.stats.Faults++
			t.stats.Unknown++
		}
		t.mu.Unlock()
		return f.Around(func() { t.die(w) })
	}
}

func (t *trial) alive() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.over
}

// die ends a worker as the end of its process would: it makes no more calls of the store.
// A new worker starts in its place a moment later.
func (t *trial) die(w *worker) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over || w.dying {
		return
	}
	w.store.Crash()
	w.dying = true
	t.stats.Crashes++
	t.under.Go(func() { t.replace(w) })
}

func (t *trial) replace(w *worker) {
	time.Sleep(500 * time.Millisecond) // how long the place is empty
	w.stop()
	if err := t.launch(w.place); err != nil {
		t.violate("start", "no worker starts in the place of %s: %v", w.name, err)
	}
}

// retire stops a worker cleanly and starts another one.
func (t *trial) retire(place int) {
	t.pass(fmt.Sprintf("outside: stop of w%d", place+1))
	t.mu.Lock()
	w := t.workers[place]
	if t.over || w.dying {
		t.mu.Unlock()
		return
	}
	w.dying, w.stopped = true, true
	t.stats.Stops++
	t.mu.Unlock()
	w.stop()
	if err := t.launch(place); err != nil {
		t.violate("start", "no worker starts in the place of %s: %v", w.name, err)
	}
}

// condemn declares a live worker dead. From then on the worker must not change what
// others own. It joins again at its next tick.
func (t *trial) condemn(place int) {
	t.pass(fmt.Sprintf("outside: w%d is declared dead", place+1))
	t.mu.Lock()
	w := t.workers[place]
	off := t.over || w.dying
	if !off {
		t.stats.Condemned++
	}
	t.mu.Unlock()
	if off {
		return
	}
	ctx, id := context.Background(), w.rt.WorkerID()
	ticked, err := t.Store.Tick(ctx, store.Tick{Worker: id})
	if err == nil {
		_, err = t.Store.Apply(ctx, []store.Op{&store.Condemn{Worker: id, LeaseUntil: ticked.LeaseUntil}})
	}
	if err == nil { // at once: most runs end before another worker's next tick
		_, err = t.Store.Apply(ctx, []store.Op{&store.Recover{Dead: id, Limit: 1000}})
	}
	if err != nil {
		t.violate("start", "%s cannot be declared dead: %v", w.name, err)
	}
}

func (w *worker) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	_ = w.rt.Stop(ctx) // a crashed worker's store returns an error
}

func (t *trial) bindings(w *worker) []reprise.Binding {
	do := func(ctx context.Context, a Act) (Done, error) { return t.perform(ctx, w, a) }
	all := []reprise.Binding{workflowOf(t.ledger.effect)}
	for _, name := range []string{"charge", "ship", "notify"} {
		all = append(all, activities[name].Bind(do))
	}
	return append(all, t.Tx(do))
}
