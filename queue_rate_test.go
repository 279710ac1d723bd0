package reprise_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// beginnings records when attempts begin.
type beginnings struct {
	mu sync.Mutex
	at []time.Time
}

func (b *beginnings) note() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at = append(b.at, time.Now())
}

// most returns the largest number of begins in any such period.
func (b *beginnings) most(within time.Duration) (most int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	slices.SortFunc(b.at, time.Time.Compare)
	for i, first := 0, 0; i < len(b.at); i++ {
		for b.at[i].Sub(b.at[first]) >= within {
			first++
		}
		most = max(most, i-first+1)
	}
	return most
}

// perSecond returns the number of begins in each second since a time.
func (b *beginnings) perSecond(since time.Time) (all []int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, at := range b.at {
		for second := int(at.Sub(since) / time.Second); len(all) <= second; {
			all = append(all, 0)
		}
		all[at.Sub(since)/time.Second]++
	}
	return all
}

func (b *beginnings) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.at)
}

// ratedTo returns a worker's configuration for a queue with a rate.
func ratedTo(rate reprise.Rate) reprise.Config {
	cfg := quiet()
	cfg.Queues = []reprise.Queue{{Name: "default"}, {Name: "psp", Global: reprise.Limit{Rate: rate}}}
	return cfg
}

// callsPSP is a workflow with an activity on the queue with a rate. The first attempt at each fails.
func callsPSP(b *beginnings) (workflow.Def[int, int], []reprise.Binding) {
	var mu sync.Mutex
	tried := map[int]bool{}
	pay := activity.New("pay", func(ctx context.Context, n int) (int, error) {
		b.note()
		mu.Lock()
		defer mu.Unlock()
		if again := tried[n]; !again {
			tried[n] = true
			return 0, context.DeadlineExceeded
		}
		return n, nil
	}, activity.Policy{Queue: "psp"})
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, pay, n).Get(ctx) })
	return w.Definition(), []reprise.Binding{w, pay}
}

// Across all workers, attempts begin at the rate, including retries, whichever workers come and go.
func TestARateHoldsInAllWorkersTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		st := newMemory()
		var b beginnings
		w, all := callsPSP(&b)
		cfg := ratedTo(reprise.Rate{N: 20, Per: time.Second})
		var fleet []*reprise.Runtime
		for range 3 {
			fleet = append(fleet, startRuntime(t, st, cfg, all...))
		}
		since := time.Now()
		var runs []reprise.Handle[int]
		for i := range 200 {
			h, err := reprise.Start(ctx, fleet[i%3], w, i)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, h)
			if i == 100 {
				if err := fleet[0].Stop(ctx); err != nil {
					t.Fatal(err)
				}
				fleet[0] = startRuntime(t, st, cfg, all...)
			}
		}
		for i, h := range runs {
			if got, err := h.Result(ctx); err != nil || got != i {
				t.Fatalf("Result = %d, %v; want %d", got, err, i)
			}
		}
		if n := b.count(); n != 400 {
			t.Errorf("%d attempts began, want two for each of 200", n)
		}
		t.Logf("begun in each second: %v", b.perSecond(since))
		// A bucket of 20, the tokens of ten seconds, and tokens that workers drew before.
		if n := b.most(10 * time.Second); n > 20+200+20 {
			t.Errorf("%d began within ten seconds, by 20 a second", n)
		}
		if took := time.Since(since); took < 17*time.Second || took > 30*time.Second {
			t.Errorf("400 attempts took %v by 20 a second", took)
		}
	})
}

// A rate of less than one per second lets one attempt begin, and the next after its interval.
func TestALowRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		st := newMemory()
		var b beginnings
		w, all := callsPSP(&b)
		var rt *reprise.Runtime
		for range 2 {
			rt = startRuntime(t, st, ratedTo(reprise.Rate{N: 2, Per: time.Minute, Burst: 1}), all...)
		}
		if _, err := begin(t, rt, w, 7, "w").Result(ctx); err != nil {
			t.Fatal(err)
		}
		if gap := b.at[1].Sub(b.at[0]); gap < 28*time.Second || gap > 33*time.Second {
			t.Errorf("the second attempt began %v after the first, want half a minute and a tick", gap)
		}
	})
}

// When the operator lifts the rate, waiting attempts begin at once.
func TestARateIsLifted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		st := newMemory()
		var b beginnings
		w, all := callsPSP(&b)
		rt := startRuntime(t, st, ratedTo(reprise.Rate{N: 1, Per: time.Hour}), all...)
		run := begin(t, rt, w, 7, "w")
		<-time.After(10 * time.Second)
		if n := b.count(); n != 1 {
			t.Fatalf("%d attempts began, want one in an hour", n)
		}
		if err := reprise.SetQueue(ctx, rt, reprise.Queue{Name: "psp"}, reprise.By{Who: "anna", Why: "a contract"}); err != nil {
			t.Fatal(err)
		}
		<-time.After(time.Second)
		if got, err := run.Result(ctx); err != nil || got != 7 {
			t.Errorf("Result = %d, %v", got, err)
		}
	})
}

func TestARateThatMakesNoSenseIsRefused(t *testing.T) {
	for _, rate := range []reprise.Rate{{N: 100}, {Per: time.Second}, {N: -1, Per: time.Second}, {N: 1, Per: time.Second, Burst: -1}} {
		if _, err := reprise.New(newMemory(), ratedTo(rate)); err == nil {
			t.Errorf("New took %+v", rate)
		}
	}
}

// A worker without room for another attempt leaves the tokens to those that have room.
func TestTokensGoToWhoHasRoom(t *testing.T) {
	for _, global := range []reprise.Limit{
		{Rate: reprise.Rate{N: 1, Per: 5 * time.Second}},
		{Concurrency: 1, Rate: reprise.Rate{N: 1, Per: 5 * time.Second}}, // one of the workers has no share
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx := bounded(t)
			st := newMemory()
			var b beginnings
			wait := activity.New("wait", func(ctx context.Context, n int) (int, error) {
				b.note()
				if global.Concurrency == 0 && b.count() == 1 {
					<-ctx.Done()
				}
				return n, ctx.Err()
			}, activity.Policy{Queue: "psp"})
			cfg := ratedTo(global.Rate)
			cfg.Queues[1].Global, cfg.Queues[1].PerWorker = global, 1
			var rt *reprise.Runtime
			for range 3 {
				rt = startRuntime(t, st, cfg, wait)
			}
			for n := range 20 {
				if _, err := reprise.Enqueue(ctx, rt, wait, n); err != nil {
					t.Fatal(err)
				}
			}
			<-time.After(time.Minute)
			if n := b.count(); n < 10 {
				t.Errorf("%+v: %d attempts began in a minute, by one in five seconds", global, n)
			}
		})
	}
}
