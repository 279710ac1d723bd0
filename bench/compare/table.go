package main

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"golang.org/x/perf/benchmath"
)

// line is the part of a line of the bench that is compared.
type line struct {
	Store, Workload, Metric string
	Value                   float64
	Unit                    string
	Ratio                   float64 // to the machine's limit; 0: none
	Better                  string  // "higher" or "lower"
}

// figure is what was measured of one thing, by revision.
type figure struct {
	line
	unit string // of the compared values
	seen [2][]float64
}

// table holds the figures in the order in which they first appeared.
type table struct {
	commits [2]string
	order   []*figure
	byName  map[string]*figure
}

func newTable(old, new string) *table {
	return &table{commits: [2]string{old, new}, byName: make(map[string]*figure)}
}

// add adds the output of one run of a revision: each value and, if the machine has
// a limit for it, its ratio to the limit, which is more telling on a noisy machine.
func (t *table) add(which int, lines []line) {
	for _, l := range lines {
		t.note(which, l, l.Unit, l.Value)
		if l.Ratio != 0 {
			t.note(which, l, "of limit", l.Ratio)
		}
	}
}

func (t *table) note(which int, l line, unit string, value float64) {
	name := l.Store + " " + l.Workload + " " + l.Metric + " " + unit
	f, there := t.byName[name]
	if !there {
		f = &figure{line: l, unit: unit}
		t.byName[name] = f
		t.order = append(t.order, f)
	}
	f.seen[which] = append(f.seen[which], value)
}

// print prints medians with their 95 % confidence intervals, and the verdict, whose
// p-value comes from a Mann-Whitney U test.
func (t *table) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "workload\tmetric\tunit\t%s\t%s\tchange\tverdict\t\n", t.commits[0], t.commits[1])
	for _, f := range t.order {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", f.Workload, f.Metric, f.unit, f.verdict())
	}
	return w.Flush()
}

// verdict compares the two samples.
func (f *figure) verdict() string {
	if len(f.seen[0]) == 0 || len(f.seen[1]) == 0 {
		return fmt.Sprintf("%d times\t%d times\t\tnothing to compare with\t", len(f.seen[0]), len(f.seen[1]))
	}
	old := benchmath.NewSample(f.seen[0], &benchmath.DefaultThresholds)
	new := benchmath.NewSample(f.seen[1], &benchmath.DefaultThresholds)
	was, is := benchmath.AssumeNothing.Summary(old, 0.95), benchmath.AssumeNothing.Summary(new, 0.95)
	c := benchmath.AssumeNothing.Compare(old, new)
	word := "no difference seen"
	if c.P < c.Alpha && was.Center != is.Center {
		word = "worse"
		if (is.Center > was.Center) == (f.Better == "higher") {
			word = "better"
		}
	}
	text := fmt.Sprintf("%s ± %s\t%s ± %s\t%s\t%s (%s)\t", short(was.Center), was.PctRangeString(), short(is.Center), is.PctRangeString(),
		c.FormatDelta(was.Center, is.Center), word, c)
	for _, why := range c.Warnings {
		text += " " + why.Error()
	}
	return text
}

// short formats a number with its significant digits only.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
