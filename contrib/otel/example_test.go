package otel_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"go.opentelemetry.io/otel/metric"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/contrib/otel"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// tracedRuntime makes a Runtime that is traced and measured.
func tracedRuntime(st store.Store, tracers trace.TracerProvider, meters metric.MeterProvider, cfg reprise.Config, bindings ...reprise.Binding) (*reprise.Runtime, *otel.Telemetry, error) {
	tel, err := otel.New(otel.Options{TracerProvider: tracers, MeterProvider: meters})
	if err != nil {
		return nil, nil, err
	}
	rt, err := reprise.New(st, tel.Config(cfg), bindings...)
	if err != nil {
		return nil, nil, err
	}
	tel.Watch(rt)
	return rt, tel, nil
}

// A service passes its providers, here those of a test, to the telemetry of its Runtime.
func Example() {
	ctx := context.Background()
	exporter, reader := tracetest.NewInMemoryExporter(), sdkmetric.NewManualReader()
	tracers := sdktrace.NewTracerProvider(sdktrace.WithSyncer(exporter))
	meters := sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader))
	order, bindings := shop()
	cfg := reprise.Config{Logger: slog.New(otel.LogHandler(slog.DiscardHandler))}
	rt, tel, err := tracedRuntime(memory.New(), tracers, meters, cfg, bindings...)
	if err != nil {
		panic(err)
	}
	if err := rt.Start(ctx); err != nil {
		panic(err)
	}
	run, err := reprise.Start(ctx, rt, order, 1)
	if err != nil {
		panic(err)
	}
	fmt.Println(run.Result(ctx))
	if err := rt.Stop(ctx); err != nil {
		panic(err)
	}
	if err := tel.Close(); err != nil {
		panic(err)
	}
	var names []string
	for _, s := range exporter.GetSpans() {
		names = append(names, s.Name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Println(name)
	}
	// Output:
	// 4 <nil>
	// activity charge
	// activity charge
	// activity reserve
	// activity ship
	// start order
	// workflow order
}
