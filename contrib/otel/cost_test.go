//go:build unix

package otel_test

import (
	"context"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/contrib/otel"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/workflow"
)

// BenchmarkSteps is the workload w2 of the bench: 200 runs at once, of 20 activities each, one after
// the other, on SQLite. Each round is made without telemetry, with metrics, and with all that is
// traced. It reports medians: how many steps a second there are without, how many of these are left, and what of
// the processor's time a step takes, which other programs on the machine disturb less.
//
//	go test -run '^$' -bench Steps -benchtime 15x .
func BenchmarkSteps(b *testing.B) {
	const runs, length = 200, 20
	steps := workflow.New("steps", func(ctx workflow.Context, n int) (int, error) {
		for range length {
			var err error
			if n, err = workflow.Execute(ctx, reserve, n).Get(ctx); err != nil {
				return 0, err
			}
		}
		return n, nil
	})
	ctx := context.Background()
	meters := sdkmetric.NewMeterProvider(sdkmetric.WithReader(sdkmetric.NewManualReader()))
	tracers := sdktrace.NewTracerProvider(sdktrace.WithBatcher(tracetest.NewNoopExporter()))
	b.Cleanup(func() {
		if err := tracers.Shutdown(ctx); err != nil {
			b.Error(err)
		}
	})
	kinds := []string{"plain", "measured", "traced"}
	rts := map[string]*reprise.Runtime{}
	for kind, opts := range map[string]otel.Options{"plain": {}, "measured": {MeterProvider: meters}, "traced": {TracerProvider: tracers}} {
		st, err := sqlite.Open(ctx, filepath.Join(b.TempDir(), "steps.db"))
		if err != nil {
			b.Fatal(err)
		}
		tel := newTelemetry(b, opts)
		rt, err := reprise.New(st, tel.Config(reprise.Config{Logger: quiet}), steps, reserve)
		if err != nil {
			b.Fatal(err)
		}
		tel.Watch(rt)
		if err := rt.Start(ctx); err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() {
			if err := rt.Stop(ctx); err != nil {
				b.Error(err)
			}
			if err := st.Close(); err != nil {
				b.Error(err)
			}
		})
		rts[kind] = rt
	}
	round := func(rt *reprise.Runtime) (took, cpu time.Duration) {
		begun, before := time.Now(), used(b)
		inputs := make([]int, runs)
		all, err := reprise.StartAll(ctx, rt, steps, inputs, nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, run := range all {
			if n, err := run.Result(ctx); err != nil || n != length {
				b.Fatalf("a run came to %d, %v", n, err)
			}
		}
		return time.Since(begun), used(b) - before
	}
	for _, kind := range kinds {
		round(rts[kind]) // warm
	}
	ratios := map[string][]float64{}
	var plain []float64
	cpus := map[string][]float64{}
	b.ResetTimer()
	for i := range b.N {
		took := map[string]time.Duration{}
		for k := range kinds {
			kind := kinds[(i+k)%len(kinds)] // each is first in turn
			var cpu time.Duration
			took[kind], cpu = round(rts[kind])
			cpus[kind] = append(cpus[kind], float64(cpu.Nanoseconds())/1000/(runs*length))
		}
		plain = append(plain, runs*length/took["plain"].Seconds())
		for _, kind := range kinds[1:] {
			ratios[kind] = append(ratios[kind], took["plain"].Seconds()/took[kind].Seconds())
		}
	}
	b.StopTimer()
	median := func(all []float64) float64 { slices.Sort(all); return all[len(all)/2] }
	b.ReportMetric(median(plain), "plain-steps/s")
	b.ReportMetric(median(ratios["measured"]), "measured/plain")
	b.ReportMetric(median(ratios["traced"]), "traced/plain")
	for _, kind := range kinds {
		b.ReportMetric(median(cpus[kind]), kind+"-cpu-µs/step")
	}
}

// used is the processor's time that this process has had.
func used(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
