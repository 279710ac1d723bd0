package otel_test

import (
	"context"
	"testing"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/contrib/otel"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// traced has an order be carried out whose start comes from a request, and checks the spans in the end.
func traced(tb testing.TB, change func(*reprise.Config), check func(testing.TB, tracetest.SpanStubs)) {
	tracers := newRecorded()
	tracers.after(tb, check)
	tel := newTelemetry(tb, otel.Options{TracerProvider: tracers})
	order, bindings := shop()
	e := testkit.New(tb, bindings...)
	e.Configure(func(c *reprise.Config) {
		change(c)
		*c = tel.Config(*c)
	})
	err := e.Do(func(ctx context.Context, c reprise.Client) error {
		ctx, request := tracers.Tracer("web").Start(ctx, "POST /orders")
		defer request.End()
		_, err := reprise.Start(ctx, c, order, 1, reprise.ID("o"))
		return err
	})
	if err != nil && !isAlreadyStarted(err) {
		tb.Fatal(err)
	}
	if err := e.Do(func(ctx context.Context, c reprise.Client) error {
		h, err := reprise.Get(ctx, c, order, "o")
		if err != nil {
			return err
		}
		n, err := h.Result(ctx)
		if err == nil && n != 4 {
			tb.Errorf("the order came to %d", n)
		}
		return err
	}); err != nil {
		tb.Fatal(err)
	}
}

// Statements 36 and 37 of the operators' surface: one request, its start, four attempts at three activities, and the run: one trace of seven spans.
func TestARequestAndItsRunAreOneTrace(t *testing.T) {
	seven := func(tb testing.TB, all tracetest.SpanStubs) {
		whole(tb, all)
		if len(all) != 7 {
			tb.Errorf("%d spans, want 7", len(all))
		}
		start := named(all, "start order")
		if len(start) != 1 {
			tb.Fatalf("%d spans of the start", len(start))
		}
		for _, s := range all {
			if s.SpanContext.TraceID() != all[0].SpanContext.TraceID() {
				tb.Errorf("%q is in a trace of its own", s.Name)
			}
			if s.Name != "POST /orders" && s.Name != "start order" && s.Parent.SpanID() != start[0].SpanContext.SpanID() {
				tb.Errorf("%q does not hang on the start", s.Name)
			}
		}
		outcomes := []string{}
		for _, s := range named(all, "activity charge") {
			outcomes = append(outcomes, text(s, "reprise.attempt")+" "+text(s, "reprise.attempt.outcome"))
		}
		if len(outcomes) != 2 || outcomes[0] != "1 retried" || outcomes[1] != "2 done" {
			tb.Errorf("the attempts at charge were %q", outcomes)
		}
	}
	t.Run("as it is", func(t *testing.T) { traced(t, func(*reprise.Config) {}, seven) })
	t.Run("without a cache", func(t *testing.T) { traced(t, func(c *reprise.Config) { c.CacheBytes = -1 }, seven) })
	t.Run("replayed before each task", func(t *testing.T) {
		testkit.ReplayAlways(t, func(tb testing.TB) { traced(tb, func(*reprise.Config) {}, seven) })
	})
}

// Statement 37 of the operators' surface: wherever a worker dies, no span twice, and no parent missing.
func TestNoSpanIsThereTwiceWhereverAWorkerDies(t *testing.T) {
	testkit.CrashEverywhere(t, func(tb testing.TB) {
		traced(tb, func(*reprise.Config) {}, func(tb testing.TB, all tracetest.SpanStubs) {
			for _, s := range all {
				if s.Name == "start order" && text(s, "reprise.start.outcome") == "" {
					tb.Errorf("a start without an outcome")
				}
			}
			whole(tb, all)
		})
	})
}

// Statement 38 of the operators' surface: a run that waits for longer than TraceFor goes on in traces of its own, which name the start.
func TestALateSpanLinksToTheStart(t *testing.T) {
	tracers := newRecorded()
	tracers.after(t, late)
	tel := newTelemetry(t, otel.Options{TracerProvider: tracers, TraceFor: time.Hour})
	slow := workflow.New("slow", func(ctx workflow.Context, n int) (int, error) {
		n, err := workflow.Execute(ctx, reserve, n).Get(ctx)
		if err != nil {
			return 0, err
		}
		if err := workflow.Sleep(ctx, 2*time.Hour); err != nil {
			return 0, err
		}
		return workflow.Execute(ctx, ship, n).Get(ctx)
	})
	e := testkit.New(t, slow, reserve, ship)
	e.Configure(func(c *reprise.Config) { *c = tel.Config(*c) })
	if _, err := testkit.Execute(e, slow, 1); err != nil {
		t.Fatal(err)
	}
}

func late(t testing.TB, all tracetest.SpanStubs) {
	whole(t, all)
	start := named(all, "start slow")[0]
	if early := named(all, "activity reserve")[0]; early.SpanContext.TraceID() != start.SpanContext.TraceID() {
		t.Error("the first activity is not in the trace of the start")
	}
	for _, name := range []string{"activity ship", "workflow slow"} {
		found := named(all, name)
		if len(found) != 1 {
			t.Fatalf("%d spans %q", len(found), name)
		}
		late := found[0]
		if late.Parent.IsValid() || late.SpanContext.TraceID() == start.SpanContext.TraceID() {
			t.Errorf("%q is not the root of a trace", name)
		}
		if len(late.Links) != 1 || late.Links[0].SpanContext.SpanID() != start.SpanContext.SpanID() {
			t.Errorf("%q has the links %v, want one to the start", name, late.Links)
		}
	}
	run := named(all, "workflow slow")[0]
	if took := run.EndTime.Sub(run.StartTime); took < 2*time.Hour {
		t.Errorf("the span of the run lasts %v", took)
	}
}

// Statement 38 of the operators' surface: of a hundred runs a tenth is sampled, each of them whole.
func TestSamplingKeepsTracesWhole(t *testing.T) {
	tracers := newRecorded(sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(0.1))))
	tracers.after(t, func(t testing.TB, all tracetest.SpanStubs) {
		whole(t, all)
		if runs := len(named(all, "workflow order")); len(all) != 6*runs || runs == 0 || runs > 40 {
			t.Errorf("%d spans of %d runs, want six of each and about ten runs", len(all), runs)
		}
	})
	tel := newTelemetry(t, otel.Options{TracerProvider: tracers})
	order, bindings := shop()
	e := testkit.New(t, bindings...)
	e.Configure(func(c *reprise.Config) { *c = tel.Config(*c) })
	for range 100 {
		if _, err := testkit.Execute(e, order, 1); err != nil {
			t.Fatal(err)
		}
	}
}

