package timeline_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/timeline"
)

// TestScripts runs testdata/*.txt: a history, one row a line, above ---- and its spans
// below it, first those that have ended. With -rewrite it writes the spans.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			if d.Cmd != "fold" {
				t.Fatalf("no such directive: %s", d.Cmd)
			}
			var out strings.Builder
			f := timeline.New(func(s timeline.Span) { out.WriteString(text(s)) })
			seq := int64(1)
			for line := range strings.SplitSeq(d.Input, "\n") {
				h, events := row(t, line, seq)
				f.Row(h, events)
				seq += int64(len(events))
			}
			for _, s := range f.Open() {
				out.WriteString(text(s))
			}
			return out.String() + textOfRun(f.Run())
		})
	})
}

func text(s timeline.Span) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s-%s %s %d", clock(s.Begin), clock(s.End), s.Kind, s.Seq)
	if s.Name != "" {
		b.WriteString(" " + s.Name)
	}
	fmt.Fprintf(&b, ": %s", s.Outcome)
	if s.Kind == timeline.Activity {
		b.WriteString(map[bool]string{true: ", row", false: ", eager"}[s.Row])
	}
	if s.Queue != "" {
		b.WriteString(", queue " + s.Queue)
	}
	if !s.Due.IsZero() {
		b.WriteString(", due " + clock(s.Due))
	}
	if s.Reason != "" {
		b.WriteString(", " + s.Reason)
	}
	if len(s.Payload.Data) > 0 {
		b.WriteString(", " + string(s.Payload.Data))
	}
	b.WriteString(failedAs(s.Failure))
	if s.Site != "" {
		b.WriteString(" @ " + s.Site)
	}
	b.WriteString("\n")
	for _, a := range s.Attempts {
		fmt.Fprintf(&b, "  attempt %d %s %s%s\n", a.N, clock(a.End), a.Why, failedAs(a.Failure))
	}
	return b.String()
}

func textOfRun(r timeline.Run) string {
	s := fmt.Sprintf("run of %s %s by %s: %s-%s, last task %s, %d events", r.Workflow, r.WorkflowID, r.Build, clock(r.Begin), clock(r.End), clock(r.Last), r.Events)
	if r.Ended != 0 {
		s += fmt.Sprint(", ", r.Ended, failedAs(r.Failure))
	}
	for _, more := range []string{string(r.Result.Data), r.Reason} {
		if more != "" {
			s += ", " + more
		}
	}
	if len(r.Undelivered) > 0 {
		s += fmt.Sprint(", undelivered ", r.Undelivered)
	}
	return s + "\n"
}

// A long run costs what is open in it, not what it has done.
func TestWhatHasEndedIsNotRemembered(t *testing.T) {
	const steps = 50_000
	ended := 0
	f := timeline.New(func(timeline.Span) { ended++ })
	f.Row(history.Header{Now: day, Open: true}, []history.Event{{Seq: 1, Body: &history.Started{Workflow: "order"}}})
	seq := int64(2)
	schedule := func() history.Event {
		seq++
		return history.Event{Seq: seq - 1, Body: &history.ActivityScheduled{Name: "charge", Eager: true}}
	}
	f.Row(history.Header{Now: day}, []history.Event{schedule()})
	row := func(i int) {
		end := history.Event{Seq: seq, Body: &history.ActivityCompleted{Activity: seq - 1, Attempt: 1}}
		seq++
		f.Row(history.Header{Now: day.Add(time.Duration(i) * time.Second)}, []history.Event{end, schedule()})
	}
	for i := range steps {
		row(i)
	}
	if open := f.Open(); ended != steps || len(open) != 1 || open[0].Seq != seq-1 {
		t.Fatalf("%d spans have ended and %v are open, want %d and the last", ended, open, steps)
	}
	if got := f.Run().Events; got != 2*steps+2 {
		t.Fatalf("%d events, want %d", got, 2*steps+2)
	}
}
