package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// byHost counts running attempts by host.
type byHost struct {
	mu      sync.Mutex
	running map[string]int
	most    map[string]int
	order   map[string][]int
}

func (b *byHost) enter(host string, n int) (leave func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.running == nil {
		b.running, b.most, b.order = map[string]int{}, map[string]int{}, map[string][]int{}
	}
	b.running[host]++
	b.most[host] = max(b.most[host], b.running[host])
	b.order[host] = append(b.order[host], n)
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.running[host]--
	}
}

type page struct {
	Host string
	N    int
}

// fetching is an activity that takes a while, on a queue with limits per host.
func fetching(b *byHost, takes time.Duration) activity.Bound[page, int] {
	return activity.New("fetch", func(ctx context.Context, p page) (int, error) {
		defer b.enter(p.Host, p.N)()
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(takes):
			return p.N, nil
		}
	}, activity.Policy{Queue: "hosts"})
}

// perHost returns a worker's configuration for that queue.
func perHost(l reprise.Limit) reprise.Config {
	cfg := quiet()
	cfg.Queues = []reprise.Queue{{Name: "default"}, {Name: "hosts", PerPartition: l}}
	return cfg
}

// The limit of a partition applies across all workers, whichever come and go.
func TestThePartitionsOfAQueueHaveLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		st := newMemory()
		var b byHost
		fetch := fetching(&b, 400*time.Millisecond)
		var fleet []*reprise.Runtime
		for range 3 {
			fleet = append(fleet, startRuntime(t, st, perHost(reprise.Limit{Concurrency: 2}), fetch))
		}
		var jobs []reprise.Handle[int]
		for i := range 60 {
			p := page{fmt.Sprint("host-", i%4), i}
			h, err := reprise.Enqueue(ctx, fleet[i%3], fetch, p, reprise.Partition(p.Host))
			if err != nil {
				t.Fatal(err)
			}
			jobs = append(jobs, h)
		}
		<-time.After(time.Second)
		if err := fleet[0].Stop(ctx); err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		for i, h := range jobs {
			if got, err := h.Result(ctx); err != nil || got != i {
				t.Fatalf("Result = %d, %v; want %d", got, err, i)
			}
		}
		for host, n := range b.most {
			if n != 2 {
				t.Errorf("%d of %s ran at once, want 2", n, host)
			}
		}
		// 15 of each host, two at once, take three seconds.
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("it took %v more", took)
		}
	})
}

// A partition with a limit of one is a lock: first in, first out. The next attempt begins as soon as the previous
// one has ended.
func TestAPartitionOfOneIsALock(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		var b byHost
		fetch := fetching(&b, 50*time.Millisecond)
		w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
			return workflow.Execute(ctx, fetch, page{"one", n}, workflow.Partition("one")).Get(ctx)
		})
		rt := startRuntime(t, st, perHost(reprise.Limit{Concurrency: 1}), w, fetch)
		begun := time.Now()
		var runs []reprise.Handle[int]
		for i := range 10 {
			runs = append(runs, begin(t, rt, w.Definition(), i, fmt.Sprint("run-", i)))
			<-time.After(time.Millisecond)
		}
		for _, run := range runs {
			if _, err := run.Result(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if b.most["one"] != 1 || !slices.IsSorted(b.order["one"]) {
			t.Errorf("%d ran at once, in the order %v", b.most["one"], b.order["one"])
		}
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("ten of 50 ms, one after the other, took %v", took)
		}
	})
}

