package workflow_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/workflow"
)

func TestTheZeroContextBelongsToNoRun(t *testing.T) {
	var ctx workflow.Context
	_, execute := workflow.Execute(ctx, Ship, 1).Get(ctx)
	_, timer := workflow.NewTimer(ctx, time.Hour).Get(ctx)
	_, line := workflow.Go(ctx, func(workflow.Context) (int, error) { return 0, nil }).Get(ctx)
	_, receive := workflow.Receive(ctx, Word)
	_, sel := workflow.Select(ctx, workflow.OnSignal(Word, nil))
	_, effect := workflow.SideEffect(ctx, func() (int, error) { return 0, nil })
	for name, err := range map[string]error{
		"Execute": execute, "NewTimer": timer, "Go": line, "Receive": receive, "Select": sel, "SideEffect": effect,
		"Sleep": workflow.Sleep(ctx, time.Hour),
	} {
		if err == nil || !strings.Contains(err.Error(), "zero Context") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, f := range map[string]func(){
		"Now": func() { workflow.Now(ctx) }, "Rand": func() { workflow.Rand(ctx) }, "UUID": func() { workflow.UUID(ctx) },
		"GetInfo": func() { workflow.GetInfo(ctx) }, "Logger": func() { workflow.Logger(ctx) },
		"WithCancel": func() { workflow.WithCancel(ctx) }, "WithoutCancel": func() { workflow.WithoutCancel(ctx) },
	} {
		if got := panicOf(f); !strings.Contains(got, "zero Context") {
			t.Errorf("%s: panic %q", name, got)
		}
	}
}

func panicOf(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}

func TestAFutureOfAnotherRunIsRefused(t *testing.T) {
	var foreign workflow.Future[string]
	begin(t, workflow.New("first", func(ctx workflow.Context, _ int) (string, error) {
		foreign = workflow.Execute(ctx, Ship, 1)
		return foreign.Get(ctx)
	}), 0)
	held := foreign
	w := begin(t, workflow.New("second", func(ctx workflow.Context, _ int) ([]string, error) {
		_, get := held.Get(ctx)
		_, sel := workflow.Select(ctx, workflow.On(held, nil))
		_, zero := workflow.Future[int]{}.Get(ctx)
		return []string{get.Error(), sel.Error(), zero.Error()}, nil
	}), 0)
	for i, want := range []string{"another run", "case 0: workflow: a Future of another run", "zero Future"} {
		if got := result[[]string](w)[i]; !strings.Contains(got, want) {
			t.Errorf("got %q, want something about %q", got, want)
		}
	}
}

// Code that uses a context after its run, or outside the workflow, gets a panic that
// says what is wrong; nothing is recorded.
func TestAContextIsOfNoUseOutsideItsRun(t *testing.T) {
	var ctx workflow.Context
	var f workflow.Future[string]
	w := begin(t, workflow.New("w", func(inner workflow.Context, _ int) (string, error) {
		ctx, f = inner, workflow.Execute(inner, Ship, 1)
		return f.Get(inner)
	}), 0)
	tasks := len(w.tasks)
	misuse := map[string]func(){
		"Sleep":   func() { _ = workflow.Sleep(ctx, time.Hour) },
		"Execute": func() { workflow.Execute(ctx, Ship, 1) },
		"Get":     func() { _, _ = f.Get(ctx) },
		"Ready":   func() { f.Ready() },
		"Now":     func() { workflow.Now(ctx) },
		"UUID":    func() { workflow.UUID(ctx) },
		"Receive": func() { _, _ = workflow.Receive(ctx, Word) },
		"Select":  func() { _, _ = workflow.Select(ctx, workflow.OnSignal(Word, nil)) },
		"Go":      func() { workflow.Go(ctx, func(workflow.Context) (int, error) { return 0, nil }) },
	}
	check := func(when string) {
		for name, f := range misuse {
			if got := panicOf(f); !strings.Contains(got, "outside the workflow") {
				t.Errorf("%s %s: panic %q", name, when, got)
			}
			// A goroutine that the author starts is outside the workflow, too.
			got := make(chan string)
			go func() { got <- panicOf(f) }()
			if text := <-got; !strings.Contains(text, "outside the workflow") {
				t.Errorf("%s %s in a goroutine: panic %q", name, when, text)
			}
		}
	}
	check("while the run waits")
	w.complete("ship", "parcel")
	check("after the run")
	w.live.Close()
	check("after the machine was closed")
	if len(w.tasks) != tasks+1 {
		t.Errorf("%d tasks were recorded", len(w.tasks)-tasks)
	}
}

func TestAPanicNamesTheAuthorsLine(t *testing.T) {
	for name, f := range map[string]func(workflow.Context){
		"in the workflow": func(workflow.Context) { panic("broken") },
		"in a coroutine": func(ctx workflow.Context) {
			_, _ = workflow.Go(ctx, func(workflow.Context) (int, error) { panic("broken") }).Get(ctx)
		},
		"Goexit": func(workflow.Context) { runtime.Goexit() },
	} {
		w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			if err := workflow.Sleep(ctx, time.Minute); err != nil {
				return 0, err
			}
			f(ctx)
			return 0, nil
		}), 0)
		w.try(w.fired())
		var p *replay.PanicError
		if !errors.As(w.err, &p) || !strings.Contains(p.Site, "misuse_test.go:") {
			t.Errorf("%s: %v", name, w.err)
		}
	}
}

func TestSwallowingTheEnginesPanicGainsNothing(t *testing.T) {
	resumed := 0
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (_ int, err error) {
		for range 3 {
			func() {
				defer func() { _ = recover() }()
				_ = workflow.Sleep(ctx, time.Hour)
				resumed++
			}()
		}
		return 0, nil
	}), 0)
	w.live.Close()
	if resumed != 0 {
		t.Errorf("the code after Sleep ran %d times on a closed machine", resumed)
	}
}
