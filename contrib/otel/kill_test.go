package otel_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/contrib/otel"
	"github.com/reprise-run/reprise/store/sqlite"
)

// worksIn names, in the environment of this program, the database on which it is a worker until it is killed.
const worksIn = "OTEL_TEST_WORKS_IN"

// spoken is a span as the process that is killed prints it, in one line.
type spoken struct {
	Name, Trace, Span, Parent string
	Kind                      trace.SpanKind
	Attributes                map[string]string
}

// aloud prints spans when they have ended, as an exporter without a buffer sends them.
type aloud struct{}

func (aloud) ExportSpans(_ context.Context, all []sdktrace.ReadOnlySpan) error {
	for _, s := range tracetest.SpanStubsFromReadOnlySpans(all) {
		line := spoken{s.Name, s.SpanContext.TraceID().String(), s.SpanContext.SpanID().String(), "", s.SpanKind, map[string]string{}}
		if s.Parent.IsValid() {
			line.Parent = s.Parent.SpanID().String()
		}
		for _, a := range s.Attributes {
			line.Attributes[string(a.Key)] = a.Value.String()
		}
		text, err := json.Marshal(line)
		if err != nil {
			return err
		}
		fmt.Println(string(text))
	}
	return nil
}
func (aloud) Shutdown(context.Context) error { return nil }

// heard is the span that a line tells of.
func heard(line []byte) (tracetest.SpanStub, error) {
	var s spoken
	err := json.Unmarshal(line, &s)
	part := func(span string) trace.SpanContext {
		in, bad := trace.TraceIDFromHex(s.Trace)
		id, wrong := trace.SpanIDFromHex(span)
		err = errors.Join(err, bad, wrong)
		return trace.NewSpanContext(trace.SpanContextConfig{TraceID: in, SpanID: id})
	}
	stub := tracetest.SpanStub{Name: s.Name, SpanKind: s.Kind, SpanContext: part(s.Span)}
	if s.Parent != "" {
		stub.Parent = part(s.Parent)
	}
	for key, value := range s.Attributes {
		stub.Attributes = append(stub.Attributes, attribute.String(key, value))
	}
	return stub, err
}

// works carries out an order on a database and stays in its last step.
func works(file string) error {
	ctx := context.Background()
	st, err := sqlite.Open(ctx, file, sqlite.Options{Logger: quiet})
	if err != nil {
		return err
	}
	tracers := sdktrace.NewTracerProvider(sdktrace.WithSyncer(aloud{}))
	tel, err := otel.New(otel.Options{TracerProvider: tracers})
	if err != nil {
		return err
	}
	order, bindings := shop()
	bindings[len(bindings)-1] = activity.New(ship.Name(), func(context.Context, int) (int, error) {
		fmt.Println("shipping")
		select {}
	})
	rt, err := reprise.New(st, tel.Config(reprise.Config{Logger: quiet}), bindings...)
	if err != nil {
		return err
	}
	if err := rt.Start(ctx); err != nil {
		return err
	}
	in, request := tracers.Tracer("web").Start(ctx, "POST /orders")
	_, err = reprise.Start(in, rt, order, 1, reprise.ID("o"))
	request.End()
	if err != nil {
		return err
	}
	select {}
}

// Statement 37 of the operators' surface: a worker is killed in the middle of an attempt, and another process takes the run over. The
// spans of both are one trace; none is there twice, and no parent is missing. The number of the next attempt tells of the lost one.
func TestATakeOverAfterAKillContinuesTheTrace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "orders.db")
	worker := exec.CommandContext(t.Context(), os.Args[0])
	worker.Env = append(os.Environ(), worksIn+"="+file)
	worker.Stderr = os.Stderr
	out, err := worker.StdoutPipe()
	if err == nil {
		err = worker.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var all tracetest.SpanStubs
	shipping := false
	for lines := bufio.NewScanner(out); (!shipping || len(all) < 5) && lines.Scan(); { // the request, its start, reserve, charge, charge
		if lines.Text() == "shipping" {
			shipping = true
			continue
		}
		span, err := heard(lines.Bytes())
		if err != nil {
			t.Fatalf("%v: %s", err, lines.Text())
		}
		all = append(all, span)
	}
	if err := worker.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := worker.Wait(); !shipping || len(all) != 5 {
		t.Fatalf("the worker printed %d spans and ended with %v", len(all), err)
	}

	st, err := sqlite.Open(t.Context(), file, sqlite.Options{Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	tracers := newRecorded()
	tel := newTelemetry(t, otel.Options{TracerProvider: tracers})
	order, bindings := shop()
	rt, err := reprise.New(st, tel.Config(reprise.Config{Logger: quiet}), bindings...)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	h, err := reprise.Get(t.Context(), rt, order, "o")
	if err == nil {
		var n int
		if n, err = h.Result(t.Context()); n != 4 {
			t.Errorf("the order came to %d", n)
		}
	}
	if err := errors.Join(err, rt.Stop(context.WithoutCancel(t.Context())), st.Close()); err != nil {
		t.Fatal(err)
	}
	all = append(all, tracers.to.GetSpans()...)
	whole(t, all)
	counts := map[string]int{}
	for _, s := range all {
		counts[s.Name+" "+text(s, "reprise.attempt")]++
		if s.SpanContext.TraceID() != all[0].SpanContext.TraceID() {
			t.Errorf("%q is in a trace of its own", s.Name)
		}
	}
	for _, name := range []string{"POST /orders ", "start order ", "activity reserve 1", "activity charge 1", "activity charge 2", "activity ship 2", "workflow order "} {
		if counts[name] != 1 {
			t.Errorf("%d spans %q, want one of %v", counts[name], name, counts)
		}
	}
	if len(all) != 7 {
		t.Errorf("%d spans, want 7: %v", len(all), counts)
	}
}
