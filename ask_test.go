package reprise_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

var word = workflow.DefineSignal[string]("word")

// listens takes n words and returns them.
var listens = workflow.New("listens", func(ctx workflow.Context, n int) (heard []string, err error) {
	for range n {
		w, err := workflow.Receive(ctx, word)
		if err != nil {
			return nil, err
		}
		heard = append(heard, w)
	}
	return heard, nil
})

// journal records what a worker asks of its store and what its Observer receives.
type journal struct {
	mu     sync.Mutex
	asked  int // deliveries that ask to claim their runs
	claims int // runs taken by Claims
	cold   int // claimed runs, by whatever op, that were not cached
	fault  func(d *store.Deliver) storetest.Fault
}

func (j *journal) on(st store.Store) store.Store {
	return &noted{storetest.Faulty(st, func(c storetest.Call) (f storetest.Fault) {
		j.mu.Lock()
		defer j.mu.Unlock()
		for _, op := range c.Ops {
			if d, ok := op.(*store.Deliver); ok && takes(c.Ops) {
				j.asked++
				if j.fault != nil {
					f = j.fault(d)
				}
			}
		}
		return f
	}), j}
}

// takes reports whether a batch asks to claim runs for its sender.
func takes(ops []store.Op) bool {
	_, ok := ops[len(ops)-1].(*store.Take)
	return ok
}

// noted counts the runs taken by Claims.
type noted struct {
	store.Store
	j *journal
}

func (n *noted) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	outs, err := n.Store.Apply(ctx, ops)
	n.j.mu.Lock()
	defer n.j.mu.Unlock()
	for i, out := range outs {
		if _, ok := ops[i].(*store.Claim); ok {
			n.j.claims += len(out.Claims)
		}
	}
	return outs, err
}

func (j *journal) config() reprise.Config {
	cfg := quiet()
	cfg.Observer = &reprise.Observer{RunClaimed: func(e reprise.RunClaimed) {
		j.mu.Lock()
		defer j.mu.Unlock()
		if !e.Cached {
			j.cold++
		}
	}}
	return cfg
}

// want compares the counts and resets them.
func (j *journal) want(t *testing.T, asked, claims, cold int) {
	t.Helper()
	synctest.Wait()
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.asked != asked || j.claims != claims || j.cold != cold {
		t.Errorf("%d deliveries ask for their run, %d runs are claimed, %d of all are not cached; want %d, %d and %d", j.asked, j.claims, j.cold, asked, claims, cold)
	}
	j.asked, j.claims, j.cold = 0, 0, 0
}

func say(t *testing.T, c reprise.Client, id, what string) {
	t.Helper()
	if err := reprise.Signal(t.Context(), c, id, word, what); err != nil {
		t.Fatal(err)
	}
}

// A run that waits in the cache continues with the delivery that it waits for: no Claim
// takes it, and nothing is replayed.
func TestASignalMakesAParkedRunItsWorkers(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		j := &journal{}
		rt := startRuntime(t, j.on(st), j.config(), listens)
		run := begin(t, rt, listens, 3, "w")
		j.want(t, 0, 0, 1)
		say(t, rt, "w", "a")
		j.want(t, 1, 0, 0)
		if err := reprise.SignalJSON(ctx, rt, run.RunID(), "word", []byte(`"b"`)); err != nil {
			t.Fatal(err)
		}
		j.want(t, 1, 0, 0)
		client, err := reprise.New(st, quiet(), listens)
		if err != nil {
			t.Fatal(err)
		}
		say(t, client, "w", "c") // a client cannot run it
		if got, err := run.Result(ctx); err != nil || !slices.Equal(got, []string{"a", "b", "c"}) {
			t.Errorf("Result = %q, %v", got, err)
		}
		j.want(t, 0, 1, 0)
		lint(t, st, run.RunID())
	})
}

// A signal that arrives before the worker knows that the run was parked waits for that.
// The cached machine is used again.
func TestASignalFindsARunThatIsJustBeingParked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		j := &journal{}
		cfg := j.config()
		parking, parked := make(chan struct{}), make(chan struct{})
		var once sync.Once
		cfg.Observer.TaskDone = func(reprise.TaskDone) {
			once.Do(func() { close(parking); <-parked })
		}
		rt := startRuntime(t, j.on(newMemory()), cfg, listens)
		run := begin(t, rt, listens, 3, "w")
		<-parking
		j.want(t, 0, 0, 1)
		for _, what := range []string{"a", "b", "c"} {
			say(t, rt, "w", what)
		}
		close(parked)
		if got, err := run.Result(ctx); err != nil || !slices.Equal(got, []string{"a", "b", "c"}) {
			t.Errorf("Result = %q, %v", got, err)
		}
		j.want(t, 3, 0, 0)
	})
}

