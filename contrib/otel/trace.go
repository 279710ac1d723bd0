package otel

import (
	"context"
	"maps"
	"slices"
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
	common []attribute.KeyValue // of all spans; with no room behind them, so that append copies

	mu struct {
		sync.Mutex
		attempts map[attemptKey]*attempt
	}
}

func newSpans(t *Telemetry, namespace, build string) *spans {
	var common []attribute.KeyValue
	if namespace != "" {
		common = append(common, attribute.String("reprise.namespace", namespace))
	}
	if build != "" {
		common = append(common, attribute.String("reprise.build", build))
	}
	return &spans{Telemetry: t, common: slices.Clip(common)}
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
		span   trace.Span // nil: its function has not been called
		worker string
		over   bool
	}
}

// Options of spans that are always the same.
var (
	consumer = trace.WithSpanKind(trace.SpanKindConsumer)
	producer = trace.WithSpanKind(trace.SpanKindProducer)
	newRoot  = trace.WithNewRoot()
)

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
	attrs := append(make([]attribute.KeyValue, 0, len(s.common)+4), s.common...)
	attrs = append(attrs, attribute.String("reprise.workflow.id", r.WorkflowID))
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
	ctx, span := s.tracer.Start(ctx, name, producer, trace.WithAttributes(attrs...))
	defer span.End()
	s.inject(ctx, r, begins)
	err := next(ctx, r)
	var after []attribute.KeyValue
	failed := true
	if r.RunID != (reprise.RunID{}) {
		after = append(after, attribute.String("reprise.run.id", r.RunID.String()))
	}
	if begins {
		outcome := metrics.StartOutcome(r, err)
		after, failed = append(after, attribute.String("reprise.start.outcome", outcome)), outcome != "existed"
	}
	span.SetAttributes(after...)
	if failed {
		s.fail(span, err, true)
	}
	return err
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
	if trace.SpanContextFromContext(ctx).IsValid() {
		ctx = trace.ContextWithSpanContext(ctx, trace.SpanContext{}) // it is that of an interceptor
	}
	ctx = s.opts.Propagator.Extract(ctx, propagation.MapCarrier(headers))
	start := trace.SpanContextFromContext(ctx)
	if !start.IsValid() {
		return ctx, []trace.SpanStartOption{newRoot}
	}
	began, err := strconv.ParseInt(headers[tracedAt], 10, 64)
	if s.opts.TraceFor < 0 || err != nil || at.Sub(time.Unix(began, 0)) <= s.opts.TraceFor {
		return ctx, nil // without a readable time, the caller has set the trace, and it stays
	}
	return ctx, []trace.SpanStartOption{newRoot, trace.WithLinks(trace.Link{SpanContext: start})}
}

// beginAttempt begins the span of an attempt whose function is about to be called, with the attributes that a
// sampler may decide by. The others are set at once when the span ends: the SDK copies attributes at each call.
func (s *spans) beginAttempt(ctx context.Context) context.Context {
	info := activity.GetInfo(ctx)
	s.mu.Lock()
	a := s.mu.attempts[attemptKey{info.RunID, info.Number, info.Attempt}]
	s.mu.Unlock()
	if a == nil {
		return ctx // it ended before it began
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.mu.over {
		return ctx
	}
	ctx, opts := s.under(ctx, info.Headers, time.Now())
	a.mu.worker = strings.TrimPrefix(info.Worker, "worker/")
	ctx, a.mu.span = s.tracer.Start(ctx, "activity "+info.Activity, append(opts, consumer, trace.WithAttributes(append(s.common,
		attribute.String("reprise.workflow.name", info.Workflow), attribute.String("reprise.activity.name", info.Activity),
		attribute.String("reprise.queue", metrics.QueueName(info.Queue)))...))...)
	return ctx
}

func (s *spans) observer() *reprise.Observer {
	s.mu.attempts = map[attemptKey]*attempt{}
	o := &reprise.Observer{
		ActivityStarted: func(e reprise.ActivityStarted) {
			s.mu.Lock()
			s.mu.attempts[attemptKey{e.RunID, e.Number, e.Attempt}] = &attempt{waited: e.Waited}
			s.mu.Unlock()
		},
		ActivityEnded: s.endAttempt,
		RunClosed:     s.closed,
	}
	if s.opts.Tasks {
		o.TaskDone = s.task
	}
	return o
}

// endAttempt ends the span of an attempt, if its function was called.
func (s *spans) endAttempt(e reprise.ActivityEnded) {
	key := attemptKey{e.RunID, e.Number, e.Attempt}
	s.mu.Lock()
	a := s.mu.attempts[key]
	delete(s.mu.attempts, key)
	s.mu.Unlock()
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.mu.over = true; a.mu.span == nil {
		return
	}
	if a.mu.span.IsRecording() {
		a.mu.span.SetAttributes(
			attribute.String("reprise.run.id", e.RunID.String()), attribute.String("reprise.workflow.id", e.WorkflowID),
			attribute.Int64("reprise.activity.number", e.Number), attribute.Int("reprise.attempt", e.Attempt),
			attribute.String("reprise.worker.id", a.mu.worker), attribute.Float64("reprise.activity.wait", a.waited.Seconds()),
			attribute.String("reprise.attempt.outcome", string(e.End)))
	}
	s.fail(a.mu.span, e.Err, e.End != reprise.AttemptHandedOver && e.End != reprise.AttemptCancelled)
	a.mu.span.End()
}

// closed makes the span of a run, with the times of its history.
func (s *spans) closed(e reprise.RunClosed) {
	attrs := append(s.common,
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
	attrs := append(s.common,
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
			s := newSpans(t, info.Namespace, "")
			all := append(s.common, attribute.String("reprise.run.id", info.RunID.String()),
				attribute.String("reprise.workflow.id", info.WorkflowID), attribute.String("reprise.workflow.name", info.Workflow))
			in, opts := s.under(context.Background(), info.Headers, ended)
			_, span := t.tracer.Start(in, name, append(opts, trace.WithTimestamp(begun), trace.WithAttributes(append(all, attrs...)...))...)
			span.End(trace.WithTimestamp(ended))
		})
	}
}
