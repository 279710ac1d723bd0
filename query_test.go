package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

const errTooEarly = failure.Code("too early")

var (
	progress = workflow.DefineQuery[workflow.None, string]("stage")
	plus     = workflow.DefineQuery[int, int]("plus")
	misuse   = workflow.DefineQuery[string, int]("misuse")
)

// askedParcel is parcelCode with handlers: each accepts the histories of the other.
func askedParcel(ctx workflow.Context, n int) (int, error) {
	at := "packing"
	err := errors.Join(
		workflow.HandleQuery(ctx, progress, func(workflow.None) (string, error) {
			if at == "packing" {
				return "", failure.New(errTooEarly, "nobody has looked yet")
			}
			return at, nil
		}),
		workflow.HandleQuery(ctx, plus, func(m int) (int, error) { return n + m, nil }),
		workflow.HandleQuery(ctx, misuse, func(how string) (int, error) { return misused(ctx, how) }),
	)
	if err != nil {
		return 0, err
	}
	a, err := workflow.Execute(ctx, double, n).Get(ctx)
	if err != nil {
		return 0, err
	}
	at = "waiting"
	if _, err := workflow.Receive(ctx, bell); err != nil {
		return 0, err
	}
	at = "under way"
	b, err := workflow.Execute(ctx, double, a).Get(ctx)
	at = "there"
	return b, err
}

// misused does what a handler must not do.
func misused(ctx workflow.Context, how string) (int, error) {
	switch how {
	case "executes":
		_, err := workflow.Execute(ctx, double, 1).Get(ctx)
		return 0, err
	case "recovers":
		defer func() { _ = recover() }()
		workflow.Now(ctx)
	case "panics":
		panic("not today")
	case "exits":
		runtime.Goexit()
	}
	return 1, nil
}

func TestAQueryIsAnsweredWhereTheRunStandsWithoutAWorker(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		rt := startRuntime(t, st, quiet(), parcel.Bind(parcelCode), double.Bind(doubled), bell)
		run, err := reprise.Start(bounded(t), rt, parcel, 21, reprise.ID("p"))
		if err != nil {
			t.Fatal(err)
		}
		awaitRun(t, rt, "p", func(d reprise.Description) bool { return d.Waiting != "" })
		if err := rt.Stop(bounded(t)); err != nil {
			t.Fatal(err)
		}
		asks := client(t, st, quiet(), parcel.Bind(askedParcel))
		before, err := st.Run(t.Context(), store.Ref{Run: run.RunID()})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := reprise.Query(t.Context(), asks, "p", progress, workflow.None{}); err != nil || got != "waiting" {
			t.Errorf("of the open run: %q, %v", got, err)
		}
		if got, err := reprise.Query(t.Context(), asks, run.RunID(), plus, 4); err != nil || got != 25 {
			t.Errorf("with an argument: %d, %v", got, err)
		}
		if got, err := reprise.QueryJSON(t.Context(), asks, "p", "plus", []byte("4")); err != nil {
			t.Errorf("as JSON: %v", err)
		} else if v, err := got.Untyped(); err != nil || fmt.Sprint(v) != "25" {
			t.Errorf("as JSON: %v (%T), %v", v, v, err)
		}
		after, err := st.Run(t.Context(), store.Ref{Run: run.RunID()})
		if err != nil || !reflect.DeepEqual(after, before) {
			t.Errorf("a query has changed the run: %+v, %v; before %+v", after, err, before)
		}
		again := startRuntime(t, st, quiet(), parcel.Bind(askedParcel), double.Bind(doubled), bell)
		if err := reprise.Signal(t.Context(), again, "p", bell, struct{}{}); err != nil {
			t.Fatal(err)
		}
		if got, err := result(t, again, parcel, "p"); err != nil || got != 84 {
			t.Fatalf("Result = %d, %v", got, err)
		}
		if got, err := reprise.Query(t.Context(), asks, "p", progress, workflow.None{}); err != nil || got != "there" {
			t.Errorf("of the run that has ended: %q, %v", got, err)
		}
	})
}

func TestAQueryIsAnsweredByRunsThatAreBlockedOrTerminated(t *testing.T) {
	st := newMemory()
	code := func(ctx workflow.Context, n int) (int, error) {
		a, err := askedParcel(ctx, n)
		if err == nil {
			panic("not today")
		}
		return a, err
	}
	rt := startRuntime(t, st, quiet(), parcel.Bind(code), double.Bind(doubled), bell)
	begin(t, rt, parcel, 21, "p")
	begin(t, rt, parcel, 21, "q")
	awaitRun(t, rt, "q", func(d reprise.Description) bool { return d.Waiting != "" })
	if err := errors.Join(reprise.Terminate(t.Context(), rt, "q", "enough"), reprise.Signal(t.Context(), rt, "p", bell, struct{}{})); err != nil {
		t.Fatal(err)
	}
	awaitRun(t, rt, "p", func(d reprise.Description) bool { return d.Blocked != nil })
	for id, want := range map[string]string{"p": "under way", "q": "waiting"} {
		if got, err := reprise.Query(t.Context(), rt, id, progress, workflow.None{}); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", id, got, err, want)
		}
	}
}

