package prom_test

import (
	"context"
	"os"
	"regexp"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/contrib/prom"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

var (
	pay = activity.New("pay", func(_ context.Context, n int) (int, error) { return n, nil }, activity.Policy{Queue: "psp"})
	buy = workflow.New("buy", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, pay, n).Get(ctx) })
)

// scraped is a worker, and what Prometheus gets from it.
type scraped struct {
	rt       *reprise.Runtime
	registry *prometheus.Registry
	stop     func()
}

// scrape has a worker of some queues at work.
func scrape(t *testing.T, st *memory.Store, queues ...reprise.Queue) *scraped {
	t.Helper()
	registry, collector := prometheus.NewRegistry(), prom.New(prom.Options{Logger: quiet})
	if err := registry.Register(collector); err != nil {
		t.Fatal(err)
	}
	rt, err := reprise.New(st, collector.Config(reprise.Config{Logger: quiet, Queues: queues}), buy, pay)
	if err == nil {
		err = rt.Start(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	collector.Watch(rt)
	return &scraped{rt, registry, func() {
		if err := rt.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}}
}

// lagOf is max by (reprise_queue) (reprise_queue_lag_seconds) of a queue.
func lagOf(t *testing.T, queue string, workers ...*scraped) (most float64) {
	t.Helper()
	for _, w := range workers {
		families, err := w.registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range families {
			for _, m := range f.GetMetric() {
				for _, l := range m.GetLabel() {
					if f.GetName() == "reprise_queue_lag_seconds" && l.GetName() == "reprise_queue" && l.GetValue() == queue {
						most = max(most, m.GetGauge().GetValue())
					}
				}
			}
		}
	}
	return most
}

// Statement 41 of the operators' surface: three workers tell the same lag of a queue, right to ten seconds. When the only one that
// serves the queue has gone the lag grows, and what the alert says becomes true and stays so, until another one comes.
func TestALagIsTheSameFromEachWorkerAndGrowsWhenNobodyServesTheQueue(t *testing.T) {
	text, err := os.ReadFile("../alerts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	alert := regexp.MustCompile(`expr: max by \(reprise_queue\) \(reprise_queue_lag_seconds\) > (\d+)\n +for: (\w+)`).FindSubmatch(text)
	if alert == nil {
		t.Fatal("there is no alert about the lag of queues")
	}
	limit, _ := strconv.ParseFloat(string(alert[1]), 64)
	lasting, err := time.ParseDuration(string(alert[2]))
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		st := memory.New()
		served := []reprise.Queue{{Name: "default"}, {Name: "psp", Elsewhere: true}}
		one, two := scrape(t, st, served...), scrape(t, st, served...)
		defer one.stop()
		defer two.stop()
		only := scrape(t, st, reprise.Queue{Name: "psp"})
		start := func() {
			if _, err := reprise.Start(t.Context(), one.rt, buy, 1); err != nil {
				t.Fatal(err)
			}
		}
		pass := func(d time.Duration) {
			<-time.After(d)
			synctest.Wait()
		}
		for range 5 {
			start()
			pass(20 * time.Second)
			if lag := lagOf(t, "psp", one, two, only); lag > 10 {
				t.Errorf("the queue is served, and its lag is %.1f s", lag)
			}
		}
		only.stop()
		start()
		begun := time.Now()
		above := time.Duration(0)
		for range 40 {
			pass(15 * time.Second)
			age := time.Since(begun).Seconds()
			for i, w := range []*scraped{one, two} {
				if lag := lagOf(t, "psp", w); lag < age-10 || lag > age {
					t.Errorf("worker %d tells a lag of %.1f s of what has been ready for %.1f s", i+1, lag, age)
				}
			}
			if lagOf(t, "psp", one, two) > limit {
				above += 15 * time.Second
			} else {
				above = 0
			}
		}
		if above < lasting {
			t.Errorf("the alert is true for %v, and is to be for %v", above, lasting)
		}
		again := scrape(t, st, reprise.Queue{Name: "psp"})
		defer again.stop()
		pass(20 * time.Second)
		if lag := lagOf(t, "psp", one, two, again); lag > 10 {
			t.Errorf("the queue is served again, and its lag is %.1f s", lag)
		}
	})
}
