package otel

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/reprise-run/reprise/metrics"
)

// recorder is a metrics.Recorder.
type recorder struct {
	meter      metric.Meter
	counters   map[string]metric.Int64Counter
	histograms map[string]metric.Float64Histogram
	gauges     map[string]metric.Float64ObservableGauge
}

func newRecorder(meter metric.Meter) (*recorder, error) {
	r := &recorder{
		meter: meter, counters: map[string]metric.Int64Counter{},
		histograms: map[string]metric.Float64Histogram{}, gauges: map[string]metric.Float64ObservableGauge{},
	}
	var errs []error
	for _, i := range metrics.Instruments() {
		unit, text := metric.WithUnit(i.Unit), metric.WithDescription(i.Text)
		var err error
		switch i.Kind {
		case metrics.Counter:
			r.counters[i.Name], err = meter.Int64Counter(i.Name, unit, text)
		case metrics.Histogram:
			r.histograms[i.Name], err = meter.Float64Histogram(i.Name, unit, text, metric.WithExplicitBucketBoundaries(i.Buckets...))
		case metrics.Gauge:
			r.gauges[i.Name], err = meter.Float64ObservableGauge(i.Name, unit, text)
		}
		errs = append(errs, err)
	}
	return r, errors.Join(errs...)
}

func (r *recorder) observables() (all []metric.Observable) {
	for _, g := range r.gauges {
		all = append(all, g)
	}
	return all
}

// set returns the attributes of a measurement.
func set(of metrics.Instrument, values []string) attribute.Set {
	var all []attribute.KeyValue
	for i, v := range values {
		if v != "" {
			all = append(all, attribute.String(of.Attributes[i], v))
		}
	}
	return attribute.NewSet(all...)
}

// Series implements metrics.Recorder.
func (r *recorder) Series(of metrics.Instrument, values []string) func(float64) {
	with := metric.WithAttributeSet(set(of, values))
	add, record, ctx := []metric.AddOption{with}, []metric.RecordOption{with}, context.Background()
	if of.Kind == metrics.Counter {
		c := r.counters[of.Name]
		return func(v float64) { c.Add(ctx, int64(v), add...) }
	}
	h := r.histograms[of.Name]
	return func(v float64) { h.Record(ctx, v, record...) }
}
