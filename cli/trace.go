package cli

import (
	"context"
	"slices"
	"time"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise/internal/timeline"
)

// lastSpans is how many spans a person sees of a long run.
const lastSpans = 50

func (a *app) traceCommand() *flags.Command {
	return &flags.Command{
		Name: "trace", Usage: "draw the timeline of a run", ArgsUsage: "ID",
		Description: "One bar for each activity, timer and wait for a signal. A history does not hold the waits: the bar of a signal begins with the task before it.\n" +
			"A history does not tell of each attempt either: of an activity that is tried again and again the bar shows the first one, and the line below it the last error.",
		Flags: []flags.Flag{
			&wholeFlag{Name: "last", Usage: "only the `N` that ended last, and what is open; of JSON all unless this is given", Value: lastSpans, Config: bounds{1, 1 << 30}},
			&flags.BoolFlag{Name: "all", Usage: "all of them"},
		},
		Action: func(ctx context.Context, c *flags.Command) error {
			n := c.Int("last")
			if c.Bool("all") || a.output != "table" && !c.IsSet("last") {
				n = 0
			}
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			t := trace{most: n, fine: onTerminal(a.Stdout)}
			f, err := a.facts(ctx, rt, c.Args().First(), t.ended)
			if err != nil {
				return err
			}
			t.begin(a, f)
			if err := list(a, t.json(a), func(p *page) { a.drawTrace(p, &t) }); err != nil {
				return err
			}
			return f.damage
		},
	}
}

// trace is the timeline of a run: what ended last, and what is open.
type trace struct {
	most  int       // spans that have ended; 0: all
	seen  int       // of these
	more  int       // open ones that are left out
	first time.Time // when the first of those that are kept began
	spans []timeline.Span
	marks []timeline.Span // side effects, which share a line
	fine  bool            // draw with more than ASCII
	facts *facts
	view  *showJSON
}

// ended keeps a span, without what it carries.
func (t *trace) ended(s timeline.Span) {
	s.Input.Data, s.Payload.Data = nil, nil
	if s.Kind == timeline.SideEffect {
		t.marks = t.keep(append(t.marks, s))
		return
	}
	t.seen++
	t.spans = t.keep(append(t.spans, s))
}

// keep forgets the first ones when there are twice as many as wanted.
func (t *trace) keep(spans []timeline.Span) []timeline.Span {
	if t.most > 0 && len(spans) >= 2*t.most {
		spans = append(spans[:0], spans[len(spans)-t.most:]...)
	}
	return spans
}

// begin adds what is open, and puts all in the order in which it began.
func (t *trace) begin(a *app, f *facts) {
	t.facts, t.view = f, a.view(f)
	if t.most > 0 {
		t.spans = t.spans[max(0, len(t.spans)-t.most):]
		t.marks = t.marks[max(0, len(t.marks)-t.most):]
	}
	for i, s := range t.spans {
		if i == 0 || s.Begin.Before(t.first) {
			t.first = s.Begin
		}
	}
	open := f.open
	if t.most > 0 && len(open) > t.most {
		t.more = len(open) - t.most
		open = open[:t.most]
	}
	t.spans = append(t.spans, open...)
	t.spans = append(t.spans, f.present()...)
	slices.SortStableFunc(t.spans, func(x, y timeline.Span) int { return x.Begin.Compare(y.Begin) })
}

// present is what a run does at present of which its history does not know: it waits
// for signals, or is blocked.
func (f *facts) present() (all []timeline.Span) {
	if f.Blocked != nil {
		return []timeline.Span{{Kind: kindBlocked, Name: f.Blocked.Reason, Begin: f.past.Last, Outcome: timeline.Open}}
	}
	for _, w := range f.Waits {
		for _, x := range w.For {
			if x.Kind == "signal" {
				all = append(all, timeline.Span{Kind: timeline.Signal, Name: x.Name, Site: w.Site, Begin: f.past.Last, Outcome: timeline.Open})
			}
		}
	}
	return all
}
