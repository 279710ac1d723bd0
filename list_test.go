package reprise_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// A list covers all runs, page by page, and ends where the caller or the limit says.
func TestAListGoesThroughAllRuns(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		client, err := reprise.New(st, quiet())
		if err != nil {
			t.Fatal(err)
		}
		const runs = 250 // more than two pages
		var want []string
		for i := range runs {
			id := fmt.Sprintf("run-%03d", i)
			if _, err := reprise.Start(ctx, client, waitSign, "x", reprise.ID(id)); err != nil {
				t.Fatal(err)
			}
			want = append(want, id)
		}
		for _, limit := range []int{0, 1, 100, 249, 250, 251} {
			n := runs
			if limit > 0 {
				n = min(limit, runs)
			}
			var got []string
			for run, err := range reprise.List(ctx, client, reprise.Filter{Limit: limit}) {
				if err != nil {
					t.Fatal(err)
				}
				if run.Workflow != waitSign.Name() || run.Status != reprise.Open || run.Queue != "default" || run.Started.IsZero() || !run.Closed.IsZero() || run.RunID == (reprise.RunID{}) {
					t.Fatalf("the list has %+v", run)
				}
				got = append(got, run.WorkflowID)
			}
			slices.Sort(got) // runs of the same microsecond have no defined order
			if len(got) != n || len(slices.Compact(got)) != n || n == runs && !slices.Equal(got, want) {
				t.Errorf("with a limit of %d the list has %d runs, want %d", limit, len(got), n)
			}
		}
		for run, err := range reprise.List(ctx, client, reprise.Filter{Cursor: "of somebody else"}) {
			if err == nil {
				t.Errorf("a cursor that no page has ended with lists %+v", run)
			}
		}
		for range reprise.List(ctx, client, reprise.Filter{}) {
			break
		}
	})
}

// vast is a store with endless pages of a thousand runs, none of which matches.
type vast struct {
	store.Store
	pages int
}

func (v *vast) Runs(context.Context, store.Query) (store.Page, error) {
	v.pages++
	return store.Page{Next: fmt.Sprint(v.pages), Examined: 1000}, nil
}

// A count by something without an index does not examine all runs, and reports that there may be more.
func TestACountHasABound(t *testing.T) {
	for limit, pages := range map[int]int{0: 10, 5: 10, 10_000: 10, 10_001: 11, 20_000: 20} {
		st := &vast{Store: newMemory()}
		client, err := reprise.New(st, quiet())
		if err != nil {
			t.Fatal(err)
		}
		n, more, err := reprise.Count(bounded(t), client, reprise.Filter{Waiting: "signal:approve", Limit: limit})
		if n != 0 || !more || err != nil || st.pages != pages {
			t.Errorf("with Limit %d it counts %d, more: %t, %v, after %d pages; want none, more, after %d", limit, n, more, err, st.pages, pages)
		}
	}
}
