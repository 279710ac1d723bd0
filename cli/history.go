package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/inspect"
)

func historyCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "history", Usage: "list the events of a run", ArgsUsage: "ID",
		Description: "One event a line: the time of its task, its seq, what it says, and where the workflow asked for it. JSON has payloads, too.",
		Flags: []flags.Flag{
			&flags.Int64Flag{Name: "from", Usage: "only events from this `SEQ` on", Value: 1},
			&flags.BoolFlag{Name: "payloads", Usage: "with payloads, as JSON; -o json and -o jsonl always have them"},
		},
		Action: a.action(listEvents),
	}
}

// listEvents lists the events of a run, row by row as they are read. It also lists what precedes
// something that cannot be read.
func listEvents(ctx context.Context, a *app, c *flags.Command) error {
	from := c.Int64("from")
	if from < 1 {
		return wrongLine("--from must be 1 or more", a.again(c, "from", "1"))
	}
	source, err := a.answers(ctx, c)
	if err != nil {
		return err
	}
	run, err := source.Find(ctx, c.Args().First())
	if err != nil {
		return err
	}
	w := eventWriter{a: a, page: a.page(), payloads: c.Bool("payloads"), all: []inspect.Event{}}
	last, err := source.Events(ctx, run, from, a.output == "table", w.write)
	if err == nil && last < from && a.output == "table" {
		w.page.say("the history ends with event %d", last)
	}
	return errors.Join(w.end(), err)
}

// eventWriter prints events in the requested form. Only a JSON array has to wait for all of them.
type eventWriter struct {
	a        *app
	page     *page
	payloads bool
	all      []inspect.Event
}

func (w *eventWriter) write(e inspect.EventLine, begun time.Time) error {
	switch w.a.output {
	case "table":
		w.text(e, begun)
		return w.page.flush()
	case "jsonl":
		return w.a.encode(e.Event, false)
	}
	w.all = append(w.all, e.Event)
	return nil
}

func (w *eventWriter) end() error {
	if w.a.output == "json" {
		return w.a.encode(w.all, true)
	}
	return w.page.flush()
}

// eventStyles maps the kinds that stand out to their style.
var eventStyles = map[string]style{
	history.KindActivityFailed.String(): red, history.KindAttemptEnded.String(): red, history.KindRunFailed.String(): red,
	history.KindRunCompleted.String(): green,
	history.KindRunCancelled.String(): yellow, history.KindRunTerminated.String(): yellow, history.KindCancelRequested.String(): yellow,
}

func (w *eventWriter) text(j inspect.EventLine, begun time.Time) {
	w.page.line(cell{w.clock(j.Time, begun), dim}, cell{fmt.Sprintf(" %5d ", j.Seq), plain}, cell{j.Line, eventStyles[j.Kind]})
	for _, t := range j.Tried {
		w.page.line(cell{below, plain}, cell{fmt.Sprintf("attempt %d, %s: ", t.Attempt, w.clock(t.At, begun)), dim}, cell{inspect.ErrorLine(t.Failure), plain})
	}
	if !w.payloads {
		return
	}
	if j.Payload != nil {
		w.page.line(cell{below, plain}, cell{compact(j.Payload), cyan})
	}
	for f := j.Failure; f != nil; f = f.Cause {
		if f != j.Failure {
			w.page.line(cell{below + "cause: ", dim}, cell{inspect.ErrorLine(f), plain})
		}
		if f.Stack != "" {
			paragraph(w.page, below, f.Stack)
		}
	}
}

// below is the indent of an event's details.
const below = "        "

// clock formats the time of an event since the start, or as --time says.
func (w *eventWriter) clock(at, begun time.Time) string {
	switch w.a.Times {
	case "utc":
		return at.UTC().Format("2006-01-02 15:04:05.000000Z")
	case "local":
		return at.Local().Format("2006-01-02 15:04:05.000000")
	}
	d := max(0, at.Sub(begun))
	days := ""
	if n := d / (24 * time.Hour); n > 0 {
		days = fmt.Sprintf("%dd ", n)
	}
	return "+" + days + time.Time{}.Add(d%(24*time.Hour)).Format("15:04:05.000")
}