// A worker at its limit of runs does not ask for one.
func TestAFullWorkerAsksForNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		j := &journal{}
		cfg := j.config()
		cfg.Runs = 1
		release := make(chan struct{})
		long := activity.New("long", func(context.Context, int) (int, error) { <-release; return 0, nil })
		busy := workflow.New("busy", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, long, 0).Get(ctx) })
		rt := startRuntime(t, j.on(newMemory()), cfg, listens, busy, long)
		run := begin(t, rt, listens, 1, "w")
		synctest.Wait()
		begin(t, rt, busy, 0, "busy")
		j.want(t, 0, 0, 2)
		say(t, rt, "w", "a")
		j.want(t, 0, 0, 0)
		close(release)
		if got, err := run.Result(ctx); err != nil || !slices.Equal(got, []string{"a"}) {
			t.Errorf("Result = %q, %v", got, err)
		}
	})
}

// The answer that gives the run to this worker may be lost, or its caller may leave.
// The batch is repeated, and the run continues here.
func TestAnAnswerThatNobodyHearsIsNoRunLost(t *testing.T) {
	for name, kind := range map[string]storetest.Kind{"not applied": storetest.LoseCall, "applied": storetest.LoseAnswer} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := bounded(t)
				lost := false
				j := &journal{fault: func(*store.Deliver) (f storetest.Fault) {
					if !lost {
						lost, f.Kind = true, kind
					}
					return f
				}}
				rt := startRuntime(t, j.on(newMemory()), j.config(), listens)
				run := begin(t, rt, listens, 1, "w")
				j.want(t, 0, 0, 1)
				say(t, rt, "w", "a")
				if got, err := run.Result(ctx); err != nil || !slices.Equal(got, []string{"a"}) {
					t.Errorf("Result = %q, %v", got, err)
				}
				j.want(t, 2, 0, 0)
			})
		})
	}
	t.Run("its caller has left", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx := bounded(t)
			inside, release := make(chan struct{}), make(chan struct{})
			j := &journal{fault: func(*store.Deliver) storetest.Fault {
				return storetest.Fault{Before: func() { close(inside); <-release }}
			}}
			rt := startRuntime(t, j.on(newMemory()), j.config(), listens)
			run := begin(t, rt, listens, 1, "w")
			j.want(t, 0, 0, 1)
			leaving, leave := context.WithCancel(ctx)
			told := make(chan error, 1)
			go func() { told <- reprise.Signal(leaving, rt, "w", word, "a") }()
			<-inside
			leave()
			if err := <-told; !errors.Is(err, store.ErrUnknownOutcome) {
				t.Errorf("Signal: %v", err)
			}
			close(release)
			if got, err := run.Result(ctx); err != nil || !slices.Equal(got, []string{"a"}) {
				t.Errorf("Result = %q, %v", got, err)
			}
			j.want(t, 1, 0, 0)
		})
	})
}

// dying is a store for a process that dies at the first delivery that claims a run: the
// store has applied it, and the process never learns of it.
type dying struct{ *mortal }

func (d dying) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	outs, err := d.mortal.Apply(ctx, ops)
	for _, op := range ops {
		if _, ok := op.(*store.Deliver); ok && takes(ops) {
			d.kill()
			return nil, errKilled
		}
	}
	return outs, err
}

// The process dies between the commit of a delivery that claimed a run and its answer.
// Another process takes the run over, and the signal is there.
func TestARunThatADeadWorkerWasGivenWithItsSignalGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, st := bounded(t), newMemory()
		first, err := reprise.New(dying{&mortal{Store: st}}, quiet(), listens)
		if err != nil {
			t.Fatal(err)
		}
		if err := first.Start(ctx); err != nil {
			t.Fatal(err)
		}
		run := begin(t, first, listens, 1, "w")
		synctest.Wait()
		id := first.WorkerID()
		if err := reprise.Signal(ctx, first, "w", word, "a"); err == nil {
			t.Error("the process is dead, and its signal has an answer")
		}
		if err := first.Stop(ctx); err != nil {
			t.Log("Stop:", err) // a dead process cannot give anything back
		}
		if r, err := st.Run(ctx, store.Ref{Run: run.RunID()}); err != nil || r.Owner != id || r.Unread != 1 {
			t.Fatalf("the run has owner %v and %d unread, %v; want the dead worker, and the signal", r.Owner, r.Unread, err)
		}
		second := startRuntime(t, st, quiet(), listens)
		got, err := result(t, second, listens, "w")
		if err != nil || !slices.Equal(got, []string{"a"}) {
			t.Errorf("Result = %q, %v", got, err)
		}
		lint(t, st, run.RunID())
	})
}
