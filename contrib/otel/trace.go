package otel

import (
	"context"
	"maps"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/metrics"
	"github.com/reprise-run/reprise/workflow"
)

// tracedAt is the header of a run that tells when its trace began, in seconds since 1970. Its
// children, and runs that continue it, inherit it along with the trace.
const tracedAt = "traced-at"

// spans makes the spans of one Runtime. Nothing here runs during a replay: spans are made for
// calls, for attempts, and for commits that were acknowledged.
type spans struct {
	*Telemetry
	namespace, build string
	attempts         sync.Map // of attemptKey: *attempt
}

// attemptKey identifies an attempt in progress in this process.
type attemptKey struct {
	run    reprise.RunID
	number int64
	n      int
}

// attempt is the span of an attempt, from its beginning to its end.
type attempt struct {
	waited time.Duration

	mu struct {
		sync.Mutex
		span trace.Span // nil: its function has not been called
		over bool
	}
}

// verbs maps the client calls that make a span to how its name begins.
var verbs = map[string]string{
	"start": "start ", "signal with start": "start ", "update with start": "start ",
	"signal": "signal ", "update": "update ", "send update": "update ",
	"cancel": "cancel", "terminate": "terminate", "resume": "resume", "pause": "pause", "unpause": "unpause",
	"retry": "retry", "reset": "reset", "requeue": "requeue",
}

func (s *spans) interceptor() reprise.Interceptor {
	return reprise.Interceptor{
		Name: "reprise/otel",
		Client: func(next reprise.ClientHandler) reprise.ClientHandler {
			return func(ctx context.Context, r *reprise.Request) error {
				if verbs[r.Verb] == "" {
					return next(ctx, r)
				}
				return s.call(ctx, r, next)
			}
		},
		Activity: func(next reprise.ActivityHandler) reprise.ActivityHandler {
			return func(ctx context.Context) error { return next(s.beginAttempt(ctx)) }
		},
	}
}

// call makes the span of a call, and puts the trace into what the call sends.
func (s *spans) call(ctx context.Context, r *reprise.Request, next reprise.ClientHandler) error {
	name, begins := verbs[r.Verb], strings.HasSuffix(r.Verb, "start")
	attrs := []attribute.KeyValue{attribute.String("reprise.workflow.id", r.WorkflowID)}
	switch {
	case begins:
		name += r.Workflow
		attrs = append(attrs, attribute.String("reprise.queue", metrics.QueueName(r.Queue)))
	case strings.HasSuffix(name, " "):
		name += r.Name
	}
	if r.Workflow != "" {
		attrs = append(attrs, attribute.String("reprise.workflow.name", r.Workflow))
	}
	switch {
	case strings.HasPrefix(r.Verb, "signal"):
		attrs = append(attrs, attribute.String("reprise.signal.name", r.Name))
	case strings.Contains(r.Verb, "update"):
		attrs = append(attrs, attribute.String("reprise.update.name", r.Name))
	}
	ctx, span := s.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindProducer), trace.WithAttributes(append(attrs, s.common()...)...))
	defer span.End()
	s.inject(ctx, r, begins)
	err := next(ctx, r)
	if r.RunID != (reprise.RunID{}) {
		span.SetAttributes(attribute.String("reprise.run.id", r.RunID.String()))
	}
	if begins {
		outcome := metrics.StartOutcome(r, err)
		span.SetAttributes(attribute.String("reprise.start.outcome", outcome))
		if outcome == "existed" {
			return err // this is no failure
		}
	}
	s.fail(span, err, true)
	return err
}

// common returns the attributes of all spans, with capacity for those of one.
func (s *spans) common() []attribute.KeyValue {
	all := make([]attribute.KeyValue, 0, 12)
	if s.namespace != "" {
		all = append(all, attribute.String("reprise.namespace", s.namespace))
	}
	if s.build != "" {
		all = append(all, attribute.String("reprise.build", s.build))
	}
	return all
}

// inject puts the span of ctx into the headers of what r sends. It never overwrites the caller's
// headers, and never makes a call fail because of too many headers.
func (s *spans) inject(ctx context.Context, r *reprise.Request, begins bool) {
	headers := make(map[string]string, len(r.Headers)+2)
	s.opts.Propagator.Inject(ctx, propagation.MapCarrier(headers))
	if len(headers) > 0 && begins {
		headers[tracedAt] = strconv.FormatInt(time.Now().Unix(), 10)
	}
	maps.Copy(headers, r.Headers)
	size := 0
	for k, v := range headers {
		size += len(k) + len(v)
	}
	if len(headers) > len(r.Headers) && len(headers) <= history.MaxHeaders && size <= history.MaxHeaderBytes {
		r.Headers = headers
	}
}

// under returns the context for a span of a run with these headers that ends at a time, and how the
// span begins: in the trace of the start, or later in a trace of its own, with a link.
func (s *spans) under(ctx context.Context, headers map[string]string, at time.Time) (context.Context, []trace.SpanStartOption) {
	ctx = s.opts.Propagator.Extract(trace.ContextWithSpanContext(ctx, trace.SpanContext{}), propagation.MapCarrier(headers))
	start := trace.SpanContextFromContext(ctx)
	if !start.IsValid() {
		return ctx, []trace.SpanStartOption{trace.WithNewRoot()}
	}
	began, err := strconv.ParseInt(headers[tracedAt], 10, 64)
	if s.opts.TraceFor < 0 || err != nil || at.Sub(time.Unix(began, 0)) <= s.opts.TraceFor {
		return ctx, nil // without a readable time, the caller has set the trace, and it stays
	}
	return ctx, []trace.SpanStartOption{trace.WithNewRoot(), trace.WithLinks(trace.Link{SpanContext: start})}
}

