package testkit_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// load is an item of work: a number, and extra bytes.
type load struct {
	N    int
	Data []byte
}

const oddNumber failure.Code = "odd"

var square = activity.Define[load, int]("square", activity.Policy{Retry: activity.RetryPolicy{NonRetryable: []failure.Code{oddNumber}}})

// squares is the workflow's result: the sum of the results it got, how many items failed, and how many were
// not begun.
type squares struct{ Sum, Failed, Left int }

type mapping struct {
	Items, Bytes, Concurrency, Tolerate int
}

func (m mapping) items() (all []load) {
	for i := range m.Items {
		all = append(all, load{N: i, Data: make([]byte, m.Bytes)})
	}
	return all
}

var mapper = workflow.New("mapper", func(ctx workflow.Context, m mapping) (squares, error) {
	r, err := workflow.Map(ctx, square, m.items(), workflow.Concurrency(m.Concurrency), workflow.Tolerate(m.Tolerate))
	s := squares{Failed: len(r.Failed())}
	for i := range r.Len() {
		n, err := r.At(i)
		if errors.Is(err, workflow.ErrNotBegun) {
			s.Left++
		}
		s.Sum += n
	}
	if errors.Is(err, workflow.ErrCancelled) {
		return s, nil // what it has
	}
	var lacking *workflow.MapError
	if errors.As(err, &lacking) {
		if !errors.Is(err, oddNumber) || lacking.Total != m.Items || len(lacking.Failed) != s.Failed {
			return s, fmt.Errorf("told %w", err)
		}
		return s, nil
	}
	return s, err
})

// mapEnv returns an environment in which odd numbers from failFrom on fail. most is how many items were in
// progress at once.
func mapEnv(tb testing.TB, failFrom int) (env *testkit.Env, most *int) {
	env = testkit.New(tb, mapper)
	var mu sync.Mutex
	now := 0
	most = new(int)
	testkit.Stub(env, square, func(ctx context.Context, l load) (int, error) {
		count := func(n int) {
			mu.Lock()
			defer mu.Unlock()
			now += n
			*most = max(*most, now)
		}
		count(1)
		defer count(-1)
		env.Sleep(time.Second)
		if l.N >= failFrom && l.N%2 == 1 {
			return 0, failure.New(oddNumber, "an odd number")
		}
		return l.N * l.N, nil
	})
	return env, most
}

func TestMap(t *testing.T) {
	type mapCase struct {
		name     string
		in       mapping
		failFrom int
		want     squares
		children int
		most     int
	}
	for _, c := range budget.Some(t, 4, []mapCase{
		{"no items", mapping{0, 0, 10, 0}, 0, squares{}, 0, 0},
		{"in the run", mapping{20, 0, 4, 0}, 20, squares{Sum: 2470}, 0, 4},
		{"in chunks", mapping{600, 0, 300, 0}, 600, squares{Sum: 600 * 599 * 1199 / 6}, 3, 300},
		{"in chunks without a bound", mapping{600, 0, math.MaxInt, 0}, 600, squares{Sum: 600 * 599 * 1199 / 6}, 3, 600},
		{"one chunk after the other", mapping{600, 0, 30, 0}, 600, squares{Sum: 600 * 599 * 1199 / 6}, 3, 30},
		{"chunks by their bytes", mapping{5, 400_000, 2, 0}, 5, squares{Sum: 30}, 2, 2},
		{"large items stay here", mapping{6, 600_000, 3, 0}, 6, squares{Sum: 55}, 0, 3},
		{"a few chunks of larger items", mapping{30, 100_000, 20, 0}, 30, squares{Sum: 30 * 29 * 59 / 6}, 3, 20},
		{"a failure stops it", mapping{20, 0, 1, 0}, 5, squares{Sum: 0 + 1 + 4 + 9 + 16, Failed: 1, Left: 14}, 0, 1},
		{"tolerated failures do not", mapping{20, 0, 4, 8}, 5, squares{Sum: 2470 - 25 - 49 - 81 - 121 - 169 - 225 - 289 - 361, Failed: 8}, 0, 4},
		{"failures of chunks count together", mapping{600, 0, 1, 250}, 0, squares{Sum: 4 * (250 * 251 * 501 / 6), Failed: 251, Left: 98}, 3, 1},
		{"any number may fail", mapping{600, 0, 600, -1}, 0, squares{Sum: 4 * (299 * 300 * 599 / 6), Failed: 300}, 3, 600},
	}...) {
		t.Run(c.name, func(t *testing.T) {
			env, most := mapEnv(t, c.failFrom)
			run := testkit.Start(env, mapper, c.in)
			got, err := run.Result()
			if got != c.want || err != nil {
				t.Errorf("ends with %+v, %v; want %+v", got, err, c.want)
			}
			if n := len(env.Children(run.WorkflowID())); n != c.children {
				t.Errorf("%d children, want %d", n, c.children)
			}
			if *most > c.most || *most < c.most*8/10 {
				t.Errorf("%d items at once, want %d or a few less", *most, c.most)
			}
		})
	}
}

