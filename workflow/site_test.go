package workflow_test

import (
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/workflow"
)

// here returns the caller's line.
func here() int {
	_, _, line, _ := runtime.Caller(1)
	return line
}

func TestEveryCommandNamesTheAuthorsLine(t *testing.T) {
	var lines []int
	mark := func(line int) { lines = append(lines, line) }
	w := begin(t, workflow.New("w", func(outer workflow.Context, _ int) (int, error) {
		ctx, cancel := workflow.WithCancel(outer)
		lines = nil
		_, _ = workflow.Execute(ctx, Ship, 1), markHere(mark)
		_, _ = workflow.NewTimer(ctx, time.Hour), markHere(mark)
		_, _ = workflow.SideEffect(ctx, func() (int, error) { mark(here()); return 1, nil })
		func() { cancel(); mark(here()); mark(here()) }() // ends two things
		_, _ = workflow.Receive(outer, Word, workflow.Within(time.Hour+time.Duration(markHere(mark))))
		return 0, nil
	}), 0)
	for i, c := range w.commands() {
		want := fmt.Sprintf("site_test.go:%d", lines[i])
		if !strings.HasSuffix(c.Site, want) || !strings.HasPrefix(c.Site, "workflow_test.TestEveryCommandNamesTheAuthorsLine") {
			t.Errorf("%s: asked for at %q, want %s", c, c.Site, want)
		}
	}
	if n := len(w.commands()); n != 6 {
		t.Errorf("%d commands: %s", n, show(w.commands()))
	}
}

func markHere(mark func(int)) int {
	_, _, line, _ := runtime.Caller(1)
	mark(line)
	return 0
}

func TestAMismatchNamesBothLines(t *testing.T) {
	old := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		if err := workflow.Sleep(ctx, time.Hour); err != nil { // the old line
			return 0, err
		}
		return 1, nil
	})
	changed := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		_, err := workflow.Execute(ctx, Ship, 1).Get(ctx) // the new line
		return 0, err
	})
	w := begin(t, old, 0)
	w.fire()

	w2 := &world{t: t, bind: of(changed)}
	err := replayed(w2.machine(), w.tasks)
	var m *replay.MismatchError
	if !errors.As(err, &m) {
		t.Fatalf("got %v", err)
	}
	if !strings.Contains(m.Recorded.Site, "site_test.go:") || !strings.Contains(m.Asked.Site, "site_test.go:") || m.Recorded.Site == m.Asked.Site {
		t.Errorf("recorded at %q, asked at %q", m.Recorded.Site, m.Asked.Site)
	}
	if n := len(regexp.MustCompile(`site_test\.go:\d+`).FindAllString(m.Error(), -1)); n < 2 {
		t.Errorf("the text shows %d lines:\n%v", n, m)
	}
}

// The mismatch names the line whatever the code asks for instead, also for the verbs with the
// most stack frames of their own.
func TestAMismatchNamesTheLineOfEveryVerb(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		_, err := workflow.Execute(ctx, Ship, 1).Get(ctx)
		return 0, err
	}), 0)
	for name, code := range map[string]func(ctx workflow.Context, _ int) (int, error){
		"sleep": func(ctx workflow.Context, _ int) (int, error) { return 0, workflow.Sleep(ctx, time.Hour) },
		"receive": func(ctx workflow.Context, _ int) (int, error) {
			_, err := workflow.Receive(ctx, Word, workflow.Within(time.Hour))
			return 0, err
		},
		"select": func(ctx workflow.Context, _ int) (int, error) {
			return workflow.Select(ctx, workflow.OnSignal(Word, nil), workflow.After(time.Hour, nil))
		},
		"side effect": func(ctx workflow.Context, _ int) (int, error) {
			return workflow.SideEffect(ctx, func() (int, error) { return 1, nil })
		},
		"in a coroutine": func(ctx workflow.Context, _ int) (int, error) {
			_, err := workflow.Go(ctx, func(ctx workflow.Context) (string, error) {
				return workflow.Receive(ctx, Word, workflow.Within(time.Hour))
			}).Get(ctx)
			return 0, err
		},
	} {
		changed := &world{t: t, bind: of(workflow.New("w", code))}
		var m *replay.MismatchError
		if err := replayed(changed.machine(), w.tasks); !errors.As(err, &m) || m.Asked == nil || !strings.Contains(m.Asked.Site, "site_test.go:") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhatARunWaitsForNamesTheAuthorsLine(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		line := workflow.Go(ctx, func(ctx workflow.Context) (string, error) {
			return workflow.Execute(ctx, Ship, 1).Get(ctx)
		})
		workflow.Go(ctx, func(ctx workflow.Context) (string, error) {
			return workflow.Receive(ctx, Word, workflow.Within(time.Hour))
		})
		workflow.Go(ctx, func(ctx workflow.Context) (int, error) {
			return workflow.Select(ctx, workflow.OnSignal(Word, nil), workflow.OnSignal(Number, nil), workflow.After(time.Hour, nil))
		})
		_, err := line.Get(ctx)
		return 0, err
	}), 0)
	const due = "timer due 2026-03-01T13:00:00Z"
	want := []string{"coroutine 1", "activity ship", "signal word or " + due, "signal word or signal number or " + due}
	waiting := w.live.Waiting()
	if len(waiting) != len(want) {
		t.Fatalf("got %v", waiting)
	}
	for i, got := range waiting {
		if got.For != want[i] || !strings.Contains(got.Site, "site_test.go:") {
			t.Errorf("got %v, want %s", got, want[i])
		}
	}
}