func TestAQueryThatCannotBeAnsweredSaysWhy(t *testing.T) {
	st, rt, run := waiting(t)
	asks := client(t, st, quiet(), parcel.Bind(askedParcel))
	ask := func(name string, err error, want ...string) {
		t.Helper()
		if err == nil {
			t.Errorf("%s: no error", name)
			return
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %v; want it to say %q", name, err, w)
			}
		}
	}
	_, err := reprise.Query(t.Context(), asks, "p", workflow.DefineQuery[int, int]("sum"), 1)
	none := (*reprise.NoHandlerError)(nil)
	if !errors.As(err, &none) || !reflect.DeepEqual(none.Has, []string{"misuse", "plus", "stage"}) {
		t.Errorf("unknown query: %v, want a NoHandlerError with the list", err)
	}
	_, err = reprise.Query(t.Context(), rt, "p", plus, 1)
	if !errors.As(err, &none) || len(none.Has) != 0 {
		t.Errorf("a workflow without handlers: %v", err)
	}
	_, err = reprise.Query(t.Context(), asks, "p", workflow.DefineQuery[string, int]("plus"), "x")
	if err == nil || !strings.Contains(err.Error(), `query "plus" was sent as func(string) int`) || !strings.Contains(err.Error(), "handles it as func(int) int") {
		t.Errorf("wrong type: %v, want an error with both", err)
	}
	for _, text := range []string{`"x"`, `{`} {
		_, err = reprise.QueryJSON(t.Context(), asks, "p", "plus", []byte(text))
		if wrong := (*history.DecodeError)(nil); !errors.As(err, &wrong) {
			t.Errorf("JSON %s: %v, want a DecodeError", text, err)
		}
	}
	_, err = reprise.Query(t.Context(), asks, "nobody", plus, 1)
	if !errors.Is(err, reprise.ErrNotFound) {
		t.Errorf("unknown run: %v", err)
	}
	_, err = reprise.Query(t.Context(), client(t, st, quiet()), run.RunID(), plus, 1)
	if unbound := (*reprise.UnboundError)(nil); !errors.As(err, &unbound) || unbound.Workflow != "parcel" {
		t.Errorf("unbound workflow: %v", err)
	}
	_, err = reprise.Query(t.Context(), asks, "p", workflow.DefineQuery[int, int](""), 1)
	ask("no name", err, "no name")
	other := client(t, st, quiet(), parcel.Bind(func(ctx workflow.Context, _ int) (int, error) {
		return 0, workflow.Sleep(ctx, 1)
	}))
	_, err = reprise.Query(t.Context(), other, "p", plus, 1)
	if wrong := (*replay.MismatchError)(nil); !errors.As(err, &wrong) {
		t.Errorf("other code: %v, want a MismatchError", err)
	}
	for how, want := range map[string]string{
		"executes": "may only read the workflow's variables", "recovers": "may only read the workflow's variables",
		"panics": "not today", "exits": "runtime.Goexit",
	} {
		_, err = reprise.Query(t.Context(), asks, "p", misuse, how)
		if p := (*replay.PanicError)(nil); !errors.As(err, &p) {
			t.Errorf("a handler that %s: %v, want a PanicError", how, err)
		}
		ask("a handler that "+how, err, want)
	}
	if got, err := reprise.Query(t.Context(), asks, "p", misuse, "nothing"); err != nil || got != 1 {
		t.Errorf("afterwards: %d, %v", got, err)
	}
}

func TestAHandlersErrorKeepsItsCode(t *testing.T) {
	st := newMemory()
	release := make(chan struct{})
	defer close(release)
	held := func(ctx context.Context, n int) (int, error) {
		select {
		case <-release:
		case <-ctx.Done():
		}
		return n, context.Cause(ctx)
	}
	rt := startRuntime(t, st, quiet(), parcel.Bind(askedParcel), double.Bind(held))
	begin(t, rt, parcel, 1, "p")
	awaitRun(t, rt, "p", func(d reprise.Description) bool { return d.Events > 1 })
	_, err := reprise.Query(t.Context(), rt, "p", progress, workflow.None{})
	if said := (*reprise.QueryError)(nil); !errors.As(err, &said) || !errors.Is(err, errTooEarly) || said.WorkflowID != "p" {
		t.Errorf("%v; want a QueryError with the handler's code", err)
	}
}

func TestARunThatHasNotBegunAnswersNothing(t *testing.T) {
	st := newMemory()
	c := client(t, st, quiet(), parcel.Bind(askedParcel))
	begin(t, c, parcel, 1, "p")
	_, err := reprise.Query(t.Context(), c, "p", progress, workflow.None{})
	if none := (*reprise.NoHandlerError)(nil); !errors.As(err, &none) || none.Begun {
		t.Errorf("%v; want a NoHandlerError that says that the run has not begun", err)
	}
}

func TestAHandlerThatDoesNotComeBackIsGivenUp(t *testing.T) {
	st, _, _ := waiting(t)
	release, back := make(chan struct{}), make(chan struct{})
	rt := client(t, st, impatient(), parcel.Bind(func(ctx workflow.Context, n int) (int, error) {
		err := workflow.HandleQuery(ctx, plus, func(int) (int, error) {
			defer close(back)
			<-release
			return 0, nil
		})
		if err != nil {
			return 0, err
		}
		return parcelCode(ctx, n)
	}))
	_, err := reprise.Query(t.Context(), rt, "p", plus, 1)
	if stuck := (*reprise.StuckError)(nil); !errors.As(err, &stuck) || !strings.Contains(err.Error(), "handler") {
		t.Errorf("%v; want a StuckError about the handler", err)
	}
	close(release)
	<-back
}