// This Map has a chunk of two items, and one item for which the chunk has no more bytes. The second item
// fails.
func mapInChunks(tb testing.TB) {
	env, _ := mapEnv(tb, 1)
	got, err := testkit.Start(env, mapper, mapping{3, 350_000, 300, 1}).Result()
	if want := (squares{Sum: 0 + 4, Failed: 1}); got != want || err != nil {
		tb.Errorf("ends with %+v, %v; want %+v", got, err, want)
	}
}

func TestMapInCrashes(t *testing.T) { testkit.CrashEverywhere(t, mapInChunks) }
func TestMapReplayed(t *testing.T)  { testkit.ReplayAlways(t, mapInChunks) }
func TestMapExplored(t *testing.T)  { testkit.Explore(t, 10, mapInChunks) }

// When a Map is cancelled, it keeps what has ended, also in its chunks.
func TestACancelledMapKeepsWhatItHas(t *testing.T) {
	for _, in := range []mapping{{20, 0, 1, 0}, {10, 500_000, 1, 0}} {
		env, _ := mapEnv(t, in.Items)
		run := testkit.Start(env, mapper, in)
		env.After(2500*time.Millisecond, func() { env.Cancel(run.WorkflowID(), "enough") })
		got, err := run.Result()
		if got.Sum != 0+1+4 && got.Sum != 0+1 || got.Left < in.Items-4 || err != nil {
			t.Errorf("%+v: ends with %+v, %v", in, got, err)
		}
	}
}

// When somebody else cancels a chunk, the items that it has not begun count as failed: none is dropped
// silently.
func TestAChunkThatSomebodyCancels(t *testing.T) {
	env, _ := mapEnv(t, 600)
	run := testkit.Start(env, mapper, mapping{600, 0, 1, 1})
	env.After(2500*time.Millisecond, func() { env.Cancel(env.Children(run.WorkflowID())[0].WorkflowID, "a mistake") })
	got, err := run.Result()
	if err == nil || !strings.Contains(err.Error(), "this chunk of a Map was cancelled before it reached the item") {
		t.Errorf("ends with %+v, %v", got, err)
	}
}

// A task asks for as many items at once as fit into it.
func TestAMapOfLargeInputsFitsIntoTasks(t *testing.T) {
	env, _ := mapEnv(t, 3000)
	got, err := testkit.Start(env, mapper, mapping{3000, 8000, 3000, 0}).Result()
	if err != nil || got.Failed+got.Left != 0 {
		t.Errorf("ends with %+v, %v", got, err)
	}
}