// beginAttempt begins the span of an attempt whose function is about to be called.
func (s *spans) beginAttempt(ctx context.Context) context.Context {
	info := activity.GetInfo(ctx)
	found, known := s.attempts.Load(attemptKey{info.RunID, info.Number, info.Attempt})
	if !known {
		return ctx // it ended before it began
	}
	a := found.(*attempt)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.mu.over {
		return ctx
	}
	ctx, opts := s.under(ctx, info.Headers, time.Now())
	attrs := append(s.common(),
		attribute.String("reprise.run.id", info.RunID.String()), attribute.String("reprise.workflow.id", info.WorkflowID),
		attribute.String("reprise.workflow.name", info.Workflow), attribute.String("reprise.activity.name", info.Activity),
		attribute.Int64("reprise.activity.number", info.Number), attribute.Int("reprise.attempt", info.Attempt),
		attribute.String("reprise.queue", metrics.QueueName(info.Queue)), attribute.String("reprise.worker.id", strings.TrimPrefix(info.Worker, "worker/")),
		attribute.Float64("reprise.activity.wait", a.waited.Seconds()))
	ctx, a.mu.span = s.tracer.Start(ctx, "activity "+info.Activity, append(opts, trace.WithSpanKind(trace.SpanKindConsumer), trace.WithAttributes(attrs...))...)
	return ctx
}

func (s *spans) observer() *reprise.Observer {
	o := &reprise.Observer{
		ActivityStarted: func(e reprise.ActivityStarted) {
			s.attempts.Store(attemptKey{e.RunID, e.Number, e.Attempt}, &attempt{waited: e.Waited})
		},
		ActivityEnded: func(e reprise.ActivityEnded) {
			if a, known := s.attempts.LoadAndDelete(attemptKey{e.RunID, e.Number, e.Attempt}); known {
				s.endAttempt(a.(*attempt), e)
			}
		},
		RunClosed: s.closed,
	}
	if s.opts.Tasks {
		o.TaskDone = s.task
	}
	return o
}

func (s *spans) endAttempt(a *attempt, e reprise.ActivityEnded) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.mu.over = true; a.mu.span == nil {
		return
	}
	a.mu.span.SetAttributes(attribute.String("reprise.attempt.outcome", string(e.End)))
	s.fail(a.mu.span, e.Err, e.End != reprise.AttemptHandedOver && e.End != reprise.AttemptCancelled)
	a.mu.span.End()
}

// closed makes the span of a run, with the times of its history.
func (s *spans) closed(e reprise.RunClosed) {
	attrs := append(s.common(),
		attribute.String("reprise.run.id", e.RunID.String()), attribute.String("reprise.workflow.id", e.WorkflowID),
		attribute.String("reprise.workflow.name", e.Workflow), attribute.String("reprise.queue", metrics.QueueName(e.Queue)),
		attribute.String("reprise.run.status", string(e.Status)))
	ctx, opts := s.under(context.Background(), e.Headers, e.Closed)
	_, span := s.tracer.Start(ctx, "workflow "+e.Workflow, append(opts, trace.WithTimestamp(e.Started), trace.WithAttributes(attrs...))...)
	s.fail(span, e.Failure, e.Status == reprise.Failed)
	span.End(trace.WithTimestamp(e.Closed))
}

// task makes the span of a committed workflow task.
func (s *spans) task(e reprise.TaskDone) {
	now := time.Now()
	attrs := append(s.common(),
		attribute.String("reprise.run.id", e.RunID.String()), attribute.String("reprise.workflow.id", e.WorkflowID),
		attribute.String("reprise.workflow.name", e.Workflow), attribute.Int("reprise.task.events", e.Events), attribute.Int("reprise.task.commands", e.Commands))
	ctx, opts := s.under(context.Background(), e.Headers, now)
	_, span := s.tracer.Start(ctx, "task "+e.Workflow, append(opts, trace.WithTimestamp(now.Add(-e.Took)), trace.WithAttributes(attrs...))...)
	span.End(trace.WithTimestamp(now))
}

// fail records on a span the error that it ended with; failed says that the span counts as an error.
func (s *spans) fail(span trace.Span, err error, failed bool) {
	if err == nil {
		return
	}
	what := metrics.ErrorType(err)
	span.SetAttributes(attribute.String("error.type", what))
	if s.opts.Messages {
		what, _, _ = strings.Cut(err.Error(), "\n")
	}
	if failed {
		span.SetStatus(codes.Error, what)
	}
}

// Span begins a span of workflow code, and returns the function that ends it:
//
//	defer tel.Span(ctx, "pricing")()
//
// The span lasts as long in the workflow's own time, see workflow.Now. It is made once, when the task in
// which it ends has committed, and has the same parent as the spans of activities. It issues no command, so
// you may add it to workflow code or remove it at any time.
func (t *Telemetry) Span(ctx workflow.Context, name string, attrs ...attribute.KeyValue) (end func()) {
	if t.tracer == nil {
		return func() {}
	}
	begun := workflow.Now(ctx)
	return func() {
		info, ended := workflow.GetInfo(ctx), workflow.Now(ctx)
		workflow.AfterCommit(ctx, func() {
			s := &spans{Telemetry: t, namespace: info.Namespace}
			all := append(s.common(), attribute.String("reprise.run.id", info.RunID.String()),
				attribute.String("reprise.workflow.id", info.WorkflowID), attribute.String("reprise.workflow.name", info.Workflow))
			in, opts := s.under(context.Background(), info.Headers, ended)
			_, span := t.tracer.Start(in, name, append(opts, trace.WithTimestamp(begun), trace.WithAttributes(append(all, attrs...)...))...)
			span.End(trace.WithTimestamp(ended))
		})
	}
}
