package inspect

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/rows"
	"github.com/reprise-run/reprise/store"
)

// List is run list with -o json.
type List struct {
	Runs []Run  `json:"runs"`           // [] when there is none
	Next string `json:"next,omitempty"` // for --cursor; absent on the last page
}

// ownersGone says of the runs whose worker is silent what they wait for. A store that
// cannot tell has none.
func ownersGone(ctx context.Context, rt *reprise.Runtime, runs []store.Run) (map[store.RunID]string, error) {
	atWork := func(r store.Run) bool {
		return r.Status == store.Open && r.Waiting == "" && r.Owner != (store.WorkerID{})
	}
	look, ok := rt.Store().(store.Inspector)
	if !ok || !slices.ContainsFunc(runs, atWork) {
		return nil, nil
	}
	all, err := look.Workers(ctx)
	if err != nil {
		return nil, err
	}
	f, gone := Facts{Workers: all, Counted: true}, map[store.RunID]string{}
	for _, r := range runs {
		if w := f.Worker(r.Owner); atWork(r) && w.gone() {
			gone[r.ID] = takeOver(w)
		}
	}
	return gone, nil
}

// takeOver is what a run waits for whose worker is gone.
func takeOver(w *Owner) string {
	return fmt.Sprintf("another worker to take it over, %s is gone", w)
}

// PageOf is a page of runs, and what those of them wait for whose worker is silent.
func PageOf(ctx context.Context, rt *reprise.Runtime, q reprise.Filter) (page store.Page, gone map[store.RunID]string, err error) {
	found, err := reprise.ListPage(ctx, rt, q)
	if err != nil {
		return page, nil, err
	}
	page.Next = found.Next
	for _, r := range found.Runs {
		page.Runs = append(page.Runs, rows.Of(r))
	}
	gone, err = ownersGone(ctx, rt, page.Runs)
	return page, gone, err
}

// ListOf is a page as JSON.
func ListOf(found store.Page, gone map[store.RunID]string) List {
	all := List{Runs: make([]Run, 0, len(found.Runs)), Next: found.Next}
	for _, r := range found.Runs {
		j := runOf(r)
		j.Waiting = cmp.Or(gone[r.ID], j.Waiting)
		all.Runs = append(all.Runs, j)
	}
	return all
}
