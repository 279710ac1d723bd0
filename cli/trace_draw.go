package cli

import (
	"fmt"
	"os"
	"slices"
	"time"

	"golang.org/x/term"

	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/internal/timeline"
)

// trace is a timeline to draw.
type trace struct {
	*inspect.Timeline
	name string // by which the run was requested
	most int    // spans that have ended; 0: all
}

// drawTrace draws the timeline: the run first, then its spans in the order in which they began.
func (ts *texts) drawTrace(p *page, t *trace, fine bool) {
	ts.head(p, t.Shown)
	run := t.Spans[0]
	if run.Begin.IsZero() {
		return // not even its start could be read; the error says why
	}
	c := chart{begin: run.Begin, end: ofTime(run.End), width: p.width, fine: fine}
	if c.width <= 0 {
		c.width = 80
	}
	spans, marks := t.Spans[1:], []inspect.Span(nil)
	at := slices.IndexFunc(spans, func(s inspect.Span) bool { return s.Kind == string(timeline.SideEffect) })
	if at >= 0 { // they share one line
		spans, marks = spans[:at], spans[at:]
	}
	hidden := t.most > 0 && t.Ended > t.most
	if hidden {
		c.begin = firstEnded(spans)
	}
	if c.end.IsZero() {
		c.end = latest(ts.AsOf, ofTime(t.Shown.Since))
	}
	if hidden {
		p.line(cell{fmt.Sprintf("the last %d of %d that have ended; the axis begins %s after the start; all: %s",
			t.most, t.Ended, took(c.begin.Sub(run.Begin)), ts.try("run", "trace", t.name, "--all")), yellow})
	}
	if t.More > 0 {
		p.line(cell{fmt.Sprintf("%d more are open; all: %s", t.More, ts.try("run", "trace", t.name, "--all")), yellow})
	}
	p.say("")
	bars := []bar{ts.bar(t, run)}
	if len(marks) > 0 {
		bars = append(bars, sideEffects(marks, &c))
	}
	for _, s := range spans {
		bars = append(bars, ts.bar(t, s))
	}
	c.draw(p, bars)
	p.say("")
	legend(p, &c, bars)
}

// firstEnded returns when the first of the ended spans began.
func firstEnded(spans []inspect.Span) (first time.Time) {
	for _, s := range spans {
		if s.End != nil && (first.IsZero() || s.Begin.Before(first)) {
			first = s.Begin
		}
	}
	return first
}

// ofTime returns the zero time for nil.
func ofTime(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

// onTerminal reports whether w is a terminal, which can show more than ASCII.
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

func (ts *texts) bar(t *trace, s inspect.Span) bar {
	b := bar{begin: s.Begin, end: ofTime(s.End), mark: glyphAttempt, outcome: s.Outcome, style: styleOf(s.Outcome)}
	b.took = took(max(0, inspect.FromSeconds(s.Seconds)))
	switch timeline.Kind(s.Kind) {
	case inspect.KindRun:
		b.label, b.fill = "run", glyphRun
	case inspect.KindBlocked:
		b.label, b.fill, b.style, b.outcome = "blocked", glyphBlocked, red, s.Name
	case timeline.Activity:
		b.label, b.fill = fmt.Sprintf("%s %d", s.Name, s.Seq), glyphActivity
		ts.activityBar(t, s, &b)
	case timeline.Timer:
		b.label, b.fill = fmt.Sprintf("timer %d", s.Seq), glyphTimer
		if s.End == nil {
			b.outcome = ts.DueLine(ofTime(s.Due))
		}
	case timeline.Child:
		b.label, b.fill = fmt.Sprintf("%s %d", s.Name, s.Seq), glyphRun
		if s.End == nil {
			b.outcome = "open as " + s.ID
		}
	case timeline.Update:
		b.label, b.fill = fmt.Sprintf("update %s %d", s.Name, s.Seq), glyphActivity
		if s.Failure != nil {
			b.below = "error: " + inspect.ErrorLine(s.Failure)
		}
	case timeline.Promise:
		b.label, b.fill = fmt.Sprintf("promise %d", s.Seq), glyphActivity
		switch {
		case s.Failure != nil:
			b.below = "error: " + inspect.ErrorLine(s.Failure)
		case s.End == nil && s.Due != nil:
			b.outcome = ts.DueLine(*s.Due)
		}
	case timeline.Signal:
		b.label, b.fill = "signal "+s.Name, glyphSignal
	case timeline.Cancel:
		b.label, b.fill, b.took, b.outcome = "cancel requested", glyphMoment, "", s.Reason
	}
	return b
}

// activityBar fills in what only an activity has: its attempts.
func (ts *texts) activityBar(t *trace, s inspect.Span, b *bar) {
	n := 0
	for i, x := range s.Attempts {
		n = max(n, x.Attempt)
		if last := i == len(s.Attempts)-1; x.End != nil && (!last || s.End == nil) {
			b.marks = append(b.marks, *x.End)
		}
	}
	switch {
	case s.End == nil:
		if x := t.Shown.ActivityAt(s.Seq); x != nil {
			switch x.State {
			case inspect.Missing:
				b.outcome = ts.ActivityState(*x)
			case inspect.Running: // there is no space to say where
				b.outcome = fmt.Sprintf("attempt %d, running for %s", x.Attempt, inspect.Rounded(inspect.FromSeconds(x.Running)))
			default:
				b.outcome = fmt.Sprintf("attempt %d, %s", x.Attempt, ts.ActivityState(*x))
			}
			if x.LastError != nil {
				b.below = "last error: " + inspect.ErrorLine(x.LastError) + inspect.Overlaps(*x)
			}
		}
	case s.Failure != nil:
		b.below = "error: " + inspect.ErrorLine(s.Failure)
	}
	if n > 1 && s.End != nil {
		b.outcome += fmt.Sprintf(", attempt %d", n)
	}
	if s.Reused != "" {
		b.below = "reused from run " + s.Reused
	}
}

// sideEffects returns moments on one line.
func sideEffects(marks []inspect.Span, c *chart) bar {
	b := bar{label: "side effects", fill: glyph{' ', ' '}, mark: glyphMoment, begin: c.begin, end: c.end, outcome: fmt.Sprint(len(marks), " recorded")}
	for _, s := range marks {
		if !s.Begin.Before(c.begin) {
			b.marks = append(b.marks, s.Begin)
		}
	}
	return b
}

func styleOf(outcome string) style {
	switch timeline.Outcome(outcome) {
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

// legend explains the characters that are used.
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
