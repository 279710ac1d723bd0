package otel_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/contrib/otel"
	"github.com/reprise-run/reprise/metrics"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// points are the series of what was collected, by name.
func points(t *testing.T, reader *sdkmetric.ManualReader) map[string][]attribute.Set {
	t.Helper()
	var all metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	found := map[string][]attribute.Set{}
	for _, s := range all.ScopeMetrics {
		for _, m := range s.Metrics {
			switch d := m.Data.(type) {
			case metricdata.Sum[int64]:
				for _, p := range d.DataPoints {
					found[m.Name] = append(found[m.Name], p.Attributes)
				}
			case metricdata.Histogram[float64]:
				for _, p := range d.DataPoints {
					found[m.Name] = append(found[m.Name], p.Attributes)
				}
			case metricdata.Gauge[float64]:
				for _, p := range d.DataPoints {
					found[m.Name] = append(found[m.Name], p.Attributes)
				}
			default:
				t.Errorf("%s is a %T", m.Name, d)
			}
		}
	}
	return found
}

// Statement 40 of the operators' surface: what the engine tells in a working process is there after an order and a signal. What it tells of
// faults is told here by hand.
func TestEachInstrumentIsRecorded(t *testing.T) {
	reader := sdkmetric.NewManualReader()
	tel := newTelemetry(t, otel.Options{MeterProvider: sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader))})
	cfg := tel.Config(reprise.Config{Logger: quiet})
	rt, err := reprise.New(memory.New(), cfg, gift, where, ship)
	if err != nil {
		t.Fatal(err)
	}
	tel.Watch(rt)
	ctx := t.Context()
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := rt.Stop(context.WithoutCancel(ctx)); err != nil {
			t.Error(err)
		}
	}()
	run, err := reprise.Start(ctx, rt, gift, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []workflow.SignalDef[string]{note, wrap} {
		if err := reprise.Signal(ctx, rt, run.RunID(), name, "in paper"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := run.Result(ctx); err != nil {
		t.Fatal(err)
	}
	if err := reprise.PauseQueue(ctx, rt, "default", reprise.By{Who: "mia", Why: "an empty queue that nothing is known of is not listed"}); err != nil {
		t.Fatal(err)
	}
	o := cfg.Observer
	o.RunBlocked(reprise.RunBlocked{Workflow: "broken", Reason: "panic"})
	o.RunReplayed(reprise.RunReplayed{Events: 3, Why: "claimed"})
	o.RunClaimed(reprise.RunClaimed{Cached: true})
	o.RunEvicted(reprise.RunEvicted{})
	o.RunFenced(reprise.RunFenced{})
	o.WorkRecovered(reprise.WorkRecovered{Rows: 1})
	o.RunsRemoved(reprise.RunsRemoved{Runs: 1})
	found := points(t, reader)
	for _, i := range metrics.Instruments() {
		if len(found[i.Name]) == 0 {
			t.Errorf("%s was not recorded", i.Name)
		}
		for _, set := range found[i.Name] {
			for _, a := range set.ToSlice() {
				if !slices.Contains(i.Attributes, string(a.Key)) {
					t.Errorf("%s has the attribute %s", i.Name, a.Key)
				}
				for _, id := range []string{run.RunID().String(), run.WorkflowID(), rt.WorkerID().String()} {
					if strings.Contains(a.Value.String(), id) {
						t.Errorf("%s: %s is %q, which holds an id", i.Name, a.Key, a.Value.String())
					}
				}
			}
		}
	}
}

// A gift waits to be wrapped, and is shipped by the worker that knows where it is. It reads no note.
var (
	note  = workflow.DefineSignal[string]("note")
	wrap  = workflow.DefineSignal[string]("wrap")
	where = activity.New("where", func(ctx context.Context, _ int) (string, error) {
		return activity.GetInfo(ctx).Worker, nil
	})
	gift = workflow.New("gift", func(ctx workflow.Context, n int) (int, error) {
		if _, err := workflow.Receive(ctx, wrap); err != nil {
			return 0, err
		}
		here, err := workflow.Execute(ctx, where, n).Get(ctx)
		if err != nil {
			return 0, err
		}
		return workflow.Execute(ctx, ship.With(func(p *activity.Policy) { p.Queue = here }), n).Get(ctx)
	})
)

// A queue of one worker has that worker's id in its name.
func TestTheQueueOfOneWorkerIsNoAttribute(t *testing.T) {
	if got := metrics.QueueName("worker/6ba7b810-9dad-41d1-80b4-00c04fd430c8"); got != "worker" {
		t.Errorf("its queue is %q", got)
	}
	if got := metrics.QueueName("gpu"); got != "gpu" {
		t.Errorf("gpu is %q", got)
	}
}

func TestNothingIsRecordedWithoutProviders(t *testing.T) {
	tel := newTelemetry(t, otel.Options{})
	cfg := tel.Config(reprise.Config{})
	if cfg.Observer != nil || cfg.Intercept != nil {
		t.Error("something listens")
	}
	if err := errors.Join(tel.Close()); err != nil {
		t.Error(err)
	}
}
