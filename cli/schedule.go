package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
)

// scheduleDoneJSON is the result of schedule pause, resume, trigger, backfill and delete.
type scheduleDoneJSON struct {
	ID    string `json:"id"`
	Done  string `json:"done"` // paused, resumed, triggered, backfilled, deleted
	RunID string `json:"run_id,omitempty"`
	Runs  *int   `json:"runs,omitempty"` // number of started runs
}

func scheduleCommands(a *app) []*flags.Command {
	return []*flags.Command{
		{
			Name: "list", Usage: "list the schedules", Description: "Those of the namespace, by id. Go code declares them, and a worker puts them when it starts.",
			Action: a.action(listSchedules),
		},
		{
			Name: "show", Usage: "show a schedule: its times, its last runs, and what was not fired and why", ArgsUsage: "ID",
			Action: func(ctx context.Context, c *flags.Command) error { return showSchedule(ctx, a, c, a.scheduleText) },
		},
		{
			Name: "next", Usage: "show the next ten times of a schedule", ArgsUsage: "ID", Description: "In the zone of this machine with --time local.",
			Action: func(ctx context.Context, c *flags.Command) error { return showSchedule(ctx, a, c, a.nextText) },
		},
		scheduleCommand(a, "pause", "pause a schedule", "ID", "Open runs continue. It stays paused when a worker starts. The first reason is kept.", nil,
			changeSchedule(a, "pause", "paused")),
		scheduleCommand(a, "resume", "resume a paused schedule", "ID", "Times that have passed are not fired: schedule backfill makes up for them.", nil,
			changeSchedule(a, "resume", "resumed")),
		scheduleCommand(a, "trigger", "start a run of a schedule now", "ID", "It starts even if the schedule is paused or a run is open. Its headers say who did it and why.", nil,
			changeSchedule(a, "trigger", "triggered")),
		backfillCommand(a),
		{
			Name: "delete", Usage: "remove a schedule and its log", ArgsUsage: "ID", Description: "Its runs stay. A worker that declares it puts it again when it starts. On a terminal you are asked first.",
			Flags:  []flags.Flag{&flags.BoolFlag{Name: "yes", Aliases: []string{"y"}, Usage: "do not ask"}},
			Action: a.action(deleteSchedule),
		},
	}
}

// scheduleCommand returns a command about a schedule that is recorded with who did it and why.
func scheduleCommand(a *app, name, usage, args, description string, more []flags.Flag, do func(context.Context, *flags.Command, string, reprise.By) (scheduleDoneJSON, error)) *flags.Command {
	return &flags.Command{
		Name: name, Usage: usage, ArgsUsage: args, Flags: slices.Concat(more, recorded()), Description: description,
		Action: func(ctx context.Context, c *flags.Command) error {
			who, err := a.who(c)
			if err != nil {
				return err
			}
			v, err := do(ctx, c, c.Args().First(), who)
			if err != nil {
				return a.noSchedule(err)
			}
			v.ID = c.Args().First()
			return scheduleDone(a, v)
		},
	}
}

// changeSchedule runs a verb.
func changeSchedule(a *app, verb, done string) func(context.Context, *flags.Command, string, reprise.By) (scheduleDoneJSON, error) {
	return func(ctx context.Context, c *flags.Command, id string, who reprise.By) (scheduleDoneJSON, error) {
		from, err := a.answers(ctx, c)
		if err != nil {
			return scheduleDoneJSON{}, err
		}
		run, err := from.ChangeSchedule(ctx, verb, id, who)
		return scheduleDoneJSON{Done: done, RunID: run}, err
	}
}

func scheduleDone(a *app, v scheduleDoneJSON) error {
	return a.show(v, func(p *page) {
		switch {
		case v.RunID != "":
			p.say("%s: %s, as run %s", v.ID, v.Done, v.RunID)
			a.next(p, "run", "show", v.RunID)
		case v.Runs != nil:
			p.say("%s: %s, %s started", v.ID, v.Done, inspect.Count(*v.Runs, "run"))
		default:
			p.say("%s: %s", v.ID, v.Done)
		}
		if v.Done != "deleted" && v.RunID == "" {
			a.next(p, "schedule", "show", v.ID)
		}
	})
}

// noSchedule returns err with a command to try.
func (a *advice) noSchedule(err error) error {
	if errors.Is(err, reprise.ErrNoSchedule) {
		return &exitError{codeFailed, err, a.try("schedule", "list")}
	}
	return err
}

