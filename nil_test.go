package reprise_test

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/mailbox"
	"github.com/reprise-run/reprise/internal/retry"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/workflow"
)

// Passing nothing where something is needed never panics: each call says what is missing.
func TestNothingIsRefusedInWords(t *testing.T) {
	var (
		noContext context.Context
		ctx       = bounded(t)
		w         = workflow.New("w", func(workflow.Context, int) (int, error) { return 0, nil })
		noDef     workflow.Definition[int, int]
		noRun     *reprise.Runtime
		noTx      *reprise.Tx
		none      store.RunID
	)
	st := newMemory()
	rt, err := reprise.New(st, quiet(), w)
	if err != nil {
		t.Fatal(err)
	}
	file := openFile(t, filepath.Join(t.TempDir(), "nil.db"))

	writers := map[string]reprise.Writer{
		"nil": nil, "a nil Runtime": noRun, "the zero Runtime": &reprise.Runtime{}, "a nil Tx": noTx, "the zero Tx": &reprise.Tx{},
	}
	for verb, call := range map[string]func(context.Context, reprise.Writer) error{
		"Start": func(ctx context.Context, c reprise.Writer) error { _, err := reprise.Start(ctx, c, w, 0); return err },
		"Signal": func(ctx context.Context, c reprise.Writer) error {
			return reprise.Signal(ctx, c, "id", approve, approval{})
		},
		"SignalJSON": func(ctx context.Context, c reprise.Writer) error { return reprise.SignalJSON(ctx, c, "id", "s", nil) },
		"SignalJSON by run id": func(ctx context.Context, c reprise.Writer) error {
			return reprise.SignalJSON(ctx, c, none, "s", nil)
		},
		"Cancel":           func(ctx context.Context, c reprise.Writer) error { return reprise.Cancel(ctx, c, "id", "") },
		"Cancel by run id": func(ctx context.Context, c reprise.Writer) error { return reprise.Cancel(ctx, c, none, "") },
	} {
		for name, c := range writers {
			refused(t, verb+" with "+name, "the client is nil", func() error { return call(ctx, c) })
		}
		refused(t, verb+" without a context", "the context is nil", func() error { return call(noContext, rt) })
	}
	clients := map[string]reprise.Client{"nil": nil, "a nil Runtime": noRun, "the zero Runtime": &reprise.Runtime{}}
	for verb, call := range map[string]func(context.Context, reprise.Client) error{
		"Get":                 func(ctx context.Context, c reprise.Client) error { _, err := reprise.Get(ctx, c, w, "id"); return err },
		"Terminate":           func(ctx context.Context, c reprise.Client) error { return reprise.Terminate(ctx, c, "id", "") },
		"Terminate by run id": func(ctx context.Context, c reprise.Client) error { return reprise.Terminate(ctx, c, none, "") },
		"Resume":              func(ctx context.Context, c reprise.Client) error { return reprise.Resume(ctx, c, "id", ben) },
		"Resume by run id":    func(ctx context.Context, c reprise.Client) error { return reprise.Resume(ctx, c, none, ben) },
		"Describe": func(ctx context.Context, c reprise.Client) error {
			_, err := reprise.Describe(ctx, c, "id")
			return err
		},
		"Describe by run id": func(ctx context.Context, c reprise.Client) error {
			_, err := reprise.Describe(ctx, c, none)
			return err
		},
		"List": func(ctx context.Context, c reprise.Client) error {
			for _, err := range reprise.List(ctx, c, reprise.Filter{}) {
				return err
			}
			return nil
		},
		"ListPage": func(ctx context.Context, c reprise.Client) error {
			_, err := reprise.ListPage(ctx, c, reprise.Filter{})
			return err
		},
		"Retain": func(ctx context.Context, c reprise.Client) error {
			_, err := reprise.Retain(ctx, c, reprise.RetainOptions{OlderThan: reprise.MinRetention})
			return err
		},
		"SweepBlobs": func(ctx context.Context, c reprise.Client) error {
			_, err := reprise.SweepBlobs(ctx, c, reprise.SweepOptions{Age: reprise.MinSweepAge})
			return err
		},
		"WaitRun": func(ctx context.Context, c reprise.Client) error { _, err := reprise.WaitRun(ctx, c, none); return err },
		"Replay":  func(ctx context.Context, c reprise.Client) error { _, err := reprise.Replay(ctx, c, none); return err },
		"ReplayExport": func(ctx context.Context, c reprise.Client) error {
			_, err := reprise.ReplayExport(ctx, c, strings.NewReader(""))
			return err
		},
		"Export": func(ctx context.Context, c reprise.Client) error {
			return reprise.Export(ctx, c, none, new(bytes.Buffer))
		},
	} {
		for name, c := range clients {
			refused(t, verb+" with "+name, "the client is nil", func() error { return call(ctx, c) })
		}
		refused(t, verb+" without a context", "the context is nil", func() error { return call(noContext, rt) })
	}

	methods := map[string]func(context.Context, *reprise.Runtime) error{
		"Runtime.Start": func(ctx context.Context, rt *reprise.Runtime) error { return rt.Start(ctx) },
		"Runtime.Stop":  func(ctx context.Context, rt *reprise.Runtime) error { return rt.Stop(ctx) },
		"Runtime.History": func(ctx context.Context, rt *reprise.Runtime) error {
			_, err := rt.Inside().History(ctx, none)
			return err
		},
		"Runtime.Rows": func(ctx context.Context, rt *reprise.Runtime) error {
			return rt.Inside().Rows(ctx, none, func(history.Header, []history.Event) error { return nil })
		},
	}
	for name, call := range methods {
		refused(t, name+" of nil", "the client is nil", func() error { return call(ctx, nil) })
		refused(t, name+" of the zero Runtime", "the client is nil", func() error { return call(ctx, &reprise.Runtime{}) })
		refused(t, name+" without a context", "the context is nil", func() error { return call(noContext, rt) })
	}
	for name, rt := range map[string]*reprise.Runtime{"nil": nil, "the zero Runtime": {}} { // these return no error
		harmless(t, "what "+name+" says of itself", func() {
			_, known := rt.Inside().Signal("s")
			if known || rt.WorkerID() != (store.WorkerID{}) || rt.Stats() != (reprise.Stats{}) || rt.Store() != nil || rt.Namespace() != "" || rt.Inside().Codecs() != nil {
				t.Errorf("%s has something", name)
			}
			rt.Wake()
		})
		harmless(t, "InTx of "+name, func() {
			refused(t, "Cancel in a transaction of "+name, "the client is nil", func() error { return reprise.Cancel(ctx, memory.InTx(rt, st.Begin()), "id", "") })
		})
	}

	for name, c := range map[string]struct {
		want string
		call func() error
	}{
		"New without a store":           {"needs a store", func() error { _, err := reprise.New(nil, quiet()); return err }},
		"New with a nil store":          {"needs a store", func() error { _, err := reprise.New((*sqlite.Store)(nil), quiet()); return err }},
		"New with a nil binding":        {"a binding is nil", func() error { _, err := reprise.New(st, quiet(), nil); return err }},
		"New with a nil pointer":        {"a binding is nil", func() error { _, err := reprise.New(st, quiet(), (*workflow.Binding)(nil)); return err }},
		"New with a zero workflow":      {"zero Binding", func() error { _, err := reprise.New(st, quiet(), workflow.Bound[int, int]{}); return err }},
		"New with a zero activity":      {"zero Binding", func() error { _, err := reprise.New(st, quiet(), activity.Bound[int, int]{}); return err }},
		"New with a zero signal":        {"is empty", func() error { _, err := reprise.New(st, quiet(), workflow.SignalDef[int]{}); return err }},
		"New with no function":          {"nil function", func() error { _, err := reprise.New(st, quiet(), workflow.New[int, int]("nil", nil)); return err }},
		"Start with a nil option":       {"option 2 is nil", func() error { _, err := reprise.Start(ctx, rt, w, 0, reprise.Once(), nil); return err }},
		"Start of nothing":              {"the definition is nil", func() error { _, err := reprise.Start(ctx, rt, noDef, 0); return err }},
		"Start of the zero Def":         {"name is empty", func() error { _, err := reprise.Start(ctx, rt, workflow.Def[int, int]{}, 0); return err }},
		"Get of nothing":                {"the definition is nil", func() error { _, err := reprise.Get(ctx, rt, noDef, "id"); return err }},
		"Signal with a nil option":      {"option 1 is nil", func() error { return reprise.Signal(ctx, rt, "id", approve, approval{}, nil) }},
		"Signal of the zero Def":        {"name is empty", func() error { return reprise.Signal(ctx, rt, "id", workflow.SignalDef[int]{}, 1) }},
		"SignalJSON, nil option":        {"option 1 is nil", func() error { return reprise.SignalJSON(ctx, rt, "id", "s", nil, nil) }},
		"Export to nothing":             {"the writer is nil", func() error { return reprise.Export(ctx, rt, store.RunID{1}, nil) }},
		"Export with a nil option":      {"option 1 is nil", func() error { return reprise.Export(ctx, rt, store.RunID{1}, new(bytes.Buffer), nil) }},
		"Cancel of a zero run id":       {"the run id is zero", func() error { return reprise.Cancel(ctx, rt, none, "") }},
		"Describe of a zero run id":     {"the run id is zero", func() error { _, err := reprise.Describe(ctx, rt, none); return err }},
		"Get of a zero run id":          {"the run id is zero", func() error { _, err := reprise.Get(ctx, rt, w, none); return err }},
		"Replay of a zero run id":       {"the run id is zero", func() error { _, err := reprise.Replay(ctx, rt, none); return err }},
		"Describe of no id":             {"the workflow id is empty", func() error { _, err := reprise.Describe(ctx, rt, ""); return err }},
		"ReplayExport of nothing":       {"the reader is nil", func() error { _, err := reprise.ReplayExport(ctx, rt, nil); return err }},
		"Rows for nobody":               {"the function is nil", func() error { return rt.Inside().Rows(ctx, none, nil) }},
		"Result of the zero Handle":     {"the handle is empty", func() error { _, err := reprise.Handle[int]{}.Result(ctx); return err }},
		"Result, no context":            {"the context is nil", func() error { return resultWithout(t, st, w) }},
		"InTx of nothing":               {"the transaction is nil", func() error { return reprise.Cancel(ctx, rt.InTx(nil), "id", "") }},
		"memory.InTx of nothing":        {"transaction", func() error { return reprise.Cancel(ctx, memory.InTx(rt, nil), "id", "") }},
		"memory.InTx of the zero":       {"transaction", func() error { return reprise.Cancel(ctx, memory.InTx(rt, &memory.Tx{}), "id", "") }},
		"Commit of the zero memory.Tx":  {"the zero Tx", func() error { return (&memory.Tx{}).Commit() }},
		"Commit of the zero sqlite.Tx":  {"the zero Tx", func() error { return (&sqlite.Tx{}).Commit() }},
		"sqlite.Open without a context": {"the context is nil", func() error { _, err := sqlite.Open(noContext, filepath.Join(t.TempDir(), "x.db")); return err }},
		"sqlite Begin, no context":      {"the context is nil", func() error { _, _, err := file.Begin(noContext); return err }},
		"Heartbeat without a context":   {"activity: the context is nil", func() error { return activity.Heartbeat(noContext) }},
		"Details without a context":     {"activity: the context is nil", func() error { _, _, err := activity.Details[int](noContext); return err }},
		"Run of the zero activity":      {"zero Binding", func() error { return failureOf(runOf(activity.Binding{})(ctx, contract.Call{})) }},
		"Run without a context":         {"the context is nil", func() error { return failureOf(runOf(echo)(noContext, contract.Call{})) }},
		"the zero workflow Def":         {"is empty", errOf(workflow.Def[int, int]{}.Bind(nil))},
		"the zero activity Def":         {"is empty", errOf(activity.Def[int, int]{}.Bind(nil))},
		"BindTx of nothing":             {"nil function", errOf(activity.Define[int, int]("x").BindTx(nil))},
		"memory.Transactional of nil":   {"nil function", errOf(activity.NewTx("x", memory.Transactional[int, int](nil)))},
	} {
		refused(t, name, c.want, c.call)
	}
	harmless(t, "GetInfo without a context", func() { activity.GetInfo(noContext) })
	harmless(t, "zero values", func() {
		_ = new(mailbox.Mailbox).Unread()
		_ = reprise.Wait{}.String()
		_ = (&reprise.RunError{}).Error() + (&reprise.StopError{}).Error() + (&reprise.UnboundError{}).Error()
		retry.Next(history.Policy{}, 1, nil, nil)
	})
	if err := rt.Stop(ctx); err != nil {
		t.Error(err)
	}
}

