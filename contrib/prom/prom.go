// Package prom adds Prometheus metrics to a Runtime: the instruments of package metrics, under the
// names that OpenTelemetry's Prometheus exporter gives them. Boards and alerts work with both.
//
//	collector := prom.New(prom.Options{})
//	prometheus.MustRegister(collector)
//	rt, err := reprise.New(st, collector.Config(reprise.Config{}), bindings...)
//	collector.Watch(rt)
//
// Package prom imports metrics and the root package of Reprise, and the client of Prometheus.
package prom

import (
	"cmp"
	"context"
	"log/slog"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/metrics"
)

// Options configures a [Collector].
type Options struct {
	// Logger is told when the store does not answer: the store's gauges are then omitted, and
	// everything else is collected. Nil: slog.Default().
	Logger *slog.Logger
}

// Collector is a prometheus.Collector for one Runtime. Make it with [New].
type Collector struct {
	metrics    *metrics.Metrics
	log        *slog.Logger
	counters   map[string]*prometheus.CounterVec
	histograms map[string]*prometheus.HistogramVec
	gauges     map[string]*prometheus.Desc
}

// New returns a Collector. It measures once it is in the configuration of a Runtime.
func New(opts Options) *Collector {
	c := &Collector{
		log:        cmp.Or(opts.Logger, slog.Default()),
		counters:   map[string]*prometheus.CounterVec{},
		histograms: map[string]*prometheus.HistogramVec{}, gauges: map[string]*prometheus.Desc{},
	}
	for _, i := range metrics.Instruments() {
		name, labels := Name(i), labels(i)
		switch i.Kind {
		case metrics.Counter:
			c.counters[i.Name] = prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: i.Text}, labels)
		case metrics.Histogram:
			c.histograms[i.Name] = prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: i.Text, Buckets: i.Buckets}, labels)
		case metrics.Gauge:
			c.gauges[i.Name] = prometheus.NewDesc(name, i.Text, labels, nil)
		}
	}
	c.metrics = metrics.New(c)
	return c
}

// Name returns the Prometheus name of an instrument: reprise_run_duration_seconds for
// reprise.run.duration.
func Name(i metrics.Instrument) string {
	name := strings.ReplaceAll(i.Name, ".", "_")
	switch i.Unit {
	case "s":
		name += "_seconds"
	case "By":
		name += "_bytes"
	}
	if i.Kind == metrics.Counter {
		name += "_total"
	}
	return name
}

// labels returns the Prometheus names of an instrument's attributes.
func labels(i metrics.Instrument) (all []string) {
	for _, a := range i.Attributes {
		all = append(all, strings.ReplaceAll(a, ".", "_"))
	}
	return all
}

// Config returns cfg with the measuring Observer and interceptor added to those it has.
func (c *Collector) Config(cfg reprise.Config) reprise.Config { return c.metrics.Config(cfg) }

// Watch makes the gauges of rt available from now on: those of its worker, and of its store, which is
// queried when metrics are collected, at most every ten seconds.
func (c *Collector) Watch(rt *reprise.Runtime) { c.metrics.Watch(rt) }

// Series implements metrics.Recorder.
func (c *Collector) Series(of metrics.Instrument, values []string) func(float64) {
	if of.Kind == metrics.Counter {
		return c.counters[of.Name].WithLabelValues(values...).Add
	}
	return c.histograms[of.Name].WithLabelValues(values...).Observe
}

// Describe implements prometheus.Collector.
func (c *Collector) Describe(to chan<- *prometheus.Desc) {
	c.each(func(v prometheus.Collector) { v.Describe(to) })
	for _, d := range c.gauges {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (c *Collector) Collect(to chan<- prometheus.Metric) {
	c.each(func(v prometheus.Collector) { v.Collect(to) })
	err := c.metrics.Read(context.Background(), func(of metrics.Instrument, values []string, value float64) {
		to <- prometheus.MustNewConstMetric(c.gauges[of.Name], prometheus.GaugeValue, value, values...)
	})
	if err != nil {
		c.log.Warn("cannot read what is measured of the store: its gauges are left out", "error", err)
	}
}

func (c *Collector) each(f func(prometheus.Collector)) {
	for _, v := range c.counters {
		f(v)
	}
	for _, v := range c.histograms {
		f(v)
	}
}
