package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/cockroachdb/datadriven"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/internal/timeline"
	"github.com/reprise-run/reprise/store"
)

// traced returns the trace, at noon, of a history written in rows.
func traced(t *testing.T, a *app, rows string, most int, change func(*inspect.Facts)) *inspect.Trace {
	t.Helper()
	f := with(t, "1h: started", nil)
	tr := &inspect.Trace{Most: most}
	foldInto(t, f, rows, tr.Ended)
	if f.Past.Ended != 0 {
		f.Status, f.Closed = store.Completed, f.Past.End
	}
	if change != nil {
		change(f)
	}
	describe(f)
	tr.Begin(a.Look, f)
	return tr
}

// changes are facts that the history alone does not tell.
var changes = map[string]func(*inspect.Facts){
	"approval": func(f *inspect.Facts) {
		parkedFor(f, "signal approve or timer due 2026-03-01T14:00:00Z (order.approved fulfil.go:73)")
	},
	"blocked": func(f *inspect.Facts) { f.Blocked = &store.Block{Reason: "mismatch", Text: "changed"} },
	"retrying": func(f *inspect.Facts) {
		rowed(f, reprise.ActivityState{Number: 4, Name: "charge", Attempt: 2, Ready: noon.Add(12 * time.Second), Last: errRefused})
	},
	"owned": func(f *inspect.Facts) { f.Owner = workerA },
	"refused": func(f *inspect.Facts) {
		long := &history.Failure{Message: strings.Repeat("the card company says no, and that for a reason it does not tell; ", 6) + strings.Repeat("x", 200)}
		rowed(f, reprise.ActivityState{Number: 4, Name: "charge", Attempt: 2, Ready: noon.Add(12 * time.Second), Last: long})
	},
	"lost": func(f *inspect.Facts) { f.Amiss = f.Outstanding() },
}

// drawn returns the drawing of tr.
func drawn(a *app, tr *inspect.Trace) *trace {
	return &trace{Timeline: tr.Timeline(a.Look), name: tr.Facts.Name, most: tr.Most}
}

func TestTrace(t *testing.T) {
	datadriven.RunTest(t, "testdata/trace.txt", func(t *testing.T, d *datadriven.TestData) string {
		var out bytes.Buffer
		a := testApp(t, &out)
		most, fine := lastSpans, false
		var change func(*inspect.Facts)
		for _, arg := range d.CmdArgs {
			switch arg.Key {
			case "width":
				arg.Scan(t, 0, &a.width)
			case "last":
				arg.Scan(t, 0, &most)
			case "color":
				a.color = true
			case "fine":
				fine = true
			case "is":
				change = changes[arg.Vals[0]]
			}
		}
		tr := traced(t, a, d.Input, most, change)
		p := a.page()
		a.drawTrace(p, drawn(a, tr), fine)
		if err := p.flush(); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		if !a.color {
			for line := range strings.SplitSeq(text, "\n") {
				if n := utf8.RuneCountInString(line); n > max(80, a.width) && !strings.HasPrefix(line, "the last") {
					t.Errorf("a line has %d signs: %s", n, line)
				}
			}
		}
		return strings.ReplaceAll(text, "\x1b", "^")
	})
}

// The JSON contains every span and names its parts.
func TestTraceAsJSON(t *testing.T) {
	var out bytes.Buffer
	a := testApp(t, &out)
	a.output = "json"
	tr := traced(t, a, reserved+"activity charge @ order.steps fulfil.go:42; effect\n50m: attempt 4 1 failed; timer 1h\n10m: signal approve; cancel late", 0, changes["owned"])
	if err := list(&a.printer, tr.JSON(a.Look), nil); err != nil {
		t.Fatal(err)
	}
	var spans []map[string]any
	if err := json.Unmarshal(out.Bytes(), &spans); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, s := range spans {
		fmt.Fprintln(&got, s["kind"], s["seq"], s["name"], s["outcome"], s["seconds"], s["end"] == nil)
	}
	want := `run <nil> order open 3600 true
activity 2 reserve completed 60 false
activity 4 charge open 3540 true
signal 8 approve received 2400 false
timer 7 <nil> open 3000 true
cancel request 9 <nil> requested 0 false
side effect 5 <nil> recorded 0 false
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
	attempts, ok := spans[2]["attempts"].([]any)
	if !ok || len(attempts) != 1 {
		t.Errorf("the attempts of charge are %v", spans[2]["attempts"])
	}
}

// For an open activity the JSON has the next attempt and the last error, as the drawing
// does.
func TestTheTraceOfARetryingActivityHasItsLastErrorAsJSON(t *testing.T) {
	var out bytes.Buffer
	a := testApp(t, &out)
	a.output = "jsonl"
	tr := traced(t, a, reserved+"activity charge @ order.steps fulfil.go:42\n50m: attempt 4 1 failed", 0, changes["retrying"])
	if err := list(&a.printer, tr.JSON(a.Look), nil); err != nil {
		t.Fatal(err)
	}
	if want := `"attempt":3,"state":"retrying","last_error":{"code":"refused","message":"order: card company: connection refused\nafter three tries","retryable":true}}`; !strings.Contains(out.String(), want) {
		t.Errorf("no %s in\n%s", want, out.String())
	}
}

// A trace uses memory for what it draws, however long the run is.
func TestALongRunIsNotHeldForItsLastSpans(t *testing.T) {
	tr := inspect.Trace{Most: 50}
	for i := range 100_000 {
		tr.Ended(timeline.Span{Kind: timeline.Activity, Seq: int64(i)})
		tr.Ended(timeline.Span{Kind: timeline.SideEffect, Seq: int64(i)})
	}
	if tr.Seen != 100_000 || cap(tr.Spans) > 200 || cap(tr.Marks) > 200 {
		t.Errorf("%d seen; %d and %d held", tr.Seen, cap(tr.Spans), cap(tr.Marks))
	}
}

// A run with a thousand open activities is shown in part, and says so.
func TestOfManyOpenThingsSomeAreShown(t *testing.T) {
	rows := "1h: started" + strings.Repeat("; activity ship @ order.ship fulfil.go:97", 1000) + strings.Repeat("; timer 1h", 1000)
	var out bytes.Buffer
	a := testApp(t, &out)
	tr := traced(t, a, rows, lastSpans, func(f *inspect.Facts) {
		f.Owner = workerA
		for _, s := range f.Open[1000:] {
			f.Timers = append(f.Timers, store.Timer{ID: s.Seq, FireAt: s.Due})
		}
	})
	if err := a.show(nil, func(p *page) { a.drawTrace(p, drawn(a, tr), false); a.showText(p, tr.View) }); err != nil {
		t.Fatal(err)
	}
	for want, n := range map[string]int{
		"1950 more are open; all: reprise run trace order-17 --all": 1,
		"more, as run history tells":                                1,
		"activities   970 more, with -o json":                       1,
		"timers       970 more, with -o json":                       1,
		"\nship ":                                                   50,
	} {
		if got := strings.Count(out.String(), want); got != n {
			t.Errorf("%q stands there %d times, want %d", want, got, n)
		}
	}
	if all := traced(t, a, rows, 0, nil).JSON(a.Look); len(all) != 2001 {
		t.Errorf("JSON has %d spans, want 2001", len(all))
	}
}
