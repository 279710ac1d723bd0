package cli

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/internal/timeline"
)

// drawTrace draws the timeline: the run first, then its spans in the order in which
// they began.
func (a *app) drawTrace(p *page, t *inspect.Trace, fine bool) {
	a.head(p, t.View)
	if t.Facts.Past.Begin.IsZero() {
		return // not even its start could be read; the error says why
	}
	c := chart{begin: t.Facts.Past.Begin, end: t.Facts.Past.End, width: p.width, fine: fine}
	if c.width <= 0 {
		c.width = 80
	}
	hidden := t.Most > 0 && t.Seen > t.Most
	if hidden {
		c.begin = t.First
	}
	if c.end.IsZero() {
		c.end = latest(t.Facts.Now, t.Facts.Past.Last)
	}
	if hidden {
		p.line(cell{fmt.Sprintf("the last %d of %d that have ended; the axis begins %s after the start; all: %s",
			t.Most, t.Seen, took(c.begin.Sub(t.Facts.Past.Begin)), a.try("run", "trace", t.Facts.Name, "--all")), yellow})
	}
	if t.More > 0 {
		p.line(cell{fmt.Sprintf("%d more are open; all: %s", t.More, a.try("run", "trace", t.Facts.Name, "--all")), yellow})
	}
	p.say("")
	bars := []bar{a.bar(t, t.Run())}
	if len(t.Marks) > 0 {
		bars = append(bars, sideEffects(t, &c))
	}
	for _, s := range t.Spans {
		bars = append(bars, a.bar(t, s))
	}
	c.draw(p, bars)
	p.say("")
	legend(p, &c, bars)
}

// onTerminal reports whether w is one, which can be trusted with more than ASCII.
func onTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func (a *app) bar(t *inspect.Trace, s timeline.Span) bar {
	b := bar{begin: s.Begin, end: s.End, mark: glyphAttempt, outcome: string(s.Outcome), style: styleOf(s.Outcome)}
	end := s.End
	if end.IsZero() {
		end = t.Facts.Now
	}
	b.took = took(max(0, end.Sub(s.Begin)))
	switch s.Kind {
	case inspect.KindRun:
		b.label, b.fill = "run", glyphRun
	case inspect.KindBlocked:
		b.label, b.fill, b.style, b.outcome = "blocked", glyphBlocked, red, s.Name
	case timeline.Activity:
		b.label, b.fill = fmt.Sprintf("%s %d", s.Name, s.Seq), glyphActivity
		a.activityBar(t, s, &b)
	case timeline.Timer:
		b.label, b.fill = fmt.Sprintf("timer %d", s.Seq), glyphTimer
		if s.End.IsZero() {
			b.outcome = a.DueLine(s.Due)
		}
	case timeline.Child:
		b.label, b.fill = fmt.Sprintf("%s %d", s.Name, s.Seq), glyphRun
		if s.End.IsZero() {
			b.outcome = "open as " + s.WorkflowID
		}
	case timeline.Update:
		b.label, b.fill = fmt.Sprintf("update %s %d", s.Name, s.Seq), glyphActivity
		if s.Failure != nil {
			b.below = "error: " + inspect.ErrorLine(a.Failure(withoutDetails(s.Failure)))
		}
	case timeline.Promise:
		b.label, b.fill = fmt.Sprintf("promise %d", s.Seq), glyphActivity
		switch {
		case s.Failure != nil:
			b.below = "error: " + inspect.ErrorLine(a.Failure(withoutDetails(s.Failure)))
		case s.End.IsZero() && !s.Due.IsZero():
			b.outcome = a.DueLine(s.Due)
		}
	case timeline.Signal:
		b.label, b.fill = "signal "+s.Name, glyphSignal
	case timeline.Cancel:
		b.label, b.fill, b.took, b.outcome = "cancel requested", glyphMoment, "", s.Reason
	}
	return b
}

// activity fills in what only an activity has: its attempts.
func (a *app) activityBar(t *inspect.Trace, s timeline.Span, b *bar) {
	n := 0
	for i, x := range s.Attempts {
		n = max(n, x.N)
		if last := i == len(s.Attempts)-1; !x.End.IsZero() && (!last || s.End.IsZero()) {
			b.marks = append(b.marks, x.End)
		}
	}
	switch {
	case s.End.IsZero():
		if x := t.ActivityAt(s.Seq); x != nil {
			switch x.State {
			case inspect.Missing:
				b.outcome = a.ActivityState(*x)
			case inspect.Running: // where, there is no room for
				b.outcome = fmt.Sprintf("attempt %d, running for %s", x.Attempt, inspect.Rounded(inspect.FromSeconds(x.Running)))
			default:
				b.outcome = fmt.Sprintf("attempt %d, %s", x.Attempt, a.ActivityState(*x))
			}
			if x.LastError != nil {
				b.below = "last error: " + inspect.ErrorLine(x.LastError) + inspect.Overlaps(*x)
			}
		}
	case s.Failure != nil:
		b.below = "error: " + inspect.ErrorLine(a.Failure(withoutDetails(s.Failure)))
	}
	if n > 1 && !s.End.IsZero() {
		b.outcome += fmt.Sprintf(", attempt %d", n)
	}
	if s.Reused != (history.RunID{}) {
		b.below = "reused from run " + s.Reused.String()
	}
}

// withoutDetails is what a line has room for.
func withoutDetails(f *history.Failure) *history.Failure {
	return &history.Failure{Kind: f.Kind, Code: f.Code, Message: f.Message}
}

// sideEffects are moments on one line.
func sideEffects(t *inspect.Trace, c *chart) bar {
	b := bar{label: "side effects", fill: glyph{' ', ' '}, mark: glyphMoment, begin: c.begin, end: c.end, outcome: fmt.Sprint(len(t.Marks), " recorded")}
	for _, s := range t.Marks {
		if !s.Begin.Before(c.begin) {
			b.marks = append(b.marks, s.Begin)
		}
	}
	return b
}

func styleOf(o timeline.Outcome) style {
	switch o {
	case timeline.Completed, timeline.Fired, timeline.Received:
		return green
	case timeline.Failed:
		return red
	case timeline.Cancelled, timeline.Dropped, "terminated":
		return yellow
	case timeline.Open:
		return cyan
	}
	return plain
}

// legend explains the signs that are there.
func legend(p *page, c *chart, bars []bar) {
	used := map[glyph]bool{}
	for _, b := range bars {
		used[b.fill] = true
		if len(b.marks) > 0 {
			used[b.mark] = true
		}
		if b.end.IsZero() {
			used[glyphOpen] = true
		}
	}
	text := ""
	for _, g := range []struct {
		glyph
		name string
	}{
		{glyphActivity, "activity"}, {glyphTimer, "timer"}, {glyphSignal, "wait for a signal"}, {glyphBlocked, "blocked"},
		{glyphMoment, "moment"}, {glyphAttempt, "end of an attempt"}, {glyphOpen, "open"},
	} {
		if used[g.glyph] {
			text += fmt.Sprintf("%c %s   ", c.glyph(g.glyph), g.name)
		}
	}
	if text != "" {
		p.line(cell{text[:len(text)-3], dim})
	}
}
