package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// listJSON is run list with -o json.
type listJSON struct {
	Runs []runJSON `json:"runs"`           // [] when there is none
	Next string    `json:"next,omitempty"` // for --cursor; absent on the last page
}

func (a *app) listCommand() *flags.Command {
	return &flags.Command{
		Name: "list", Usage: "list runs, newest first",
		Flags: []flags.Flag{
			&flags.StringSliceFlag{Name: "status", Usage: "only with this `STATUS`: " + statusNames() + "; several with commas"},
			&flags.StringFlag{Name: "workflow", Usage: "only of the workflow with this `NAME`"},
			&flags.StringFlag{Name: "id", Usage: "only with this workflow `ID`"},
			&flags.BoolFlag{Name: "blocked", Usage: "only what is blocked, with the reason"},
			&flags.IntFlag{Name: "limit", Usage: fmt.Sprintf("at most `N` runs, up to %d", store.MaxPage), Value: 100},
			&flags.StringFlag{Name: "cursor", Usage: "go on after a page, as its last `LINE` says"},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			q, err := a.query(c)
			if err != nil {
				return err
			}
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			found, err := reprise.List(ctx, rt, q)
			if err != nil && q.Cursor != "" && !errors.Is(err, store.ErrTransient) {
				return a.usage(err.Error(), "%s", a.again(c, "cursor", ""))
			}
			if err != nil {
				return err
			}
			return a.listed(c, rt, found)
		},
	}
}

func (a *app) query(c *flags.Command) (reprise.Query, error) {
	q := reprise.Query{
		Workflow: c.String("workflow"), WorkflowID: c.String("id"), Blocked: c.Bool("blocked"),
		Limit: c.Int("limit"), Cursor: c.String("cursor"),
	}
	if q.Limit < 1 || q.Limit > store.MaxPage {
		return q, a.usage(fmt.Sprintf("--limit must be 1 to %d", store.MaxPage), "%s", a.again(c, "limit", strconv.Itoa(store.MaxPage)))
	}
	for _, name := range c.StringSlice("status") {
		at := slices.IndexFunc(statuses, func(s store.Status) bool { return s.String() == name })
		if at < 0 {
			return q, a.usage(fmt.Sprintf("there is no status %q: use %s, or --blocked", name, statusNames()), "%s", a.again(c, "status", "open"))
		}
		q.Status = append(q.Status, statuses[at])
	}
	return q, nil
}

var statuses = []store.Status{store.Open, store.Completed, store.Failed, store.Cancelled, store.Terminated, store.Continued}

func statusNames() string {
	names := make([]string, len(statuses))
	for i, s := range statuses {
		names[i] = s.String()
	}
	return strings.Join(names, ", ")
}

func (a *app) listed(c *flags.Command, rt *reprise.Runtime, found reprise.Page) error {
	if a.output == "table" {
		return a.show(nil, func(p *page) { a.runTable(p, c, rt, found) })
	}
	runs := make([]runJSON, 0, len(found.Runs))
	for _, r := range found.Runs {
		runs = append(runs, runOf(r))
	}
	if a.output == "json" {
		return a.show(listJSON{runs, found.Next}, nil)
	}
	if err := list(a, runs, nil); err != nil || found.Next == "" {
		return err
	}
	_, err := fmt.Fprintf(a.Stderr, "more: %s\n", a.again(c, "cursor", found.Next))
	return err
}