var echo = activity.New("echo", func(_ context.Context, n int) (int, error) { return n, nil })

// errOf returns the error of New for a binding.
func errOf(b reprise.Binding) func() error {
	return func() error {
		_, err := reprise.New(memory.New(), reprise.Config{}, b)
		return err
	}
}

// runOf returns the function that makes attempts at an activity.
func runOf(b reprise.Binding) func(context.Context, contract.Call) contract.Outcome {
	return b.Contract().(*contract.Activity).Run
}

func failureOf(out contract.Outcome) error {
	if out.Failure == nil {
		return nil
	}
	return out.Failure
}

func resultWithout(t *testing.T, st store.Store, w workflow.Definition[int, int]) error {
	client, err := reprise.New(st, quiet())
	if err != nil {
		return err
	}
	defer func() { _ = client.Stop(bounded(t)) }()
	run, err := reprise.Start(bounded(t), client, w, 0)
	if err != nil {
		return err
	}
	var noContext context.Context
	_, err = run.Result(noContext)
	return err
}

// refused checks that a call returns an error that says what is needed.
func refused(t *testing.T, name, want string, call func() error) {
	t.Helper()
	err := errors.New("it panicked")
	harmless(t, name, func() { err = call() })
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: %v; want an error with %q", name, err, want)
	}
}

