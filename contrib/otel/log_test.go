package otel_test

import (
	"bytes"
	"context"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"log/slog"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/contrib/otel"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// A line that an activity logs with its context has the ids of the attempt's span.
func TestLinesOfAnActivityHaveItsTrace(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(otel.LogHandler(slog.NewTextHandler(&out, nil))).With("shop", 7).WithGroup("order")
	tracers := newRecorded()
	tracers.after(t, func(t testing.TB, all tracetest.SpanStubs) {
		span := named(all, "activity say")[0].SpanContext
		for _, want := range []string{"shop=7", "order.n=1", "trace_id=" + span.TraceID().String(), "span_id=" + span.SpanID().String()} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%q is not in %s", want, out.String())
			}
		}
	})
	say := activity.New("say", func(ctx context.Context, n int) (int, error) {
		log.InfoContext(ctx, "hello", "n", n)
		return n, nil
	})
	talk := workflow.New("talk", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, say, n).Get(ctx) })
	e := testkit.New(t, talk, say)
	tel := newTelemetry(t, otel.Options{TracerProvider: tracers})
	e.Configure(func(c *reprise.Config) { *c = tel.Config(*c) })
	if _, err := testkit.Execute(e, talk, 1); err != nil {
		t.Fatal(err)
	}
	if log.Info("alone"); strings.Count(out.String(), "trace_id") != 1 {
		t.Errorf("a line without a span has one: %s", out.String())
	}
}
