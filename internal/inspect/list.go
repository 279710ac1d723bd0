package inspect

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/rows"
	"github.com/reprise-run/reprise/store"
)

// List is the output of run list with -o json.
type List struct {
	Runs     []ListedRun `json:"runs"`           // [] when there is none
	Next     string      `json:"next,omitempty"` // for --cursor; absent on the last page
	Scanned  int         `json:"scanned"`        // how many runs were examined for the page, at most 10,000
	Complete bool        `json:"complete"`       // there are no others
}

// ListedRun is a run in run list.
type ListedRun struct {
	Run
	Waits []ListedWait `json:"waits,omitempty"`      // the first twenty waits of a parked run, one for each coroutine
	More  bool         `json:"more_waits,omitempty"` // it has more waits
	Since *time.Time   `json:"since,omitempty"`      // when its history last grew: since then it waits or has ended
}

// ListedWait is a wait. The first of On to happen ends it.
type ListedWait struct {
	Wait
	On []WaitsOn `json:"on"` // [] if nothing ends it
}

// WaitsOn is something that ends a wait.
type WaitsOn struct {
	Kind string     `json:"kind,omitempty"` // activity, timer, signal, child, answer, promise, coroutine, condition, cancellation; absent where this version has no word for it
	Name string     `json:"name,omitempty"`
	Due  *time.Time `json:"due,omitempty"` // of a timer
}

// ListedOf returns a run with its waits.
func ListedOf(r store.Run) ListedRun {
	j := ListedRun{Run: RunOf(r), Since: timeOf(r.Last)}
	if r.Status != store.Open || r.Blocked != nil {
		return j
	}
	waits, more := WaitsOf(r)
	j.More = more
	for _, w := range waits {
		v := ListedWait{Wait: Wait{For: w.String(), Site: w.Site}, On: []WaitsOn{}}
		for _, f := range w.For {
			v.On = append(v.On, WaitsOn{f.Kind, f.Name, timeOf(f.Due)})
		}
		j.Waits = append(j.Waits, v)
	}
	return j
}

// ownersGone returns what the runs of silent workers wait for. It returns nothing if the
// store cannot list workers.
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

// takeOver returns what a run waits for whose worker is gone.
func takeOver(w *Owner) string {
	return fmt.Sprintf("another worker to take it over, %s is gone", w)
}

// PageOf returns a page of runs, and what those of silent workers wait for.
func PageOf(ctx context.Context, rt *reprise.Runtime, q reprise.Filter) (page store.Page, gone map[store.RunID]string, err error) {
	found, err := reprise.ListPage(ctx, rt, q)
	if err != nil {
		return page, nil, PageError(err, q.Cursor, func() error {
			q.Cursor, q.Limit = "", 1
			_, err := reprise.ListPage(ctx, rt, q)
			return err
		})
	}
	page.Next, page.Examined = found.Next, found.Examined
	for _, r := range found.Runs {
		page.Runs = append(page.Runs, rows.Of(r))
	}
	gone, err = ownersGone(ctx, rt, page.Runs)
	return page, gone, err
}

// ListOf returns a page for JSON output.
func ListOf(found store.Page, gone map[store.RunID]string) List {
	all := List{Runs: make([]ListedRun, 0, len(found.Runs)), Next: found.Next, Scanned: found.Examined, Complete: found.Next == ""}
	for _, r := range found.Runs {
		j := ListedOf(r)
		j.Waiting = cmp.Or(gone[r.ID], j.Waiting)
		all.Runs = append(all.Runs, j)
	}
	return all
}