func backfillCommand(a *app) *flags.Command {
	from, to := "", ""
	moment := func(c string, text string) (time.Time, error) {
		t, err := time.Parse(time.RFC3339, text)
		if err != nil {
			return t, wrongLine(fmt.Sprintf("--%s is %q: write a time such as 2026-11-23T06:00:00Z or 2026-11-23T07:00:00+01:00", c, text), a.line("schedule", "backfill", "--help"))
		}
		return t, nil
	}
	return scheduleCommand(a, "backfill", "start the runs of a schedule for a past span of time", "ID",
		"One for each time from --from up to, but not including, --to that has none. They start at once, even if a run is open, and\ntheir headers say who did it and why.",
		[]flags.Flag{
			&flags.StringFlag{Name: "from", Usage: "the first `TIME`, as 2026-11-23T06:00:00Z; required", Destination: &from},
			&flags.StringFlag{Name: "to", Usage: "the end: a `TIME` that is itself not included; required", Destination: &to},
		},
		func(ctx context.Context, c *flags.Command, id string, who reprise.By) (v scheduleDoneJSON, err error) {
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return v, err
			}
			first, err := moment("from", from)
			if err != nil {
				return v, err
			}
			end, err := moment("to", to)
			if err != nil {
				return v, err
			}
			n, err := reprise.Backfill(ctx, rt, id, first, end, who)
			return scheduleDoneJSON{Done: "backfilled", Runs: &n}, err
		})
}

func deleteSchedule(ctx context.Context, a *app, c *flags.Command) error {
	rt, err := a.runtime(ctx, c)
	if err != nil {
		return err
	}
	id := c.Args().First()
	if _, err := reprise.DescribeSchedule(ctx, rt, id); err != nil {
		return a.noSchedule(err)
	}
	if err := a.sure(c, fmt.Sprintf("Delete the schedule %s and its log?", id)); err != nil {
		return err
	}
	if err := reprise.DeleteSchedule(ctx, rt, id); err != nil {
		return a.noSchedule(err)
	}
	return scheduleDone(a, scheduleDoneJSON{ID: id, Done: "deleted"})
}

func listSchedules(ctx context.Context, a *app, c *flags.Command) error {
	from, err := a.answers(ctx, c)
	if err != nil {
		return err
	}
	all, err := from.Schedules(ctx)
	if err != nil {
		return err
	}
	return list(&a.printer, all, func(p *page) {
		if len(all) == 0 {
			p.say("no schedules: a worker that declares one puts it when it starts")
			return
		}
		var rows [][]cell
		for i := range all {
			v := &all[i]
			state, next := cell{"active", green}, "-"
			switch {
			case v.Paused != nil:
				state = cell{"paused", yellow}
			case len(v.Next) == 0:
				state = cell{"over", plain}
			case v.Overdue(a.AsOf):
				state, next = cell{"overdue", red}, a.When(v.Next[0])
			default:
				next = a.When(v.Next[0])
			}
			rows = append(rows, []cell{{v.ID, bold}, state, {next, plain}, {v.Times, plain}, {v.Workflow, plain}, {fmt.Sprint(v.Fired), plain}, {fmt.Sprint(v.Skipped), plain}})
		}
		p.table([]string{"SCHEDULE", "STATE", "NEXT", "TIMES", "WORKFLOW", "FIRED", "SKIPPED"}, rows)
	})
}

func showSchedule(ctx context.Context, a *app, c *flags.Command, text func(*page, *inspect.Schedule)) error {
	from, err := a.answers(ctx, c)
	if err != nil {
		return err
	}
	v, err := from.Schedule(ctx, c.Args().First())
	if err != nil {
		return a.noSchedule(err)
	}
	return a.show(v, func(p *page) { text(p, &v) })
}

func (ts *texts) nextText(p *page, v *inspect.Schedule) {
	var rows [][]cell
	for _, t := range v.Next {
		rows = append(rows, []cell{{t.UTC().Format(time.RFC3339), plain}, {ts.When(t), plain}})
	}
	if len(rows) == 0 {
		p.say("no time is left")
		return
	}
	p.table([]string{"NOMINAL", "WHEN"}, rows)
}

func (ts *texts) scheduleText(p *page, v *inspect.Schedule) {
	p.line(cell{v.ID, bold}, cell{"  " + v.Times + ", workflow " + v.Workflow, plain})
	if v.Paused != nil {
		p.line(cell{noteText(v.Paused, "paused"), yellow}, cell{", " + ts.When(v.Paused.At), plain})
	}
	if v.Overdue(ts.AsOf) {
		p.line(cell{fmt.Sprintf("! it is overdue, and no worker has fired it: does a live one bind workflow %q?", v.Workflow), yellow})
	}
	p.say("policy     overlap %s, catch-up %s", v.Overlap, v.CatchUp)
	if v.Waiting != nil {
		p.say("waiting    %s, for the end of the last run", v.Waiting.UTC().Format(time.RFC3339))
	}
	if len(v.Next) > 0 && v.Paused == nil {
		p.say("next       %s, %s", v.Next[0].UTC().Format(time.RFC3339), ts.When(v.Next[0]))
	}
	p.say("fired      %d, skipped %d", v.Fired, v.Skipped)
	for _, r := range v.Last {
		p.say("  fired    %s  run %s", r.Nominal.UTC().Format(time.RFC3339), r.RunID)
	}
	for _, k := range v.Skips {
		span := k.Nominal.UTC().Format(time.RFC3339)
		if k.Until != nil {
			span += fmt.Sprintf(" to %s, %d times", k.Until.UTC().Format(time.RFC3339), k.Count)
		}
		p.say("  skipped  %s  %s %s", span, k.Reason, k.Text)
	}
	if v.Paused != nil {
		ts.next(p, "schedule", "resume", v.ID, "--reason", "WHY")
	}
}
