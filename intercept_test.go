package reprise_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// headed returns the tenant as its workflow reads it, and as an activity reads it.
func headed(queue string) []reprise.Binding {
	read := activity.New("read", func(ctx context.Context, _ int) (string, error) {
		info := activity.GetInfo(ctx)
		if info.Namespace != "default" || info.Worker == "" || info.Queue == "" {
			return "", errors.New("the Info is not complete")
		}
		return info.Headers["tenant"], nil
	}, activity.Policy{Queue: queue})
	return []reprise.Binding{read, workflow.New("headed", func(ctx workflow.Context, _ int) (string, error) {
		info := workflow.GetInfo(ctx)
		if info.Namespace != "default" || info.Started.IsZero() || info.Build != "b1" || info.Events != 1 {
			return "", errors.New("the Info is not complete")
		}
		tenant, err := workflow.Execute(ctx, read, 1).Get(ctx)
		return info.Headers["tenant"] + " " + tenant, err
	})}
}

// An activity reads the headers of its run, whether it is eager or a row that another worker has
// claimed.
func TestHeadersOfARunReachItsActivities(t *testing.T) {
	for what, queue := range map[string]string{"eager": "", "a row": "other"} {
		t.Run(what, func(t *testing.T) {
			st := memory.New()
			all := headed(queue)
			rt := startOn(t, st, reprise.Config{Build: "b1"}, all...)
			if queue != "" {
				startOn(t, st, reprise.Config{Build: "b1", Queues: []reprise.Queue{{Name: queue}}}, all...)
			}
			run, err := reprise.Start(t.Context(), rt, workflow.Define[int, string]("headed"), 1, reprise.Headers(map[string]string{"tenant": "blue"}))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := run.Result(t.Context()); err != nil || got != "blue blue" {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

// startOn starts a Runtime on st until the test ends.
func startOn(t *testing.T, st store.Store, cfg reprise.Config, bindings ...reprise.Binding) *reprise.Runtime {
	t.Helper()
	cfg.Logger = slog.New(slog.DiscardHandler)
	rt, err := reprise.New(st, cfg, bindings...)
	if err == nil {
		err = rt.Start(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := rt.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return rt
}

// New reports what is wrong with an interceptor.
func TestNewRefusesInterceptors(t *testing.T) {
	nothing := func(reprise.ActivityHandler) reprise.ActivityHandler { return nil }
	for want, all := range map[string][]reprise.Interceptor{
		"has no name":           {{}},
		`the name "a"`:          {{Name: "a"}, {Name: "a"}},
		"returns a nil handler": {{Name: "a", Activity: nothing}},
		"panics when":           {{Name: "a", Client: func(reprise.ClientHandler) reprise.ClientHandler { panic("boom") }}},
	} {
		if _, err := reprise.New(memory.New(), reprise.Config{Logger: slog.New(slog.DiscardHandler), Intercept: all}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// An interceptor that panics, refuses, or forgets to call next loses nothing.
func TestInterceptorsThatFail(t *testing.T) {
	echo := workflow.New("echo", func(_ workflow.Context, n int) (int, error) { return n, nil })
	refused := errors.New("not today")
	for want, do := range map[string]reprise.ClientHandler{
		"panicked: boom":       func(context.Context, *reprise.Request) error { panic("boom") },
		"not today":            func(context.Context, *reprise.Request) error { return refused },
		"without calling next": func(context.Context, *reprise.Request) error { return nil },
	} {
		client := func(reprise.ClientHandler) reprise.ClientHandler { return do }
		rt, err := reprise.New(memory.New(), reprise.Config{Logger: slog.New(slog.DiscardHandler), Intercept: []reprise.Interceptor{{Name: "x", Client: client}}}, echo)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := reprise.Start(t.Context(), rt, echo, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("start: %v, want %q", err, want)
		}
	}

	act := activity.New("act", func(context.Context, int) (int, error) { return 1, nil }, activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}})
	call := workflow.New("call", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, act, n).Get(ctx) })
	for want, in := range map[string]reprise.Interceptor{
		"boom": {Name: "x", Activity: func(reprise.ActivityHandler) reprise.ActivityHandler {
			return func(context.Context) error { panic("boom") }
		}},
		"not today": {Name: "x", Command: func(reprise.CommandHandler) reprise.CommandHandler {
			return func(workflow.Context, *workflow.Command) error { return refused }
		}},
		"at most": {Name: "x", Command: func(next reprise.CommandHandler) reprise.CommandHandler {
			return func(ctx workflow.Context, c *workflow.Command) error {
				c.Headers = map[string]string{"large": strings.Repeat("x", history.MaxHeaderBytes)}
				return next(ctx, c)
			}
		}},
	} {
		rt := startOn(t, memory.New(), reprise.Config{Intercept: []reprise.Interceptor{in}}, call, act)
		run, err := reprise.Start(t.Context(), rt, call, 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := run.Result(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// boom returns interceptors that panic in workflow code while on is set.
func boom(on *atomic.Bool) map[string]reprise.Interceptor {
	return map[string]reprise.Interceptor{
		"around the workflow": {Name: "x", Workflow: func(next reprise.WorkflowHandler) reprise.WorkflowHandler {
			return func(ctx workflow.Context) error {
				if on.Load() {
					panic("boom")
				}
				return next(ctx)
			}
		}},
		"around a command": {Name: "x", Command: func(next reprise.CommandHandler) reprise.CommandHandler {
			return func(ctx workflow.Context, c *workflow.Command) error {
				if on.Load() {
					panic("boom")
				}
				return next(ctx, c)
			}
		}},
	}
}

// A panic in an interceptor counts as one of workflow code: it parks the run with the line, live
// and on replay, and fails nothing. Once the interceptor is fixed, the run continues.
func TestAnInterceptorThatPanicsParksTheRun(t *testing.T) {
	var on atomic.Bool
	for what, in := range boom(&on) {
		for _, when := range []string{"live", "on replay"} {
			t.Run(what+" "+when, func(t *testing.T) {
				ctx := bounded(t)
				on.Store(when == "live")
				w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
					if _, err := workflow.Execute(ctx, double, n).Get(ctx); err != nil {
						return 0, err
					}
					_, err := workflow.Receive(ctx, approve)
					return n, err
				})
				st := newMemory()
				cfg := quiet()
				cfg.Build, cfg.Intercept = "v1", []reprise.Interceptor{in}
				first := startRuntime(t, st, cfg, w, double.Bind(doubled))
				run := begin(t, first, w, 2, "w")
				if when == "on replay" {
					awaitRun(t, first, "w", func(d reprise.Description) bool { return strings.Contains(d.Waiting, "signal approve") })
				}
				worker := first
				if when == "on replay" {
					if err := first.Stop(ctx); err != nil {
						t.Fatal(err)
					}
					on.Store(true)
					cfg.Build = "v2"
					worker = startRuntime(t, st, cfg, w, double.Bind(doubled))
				}
				if err := reprise.Signal(ctx, worker, "w", approve, approval{}); err != nil {
					t.Fatal(err)
				}
				awaitRun(t, worker, "w", func(d reprise.Description) bool {
					return d.Blocked != nil && d.Blocked.Reason == "panic" && strings.Contains(d.Blocked.Text, "boom") && strings.Contains(d.Blocked.Text, "intercept_test.go:")
				})
				on.Store(false)
				if err := reprise.Resume(ctx, worker, "w", ben); err != nil {
					t.Fatal(err)
				}
				if got, err := run.Result(ctx); err != nil || got != 2 {
					t.Errorf("once it is mended: %d, %v", got, err)
				}
			})
		}
	}
}

// Calls in a transaction pass through the interceptors, which can tell. A refused call is not in
// the transaction, and the other calls are.
func TestInterceptorsSeeCallsInATransaction(t *testing.T) {
	ctx := bounded(t)
	refused := errors.New("not this one")
	var seen []string
	in := reprise.Interceptor{Name: "x", Client: func(next reprise.ClientHandler) reprise.ClientHandler {
		return func(ctx context.Context, r *reprise.Request) error {
			if r.InTx {
				seen = append(seen, r.Verb+" "+r.WorkflowID)
			}
			if r.WorkflowID == "b" {
				return refused
			}
			if r.Verb == "start" {
				r.Headers = map[string]string{"tenant": "blue"}
			}
			return next(ctx, r)
		}
	}}
	st := memory.New()
	all := headed("")
	rt := startOn(t, st, reprise.Config{Build: "b1", Intercept: []reprise.Interceptor{in}}, all...)
	def := workflow.Define[int, string]("headed")
	err := memory.InTxFunc(ctx, rt, func(c *reprise.Tx) error {
		if _, err := reprise.Start(ctx, c, def, 1, reprise.ID("a")); err != nil {
			return err
		}
		if _, err := reprise.Start(ctx, c, def, 1, reprise.ID("b")); !errors.Is(err, refused) {
			t.Errorf("the start that is refused: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := result(t, rt, def, "a"); err != nil || got != "blue blue" {
		t.Errorf("%q, %v; want the header that the interceptor has set", got, err)
	}
	if _, err := reprise.Describe(ctx, rt, "b"); err == nil {
		t.Error("the run whose start was refused is there")
	}
	if want := []string{"start a", "start b"}; !slices.Equal(seen, want) {
		t.Errorf("seen in the transaction: %q; want %q", seen, want)
	}
}
