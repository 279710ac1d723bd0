package prom_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/contrib/prom"
	"github.com/reprise-run/reprise/metrics"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// measured makes a Runtime whose metrics are in a registry.
func measured(st store.Store, registry prometheus.Registerer, cfg reprise.Config, bindings ...reprise.Binding) (*reprise.Runtime, error) {
	collector := prom.New(prom.Options{Logger: cfg.Logger})
	if err := registry.Register(collector); err != nil {
		return nil, err
	}
	rt, err := reprise.New(st, collector.Config(cfg), bindings...)
	if err != nil {
		return nil, err
	}
	collector.Watch(rt)
	return rt, nil
}

func Example() {
	ctx, registry := context.Background(), prometheus.NewRegistry()
	rt, err := measured(memory.New(), registry, reprise.Config{Logger: quiet}, scale, weigh)
	if err != nil {
		panic(err)
	}
	if _, err := reprise.Start(ctx, rt, scale, 1); err != nil {
		panic(err)
	}
	families, err := registry.Gather() // as a scrape does
	if err != nil {
		panic(err)
	}
	for _, f := range families {
		if strings.HasPrefix(f.GetName(), "reprise_run") {
			fmt.Println(f.GetName(), f.GetMetric()[0].GetCounter().GetValue())
		}
	}
	// Output:
	// reprise_run_started_total 1
}

// The page lists what is measured, and its code is that of the examples.
func TestThePageAboutTelemetry(t *testing.T) {
	read := func(file string) string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	page := read("../../docs/telemetry.md")
	source := read("example_test.go") + read("../otel/example_test.go")
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(page, -1)
	for _, block := range blocks {
		if !strings.Contains(source, block[1]) {
			t.Errorf("this code is in no example:\n%s", block[1])
		}
	}
	if len(blocks) != 2 {
		t.Errorf("%d blocks of code, want 2", len(blocks))
	}
	rows := regexp.MustCompile("(?m)^\\| `(reprise\\.[a-z.]+)` \\| ([a-z]+) \\| `([^`]+)` \\| ([^|]*) \\| ([^|]*) \\|").FindAllStringSubmatch(page, -1)
	all := metrics.Instruments()
	if len(rows) != len(all) {
		t.Fatalf("the page lists %d instruments, there are %d", len(rows), len(all))
	}
	kinds := map[metrics.Kind]string{metrics.Counter: "counter", metrics.Histogram: "histogram", metrics.Gauge: "gauge"}
	for i, of := range all {
		var attributes []string
		for _, a := range of.Attributes {
			attributes = append(attributes, "`"+strings.TrimPrefix(a, "reprise.")+"`")
		}
		want := []string{of.Name, kinds[of.Kind], of.Unit, strings.Join(attributes, ", "), strings.TrimSuffix(of.Text, ".")}
		for k, got := range rows[i][1:] {
			if got != want[k] {
				t.Errorf("the page says %q of %s, want %q", got, of.Name, want[k])
			}
		}
	}
}
