package reprise_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// lines is a log whose lines a test reads.
type lines chan string

func (l lines) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

// until returns the next line that contains all of text.
func (l lines) until(t *testing.T, ctx context.Context, text ...string) string {
	t.Helper()
	var seen strings.Builder
	for {
		select {
		case line := <-l:
			seen.WriteString(line)
			if strings.Count(line, " worker_id=") > 1 {
				t.Errorf("it names the worker twice: %s", line)
			}
			has := true
			for _, s := range text {
				has = has && strings.Contains(line, s)
			}
			if has {
				return line
			}
		case <-ctx.Done():
			t.Fatalf("there is no line with %q:\n%s", text, seen.String())
		}
	}
}

// The log of a worker shows whose work it has taken over, and under which id it continues
// after it was declared dead.
func TestTheLogNamesTheWorkers(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	inside := make(chan struct{}, 2)
	hang := activity.New("hang", func(ctx context.Context, _ int) (int, error) {
		inside <- struct{}{}
		<-ctx.Done()
		return 0, ctx.Err()
	})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, hang, 0).Get(ctx) })
	first, life := process(t, st, quiet(), w, hang)
	if _, err := reprise.Start(ctx, first, w, 0); err != nil {
		t.Fatal(err)
	}
	<-inside
	dead := fmt.Sprint(first.WorkerID())
	life.kill()
	condemn(t, st, first)

	log := make(lines, 1000)
	cfg := quiet()
	cfg.Logger = slog.New(slog.NewTextHandler(log, nil))
	second := startRuntime(t, st, cfg, w, hang)
	before := fmt.Sprint(second.WorkerID())
	log.until(t, ctx, "released the work of dead workers", "owners=["+dead+"]", "worker_id="+before)

	<-inside
	condemnAlive(t, st, second.WorkerID())
	log.until(t, ctx, "the store has declared this worker dead", "worker_id="+before)
	log.until(t, ctx, "lease lost", "worker_id="+before)
	line := log.until(t, ctx, "worker joined again", "before="+before)
	if now := fmt.Sprint(second.WorkerID()); now == before || !strings.Contains(line, "worker_id="+now) {
		t.Errorf("the worker is %s now; it says %s", now, line)
	}
	if got := second.State(); got != reprise.StateReady {
		t.Errorf("it has joined again, and is %s", got)
	}
}
