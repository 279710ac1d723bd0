package program

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/gates"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
)

// Site is where a trial runs.
type Site struct {
	Store     store.Store
	Namespace string
	// Tx binds the transactional activity for the store's transactions.
	Tx func(func(context.Context, Act) (Done, error)) reprise.Binding
	// Bubble says that the trial runs in a bubble of testing/synctest, where time costs
	// nothing.
	Bubble bool
	// Log, if set, receives the workers' logs.
	Log io.Writer
}

// Stats counts what happened in trials.
type Stats struct {
	Runs, Attempts, Crashes, Stops, Condemned, Faults, Unknown, Zombies, Steps, Events, Known int
}

// Add adds the counts of another trial.
func (s *Stats) Add(o Stats) {
	s.Runs += o.Runs
	s.Attempts += o.Attempts
	s.Crashes += o.Crashes
	s.Stops += o.Stops
	s.Condemned += o.Condemned
	s.Faults += o.Faults
	s.Unknown += o.Unknown
	s.Zombies += o.Zombies
	s.Steps += o.Steps
	s.Events += o.Events
	s.Known += o.Known
}

// Violation is a broken rule.
type Violation struct{ Rule, Text string }

func (v Violation) String() string { return v.Rule + ": " + v.Text }

// Result is the outcome of a trial.
type Result struct {
	Violations []Violation
	Stats      Stats
	Choices    []gates.Choice
	Histories  [][]store.Row
	Story      string // the order of steps, and the histories, if there are violations
}

// trial is a trial in progress.
type trial struct {
	Case
	Site
	sched  *gates.Schedule // nil: the machine decides the order
	names  gates.Names
	ledger ledger

	mu      sync.Mutex
	rnd     *rand.Rand // for faults, without a schedule
	drawn   map[string]int
	workers []*worker // the live worker of each place
	past    []*worker
	stats   Stats
	wrong   []Violation
	runs    map[store.RunID]int // the job of each
	sent    map[string]bool     // signals that were accepted, by id
	over    bool
	under   sync.WaitGroup

	histories [][]store.Row
	began     time.Time
}

// Run runs the case.
func (c Case) Run(s Site) Result {
	t := &trial{
		Case: c, Site: s, rnd: rand.New(rand.NewPCG(c.Seed, 77)), drawn: map[string]int{},
		runs: map[store.RunID]int{}, sent: map[string]bool{}, began: time.Now(),
	}
	if c.Serial && s.Bubble {
		rate := c.Faults
		if rate == 0 && c.Crashes > 0 {
			rate = 0.03
		}
		t.sched = &gates.Schedule{Spread: true, Faults: max(rate, 1e-9), Deaths: c.Crashes}
		if c.Forced {
			t.sched.Forced = gates.ByNames(c.Choices)
		} else {
			t.sched.Rng = rand.New(rand.NewPCG(c.Seed, 0))
		}
		t.sched.Begin()
	}
	t.play()
	if t.sched != nil {
		t.sched.End()
		t.stats.Steps = t.sched.Steps()
	}
	t.check()
	r := Result{Violations: t.wrong, Stats: t.stats, Histories: t.histories}
	if t.sched != nil {
		r.Choices = t.sched.Made()
	}
	if len(t.wrong) > 0 {
		r.Story = t.story()
	}
	return r
}

func (t *trial) violate(rule, format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wrong = append(t.wrong, Violation{rule, fmt.Sprintf(format, args...)})
}

// pass waits for its turn if there is a schedule.
func (t *trial) pass(what string, faults ...gates.Fault) gates.Fault {
	if t.sched != nil {
		return t.sched.Pass(what, faults...)
	}
	return t.chance(what, faults)
}

// chance draws a fault when the machine decides the order.
func (t *trial) chance(_ string, faults []gates.Fault) gates.Fault {
	t.mu.Lock()
	defer t.mu.Unlock()
	rate := t.Faults
	if rate == 0 && t.Crashes > 0 {
		rate = 0.03
	}
	if len(faults) == 0 || t.rnd.Float64() >= rate {
		return gates.NoFault
	}
	f := faults[t.rnd.IntN(len(faults))]
	if f.Crash() && t.stats.Crashes >= t.Crashes {
		return gates.NoFault
	}
	return f
}

// entropy derives random bytes from the seed and their purpose.
func (t *trial) entropy(what string) [32]byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drawn[what]++
	return sha256.Sum256(fmt.Appendf(nil, "%d %d %s", t.Seed, t.drawn[what], what))
}

// perform is the function of every activity.
func (t *trial) perform(ctx context.Context, w *worker, a Act) (d Done, err error) {
	info := activity.GetInfo(ctx)
	if w.store.Crashed() {
		return d, context.Cause(ctx)
	}
	e := t.ledger.begin(w.name, info, a, time.Now())
	t.look(w, e)
	what := fmt.Sprintf("attempt %d at activity %s (%d) of %s", info.Attempt, info.Activity, info.Number, info.WorkflowID)
	if t.falls(ctx, w, "before "+what) {
		return d, context.Cause(ctx)
	}
	returned := false
	defer func() {
		if !returned {
			t.ledger.end(e, Done{}, errors.New("panic"))
		}
	}()
	d, err = perform(ctx, e)
	returned = true
	t.ledger.end(e, d, err)
	if t.falls(ctx, w, "after "+what) {
		return Done{}, context.Cause(ctx)
	}
	return d, err
}

