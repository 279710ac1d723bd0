package workflow_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/workflow"
)

// logged returns a logger whose lines have no time, and the buffer it writes
// to.
func logged(level slog.Level) (options, *bytes.Buffer) {
	var out bytes.Buffer
	drop := func(groups []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey && len(groups) == 0 || a.Key == "run_id" {
			return slog.Attr{}
		}
		return a
	}
	h := slog.NewTextHandler(&out, &slog.HandlerOptions{Level: level, ReplaceAttr: drop})
	return options{Logger: slog.New(h)}, &out
}

func TestALineIsWrittenOnceAndAfterTheCommit(t *testing.T) {
	opts, out := logged(slog.LevelInfo)
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		log := workflow.Logger(ctx).With("step", 1)
		log.Info("before")
		log.Debug("not at this level")
		if err := workflow.Sleep(ctx, time.Minute); err != nil {
			return 0, err
		}
		workflow.Logger(ctx).WithGroup("g").Info("after", "n", 2)
		log.Warn("end")
		return 0, nil
	}), 0, opts)
	if out.Len() > 0 {
		t.Errorf("written before the commit: %s", out)
	}
	w.acknowledge()
	const first = "level=INFO msg=before workflow_id=order-42 workflow=w step=1\n"
	if out.String() != first {
		t.Errorf("got %q", out)
	}
	w.restart()
	w.acknowledge()
	if out.String() != first {
		t.Errorf("written again by a replay: %q", out)
	}
	w.fire()
	w.acknowledge()
	if got := strings.TrimPrefix(out.String(), first); got != "level=INFO msg=after workflow_id=order-42 workflow=w g.n=2\nlevel=WARN msg=end workflow_id=order-42 workflow=w step=1\n" {
		t.Errorf("got %q", got)
	}
}

func TestATaskThatWasNotCommittedLeavesNoLine(t *testing.T) {
	opts, out := logged(slog.LevelInfo)
	begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		workflow.Logger(ctx).Info("never durable")
		return 0, workflow.Sleep(ctx, time.Minute)
	}), 0, opts)
	if out.Len() > 0 {
		t.Errorf("got %q", out)
	}
}

func TestALineShowsValuesAsTheyWere(t *testing.T) {
	type order struct {
		ID    string
		Parts []int
	}
	opts, out := logged(slog.LevelInfo)
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		o := &order{"a", []int{1}}
		m := map[string]int{"k": 1}
		var none *order
		workflow.Logger(ctx).Info("m", "order", o, "map", m, slog.Group("g", "parts", o.Parts), "err", errors.New("bad"), "none", none, "nil", nil)
		o.ID, o.Parts[0], m["k"] = "changed", 9, 9
		return 0, nil
	}), 0, opts)
	w.acknowledge()
	want := `level=INFO msg=m workflow_id=order-42 workflow=w order="&{ID:a Parts:[1]}" map=map[k:1] g.parts=[1] err=bad none=<nil> nil=<nil>` + "\n"
	if out.String() != want {
		t.Errorf("got  %s\nwant %s", out, want)
	}
}

func TestALoggerDoesNotTellAReplay(t *testing.T) {
	opts, _ := logged(slog.LevelInfo)
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) ([]bool, error) {
		log := workflow.Logger(ctx)
		enabled := []bool{log.Enabled(context.Background(), slog.LevelDebug), log.Enabled(context.Background(), slog.LevelInfo)}
		return enabled, workflow.Sleep(ctx, time.Minute)
	}), 0, opts)
	w.restart()
	w.fire()
	if got := result[[]bool](w); got[0] || !got[1] {
		t.Errorf("got %v", got)
	}
}

func TestJSONLinesKeepTheirStructure(t *testing.T) {
	var out bytes.Buffer
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		workflow.Logger(ctx).Info("m", "list", []int{1, 2}, "box", struct{ C chan int }{})
		return 0, nil
	}), 0, options{Logger: slog.New(slog.NewJSONHandler(&out, nil))})
	w.acknowledge()
	if !strings.Contains(out.String(), `"list":[1,2],"box":"{C:\u003cnil\u003e}"`) || !strings.Contains(out.String(), `"run_id":"07000000-`) {
		t.Errorf("got %s", &out)
	}
}

func TestWithoutALoggerLinesGoNowhere(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		workflow.Logger(ctx).Info("m")
		return 1, nil
	}), 0)
	w.acknowledge()
	if result[int](w) != 1 {
		t.Error("no result")
	}
}

func TestAfterCommitIsCalledOnce(t *testing.T) {
	opts, _ := logged(slog.LevelInfo)
	called := 0
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		workflow.AfterCommit(ctx, func() { called++ })
		workflow.AfterCommit(ctx, nil)
		return 0, workflow.Sleep(ctx, time.Minute)
	}), 0, opts)
	if called != 0 {
		t.Error("it was called before the commit")
	}
	w.acknowledge()
	if called != 1 {
		t.Errorf("it was called %d times after the commit", called)
	}
	w.restart()
	w.acknowledge()
	if called != 1 {
		t.Errorf("it was called %d times after a replay", called)
	}
}
