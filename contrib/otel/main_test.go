package otel_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/contrib/otel"
	"github.com/reprise-run/reprise/workflow"
)

func TestMain(m *testing.M) {
	if file := os.Getenv(worksIn); file != "" {
		fmt.Fprintln(os.Stderr, works(file)) // it returns only if it fails
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

// An order of three steps. The second one fails once.
var (
	reserve = activity.New("reserve", func(_ context.Context, n int) (int, error) { return n + 1, nil })
	ship    = activity.New("ship", func(_ context.Context, n int) (int, error) { return n + 1, nil })
)

// shop is what the order is bound to: charge fails in its first attempt.
func shop() (workflow.Definition[int, int], []reprise.Binding) {
	charge := activity.New("charge", func(ctx context.Context, n int) (int, error) {
		if activity.GetInfo(ctx).Attempt == 1 {
			return 0, errors.New("the bank is busy")
		}
		return n + 1, nil
	})
	order := workflow.New("order", func(ctx workflow.Context, n int) (int, error) {
		for _, step := range []activity.Definition[int, int]{reserve, charge, ship} {
			var err error
			if n, err = workflow.Execute(ctx, step, n).Get(ctx); err != nil {
				return 0, err
			}
		}
		return n, nil
	})
	return order, []reprise.Binding{order, reserve, charge, ship}
}

// recorded keeps the spans that have ended.
type recorded struct {
	*sdktrace.TracerProvider
	to *tracetest.InMemoryExporter
}

func newRecorded(opts ...sdktrace.TracerProviderOption) recorded {
	to := tracetest.NewInMemoryExporter()
	return recorded{sdktrace.NewTracerProvider(append(opts, sdktrace.WithSyncer(to))...), to}
}

// after checks the spans when the worker of a testkit.Env that is made later has stopped: an attempt may
// be told of after the run has gone on.
func (r recorded) after(tb testing.TB, check func(testing.TB, tracetest.SpanStubs)) {
	tb.Cleanup(func() { check(tb, r.to.GetSpans()) })
}

func newTelemetry(tb testing.TB, opts otel.Options) *otel.Telemetry {
	tb.Helper()
	tel, err := otel.New(opts)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := tel.Close(); err != nil {
			tb.Error(err)
		}
	})
	return tel
}

var quiet = slog.New(slog.DiscardHandler)

// text is an attribute of a span; "" where it has none.
func text(s tracetest.SpanStub, key string) string {
	for _, a := range s.Attributes {
		if string(a.Key) == key {
			return a.Value.String()
		}
	}
	return ""
}

// named are the spans of a name.
func named(all tracetest.SpanStubs, name string) (found tracetest.SpanStubs) {
	for _, s := range all {
		if s.Name == name {
			found = append(found, s)
		}
	}
	return found
}

// whole checks that the parent of each span but the first was recorded, and that nothing was twice.
func whole(tb testing.TB, all tracetest.SpanStubs) {
	tb.Helper()
	ids := map[trace.SpanID]bool{}
	once := map[[4]string]bool{}
	for _, s := range all {
		ids[s.SpanContext.SpanID()] = true
		if key := [4]string{s.Name, text(s, "reprise.run.id"), text(s, "reprise.activity.number"), text(s, "reprise.attempt")}; s.SpanKind != trace.SpanKindProducer && key[1] != "" {
			if once[key] {
				tb.Errorf("%v is there twice", key)
			}
			once[key] = true
		}
	}
	for _, s := range all {
		if s.Parent.IsValid() && !ids[s.Parent.SpanID()] {
			tb.Errorf("the parent of %q was not recorded", s.Name)
		}
	}
}

func isAlreadyStarted(err error) bool { return errors.Is(err, reprise.ErrAlreadyStarted) }
