package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/reprise-run/reprise/internal/inspect"
)

// page is the output for a person: lines, and tables with columns as wide as needed.
type page struct {
	w     io.Writer
	color bool
	width int // of the terminal; 0: without limit
	err   error
}

func (pr *printer) page() *page { return &page{w: out{pr.out}, color: pr.color, width: pr.width} }

// style is how text stands out; the zero style does not.
type style string

const (
	plain  style = ""
	bold   style = "1"
	dim    style = "2"
	red    style = "31"
	green  style = "32"
	yellow style = "33"
	cyan   style = "36"
)

// cell is a piece of text of one style.
type cell struct {
	text  string
	style style
}

// paint returns the text of c as it is written. The text may come from outside, so what would
// control the terminal is removed.
func (p *page) paint(c cell) string {
	text := clean(c.text)
	if !p.color || c.style == plain || text == "" {
		return text
	}
	return "\x1b[" + string(c.style) + "m" + text + "\x1b[0m"
}

// clean replaces what a terminal would obey instead of printing.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && inspect.Obeyed(r) {
			return utf8.RuneError
		}
		return r
	}, s)
}

// line writes cells one after the other, and ends the line.
func (p *page) line(cells ...cell) {
	var b strings.Builder
	for _, c := range cells {
		b.WriteString(p.paint(c))
	}
	p.write(b.String() + "\n")
}

// say writes a line of plain text.
func (p *page) say(format string, args ...any) { p.line(cell{text: fmt.Sprintf(format, args...)}) }

func (p *page) write(s string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, s)
	}
}

// flush returns the first write error.
func (p *page) flush() error { return p.err }

// table writes rows below their heads, with two blanks between columns. On a terminal, a row
// that does not fit its line is cut: first any cell that would take more than half of it, then
// the last column. Elsewhere nothing is cut; a long cell moves the rest of its own row.
func (p *page) table(heads []string, rows [][]cell) {
	all := make([][]cell, 0, len(rows)+1)
	head := make([]cell, len(heads))
	for i, h := range heads {
		head[i] = cell{h, dim}
	}
	all = append(append(all, head), rows...)
	most := freeColumn
	if p.width > 0 {
		most = max(p.width/2, idColumn)
	}
	widths := make([]int, len(heads))
	for _, row := range all {
		for i, c := range row {
			if n := utf8.RuneCountInString(clean(c.text)); n <= most {
				widths[i] = max(widths[i], n)
			} else if p.width > 0 {
				widths[i] = most
			}
		}
	}
	for _, row := range all {
		p.row(row, widths)
	}
}

const (
	lastRoom   = 10 // the last column is never cut to less
	idColumn   = 36 // as wide as a run id, which is never cut
	freeColumn = 60 // the widest column if there is no limit
)

// row writes the cells of a row, up to the last one that is not empty.
func (p *page) row(row []cell, widths []int) {
	for len(row) > 1 && row[len(row)-1].text == "" {
		row = row[:len(row)-1]
	}
	used := 0
	for i, c := range row {
		if i == len(row)-1 {
			if room := p.width - used; p.width > 0 && room > lastRoom {
				c = c.cut(room)
			}
			p.line(c)
			break
		}
		if p.width > 0 {
			c = c.cut(widths[i])
		}
		n := utf8.RuneCountInString(clean(c.text))
		p.write(p.paint(c) + strings.Repeat(" ", max(widths[i]-n, 0)+2))
		used += widths[i] + 2
	}
}

// cut returns c with at most room letters.
func (c cell) cut(room int) cell {
	if text := []rune(clean(c.text)); len(text) > room {
		c.text = string(text[:room-1]) + "…"
	}
	return c
}
