package main

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"go.opentelemetry.io/otel/attribute"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/contrib/otel"
	"github.com/reprise-run/reprise/store"
)

// tellings are the ways in which an engine reports what it does: not at all, as metrics, with every run traced, or with
// as many spans of the SDK alone.
var tellings = [...]string{"plain", "measured", "traced", "spans_alone"}

// tellingPairs is how many turns each of them has.
const tellingPairs = 15

// telemetry measures the cost of metrics, and of tracing every run, in w1, w2 and the many runs of w6: statement 42 of
// the operators' surface. Four engines with stores of their own take turns. Each turn of a reporting engine forms a
// pair with the adjacent turn of the plain one. The pair with the median ratio counts: of items per second, and of this
// process's CPU time per item.
func telemetry(ctx context.Context, b *bench) (lines []line, err error) {
	meters := sdkmetric.NewMeterProvider(sdkmetric.WithReader(sdkmetric.NewManualReader()))
	tracers := sdktrace.NewTracerProvider(sdktrace.WithBatcher(tracetest.NewNoopExporter()))
	defer func() {
		ctx := context.WithoutCancel(ctx)
		err = errors.Join(err, meters.Shutdown(ctx), tracers.Shutdown(ctx))
	}()
	var cfgs []reprise.Config
	for _, opts := range []otel.Options{{}, {MeterProvider: meters}, {TracerProvider: tracers}} {
		tel, err := otel.New(opts)
		if err != nil {
			return nil, err
		}
		cfgs = append(cfgs, tel.Config(reprise.Config{}))
	}
	cfgs = append(cfgs, spansAlone(tracers.Tracer("bench")))
	for _, w := range []toldLoad{toldSteps("w1", "workflow", b.size(2000), 1, 64), toldSteps("w2", "step", b.size(200), 20, b.size(200)), toldSignals(b.size(1000))} {
		of, err := b.inTurns(ctx, cfgs, w)
		if err != nil {
			return nil, err
		}
		for i := 1; i < len(tellings); i++ {
			lines = append(lines, w.lines(tellings[i], of[0], of[i])...)
		}
	}
	return lines, nil
}

// spansAlone configures an engine that makes a span where contrib/otel makes one, with about as many attributes, and does nothing
// else: no headers, no links, no parents. It shows which part of the cost of tracing is the SDK's own.
func spansAlone(tracer trace.Tracer) reprise.Config {
	text := func(keys ...string) trace.SpanStartEventOption {
		var attrs []attribute.KeyValue
		for _, k := range keys {
			attrs = append(attrs, attribute.String(k, "value"))
		}
		return trace.WithAttributes(attrs...)
	}
	known := text("workflow.name", "activity.name", "queue")
	later := []attribute.KeyValue{attribute.String("run.id", "value"), attribute.String("workflow.id", "value"), attribute.Int("attempt", 1), attribute.String("worker", "value")}
	run := text("workflow.name", "workflow.id", "run.id", "queue", "status", "worker")
	return reprise.Config{
		Observer: &reprise.Observer{RunClosed: func(reprise.RunClosed) {
			_, span := tracer.Start(context.Background(), "workflow", run)
			span.End()
		}},
		Intercept: []reprise.Interceptor{{
			Name: "spans alone",
			Client: func(next reprise.ClientHandler) reprise.ClientHandler {
				return func(ctx context.Context, r *reprise.Request) error {
					if r.Verb != "start" && r.Verb != "signal" {
						return next(ctx, r)
					}
					ctx, span := tracer.Start(ctx, r.Verb, known)
					defer span.End()
					err := next(ctx, r)
					span.SetAttributes(later[:2]...)
					return err
				}
			},
			Activity: func(next reprise.ActivityHandler) reprise.ActivityHandler {
				return func(ctx context.Context) error {
					ctx, span := tracer.Start(ctx, "activity", known)
					defer span.End()
					err := next(ctx)
					span.SetAttributes(later...)
					return err
				}
			},
		}},
	}
}

// toldLoad is a workload in rounds.
type toldLoad struct {
	name, item  string
	runs, items int // per round
	bindings    []reprise.Binding
	round       func(ctx context.Context, t *trial, i int, m *meter) ([]time.Duration, error) // i counts the rounds of t
}