// When the results of a chunk are too large together, the error names the items.
func TestResultsOfAChunkThatAreTooLarge(t *testing.T) {
	swell := activity.Define[load, []byte]("swell")
	var told string
	w := workflow.New("w", func(ctx workflow.Context, m mapping) (int, error) {
		r, err := workflow.Map(ctx, swell, m.items(), workflow.Concurrency(1), workflow.Tolerate(-1))
		for i := range r.Len() {
			if _, bad := r.At(i); bad != nil {
				told = bad.Error()
			}
		}
		return len(r.Failed()), err
	})
	env := testkit.New(t, w)
	testkit.Stub(env, swell, func(_ context.Context, l load) ([]byte, error) {
		if l.N < 250 {
			return make([]byte, 10_000), nil
		}
		return nil, nil
	})
	if n, err := testkit.Start(env, w, mapping{Items: 300}).Result(); n < 40 || n > 70 || err != nil {
		t.Errorf("%d items of 250 with 2.4 MiB failed, %v", n, err)
	}
	if !strings.Contains(told, "the results of items 0 to 249 have more than 2.0 MiB together: return references, or have large payloads offloaded") {
		t.Errorf("told %q", told)
	}
}

// The options of ForItems apply to each item's activity, in the run and in chunks. Without them a chunk
// passes on what its run has.
func TestOptionsOfItems(t *testing.T) {
	ordered := workflow.New("ordered", func(ctx workflow.Context, m mapping) (int, error) {
		var opts []workflow.MapOption
		if m.Tolerate == 0 {
			opts = append(opts, workflow.ForItems(workflow.Partition("tenant-7")), workflow.ForItems(workflow.Priority(-3)))
		}
		r, err := workflow.Map(ctx, square, m.items(), opts...)
		return r.Len(), err
	})
	for _, c := range []struct {
		in        mapping
		partition string
		priority  int
	}{
		{mapping{Items: 3}, "tenant-7", -3}, {mapping{Items: 260}, "tenant-7", -3},
		{mapping{Items: 3, Tolerate: 1}, "host", 9}, {mapping{Items: 260, Tolerate: 1}, "host", 9},
	} {
		env := testkit.New(t, ordered)
		testkit.Stub(env, square, func(context.Context, load) (int, error) { return 0, nil })
		run := testkit.Start(env, ordered, c.in, reprise.Partition("host"), reprise.Priority(9))
		if n, err := run.Result(); n != c.in.Items || err != nil {
			t.Fatalf("ends with %d, %v", n, err)
		}
		of := []string{run.WorkflowID()}
		for _, child := range env.Children(run.WorkflowID()) {
			of = append(of, child.WorkflowID)
		}
		asked := 0
		for _, id := range of {
			for _, e := range env.History(id) {
				b, ok := e.Body.(*history.ActivityScheduled)
				if !ok {
					continue
				}
				asked++
				if named := c.in.Tolerate == 0; b.Partition != c.partition || named != (b.Priority != nil) || named && *b.Priority != c.priority {
					t.Fatalf("%+v: item %d of %s has partition %q and priority %v", c.in, asked, id, b.Partition, b.Priority)
				}
			}
		}
		if asked != c.in.Items {
			t.Errorf("%d items were asked for, want %d", asked, c.in.Items)
		}
	}
}

func TestAMapThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		name string
		opts []workflow.MapOption
		want string
	}{
		{"concurrency", []workflow.MapOption{workflow.Concurrency(0)}, "workflow: map: the concurrency is 0: use 1 or more"},
		{"tolerate", []workflow.MapOption{workflow.Tolerate(-2)}, "workflow: map: the number of tolerated failures is -2: use 0 or more, or -1 for any number"},
		{"option", []workflow.MapOption{nil}, "workflow: map: option 1 is nil"},
		{"option of items", []workflow.MapOption{workflow.ForItems(nil)}, "workflow: map: ForItems: option 1 is nil"},
		{"priority", []workflow.MapOption{workflow.ForItems(workflow.Priority(1 << 40))}, "workflow: map: ForItems: Priority is 1099511627776, it must be from"},
		{"one key", []workflow.MapOption{workflow.ForItems(workflow.ReuseResult("k", time.Hour))}, "workflow: map: ForItems has ReuseResult, so all items would share its key"},
	} {
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			r, err := workflow.Map(ctx, square, []load{{N: 1}}, c.opts...)
			return r.Len(), err
		})
		env := testkit.New(t, w)
		if _, err := testkit.Start(env, w, 0, reprise.ID(c.name)).Result(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: ends with %v", c.name, err)
		}
	}
}
