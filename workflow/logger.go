package workflow

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"slices"

	"github.com/reprise-run/reprise/replay"
)

// Logger returns the worker's logger, with the run as attributes. A line is written once, after the task that it belongs to
// was committed. It is not written on replay; only reprise.Walk sees it then. Values are captured when the line is logged.
func Logger(ctx Context) *slog.Logger {
	env := ctx.mustEnv()
	r := ctx.run
	if !r.tagged {
		r.tagged = true
		if r.logger == nil {
			r.logger = slog.New(slog.DiscardHandler)
		}
		inner := r.logger.With("run_id", r.info.RunID.String(), "workflow_id", r.info.WorkflowID, "workflow", r.info.Workflow)
		r.logger = slog.New(logHandler{env: env, next: inner.Handler()})
	}
	return r.logger
}

// AfterCommit calls f once the current task was committed. It does not call f on replay, nor for a task
// whose commit failed. Use it for telemetry of workflow code. If the process dies right after the commit,
// f is not called. f runs on a goroutine of the engine: it must return quickly, must not panic, and must
// not use a workflow's Context.
func AfterCommit(ctx Context, f func()) {
	env := ctx.mustEnv()
	if f != nil {
		env.AfterCommit(f)
	}
}

// logHandler holds log lines back until the commit.
type logHandler struct {
	env   *replay.Env
	next  slog.Handler
	given []given // kept for the lines that a replay records
}

// given is the attributes that a logger was given, or a group that encloses all later ones.
type given struct {
	attrs []slog.Attr
	group string
}

// within adds to a line everything that its logger was given.
func (h logHandler) within(r slog.Record) slog.Record {
	var attrs []slog.Attr
	r.Attrs(func(a slog.Attr) bool {
		attrs = append(attrs, a)
		return true
	})
	for _, g := range slices.Backward(h.given) {
		if g.group != "" {
			attrs = []slog.Attr{{Key: g.group, Value: slog.GroupValue(attrs...)}}
		} else {
			attrs = slices.Concat(g.attrs, attrs)
		}
	}
	whole := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	whole.AddAttrs(attrs...)
	return whole
}

// Enabled must not distinguish a replay from a first execution, because the workflow can call it.
func (h logHandler) Enabled(ctx context.Context, l slog.Level) bool { return h.next.Enabled(ctx, l) }

func (h logHandler) Handle(ctx context.Context, r slog.Record) error {
	open, logged := h.env.Open(), replay.Logged(h.env)
	if !open && logged == nil {
		return nil
	}
	kept := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	r.Attrs(func(a slog.Attr) bool {
		kept.AddAttrs(fixed(a))
		return true
	})
	if !open {
		logged(h.within(kept))
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	h.env.AfterCommit(func() { _ = h.next.Handle(ctx, kept) }) // slog.Logger ignores this error, too
	return nil
}

func (h logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	kept := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		kept[i] = fixed(a)
	}
	return h.with(h.next.WithAttrs(kept), given{attrs: kept})
}

func (h logHandler) WithGroup(name string) slog.Handler {
	if name == "" {
		return h
	}
	return h.with(h.next.WithGroup(name), given{group: name})
}

func (h logHandler) with(next slog.Handler, g given) logHandler {
	return logHandler{env: h.env, next: next, given: append(slices.Clip(h.given), g)}
}

// fixed captures the attribute's value now: the workflow continues before the line is written,
// and what a pointer points to may change.
func fixed(a slog.Attr) slog.Attr {
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindGroup:
		group := make([]slog.Attr, 0, len(v.Group()))
		for _, in := range v.Group() {
			group = append(group, fixed(in))
		}
		v = slog.GroupValue(group...)
	case slog.KindAny:
		v = fixedAny(v.Any())
	}
	return slog.Attr{Key: a.Key, Value: v}
}

func fixedAny(v any) slog.Value {
	if err, ok := v.(error); ok {
		return slog.StringValue(fmt.Sprint(err)) // does not panic on a nil pointer
	}
	switch reflect.ValueOf(v).Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Struct, reflect.Array:
		return slog.AnyValue(picture(v))
	}
	return slog.AnyValue(v)
}

// pictured is a value as text handlers and as JSON handlers would show it.
type pictured struct {
	text string
	json []byte
}

func picture(v any) pictured {
	p := pictured{text: fmt.Sprintf("%+v", v)}
	var err error
	if p.json, err = marshal(v); err != nil {
		p.json, _ = json.Marshal(p.text)
	}
	return p
}

// marshal keeps a panic of the author's MarshalJSON away from the workflow, as package slog does.
func marshal(v any) (data []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return json.Marshal(v)
}

func (p pictured) String() string               { return p.text }
func (p pictured) MarshalText() ([]byte, error) { return []byte(p.text), nil }
func (p pictured) MarshalJSON() ([]byte, error) { return p.json, nil }
