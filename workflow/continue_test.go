package workflow_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/workflow"
)

var loop = workflow.Define[int, string]("loop")

// continuedTo returns how the run ended; it must have continued as a new one.
func continuedTo(t *testing.T, w *world) *history.RunContinued {
	t.Helper()
	last, ok := w.end().(*history.RunContinued)
	if !ok {
		t.Fatalf("the run ended with %s", show(w.commands()))
	}
	return last
}

func TestAWorkflowContinuesAsANewRun(t *testing.T) {
	for name, wrapped := range map[string]func(error) error{
		"as it is": func(err error) error { return err },
		"wrapped":  func(err error) error { return fmt.Errorf("month 3: %w", err) },
		"joined":   func(err error) error { return errors.Join(nil, err) },
	} {
		t.Run(name, func(t *testing.T) {
			b := workflow.New("loop", func(ctx workflow.Context, n int) (string, error) {
				if err := workflow.Sleep(ctx, time.Hour); err != nil {
					return "", err
				}
				out, err := workflow.ContinueAsNew(ctx, loop, n+1)
				return out, wrapped(err)
			})
			w := begin(t, b, 3)
			send(w, Approve, Approval{Yes: true})
			w.fire()
			last := continuedTo(t, w)
			var n int
			if err := codecs.Decode(last.Input, &n); err != nil || n != 4 || last.Workflow != "loop" || last.Next == (history.RunID{}) {
				t.Errorf("it continued as %+v with %d, %v", last, n, err)
			}
			if len(last.Handed) != 1 {
				t.Errorf("%d signals are handed on", len(last.Handed))
			}
			next := w.live.Next(last, "v2")
			started := next[0].Body.(*history.Started)
			if started.Continued != 1 || started.Previous != started.Chain || started.WorkflowID != "order-42" || started.Seed == w.tasks[0].Events[0].Body.(*history.Started).Seed {
				t.Errorf("the next run begins with %+v", started)
			}
			if s, ok := next[1].Body.(*history.SignalReceived); len(next) != 2 || !ok || s.Name != Approve.Name() {
				t.Errorf("the next run begins with %v", next)
			}
		})
	}
}

func TestTheNextRunIsTheSameWhenTheTaskIsSteppedAgain(t *testing.T) {
	b := workflow.New("loop", func(ctx workflow.Context, n int) (string, error) { return workflow.ContinueAsNew(ctx, loop, n) })
	a, other := begin(t, b, 1), beginSeeded(t, [16]byte{9}, b, 1)
	again := begin(t, b, 1)
	if continuedTo(t, a).Next != continuedTo(t, again).Next || continuedTo(t, a).Next == continuedTo(t, other).Next {
		t.Error("the next run does not follow from the run's seed")
	}
}

func TestTheNextRunKnowsTheSignalsOfThoseBefore(t *testing.T) {
	b := workflow.New("loop", func(ctx workflow.Context, n int) (string, error) {
		if _, err := workflow.Receive(ctx, Approve); err != nil {
			return "", err
		}
		return workflow.ContinueAsNew(ctx, loop, n)
	})
	w := begin(t, b, 1)
	first := sent(w, Approve, Approval{}).(*history.SignalReceived)
	first.ID = "once"
	w.step(first)
	next := w.live.Next(continuedTo(t, w), "")
	m := replay.New(of(b).Func(options{}), replay.Config{})
	defer m.Close()
	if _, err := m.Step(replay.Task{Now: noon, Level: replay.Level, Events: next}); err != nil {
		t.Fatal(err)
	}
	if !m.Knows("once") {
		t.Error("a signal that the run before has taken would be taken once more")
	}
}

func TestAWorkflowThatReturnsSomethingElsePanics(t *testing.T) {
	for name, returned := range map[string]func(error) error{
		"nothing":       func(error) error { return nil },
		"its own error": func(error) error { return errors.New("sold out") },
		"both":          func(err error) error { return errors.Join(err, errors.New("sold out")) },
	} {
		t.Run(name, func(t *testing.T) {
			b := workflow.New("loop", func(ctx workflow.Context, n int) (string, error) {
				out, err := workflow.ContinueAsNew(ctx, loop, n)
				return out, returned(err)
			})
			w := &world{t: t, bind: of(b), now: noon}
			w.live = w.machine()
			defer w.live.Close()
			w.try(&history.Started{Workflow: "loop", WorkflowID: "order-42", Input: w.encode(1), Level: replay.Level})
			var p *replay.PanicError
			if !errors.As(w.err, &p) || !strings.Contains(p.Error(), "continue_test.go:") || !strings.Contains(p.Error(), "ContinueAsNew") {
				t.Errorf("it ended with %v, want a panic that names the line", w.err)
			}
		})
	}
}

func TestNothingIsDoneAfterContinueAsNew(t *testing.T) {
	b := workflow.New("loop", func(ctx workflow.Context, n int) (string, error) {
		out, err := workflow.ContinueAsNew(ctx, loop, n)
		for _, after := range []error{
			workflow.Sleep(ctx, time.Hour), workflow.Until(ctx, func() bool { return true }),
		} {
			if !errors.Is(after, workflow.ErrContinued) {
				return "", fmt.Errorf("a verb gives %v", after)
			}
		}
		if _, again := workflow.ContinueAsNew(ctx, loop, n); !errors.Is(again, workflow.ErrContinued) {
			return "", fmt.Errorf("it continues twice: %v", again)
		}
		return out, err
	})
	w := begin(t, b, 1)
	w.asked(history.KindRunContinued)
}

func TestWhatCannotContinueGoesOn(t *testing.T) {
	b := workflow.New("loop", func(ctx workflow.Context, n int) (string, error) {
		inner, cancel := workflow.WithCancel(ctx)
		cancel()
		if _, err := workflow.ContinueAsNew(inner, loop, n); !errors.Is(err, workflow.ErrCancelled) {
			return "", fmt.Errorf("under a cancelled context: %v", err)
		}
		if _, err := workflow.ContinueAsNew(ctx, workflow.Define[int, string](""), n); err == nil || errors.Is(err, workflow.ErrContinued) {
			return "", fmt.Errorf("without a name: %v", err)
		}
		if _, err := workflow.ContinueAsNew(ctx, workflow.Define[func(), string]("loop"), func() {}); err == nil {
			return "", errors.New("a function is an input")
		}
		if _, err := workflow.ContinueAsNew[int, string](ctx, nil, n); err == nil {
			return "", errors.New("without a definition")
		}
		return "went on", nil
	})
	if got := result[string](begin(t, b, 1)); got != "went on" {
		t.Error(got)
	}
}

func TestALongHistorySuggestsToContinue(t *testing.T) {
	b := workflow.New("loop", func(ctx workflow.Context, n int) (string, error) {
		for !workflow.ContinueSuggested(ctx) {
			if err := workflow.Sleep(ctx, time.Second); err != nil {
				return "", err
			}
			n++
		}
		return fmt.Sprint(n), nil
	})
	w := &world{t: t, bind: of(b), now: noon}
	w.live = w.machine()
	defer w.live.Close()
	w.step(&history.Started{Workflow: "loop", WorkflowID: "order-42", Input: w.encode(0), Level: replay.Level})
	for !w.live.Done() {
		w.fire()
	}
	// A turn has two events: a timer starts and fires.
	if got := result[string](w); got != fmt.Sprint(history.WarnEvents/2) {
		t.Errorf("after %s turns", got)
	}
	if err := replayed(w.machine(), w.tasks); err != nil {
		t.Error(err)
	}
}
