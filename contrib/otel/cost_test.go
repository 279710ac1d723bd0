//go:build unix

package otel_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
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

// The benchmarks are the workloads w2, w1 and w6 of the bench, on SQLite: statement 42 of the operators' surface. Each round
// is made without telemetry, with metrics, and with all that is traced. They report medians: how many steps, runs or
// signals a second there are without, how many of these are left, and what of the processor's time one takes, which
// other programs on the machine disturb less.
//
//	go test -run '^$' -bench . -benchtime 15x .

// BenchmarkSteps is 200 runs at once, of 20 activities each, one after the other.
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
	paired(b, "step", runs*length, func(ctx context.Context, rt *reprise.Runtime) error {
		return ended(ctx, rt, steps, runs, length)
	}, steps, reserve)
}

// BenchmarkRuns is 2,000 runs at once, of one activity each.
func BenchmarkRuns(b *testing.B) {
	const runs = 2000
	short := workflow.New("short", func(ctx workflow.Context, n int) (int, error) {
		return workflow.Execute(ctx, reserve, n).Get(ctx)
	})
	paired(b, "run", runs, func(ctx context.Context, rt *reprise.Runtime) error {
		return ended(ctx, rt, short, runs, 1)
	}, short, reserve)
}

// BenchmarkSignals is 200 runs that get 20 signals each, sent by 64 callers.
func BenchmarkSignals(b *testing.B) {
	const runs, length, callers = 200, 20, 64
	word := workflow.DefineSignal[int]("word")
	hearing := workflow.New("hearing", func(ctx workflow.Context, n int) (int, error) {
		for range length {
			if _, err := workflow.Receive(ctx, word); err != nil {
				return 0, err
			}
			n++
		}
		return n, nil
	})
	paired(b, "signal", runs*length, func(ctx context.Context, rt *reprise.Runtime) error {
		all, err := reprise.StartAll(ctx, rt, hearing, make([]int, runs), nil)
		if err != nil {
			return err
		}
		var next atomic.Int64
		failed := make(chan error, callers)
		for range callers {
			go func() {
				for i := int(next.Add(1)) - 1; i < runs*length; i = int(next.Add(1)) - 1 {
					if err := reprise.Signal(ctx, rt, all[i%runs].RunID(), word, i); err != nil {
						failed <- err
						return
					}
				}
				failed <- nil
			}()
		}
		for range callers {
			err = errors.Join(err, <-failed)
		}
		for _, run := range all {
			if err != nil {
				return err
			}
			_, err = run.Result(ctx)
		}
		return err
	}, hearing, word)
}

// ended starts runs at once, and waits for their results.
func ended(ctx context.Context, rt *reprise.Runtime, w workflow.Definition[int, int], runs, want int) error {
	all, err := reprise.StartAll(ctx, rt, w, make([]int, runs), nil)
	if err != nil {
		return err
	}
	for _, run := range all {
		if n, err := run.Result(ctx); err != nil || n != want {
			return fmt.Errorf("a run came to %d, %w", n, err)
		}
	}
	return nil
}

// paired measures rounds, each of which does something so many times.
func paired(b *testing.B, what string, times int, round func(context.Context, *reprise.Runtime) error, bindings ...reprise.Binding) {
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
		rt, err := reprise.New(st, tel.Config(reprise.Config{Logger: quiet}), bindings...)
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
	measure := func(rt *reprise.Runtime) (took, cpu time.Duration) {
		begun, before := time.Now(), used(b)
		if err := round(ctx, rt); err != nil {
			b.Fatal(err)
		}
		return time.Since(begun), used(b) - before
	}
	for _, kind := range kinds {
		measure(rts[kind]) // warm
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
			took[kind], cpu = measure(rts[kind])
			cpus[kind] = append(cpus[kind], float64(cpu.Nanoseconds())/1000/float64(times))
		}
		plain = append(plain, float64(times)/took["plain"].Seconds())
		for _, kind := range kinds[1:] {
			ratios[kind] = append(ratios[kind], took["plain"].Seconds()/took[kind].Seconds())
		}
	}
	b.StopTimer()
	median := func(all []float64) float64 { slices.Sort(all); return all[len(all)/2] }
	b.ReportMetric(median(plain), "plain-"+what+"s/s")
	b.ReportMetric(median(ratios["measured"]), "measured/plain")
	b.ReportMetric(median(ratios["traced"]), "traced/plain")
	for _, kind := range kinds {
		b.ReportMetric(median(cpus[kind]), kind+"-cpu-µs/"+what)
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
