package cli

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// chart draws bars over time: a label, the bar, how long it took and its outcome, and below it
// the error, if there is one.
type chart struct {
	begin, end time.Time
	width      int  // of a line
	fine       bool // characters beyond ASCII are possible
}

// bar is one line of a chart.
type bar struct {
	label      string
	fill       glyph
	style      style
	begin, end time.Time // end zero: still open
	marks      []time.Time
	mark       glyph
	took       string
	outcome    string
	below      string
}

// glyph is a character of a chart, in ASCII and beyond.
type glyph struct{ ascii, fine rune }

var (
	glyphRun      = glyph{'#', '━'}
	glyphActivity = glyph{'=', '█'}
	glyphTimer    = glyph{'-', '─'}
	glyphSignal   = glyph{'.', '░'}
	glyphBlocked  = glyph{'!', '▒'}
	glyphMoment   = glyph{'+', '◆'}
	glyphAttempt  = glyph{'x', '×'}
	glyphOpen     = glyph{'>', '▶'}
	glyphBefore   = glyph{'<', '◀'}
)

func (c *chart) glyph(g glyph) rune {
	if c.fine {
		return g.fine
	}
	return g.ascii
}

const (
	tookWidth    = 8
	minBar       = 10
	minOutcome   = 16 // if there is space for it
	wantsOutcome = 30 // "attempt 12, running for 59 min"
	mostBelow    = 4  // lines
)

// draw writes the axis and the bars.
func (c *chart) draw(p *page, bars []bar) {
	labels, outcomes := 0, 0
	for _, b := range bars {
		labels = max(labels, utf8.RuneCountInString(clean(b.label)))
		outcomes = max(outcomes, utf8.RuneCountInString(clean(b.outcome)))
	}
	labels = min(labels, max(12, c.width/4))
	room := c.width - labels - tookWidth - 4
	outcomes = min(outcomes, max(minOutcome, c.width/3, min(wantsOutcome, room-minBar)))
	cells := max(minBar, room-outcomes)
	p.line(cell{strings.Repeat(" ", labels+1) + c.axis(cells), dim})
	for _, b := range bars {
		p.line(
			cell{c.pad(b.label, labels) + " ", plain}, cell{c.bar(b, cells), b.style},
			cell{fmt.Sprintf(" %*s  ", tookWidth, b.took), plain}, cell{strings.TrimRight(c.pad(b.outcome, outcomes), " "), b.style})
		for _, line := range c.wrap(b.below, c.width-labels-1) {
			p.line(cell{strings.Repeat(" ", labels+1) + line, red})
		}
	}
}

// wrap breaks text into lines, between words if possible.
func (c *chart) wrap(text string, width int) (lines []string) {
	for r := []rune(clean(text)); len(r) > 0; {
		if len(r) <= width {
			return append(lines, string(r))
		}
		if len(lines) == mostBelow-1 {
			return append(lines, c.pad(string(r), width))
		}
		end := width
		for i := width; i > width/2; i-- {
			if r[i] == ' ' {
				end = i
				break
			}
		}
		lines = append(lines, string(r[:end]))
		r = []rune(strings.TrimLeft(string(r[end:]), " "))
	}
	return lines
}

// pad makes s as wide as its column.
func (c *chart) pad(s string, width int) string {
	r := []rune(clean(s))
	if len(r) <= width {
		return string(r) + strings.Repeat(" ", width-len(r))
	}
	if c.fine {
		return string(r[:width-1]) + "…"
	}
	return string(r[:width-2]) + ".."
}

// at returns the column of a time, from 0 to cells.
func (c *chart) at(t time.Time, cells int) int {
	whole := c.end.Sub(c.begin)
	if whole <= 0 {
		return 0
	}
	part := float64(t.Sub(c.begin)) / float64(whole)
	return int(math.Round(min(max(part, 0), 1) * float64(cells)))
}

func (c *chart) bar(b bar, cells int) string {
	line := []rune(strings.Repeat(" ", cells))
	end := b.end
	if end.IsZero() {
		end = c.end
	}
	from := min(c.at(b.begin, cells), cells-1)
	to := max(c.at(end, cells), from+1)
	for i := from; i < to; i++ {
		line[i] = c.glyph(b.fill)
	}
	for _, m := range b.marks {
		line[min(max(c.at(m, cells), from), to-1)] = c.glyph(b.mark)
	}
	if b.begin.Before(c.begin) {
		line[from] = c.glyph(glyphBefore)
	}
	if b.end.IsZero() {
		line[to-1] = c.glyph(glyphOpen)
	}
	return string(line)
}

// units are the units in which a person counts time, with convenient distances between ticks.
var units = []struct {
	length time.Duration
	name   string
	steps  []int64
	part   time.Duration // the smallest part that a label shows
}{
	{time.Microsecond, "µs", []int64{1, 2, 5, 10, 20, 50, 100, 200, 500}, time.Microsecond},
	{time.Millisecond, "ms", []int64{1, 2, 5, 10, 20, 50, 100, 200, 500}, time.Millisecond / 10},
	{time.Second, "s", []int64{1, 2, 5, 10, 15, 30}, time.Second / 10},
	{time.Minute, "min", []int64{1, 2, 5, 10, 15, 30}, time.Minute / 2},
	{time.Hour, "h", []int64{1, 2, 3, 6, 12}, time.Hour / 2},
	{24 * time.Hour, "d", []int64{1, 2, 7, 14, 28, 100, 200, 500, 1000, 2000, 5000, 10000}, 12 * time.Hour},
}

// tickWidth is the least width of a tick and its label.
const tickWidth = 11

// axis returns a line of ticks, each followed by the time since the beginning.
func (c *chart) axis(cells int) string {
	whole := c.end.Sub(c.begin)
	most := time.Duration(max(1, cells/tickWidth))
	for _, u := range units {
		for _, n := range u.steps {
			if step := time.Duration(n) * u.length; whole/step <= most {
				return c.ticks(cells, step)
			}
		}
	}
	return ""
}

func (c *chart) ticks(cells int, step time.Duration) string {
	line := []rune(strings.Repeat(" ", cells))
	for d := time.Duration(0); d <= c.end.Sub(c.begin); d += step {
		label := []rune("|" + tick(d))
		if col := c.at(c.begin.Add(d), cells); col+len(label) <= cells {
			copy(line[col:], label)
		}
	}
	return strings.TrimRight(string(line), " ")
}

// tick formats a duration in the largest unit that is exact.
func tick(d time.Duration) string {
	if d == 0 {
		return "0"
	}
	best := ""
	for _, u := range units {
		if d >= u.length && d%u.part == 0 {
			best = strconv.FormatFloat(float64(d)/float64(u.length), 'f', -1, 64) + " " + u.name
		}
	}
	return best
}

// took formats a duration with at least two digits.
func took(d time.Duration) string {
	for _, u := range slices.Backward(units) {
		switch v := float64(d) / float64(u.length); {
		case v < 1:
		case v < 9.95 && math.Abs(v-math.Round(v)) >= 0.05:
			return fmt.Sprintf("%.1f %s", v, u.name)
		default:
			return fmt.Sprintf("%.0f %s", v, u.name)
		}
	}
	return "0"
}
