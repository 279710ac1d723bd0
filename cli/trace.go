package cli

import (
	"context"

	flags "github.com/urfave/cli/v3"
)

// lastSpans is how many spans of a long run are shown.
const lastSpans = 50

func traceCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "trace", Usage: "draw the timeline of a run", ArgsUsage: "ID",
		Description: "One bar for each activity, timer and wait for a signal. A history does not record the waits: a signal's bar begins with the task before it.\n" +
			"It does not record each attempt either: for an activity that is retried, the bar shows the first attempt and the line below it the last error.",
		Flags: []flags.Flag{
			&wholeFlag{Name: "last", Usage: "only the last `N` that ended, and what is open; JSON has all unless this is given", Value: lastSpans, Config: bounds{1, 1 << 30}},
			&flags.BoolFlag{Name: "all", Usage: "all of them"},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			n := c.Int("last")
			if c.Bool("all") || a.output != "table" && !c.IsSet("last") {
				n = 0
			}
			from, err := a.answers(ctx, c)
			if err != nil {
				return err
			}
			t, err := from.Timeline(ctx, c.Args().First(), n)
			if err != nil {
				return err
			}
			drawn := trace{Timeline: t, name: c.Args().First(), most: n}
			if err := list(&a.printer, t.Spans, func(p *page) { a.drawTrace(p, &drawn, onTerminal(a.Stdout)) }); err != nil {
				return err
			}
			return t.Err
		},
	}
}
