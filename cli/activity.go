package cli

import (
	"cmp"
	"context"
	"fmt"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

func activitiesCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "list", Usage: "list activities of all runs, the longest ready first",
		Description: "It lists activities that have a row: one that begins without waiting has none until it fails. Without --state it lists\nthose that failed and wait for their next attempt. It examines 10,000 at most.",
		Flags: []flags.Flag{
			&flags.StringFlag{Name: "state", Usage: "only in this `STATE`: retrying, running, ready", Value: string(reprise.ActivityRetrying)},
			&flags.StringFlag{Name: "queue", Usage: "only of the queue `NAME`"},
			&flags.StringFlag{Name: "name", Usage: "only of the activity with this `NAME`"},
			&flags.StringFlag{Name: "workflow", Usage: "only of runs of the workflow with this `NAME`"},
			&flags.BoolFlag{Name: "groups", Usage: "group activities that fail alike, and count them"},
			&wholeFlag{Name: "limit", Usage: fmt.Sprintf("at most `N` activities, up to %d", store.MaxPage), Value: 100, Config: bounds{1, store.MaxPage}},
			&flags.StringFlag{Name: "cursor", Usage: "continue after a page, as its last `LINE` says"},
		},
		Action: a.action(listActivities),
	}
}

func listActivities(ctx context.Context, a *app, c *flags.Command) error {
	q := reprise.ActivityFilter{Status: reprise.ActivityStatus(c.String("state")), Queue: c.String("queue"), Name: c.String("name"), Workflow: c.String("workflow"), Limit: c.Int("limit"), Cursor: c.String("cursor")}
	switch q.Status {
	case reprise.ActivityRetrying, reprise.ActivityRunning, reprise.ActivityReady:
	default:
		return wrongLine(fmt.Sprintf("unknown state %q of activities: use retrying, running or ready", c.String("state")), a.again(c, "state", "retrying"))
	}
	from, err := a.answers(ctx, c)
	if err != nil {
		return err
	}
	if c.Bool("groups") {
		q.Cursor = ""
		all, err := from.GroupActivities(ctx, q)
		if err != nil {
			return err
		}
		if a.output == "json" {
			return a.show(all, nil)
		}
		return list(&a.printer, all.Groups, func(p *page) { a.groupTable(p, all) })
	}
	found, err := from.ListActivities(ctx, q)
	if err != nil {
		return a.noPage(c, err)
	}
	if a.output == "json" {
		return a.show(found, nil)
	}
	if err := list(&a.printer, found.Activities, func(p *page) { a.activityTable(p, c, found) }); err != nil || found.Next == "" || a.output == "table" {
		return err
	}
	_, err = fmt.Fprintf(a.Stderr, "more: %s\n", a.again(c, "cursor", found.Next))
	return err
}

func (ts *texts) activityTable(p *page, c *flags.Command, found inspect.ActivityList) {
	if len(found.Activities) == 0 {
		p.say("no activity matches; %d were examined", found.Scanned)
	} else {
		var rows [][]cell
		for _, x := range found.Activities {
			last := ""
			if x.LastError != nil {
				last = inspect.ErrorLine(x.LastError)
			}
			rows = append(rows, []cell{{x.ID, bold}, {x.Name, plain}, {x.Queue, plain}, {fmt.Sprint(x.Attempt), plain}, {ts.ActivityState(x.Activity), plain}, {last, plain}})
		}
		p.table([]string{"ID", "ACTIVITY", "QUEUE", "ATTEMPT", "STATE", "LAST ERROR"}, rows)
	}
	if found.Next != "" {
		p.line(cell{"more: ", dim}, cell{ts.again(c, "cursor", found.Next), plain})
	}
}

func (ts *texts) groupTable(p *page, all inspect.ActivityGroups) {
	if len(all.Groups) == 0 {
		p.say("no activity matches; %d were examined", all.Scanned)
	} else {
		var rows [][]cell
		for _, g := range all.Groups {
			next := ""
			if g.Next != nil {
				next = ts.When(*g.Next)
			}
			failed := cmp.Or(g.Message, string(g.Code))
			if g.Code != "" && g.Message != "" && string(g.Code) != g.Message {
				failed += fmt.Sprintf(" (code %s)", g.Code)
			}
			rows = append(rows, []cell{{g.Name, bold}, {g.Queue, plain}, {fmt.Sprint(g.Count), plain}, {fmt.Sprint(g.Runs), plain}, {ts.When(g.Oldest), plain}, {next, plain}, {fmt.Sprint(g.Worst), plain}, {failed, plain}})
		}
		p.table([]string{"ACTIVITY", "QUEUE", "COUNT", "RUNS", "OLDEST", "NEXT", "ATTEMPT", "LAST ERROR"}, rows)
		ts.next(p, "run", "show", all.Groups[0].Example)
	}
	if !all.Complete {
		p.say("these are from the first %d; there are more", all.Scanned)
	}
}
