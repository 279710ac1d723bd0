//go:build unix

package otel_test

import (
	"context"
	"syscall"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/contrib/otel"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// BenchmarkStep is a step whose activity does nothing, in memory: without telemetry, with metrics, and with every
// run traced. "span" is what the SDK of OpenTelemetry takes for the span of an attempt alone, with the
// attributes that ours has. The workload telemetry of the bench has the same on stores that are durable.
//
//	go test -run '^$' -bench Step -benchtime 100000x .
func BenchmarkStep(b *testing.B) {
	b.Run("plain", func(b *testing.B) { benchmarkStep(b, otel.Options{}) })
	b.Run("measured", func(b *testing.B) {
		benchmarkStep(b, otel.Options{MeterProvider: sdkmetric.NewMeterProvider(sdkmetric.WithReader(sdkmetric.NewManualReader()))})
	})
	b.Run("traced", func(b *testing.B) { benchmarkStep(b, otel.Options{TracerProvider: thrownAway(b)}) })
	b.Run("span", func(b *testing.B) {
		tracer := thrownAway(b).Tracer("bench")
		start, startSpan := tracer.Start(b.Context(), "start steps")
		defer startSpan.End()
		counted(b, func() {
			for n := range b.N {
				_, span := tracer.Start(start, "activity reserve", trace.WithSpanKind(trace.SpanKindConsumer), trace.WithAttributes(
					attribute.String("reprise.workflow.name", "steps"), attribute.String("reprise.activity.name", "reserve"),
					attribute.String("reprise.queue", "default")))
				span.SetAttributes(attribute.String("reprise.run.id", "a"), attribute.String("reprise.workflow.id", "a"),
					attribute.Int("reprise.activity.number", n), attribute.Int("reprise.attempt", 1),
					attribute.String("reprise.worker.id", "a"), attribute.Float64("reprise.activity.wait", 0),
					attribute.String("reprise.attempt.outcome", "done"))
				span.End()
			}
		})
	})
}

// thrownAway makes spans that are batched and thrown away, all of them: who ends one waits for room.
func thrownAway(b *testing.B) *sdktrace.TracerProvider {
	tracers := sdktrace.NewTracerProvider(sdktrace.WithBatcher(tracetest.NewNoopExporter(), sdktrace.WithBlocking()))
	b.Cleanup(func() {
		if err := tracers.Shutdown(context.WithoutCancel(b.Context())); err != nil {
			b.Error(err)
		}
	})
	return tracers
}

// benchmarkStep carries out runs of a hundred steps, one after the other.
func benchmarkStep(b *testing.B, opts otel.Options) {
	steps := workflow.New("steps", func(ctx workflow.Context, length int) (n int, err error) {
		for range length {
			if n, err = workflow.Execute(ctx, reserve, n).Get(ctx); err != nil {
				return 0, err
			}
		}
		return n, nil
	})
	ctx := b.Context()
	tel := newTelemetry(b, opts)
	rt, err := reprise.New(memory.New(), tel.Config(reprise.Config{Logger: quiet}), steps, reserve)
	if err != nil {
		b.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := rt.Stop(context.WithoutCancel(ctx)); err != nil {
			b.Error(err)
		}
	}()
	counted(b, func() {
		for done, length := 0, 0; done < b.N; done += length {
			length = min(100, b.N-done)
			run, err := reprise.Start(ctx, rt, steps, length)
			if err != nil {
				b.Fatal(err)
			}
			if n, err := run.Result(ctx); err != nil || n != length {
				b.Fatalf("a run came to %d, %v", n, err)
			}
		}
	})
}

// counted reports what memory and what of the processor's time an operation of f takes, which other programs on the
// machine disturb less than its length.
func counted(b *testing.B, f func()) {
	b.ReportAllocs()
	b.ResetTimer()
	before := used(b)
	f()
	b.ReportMetric(float64((used(b)-before).Nanoseconds())/1000/float64(b.N), "cpu-µs/op")
}

// used is the processor's time that this process has had.
func used(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
