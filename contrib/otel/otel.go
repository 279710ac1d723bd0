// Package otel adds OpenTelemetry to a Runtime: spans of starts, signals, attempts and runs that
// form traces across processes, the instruments of package metrics, and trace ids in log lines.
//
//	tel, err := otel.New(otel.Options{TracerProvider: tracers, MeterProvider: meters})
//	rt, err := reprise.New(st, tel.Config(reprise.Config{}), bindings...)
//	tel.Watch(rt)
//
// It uses only the API of OpenTelemetry and none of its globals: without a provider in Options
// nothing is recorded. docs/telemetry.md lists the spans and explains them.
//
// Package otel imports activity, history, metrics, workflow and the root package of Reprise, and the API of OpenTelemetry.
package otel

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/metrics"
)

// Options configures what is recorded.
type Options struct {
	// TracerProvider makes the spans. Nil: there are no spans, and no headers are set.
	TracerProvider trace.TracerProvider
	// MeterProvider takes the measurements. Nil: nothing is measured, and the store is not queried.
	MeterProvider metric.MeterProvider
	// Propagator writes the trace into the headers of runs, signals and updates, and reads it from those of
	// runs. Nil: propagation.TraceContext{}, whose headers are traceparent and tracestate.
	Propagator propagation.TextMapPropagator
	// TraceFor is how long after a start spans join its trace. A later span begins a trace of
	// its own, with a link to the start. Zero: 15 minutes; negative: no limit.
	TraceFor time.Duration
	// Tasks also makes a span of each workflow task.
	Tasks bool
	// Messages includes the texts of errors in spans; they may contain data. Without it, spans have
	// only the code of a failure, or the Go type.
	Messages bool
}

// DefaultTraceFor is the value of a zero Options.TraceFor.
const DefaultTraceFor = 15 * time.Minute

// scope names the instrumentation of the spans and measurements.
const scope = "github.com/reprise-run/reprise/contrib/otel"

// Telemetry records one Runtime. Make it with [New].
type Telemetry struct {
	opts    Options
	tracer  trace.Tracer     // nil: no spans
	metrics *metrics.Metrics // nil: nothing is measured
	reading metric.Registration
}

// New returns the telemetry of one Runtime. An error comes from the MeterProvider.
func New(opts Options) (*Telemetry, error) {
	t := &Telemetry{opts: opts}
	if t.opts.Propagator == nil {
		t.opts.Propagator = propagation.TraceContext{}
	}
	if t.opts.TraceFor == 0 {
		t.opts.TraceFor = DefaultTraceFor
	}
	if opts.TracerProvider != nil {
		t.tracer = opts.TracerProvider.Tracer(scope)
	}
	if opts.MeterProvider == nil {
		return t, nil
	}
	r, err := newRecorder(opts.MeterProvider.Meter(scope))
	if err != nil {
		return nil, err
	}
	t.metrics = metrics.New(r)
	t.reading, err = r.meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		return t.metrics.Read(ctx, func(of metrics.Instrument, attributes []string, value float64) {
			o.ObserveFloat64(r.gauges[of.Name], value, metric.WithAttributeSet(set(of, attributes)))
		})
	}, r.observables()...)
	return t, err
}

// Config returns cfg with the recording Observer and interceptor added to those it has. The
// interceptor is the innermost.
func (t *Telemetry) Config(cfg reprise.Config) reprise.Config {
	if t.tracer != nil {
		s := newSpans(t, cfg.Namespace, cfg.Build)
		cfg.Observer = reprise.Observers(cfg.Observer, s.observer())
		cfg.Intercept = append(append([]reprise.Interceptor(nil), cfg.Intercept...), s.interceptor())
	}
	if t.metrics != nil {
		cfg = t.metrics.Config(cfg)
	}
	return cfg
}

// Watch makes the gauges of rt available from now on: those of its worker and its store. The
// store is queried when the MeterProvider collects, at most every ten seconds.
func (t *Telemetry) Watch(rt *reprise.Runtime) {
	if t.metrics != nil {
		t.metrics.Watch(rt)
	}
}

// Close stops the gauges. Call it before you close the store.
func (t *Telemetry) Close() error {
	if t.reading == nil {
		return nil
	}
	return t.reading.Unregister()
}
