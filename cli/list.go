package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/internal/waits"
	"github.com/reprise-run/reprise/store"
)

func listCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "list", Usage: "list runs, newest first",
		Flags: []flags.Flag{
			&flags.StringSliceFlag{Name: "status", Usage: "only with this `STATUS`: " + statusNames() + "; several with commas"},
			&flags.StringFlag{Name: "workflow", Usage: "only of the workflow with this `NAME`"},
			&flags.StringFlag{Name: "id", Usage: "only with this workflow `ID`"},
			&flags.StringFlag{Name: "prefix", Usage: "only runs whose workflow id begins with this `TEXT`"},
			&flags.StringFlag{Name: "waiting", Usage: "only runs that wait for this `THING`: a kind, as timer, or a kind and a name, as signal:approve"},
			&timeFlag{Name: "since-over", Usage: "only runs whose last step was longer ago than this `TIME`, as in 1h", HideDefault: true},
			&flags.StringFlag{Name: "where", Usage: "only runs that match this `FILTER`, as customer = \"c-1\" and started > -24h"},
			&flags.BoolFlag{Name: "blocked", Usage: "only blocked runs, with the reason"},
			&wholeFlag{Name: "limit", Usage: fmt.Sprintf("at most `N` runs, up to %d", store.MaxPage), Value: 100, Config: bounds{1, store.MaxPage}},
			&flags.StringFlag{Name: "cursor", Usage: "continue after a page, as its last `LINE` says"},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			q, err := filterOf(a, c)
			if err != nil {
				return err
			}
			from, err := a.answers(ctx, c)
			if err != nil {
				return err
			}
			if c.IsSet("since-over") {
				q.SinceBefore = a.AsOf.Add(-c.Duration("since-over"))
			}
			found, err := from.List(ctx, q)
			if err != nil {
				return a.unlisted(c, err)
			}
			return printRuns(a, c, found)
		},
	}
}

// unlisted says why there is no page.
func (a *advice) unlisted(c *flags.Command, err error) error {
	var wrong *reprise.FilterError
	if errors.As(err, &wrong) {
		return wrongLine(own(err, wrong).Error()+"\n  "+wrong.Text+"\n  "+strings.Repeat(" ", utf8.RuneCountInString(wrong.Text[:wrong.Pos]))+"^", a.again(c, "where", `customer = "c-1" and started > -24h`))
	}
	return a.noPage(c, err)
}

// noPage returns err, or what is wrong with --cursor.
func (a *advice) noPage(c *flags.Command, err error) error {
	var cursor *inspect.CursorError
	if errors.As(err, &cursor) {
		return wrongLine(fmt.Sprintf("--cursor takes the cursor of the previous page, not %q", c.String("cursor")), a.again(c, "cursor", ""))
	}
	return err
}

func filterOf(a *app, c *flags.Command) (reprise.Filter, error) {
	q := reprise.Filter{
		Workflow: c.String("workflow"), WorkflowID: c.String("id"), Prefix: c.String("prefix"), Waiting: c.String("waiting"), Blocked: c.Bool("blocked"),
		Where: c.String("where"), Limit: c.Int("limit"), Cursor: c.String("cursor"),
	}
	if _, ok := waits.Asked(q.Waiting); q.Waiting != "" && !ok {
		return q, wrongLine(fmt.Sprintf("--waiting takes %s, not %q", waits.WantAsked, q.Waiting), a.again(c, "waiting", "timer"))
	}
	for _, name := range c.StringSlice("status") {
		at := slices.IndexFunc(statuses, func(s store.Status) bool { return s.String() == name })
		if name == "blocked" { // a table shows it in the status column
			return q, wrongLine("blocked is not a status; a blocked run is open and parked: --blocked lists these", a.blockedOnly(c))
		}
		if at < 0 {
			return q, wrongLine(fmt.Sprintf("unknown status %q: use %s, or --blocked", name, statusNames()), a.again(c, "status", "open"))
		}
		q.Status = append(q.Status, reprise.Status(name))
	}
	return q, nil
}

// blockedOnly returns the typed line with --blocked instead of --status.
func (a *advice) blockedOnly(c *flags.Command) string {
	words := append(path(c), given(c, "status")...)
	if !c.Bool("blocked") {
		words = append(words, "--blocked")
	}
	return a.try(append(words, a.formed()...)...)
}

var statuses = []store.Status{store.Open, store.Completed, store.Failed, store.Cancelled, store.Terminated, store.Continued}

func statusNames() string {
	names := make([]string, len(statuses))
	for i, s := range statuses {
		names[i] = s.String()
	}
	return strings.Join(names, ", ")
}

func printRuns(a *app, c *flags.Command, found inspect.List) error {
	if a.output != "jsonl" {
		return a.show(found, func(p *page) { runTable(a, p, c, found) })
	}
	if err := list(&a.printer, found.Runs, nil); err != nil || found.Next == "" {
		return err
	}
	_, err := fmt.Fprintf(a.Stderr, "more: %s\n", a.again(c, "cursor", found.Next))
	return err
}
