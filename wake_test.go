package reprise_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// sleepFor is how long runs sleep here.
const sleepFor = 10 * time.Second

// woken records what the batches of a worker hold, and whether its machines are reused.
type woken struct {
	mu    sync.Mutex
	all   []string
	cold  int // claimed runs that were not cached
	fault func(*store.Fire) storetest.Fault
}

func (b *woken) on(st store.Store) store.Store {
	return storetest.Faulty(st, func(c storetest.Call) (f storetest.Fault) {
		b.mu.Lock()
		defer b.mu.Unlock()
		if c.Method != "Apply" {
			return f
		}
		var names []string
		for _, op := range c.Ops {
			if _, ok := op.(*store.Take); ok {
				continue // the name of a Fire before it says so
			}
			name := strings.TrimPrefix(fmt.Sprintf("%T", op), "*store.")
			if fire, ok := op.(*store.Fire); ok {
				if takes(c.Ops) {
					name = "Fire with room"
				}
				if b.fault != nil {
					f = b.fault(fire)
				}
			}
			names = append(names, name)
		}
		b.all = append(b.all, strings.Join(names, ", "))
		return f
	})
}

func (b *woken) config() reprise.Config {
	cfg := quiet()
	cfg.Observer = &reprise.Observer{RunClaimed: func(e reprise.RunClaimed) {
		b.mu.Lock()
		defer b.mu.Unlock()
		if !e.Cached {
			b.cold++
		}
	}}
	return cfg
}

// since returns what was recorded since the last call.
func (b *woken) since() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := b.all
	b.all = nil
	return all
}

func (b *woken) want(t *testing.T, want ...string) {
	t.Helper()
	if got := b.since(); !slices.Equal(got, want) {
		t.Errorf("the batches are %q, want %q", got, want)
	}
}

func (b *woken) wantCold(t *testing.T, want int) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cold != want {
		t.Errorf("%d runs were not cached, want %d", b.cold, want)
	}
}

// sleeps sleeps n times, and then returns the result of an activity.
func sleeps(awake activity.Bound[int, int]) workflow.Bound[int, int] {
	return workflow.New("sleeps", func(ctx workflow.Context, n int) (int, error) {
		for range n {
			if err := workflow.Sleep(ctx, sleepFor); err != nil {
				return 0, err
			}
		}
		return workflow.Execute(ctx, awake, n).Get(ctx)
	})
}

// A run that sleeps in the cache continues with its timer: one batch fires it, and the
// next is its task, whose activity begins then.
func TestATimerMakesASleepingRunItsWorkers(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		b := &woken{}
		awake := activity.New("awake", func(_ context.Context, n int) (int, error) {
			b.want(t, "Fire with room", "Commit", "Fire with room", "Commit")
			return 7, nil
		})
		w := sleeps(awake)
		rt := startRuntime(t, b.on(st), b.config(), w, awake)
		run := begin(t, rt, w, 2, "w")
		synctest.Wait()
		b.since()
		if got, err := run.Result(ctx); err != nil || got != 7 {
			t.Errorf("Result = %v, %v", got, err)
		}
		b.want(t, "Commit")
		b.wantCold(t, 1)
		lint(t, st, run.RunID())
	})
}

// A timer that is due before the worker knows that its run was parked waits for that. The
// cached machine is used again.
func TestATimerFindsARunThatIsJustBeingParked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		b := &woken{}
		cfg := b.config()
		var later atomic.Bool
		cfg.Observer.TaskDone = func(reprise.TaskDone) {
			if !later.Swap(true) {
				<-time.After(sleepFor + 2*time.Second) // a tick has reported the timer
			}
		}
		awake := activity.New("awake", func(_ context.Context, n int) (int, error) { return 7, nil })
		w := sleeps(awake)
		rt := startRuntime(t, b.on(newMemory()), cfg, w, awake)
		run := begin(t, rt, w, 1, "w")
		<-time.After(sleepFor + time.Second)
		if all := b.since(); !slices.Contains(all, "Fire with room") {
			t.Errorf("the batches are %q, want a Fire with room", all)
		}
		if got, err := run.Result(ctx); err != nil || got != 7 {
			t.Errorf("Result = %v, %v", got, err)
		}
		if all := b.since(); slices.Contains(all, "Claim") {
			t.Errorf("the batches are %q: the run was claimed", all)
		}
		b.wantCold(t, 1)
	})
}

// A worker at its limit of runs fires timers for others.
func TestAFullWorkerWakesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		b := &woken{}
		cfg := b.config()
		cfg.Runs = 1
		release := make(chan struct{})
		awake := activity.New("awake", func(context.Context, int) (int, error) { <-release; return 7, nil })
		busy := workflow.New("busy", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, awake, 0).Get(ctx) })
		w := sleeps(awake)
		rt := startRuntime(t, b.on(newMemory()), cfg, w, busy, awake)
		run := begin(t, rt, w, 1, "w")
		synctest.Wait()
		begin(t, rt, busy, 0, "busy")
		synctest.Wait()
		b.since()
		<-time.After(sleepFor)
		synctest.Wait()
		b.want(t, "Fire")
		close(release)
		if got, err := run.Result(ctx); err != nil || got != 7 {
			t.Errorf("Result = %v, %v", got, err)
		}
	})
}