// falls reports whether w dies at this point of an attempt.
func (t *trial) falls(ctx context.Context, w *worker, what string) bool {
	var faults []gates.Fault
	if t.Crashes > 0 && t.alive() {
		faults = append(faults, gates.CrashBefore)
	}
	if !t.pass(w.name+" activity: "+what, faults...).Crash() {
		return false
	}
	t.die(w)
	<-ctx.Done()
	return true
}

// look notes an attempt that begins although its result is recorded. The owner of the run
// must not begin one.
func (t *trial) look(w *worker, e *entry) {
	id := runID(e.run)
	ctx := context.Background()
	events, err := t.events(ctx, id)
	if err != nil || !slices.ContainsFunc(events, func(ev history.Event) bool { return endsActivity(ev.Body) == e.number }) {
		return
	}
	run, err := t.Store.Run(ctx, store.Ref{Run: id})
	if err != nil {
		return
	}
	if run.Owner == w.rt.WorkerID() {
		t.ledger.wrong("%s holds %s and begins attempt %d at activity %d, whose result is recorded", w.name, run.WorkflowID, e.attempt, e.number)
	}
	e.late = true
}

// endsActivity returns the activity that an event gives its final result; -1: none.
func endsActivity(b history.Body) int64 {
	switch b := b.(type) {
	case *history.ActivityCompleted:
		return b.Activity
	case *history.ActivityFailed:
		return b.Activity
	}
	return -1
}

// play runs the jobs to their end.
func (t *trial) play() {
	t.workers = make([]*worker, t.Workers)
	for place := range t.Workers {
		if err := t.launch(place); err != nil {
			t.violate("start", "%v", err)
			t.workers = t.workers[:place]
			break
		}
	}
	if len(t.workers) < t.Workers {
		for _, w := range t.workers {
			w.stop()
		}
		return
	}
	var jobs sync.WaitGroup
	for i := range t.Jobs {
		jobs.Go(func() { t.job(i) })
	}
	for n := range t.Stops {
		jobs.Go(func() {
			time.Sleep(time.Duration(20+30*n) * time.Millisecond) // when this fault comes
			t.retire(int(t.Seed) % t.Workers)
		})
	}
	for n := range t.Condemns {
		jobs.Go(func() {
			time.Sleep(time.Duration(5+25*n) * time.Millisecond) // when this fault comes
			t.condemn((int(t.Seed) + n) % t.Workers)
		})
	}
	jobs.Wait()
	t.mu.Lock()
	t.over = true
	t.mu.Unlock()
	t.under.Wait()
	t.rest()
	t.probe()
	for _, w := range append(slices.Clone(t.past), t.workers...) {
		w.stop()
	}
}

// silent reports whether the tick of the worker at a place must fail now, so that the
// worker loses its lease while it lives.
func (t *trial) silent(place int) bool {
	since := time.Since(t.began)
	return t.Silences > 0 && place == int(t.Seed)%t.Workers && since > 100*time.Millisecond && since < 100*time.Millisecond+3*t.ttl()/2 && t.alive()
}

// rest waits until nothing is owned any more. It is a violation if that does not happen.
func (t *trial) rest() {
	ctx := context.Background()
	var left []string
	for range 100 {
		left = nil
		for _, w := range t.workers {
			owned, err := t.Store.Owned(ctx, w.rt.WorkerID())
			if err != nil {
				left = append(left, err.Error())
			}
			if n := len(owned.Runs) + len(owned.Activities); n > 0 {
				left = append(left, fmt.Sprintf("%s owns %d runs and %d activities", w.name, len(owned.Runs), len(owned.Activities)))
			}
		}
		if inspector, ok := t.Store.(store.Inspector); ok && len(left) == 0 {
			states, err := inspector.Workers(ctx)
			if err != nil {
				left = append(left, err.Error())
			}
			for _, s := range states {
				for _, w := range t.workers {
					if s.ID == w.rt.WorkerID() && (s.Load.Held > 0 || s.Runs+s.Activities > 0) {
						left = append(left, fmt.Sprintf("%s says that it holds %d, and has %d runs and %d activities", w.name, s.Load.Held, s.Runs, s.Activities))
					}
				}
			}
		}
		if len(left) == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond) // a pause between two looks
	}
	t.violate("left", "when all runs have ended %s", strings.Join(left, ", "))
}

// probe checks that all slots of a lone worker are free: it must be able to run as many
// activities at once.
func (t *trial) probe() {
	if t.Workers > 1 || t.Slots > 4 || t.Crashes+t.Stops+t.Condemns+t.Silences > 0 {
		return
	}
	before := len(t.ledger.entries)
	t.Jobs = append(slices.Clone(t.Jobs), Job{Program: fmt.Sprintf("fan %d charge slow=20", t.Slots)})
	t.job(len(t.Jobs) - 1)
	entries := t.ledger.entries[before:]
	for _, e := range entries {
		if late := e.begun.Sub(entries[0].begun); t.Bubble && late >= 20*time.Millisecond {
			t.violate("left", "when all runs have ended a slot is taken: of %d activities at once one begins %v after the first", t.Slots, late)
			return
		}
	}
}

// client returns a Runtime that reads the store directly.
func (t *trial) client() (*reprise.Runtime, error) {
	w := &worker{store: storetest.Faulty(t.Store, nil)}
	cfg := reprise.Config{Namespace: t.Namespace, Build: "b", Logger: slog.New(slog.DiscardHandler)}
	return reprise.New(w.store, cfg, t.bindings(w)...)
}

func (t *trial) describe(run store.RunID) string {
	rt, err := t.client()
	if err != nil {
		return err.Error()
	}
	d, err := reprise.Describe(context.Background(), rt, run)
	return fmt.Sprintf("%+v, %v", d, err)
}