// A throttle cools down only its partition. The activities of a run have the run's partition.
func TestAThrottledPartitionCoolsDownAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		var mu sync.Mutex
		calls := map[string]int{}
		fetch := activity.New("fetch", func(ctx context.Context, p page) (int, error) {
			mu.Lock()
			defer mu.Unlock()
			if calls[p.Host]++; p.Host == "busy" && calls[p.Host] == 1 {
				return 0, activity.Throttled(errors.New("429"), time.Minute)
			}
			return p.N, nil
		}, activity.Policy{Queue: "hosts", Retry: activity.RetryPolicy{MaxAttempts: 1}})
		w := workflow.New("w", func(ctx workflow.Context, p page) (int, error) { return workflow.Execute(ctx, fetch, p).Get(ctx) })
		rt := startRuntime(t, newMemory(), perHost(reprise.Limit{Concurrency: 1}), w, fetch)
		since := time.Now()
		var took [4]time.Duration
		var runs []reprise.Handle[int]
		for i, host := range []string{"busy", "busy", "quiet", "quiet"} {
			h, err := reprise.Start(ctx, rt, w, page{host, i}, reprise.Partition(host))
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, h)
		}
		for _, i := range []int{2, 3, 0, 1} {
			if _, err := runs[i].Result(ctx); err != nil {
				t.Fatal(err)
			}
			took[i] = time.Since(since)
		}
		if took[2] > 5*time.Second || took[3] > 5*time.Second || took[0] < time.Minute || took[1] < time.Minute || took[1] > 70*time.Second {
			t.Errorf("they took %v", took)
		}
	})
}

// Each partition has a rate of its own, which counts retries too.
func TestThePartitionsOfAQueueHaveRates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		var b byHost
		fetch := fetching(&b, time.Millisecond)
		rt := startRuntime(t, newMemory(), perHost(reprise.Limit{Rate: reprise.Rate{N: 5, Per: time.Second}}), fetch)
		since := time.Now()
		var jobs []reprise.Handle[int]
		for i := range 60 {
			p := page{fmt.Sprint("host-", i%2), i}
			h, err := reprise.Enqueue(ctx, rt, fetch, p, reprise.Partition(p.Host))
			if err != nil {
				t.Fatal(err)
			}
			jobs = append(jobs, h)
		}
		for _, h := range jobs {
			if _, err := h.Result(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(since); took < 4*time.Second || took > 9*time.Second {
			t.Errorf("30 of each by five a second took %v", took)
		}
	})
}

// Priorities apply to activities of one run, too.
func TestTheActivitiesOfARunHavePriorities(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b byHost
		fetch := fetching(&b, 10*time.Millisecond)
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			var all []workflow.Future[int]
			for i, p := range []int{3, -1, 2, 0} {
				all = append(all, workflow.Execute(ctx, fetch, page{"one", i}, workflow.Partition("one"), workflow.Priority(p)))
			}
			for _, f := range all {
				if _, err := f.Get(ctx); err != nil {
					return 0, err
				}
			}
			_, err := workflow.Execute(ctx, fetch, page{}, workflow.Priority(1<<40)).Get(ctx)
			if err == nil {
				return 0, errors.New("a priority of 41 bits was taken")
			}
			return 1, nil
		})
		rt := startRuntime(t, newMemory(), perHost(reprise.Limit{Concurrency: 1}), w, fetch)
		if _, err := begin(t, rt, w.Definition(), 0, "w").Result(bounded(t)); err != nil {
			t.Fatal(err)
		}
		if got := b.order["one"]; !slices.Equal(got, []int{1, 3, 2, 0}) {
			t.Errorf("they began in the order %v", got)
		}
	})
}

func TestPartitionsThatMakeNoSenseAreRefused(t *testing.T) {
	if _, err := reprise.New(newMemory(), perHost(reprise.Limit{Concurrency: -1})); err == nil {
		t.Error("New took a concurrency below zero")
	}
	if _, err := reprise.New(newMemory(), perHost(reprise.Limit{Rate: reprise.Rate{N: 1}})); err == nil {
		t.Error("New took a rate without a time")
	}
	var b byHost
	fetch := fetching(&b, 0)
	rt := startRuntime(t, newMemory(), quiet(), fetch)
	for _, key := range []string{"a\x00", "\xff", strings.Repeat("k", history.MaxPartition+1)} {
		if _, err := reprise.Enqueue(t.Context(), rt, fetch, page{}, reprise.Partition(key)); !errors.Is(err, reprise.ErrInvalidID) {
			t.Errorf("Enqueue with a key of %d bytes: %v", len(key), err)
		}
	}
	if _, err := reprise.Enqueue(t.Context(), rt, fetch, page{}, reprise.Partition(strings.Repeat("k", history.MaxPartition))); err != nil {
		t.Error(err)
	}
}
