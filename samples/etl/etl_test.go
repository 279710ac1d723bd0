package etl_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/samples/etl"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var schedules = flag.Int("schedules", 12, "how many schedules are explored")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// warehouse is where the rows go.
type warehouse struct {
	mu        sync.Mutex
	copied    map[int]int // times, by the first row of a chunk
	published []etl.Report
}

// newWarehouse has chunks that begin with one of the bad rows fail.
func newWarehouse(tb testing.TB, bad ...int) (*testkit.Env, *warehouse) {
	env, w := testkit.New(tb, etl.Table.Bind(etl.Run)), &warehouse{copied: make(map[int]int)}
	testkit.Stub(env, etl.Copy, func(_ context.Context, c etl.Chunk) (int, error) {
		env.Sleep(time.Second)
		for _, row := range bad {
			if c.From == row {
				return 0, failure.New(etl.ErrBadRows, fmt.Sprintf("row %d has no key", row))
			}
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		w.copied[c.From]++
		return c.To - c.From, nil
	})
	testkit.Stub(env, etl.Publish, func(_ context.Context, r etl.Report) (activity.None, error) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.published = append(w.published, r)
		return activity.None{}, nil
	})
	return env, w
}

func TestTenThousandChunksAreCopied(t *testing.T) {
	env, w := newWarehouse(t, 500, 730_000)
	run := testkit.Start(env, etl.Table, etl.Job{Table: "orders", Rows: 1_000_000, ChunkRows: 100, Concurrency: 1000, Tolerate: 10})
	r, err := run.Result()
	if err != nil || r.Chunks != 9_998 || r.Rows != 999_800 || len(r.Failed) != 2 || r.NotBegun != 0 {
		t.Fatalf("copied %d chunks, %d failed, %d not begun, %v", r.Chunks, len(r.Failed), r.NotBegun, err)
	}
	if f := r.Failed[1]; f.Chunk.From != 730_000 || f.Why != "row 730000 has no key" {
		t.Errorf("the report has %+v", f)
	}
	for row, times := range w.copied {
		if times != 1 {
			t.Errorf("the chunk at row %d was copied %d times", row, times)
		}
	}
	events := len(env.History(run.WorkflowID()))
	t.Logf("the run's own history has %d events, and it has %d children", events, len(env.Children(run.WorkflowID())))
	if events > 90 {
		t.Errorf("the history has %d events", events)
	}
}

// few copies three chunks, two of which fail.
func few(tb testing.TB) {
	env, w := newWarehouse(tb, 0, 10)
	_, err := testkit.Start(env, etl.Table, etl.Job{Table: "orders", Rows: 25, ChunkRows: 10, Concurrency: 1, Tolerate: 1}).Result()
	if !errors.Is(err, etl.ErrTooManyFailed) {
		tb.Errorf("ends with %v", err)
	}
	r, ok := failure.DetailsOf[etl.Report](err)
	if !ok || len(r.Failed) != 2 || r.NotBegun != 1 {
		tb.Errorf("the failure's report is %+v", r)
	}
	if len(w.published) == 0 {
		tb.Error("nobody was told")
	}
}

func TestTooManyChunksFail(t *testing.T) {
	few(t)
	t.Run("crashes", func(t *testing.T) { testkit.CrashEverywhere(t, few) })
	t.Run("replay always", func(t *testing.T) { testkit.ReplayAlways(t, few) })
	t.Run("explore", func(t *testing.T) { testkit.Explore(t, *schedules, few) })
}

func TestAJobIsCancelled(t *testing.T) {
	env, w := newWarehouse(t)
	run := testkit.Start(env, etl.Table, etl.Job{Table: "orders", Rows: 1000, ChunkRows: 1, Concurrency: 10})
	env.After(10*time.Second, func() { env.Cancel(run.WorkflowID(), "the wrong table") })
	if _, err := run.Result(); !errors.Is(err, workflow.ErrCancelled) {
		t.Errorf("ends with %v", err)
	}
	if len(w.published) != 1 || w.published[0].Chunks < 90 || w.published[0].NotBegun < 800 {
		t.Errorf("published %+v", w.published)
	}
}