func harmless(t *testing.T, name string, call func()) {
	t.Helper()
	defer func() {
		if v := recover(); v != nil {
			t.Errorf("%s: panic: %v\n%s", name, v, strings.Join(strings.SplitN(string(debug.Stack()), "\n", 16), "\n"))
		}
	}()
	call()
}

// Inside a workflow, a call that can return an error says what is missing; any other parks the run
// with the line.
func TestNothingInsideAWorkflow(t *testing.T) {
	var noActivity activity.Definition[int, int]
	w := workflow.New("w", func(ctx workflow.Context, _ int) ([]string, error) {
		_, execute := workflow.Execute(ctx, noActivity, 0).Get(ctx)
		_, change := workflow.Execute(ctx, echo.With(nil), 0).Get(ctx)
		_, receive := workflow.Receive(ctx, approve, nil)
		_, fn := workflow.Go[int](ctx, nil).Get(ctx)
		_, effect := workflow.SideEffect[int](ctx, nil)
		_, cases := workflow.Select(ctx, workflow.Case{})
		_, on := workflow.Select(ctx, workflow.On(workflow.Future[int]{}, nil))
		_, none := workflow.Future[int]{}.Get(ctx)
		return []string{execute.Error(), change.Error(), receive.Error(), fn.Error(), effect.Error(), cases.Error(), on.Error(), none.Error()}, nil
	})
	zero := workflow.New("zero", func(workflow.Context, int) (int, error) { return workflow.Random{}.IntN(7), nil })
	ctx := bounded(t)
	rt := startRuntime(t, newMemory(), quiet(), w, zero, echo)
	run, err := reprise.Start(ctx, rt, w, 0)
	if err != nil {
		t.Fatal(err)
	}
	got, err := run.Result(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"the definition is nil", "changes the policy", "option 1 is nil", "nil function", "nil function", "zero Case", "zero Future", "zero Future"} {
		if !strings.Contains(got[i], want) {
			t.Errorf("%d: %q; want %q", i, got[i], want)
		}
	}
	if _, err := reprise.Start(ctx, rt, zero, 0, reprise.ID("zero")); err != nil {
		t.Fatal(err)
	}
	text := ""
	awaitRun(t, rt, "zero", func(d reprise.Description) bool {
		if d.Blocked != nil {
			text = d.Blocked.Text
		}
		return text != ""
	})
	if !strings.Contains(text, "nil_test.go:") || !strings.Contains(text, "zero Random") {
		t.Errorf("it is parked for %q; want the line, and what is wrong", text)
	}
}
