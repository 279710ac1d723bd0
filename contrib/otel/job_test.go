package otel_test

import (
	"context"
	"errors"
	"testing"
	"time"

	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/contrib/otel"
	"github.com/reprise-run/reprise/store/memory"
)

// A job is a run of one activity: its attempts and its end hang on the call that has enqueued it, and all of
// it is on the queue of the job.
func TestAJobIsTracedAndMeasuredAsARun(t *testing.T) {
	tracers, reader := newRecorded(), sdkmetric.NewManualReader()
	tel := newTelemetry(t, otel.Options{TracerProvider: tracers, MeterProvider: sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader))})
	mail := activity.New("mail", func(ctx context.Context, n int) (int, error) {
		if activity.GetInfo(ctx).Attempt == 1 {
			return 0, errors.New("the server is busy")
		}
		return n, nil
	}, activity.Policy{Retry: activity.RetryPolicy{InitialInterval: time.Millisecond}})
	ctx := t.Context()
	rt, err := reprise.New(memory.New(), tel.Config(reprise.Config{Logger: quiet, Queues: []reprise.Queue{{Name: "default"}, {Name: "post"}}}), mail)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	one, err := reprise.Enqueue(ctx, rt, mail, 1, reprise.OnQueue("post"))
	if err != nil {
		t.Fatal(err)
	}
	many, err := reprise.EnqueueAll(ctx, rt, mail, []int{1, 2}, func(int, int) []reprise.StartOption { return []reprise.StartOption{reprise.OnQueue("post")} })
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range append(many, one) {
		if _, err := h.Result(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if err := rt.Stop(context.WithoutCancel(ctx)); err != nil {
		t.Fatal(err)
	}
	all := tracers.to.GetSpans()
	whole(t, all)
	starts := map[trace.SpanID]bool{}
	for _, s := range named(all, "start job:mail") {
		starts[s.SpanContext.SpanID()] = true
	}
	attempts, ends := named(all, "activity mail"), named(all, "workflow job:mail")
	if len(starts) != 3 || len(attempts) != 6 || len(ends) != 3 || len(all) != 12 {
		t.Errorf("three jobs of two attempts each have %d starts, %d attempts and %d ends, of %d spans", len(starts), len(attempts), len(ends), len(all))
	}
	for _, s := range append(attempts, ends...) {
		if !starts[s.Parent.SpanID()] || text(s, "reprise.queue") != "post" {
			t.Errorf("%q hangs on %v and is on the queue %q", s.Name, s.Parent, text(s, "reprise.queue"))
		}
	}
	for name, sets := range points(t, reader) {
		for _, set := range sets {
			if v, has := set.Value("reprise.queue"); has && v.AsString() != "post" {
				t.Errorf("%s is told of the queue %q", name, v.AsString())
			}
		}
	}
}
