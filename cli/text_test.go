package cli

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/inspect"
)

func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                                     "0 ms",
		-5 * time.Millisecond:                 "0 ms",
		999 * time.Millisecond:                "999 ms",
		time.Second:                           "1 s",
		99*time.Second + 400*time.Millisecond: "99 s",
		100 * time.Second:                     "2 min",
		90 * time.Minute:                      "90 min",
		2*time.Hour - time.Second:             "2 h",
		47 * time.Hour:                        "47 h",
		48 * time.Hour:                        "2 d",
		365 * 24 * time.Hour:                  "365 d",
	} {
		if got := inspect.Rounded(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}

func TestWhen(t *testing.T) {
	now := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		times string
		at    time.Time
		want  string
	}{
		{"relative", time.Time{}, ""},
		{"relative", now.Add(500 * time.Millisecond), "now"},
		{"relative", now.Add(-3 * time.Minute), "3 min ago"},
		{"relative", now.Add(2 * time.Hour), "in 2 h"},
		{"utc", now.In(time.FixedZone("", 7200)), "2026-07-01 12:00:00Z"},
		{"local", now, now.Local().Format("2006-01-02 15:04:05")},
	} {
		a := &app{texts: texts{Look: &inspect.Look{AsOf: now, Times: c.times}}}
		if got := a.When(c.at); got != c.want {
			t.Errorf("%s: %q, want %q", c.times, got, c.want)
		}
	}
}

func TestTable(t *testing.T) {
	rows := [][]cell{
		{{"order-1", bold}, {"open", cyan}, {"a text that is too long for the line", plain}},
		{{"ö", bold}, {"failed", red}, {"", plain}},
	}
	for _, c := range []struct {
		width int
		color bool
		want  string
	}{
		{0, false, "ID       STATUS  WHY\norder-1  open    a text that is too long for the line\nö        failed\n"},
		{31, false, "ID       STATUS  WHY\norder-1  open    a text that i…\nö        failed\n"},
		{20, false, "ID       STATUS  WHY\norder-1  open    a text that is too long for the line\nö        failed\n"}, // no room to cut to
		{0, true, "\x1b[2mID\x1b[0m       \x1b[2mSTATUS\x1b[0m  \x1b[2mWHY\x1b[0m\n\x1b[1morder-1\x1b[0m  \x1b[36mopen\x1b[0m    a text that is too long for the line\n\x1b[1mö\x1b[0m        \x1b[31mfailed\x1b[0m\n"},
	} {
		var b strings.Builder
		p := &page{w: &b, color: c.color, width: c.width}
		p.table([]string{"ID", "STATUS", "WHY"}, rows)
		if err := p.flush(); err != nil || b.String() != c.want {
			t.Errorf("width %d: %v\n%s\nwant\n%s", c.width, err, b.String(), c.want)
		}
	}
}

// One long cell does not make its column as wide as itself.
func TestALongCellIsCutOrStandsAlone(t *testing.T) {
	rows := [][]cell{
		{{strings.Repeat("x", 1000), plain}, {"open", plain}, {"why", plain}},
		{{"b", plain}, {"open", plain}, {"why", plain}},
	}
	for width, want := range map[int]string{
		0:   "ID  STATUS  WHY\n" + strings.Repeat("x", 1000) + "  open    why\nb   open    why\n",
		100: "ID" + strings.Repeat(" ", 50) + "STATUS  WHY\n" + strings.Repeat("x", 49) + "…  open    why\nb" + strings.Repeat(" ", 51) + "open    why\n",
	} {
		var b strings.Builder
		p := &page{w: &b, width: width}
		p.table([]string{"ID", "STATUS", "WHY"}, rows)
		if err := p.flush(); err != nil || b.String() != want {
			t.Errorf("width %d: %v\n%s\nwant\n%s", width, err, b.String(), want)
		}
	}
}

func TestDeep(t *testing.T) {
	nest := func(n int) string { return strings.Repeat(`{"[\"[":[`, n) + strings.Repeat("]}", n) }
	for text, want := range map[string]bool{"1": false, nest(32): false, nest(32) + nest(32): false, nest(33): true, `"` + strings.Repeat("[", 100) + `"`: false} {
		if got := inspect.Deep([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestWhatIsWrittenInPiecesIsEscaped(t *testing.T) {
	var b strings.Builder
	e := &escaping{w: &b}
	for _, piece := range []string{"\"a\xc2", "\x9bb\"\n\"\xe2\x80", "\xae\""} {
		if n, err := e.Write([]byte(piece)); n != len(piece) || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
	if err := e.flush(); err != nil || b.String() != "\"a\\u009bb\"\n\"\\u202e\"" {
		t.Errorf("%v: %q", err, b.String())
	}
}

func TestWhatATerminalWouldObeyIsReplaced(t *testing.T) {
	if got, want := clean("a\x00\x1b[1m\tb\n\u0085c\u202ed\u2066é\x7f"), "a��[1m\tb��c�d�é�"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := string(inspect.Escape([]byte("{\n\"a\u009b\u202e\x7fé\"}\n"))), "{\n\"a\\u009b\\u202e\\u007fé\"}\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestSecondsInJSONHaveNoDigitsThatMeanNothing(t *testing.T) {
	for d, want := range map[time.Duration]string{
		1932370 * time.Microsecond: "1.93237",
		time.Minute:                "60",
		-3 * time.Millisecond:      "-0.003",
	} {
		if got, err := json.Marshal(inspect.InSeconds(d)); err != nil || string(got) != want {
			t.Errorf("%v in seconds is %s, %v; want %s", d, got, err, want)
		}
	}
}