// toldSteps returns a load of runs of this many steps each, from several starters.
func toldSteps(name, item string, runs, length, starters int) toldLoad {
	track := newTrack(runs * length)
	return toldLoad{
		name: name, item: item, runs: runs, items: runs * length, bindings: track.bindings(),
		round: func(ctx context.Context, t *trial, _ int, m *meter) ([]time.Duration, error) {
			took, of, err := t.round(ctx, track, runs, length, starters)
			m.add(of)
			return took, err
		},
	}
}

// toldSignals returns a load of ten signals to each of this many runs.
func toldSignals(runs int) toldLoad {
	c := crowd{runs: runs, each: 10, senders: 64, of: gather, send: notify}
	return toldLoad{
		name: "w6", item: "signal", runs: runs, items: c.signals(), bindings: []reprise.Binding{gather.Bind(collect)},
		round: func(ctx context.Context, t *trial, i int, m *meter) ([]time.Duration, error) {
			return t.crowd(ctx, c, nameOf("round", i), m)
		},
	}
}

// toldTurn is the cost of the rounds of one turn.
type toldTurn struct {
	meter
	items int
	each  []time.Duration
}

func (t toldTurn) rate() float64 { return float64(t.items) / t.wall.Seconds() }

// cost returns this process's CPU time per item, in µs.
func (t toldTurn) cost() float64 { return float64(t.cpu.Nanoseconds()) / 1000 / float64(t.items) }

// inTurns gives each engine its turns, of at least a third of -for each. Another engine goes first each time.
func (b *bench) inTurns(ctx context.Context, cfgs []reprise.Config, w toldLoad) ([][]toldTurn, error) {
	turns := make([][]toldTurn, len(cfgs))
	err := b.onEngines(ctx, cfgs, w.bindings, func(engines []*trial) error {
		done := make([]int, len(engines)) // rounds
		round := func(i int, turn *toldTurn) error {
			each, err := w.round(ctx, engines[i], done[i], &turn.meter)
			done[i]++
			turn.items, turn.each = turn.items+w.items, append(turn.each, each...)
			return err
		}
		for i := range engines {
			if err := round(i, &toldTurn{}); err != nil { // not counted
				return err
			}
		}
		for first := range b.pairs(tellingPairs) {
			for k := range engines {
				i := (first + k) % len(engines)
				var turn toldTurn
				for turn.items == 0 || turn.wall < b.atLeast/3 {
					if err := round(i, &turn); err != nil {
						return err
					}
				}
				turns[i] = append(turns[i], turn)
			}
		}
		for i, t := range engines {
			if err := t.expect(ctx, done[i]*w.runs, store.Completed); err != nil {
				return err
			}
		}
		return nil
	})
	return turns, err
}

// onEngines is onEngine with several engines at once, each on a store of its own.
func (b *bench) onEngines(ctx context.Context, cfgs []reprise.Config, bindings []reprise.Binding, measure func([]*trial) error) error {
	var begin func(engines []*trial) error
	begin = func(engines []*trial) error {
		if len(engines) == len(cfgs) {
			return measure(engines)
		}
		return b.onEngine(ctx, cfgs[len(engines)], bindings, func(t *trial) error { return begin(append(engines, t)) })
	}
	return begin(nil)
}

// lines compares the turns of a reporting engine with those of the plain one.
func (w toldLoad) lines(telling string, plain, told []toldTurn) []line {
	i := medianPair(plain, told, toldTurn.rate)
	l := line{Metric: w.name + "_" + telling, Unit: w.item + "s/s"}.throughput(w.item, told[i].items, told[i].meter, told[i].each)
	lines := []line{l.against(plain[i].rate())}
	if cpuTime() == 0 {
		return lines // the CPU time is unknown here
	}
	i = medianPair(plain, told, toldTurn.cost)
	l = line{Metric: w.name + "_" + telling + "_cpu", Value: told[i].cost(), Unit: "µs/" + w.item, Better: lower}.over(told[i].items, told[i].meter)
	return append(lines, l.against(plain[i].cost()))
}

// medianPair returns the pair of turns whose figures have the median ratio.
func medianPair(plain, told []toldTurn, figure func(toldTurn) float64) int {
	pairs := make([]int, len(plain))
	for i := range pairs {
		pairs[i] = i
	}
	ratio := func(i int) float64 { return figure(told[i]) / figure(plain[i]) }
	slices.SortFunc(pairs, func(i, j int) int { return cmp.Compare(ratio(i), ratio(j)) })
	return pairs[len(pairs)/2]
}