// The answer that gives the run to this worker may be lost. The batch is repeated, and
// the run continues here at once.
func TestAFireWithoutAnAnswerIsNoRunLost(t *testing.T) {
	for name, kind := range map[string]storetest.Kind{"not applied": storetest.LoseCall, "applied": storetest.LoseAnswer} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := bounded(t)
				lost := false
				b := &woken{fault: func(*store.Fire) (f storetest.Fault) {
					if !lost {
						lost, f.Kind = true, kind
					}
					return f
				}}
				awake := activity.New("awake", func(context.Context, int) (int, error) { return 7, nil })
				w := sleeps(awake)
				rt := startRuntime(t, b.on(newMemory()), b.config(), w, awake)
				run := begin(t, rt, w, 1, "w")
				synctest.Wait()
				b.since()
				if got, err := run.Result(ctx); err != nil || got != 7 {
					t.Errorf("Result = %v, %v", got, err)
				}
				got := strings.Split(strings.Join(b.since(), ", "), ", ")
				for i := 2; i < len(got) && len(got) > 4; i++ {
					if got[i] == got[0] { // a tick in between saw that the timer was due
						got = slices.Delete(got, i, i+1)
					}
				}
				if want := []string{"Fire with room", "Fire with room", "Commit", "Commit"}; !slices.Equal(got, want) {
					t.Errorf("%q were sent, want %q", got, want)
				}
				b.wantCold(t, 1)
			})
		})
	}
}

// A run that begins with a sleep is claimed by its timer before anyone knows of its
// start, which is in the same batch.
func TestATimerFiresBesideTheStartOfItsRun(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		release := make(chan struct{})
		b := &woken{}
		held := storetest.Faulty(b.on(st), func(c storetest.Call) (f storetest.Fault) {
			for _, op := range c.Ops {
				if s, ok := op.(*store.Start); ok && s.WorkflowID == "before" {
					f.Before = func() { <-release } // what comes meanwhile is one batch
				}
			}
			return f
		})
		once := activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}}
		def := activity.Define[int, int]("once", once)
		nap := workflow.New("nap", func(ctx workflow.Context, n int) (int, error) {
			if err := workflow.Sleep(ctx, time.Millisecond); err != nil {
				return 0, err
			}
			return workflow.Execute(ctx, def, n).Get(ctx)
		})
		awake := activity.New("awake", func(context.Context, int) (int, error) { return 7, nil })
		w := sleeps(awake)
		rt := startRuntime(t, held, b.config(), w, nap, awake, def.Bind(func(context.Context, int) (int, error) { return 7, nil }))
		begin(t, rt, w, 1, "asleep")
		synctest.Wait()
		<-time.After(sleepFor - 5*time.Millisecond) // its timer fires while the batch is delayed
		var starts sync.WaitGroup
		began := time.Now()
		for _, id := range []string{"before", "nap-1", "nap-2", "nap-3"} {
			starts.Go(func() {
				h, err := reprise.Start(ctx, rt, nap, 0, reprise.ID(id))
				if err != nil {
					t.Error(err)
					return
				}
				if got, err := h.Result(ctx); err != nil || got != 7 {
					t.Errorf("%s: Result = %v, %v", id, got, err)
				}
			})
			synctest.Wait()
		}
		<-time.After(20 * time.Millisecond)
		synctest.Wait()
		close(release)
		starts.Wait()
		if took := time.Since(began); took > time.Second { // bubble time; giving it back would take several seconds
			t.Errorf("runs that sleep for a millisecond took %v", took)
		}
	})
}

// Stop waits for the answer to a Fire, and gives back the runs that it claimed.
func TestAWorkerThatStopsGivesBackWhatItHasWoken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, mem := bounded(t), newMemory()
		in, out := make(chan struct{}), make(chan struct{})
		var once sync.Once
		b := &woken{fault: func(*store.Fire) (f storetest.Fault) {
			once.Do(func() { f.Before = func() { close(in); <-out } })
			return f
		}}
		awake := activity.New("awake", func(context.Context, int) (int, error) { return 7, nil })
		w := sleeps(awake)
		first, err := reprise.New(b.on(mem), b.config(), w, awake)
		if err != nil {
			t.Fatal(err)
		}
		if err := first.Start(ctx); err != nil {
			t.Fatal(err)
		}
		run := begin(t, first, w, 1, "w")
		id := first.WorkerID()
		<-in
		stopped := make(chan error, 1)
		go func() { stopped <- first.Stop(ctx) }()
		synctest.Wait()
		select {
		case err := <-stopped:
			t.Errorf("Stop returns %v while a Fire is under way", err)
		default:
		}
		close(out)
		if err := <-stopped; err != nil {
			t.Error("Stop:", err)
		}
		if o, err := mem.Owned(ctx, id); err != nil || len(o.Runs) != 0 {
			t.Errorf("it still owns %v, %v", o.Runs, err)
		}
		second := startRuntime(t, mem, quiet(), w, awake)
		if got, err := result(t, second, w, "w"); err != nil || got != 7 {
			t.Errorf("Result = %v, %v", got, err)
		}
		lint(t, mem, run.RunID())
	})
}