// A span of workflow code is there once, with the workflow's own times, however often it is replayed.
func TestASpanOfWorkflowCodeIsMadeOnce(t *testing.T) {
	testkit.ReplayAlways(t, func(tb testing.TB) {
		tracers := newRecorded()
		tracers.after(tb, func(tb testing.TB, all tracetest.SpanStubs) {
			whole(tb, all)
			found := named(all, "pricing")
			if len(found) != 1 {
				tb.Fatalf("%d spans, want 1", len(found))
			}
			if took := found[0].EndTime.Sub(found[0].StartTime); took < time.Minute || took > time.Minute+time.Second || text(found[0], "reprise.workflow.name") != "priced" {
				tb.Errorf("it lasts %v and has %v", took, found[0].Attributes)
			}
			if found[0].Parent.SpanID() != named(all, "start priced")[0].SpanContext.SpanID() {
				tb.Error("it does not hang on the start")
			}
		})
		tel := newTelemetry(tb, otel.Options{TracerProvider: tracers})
		priced := workflow.New("priced", func(ctx workflow.Context, n int) (int, error) {
			end := tel.Span(ctx, "pricing")
			if err := workflow.Sleep(ctx, time.Minute); err != nil {
				return 0, err
			}
			end()
			return workflow.Execute(ctx, ship, n).Get(ctx)
		})
		e := testkit.New(tb, priced, ship)
		e.Configure(func(c *reprise.Config) { *c = tel.Config(*c) })
		if _, err := testkit.Execute(e, priced, 1); err != nil {
			tb.Fatal(err)
		}
	})
}
