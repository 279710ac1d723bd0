package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestSizesAreTenTimesTheOneBefore(t *testing.T) {
	for _, test := range []struct {
		n    int // of -n
		want []int
	}{
		{0, []int{200, 2000, 20_000}},
		{500, []int{5, 50, 500}},
		{12, []int{1, 12}},
		{1, []int{1}},
		{1_000_000, []int{200, 2000, 20_000}},
	} {
		if got := (&bench{settings: settings{n: test.n}}).sizes(20_000); !slices.Equal(got, test.want) {
			t.Errorf("-n %d: %v, want %v", test.n, got, test.want)
		}
	}
}

// grownFigures are those of each dimension, in the order in which they are printed.
var grownFigures = []struct {
	dimension string
	figures   []string // with their units
}{
	{"steps", []string{"step ms", "database bytes/step", "rebuild ms"}},
	{"open", []string{"wake ms", "result ms", "ready ms", "database bytes/run", "memory MiB"}},
	{"closed", []string{"result ms", "page ms", "database bytes/run"}},
	{"workers", []string{"idle queries/s", "steps steps/s"}},
	{"payload", []string{"step ms", "database bytes/byte"}},
	{"timers", []string{"late ms", "result ms", "database bytes/run"}},
}

// grows measures growth and checks what it prints: each figure at each size, and what it is
// against the same one at the smallest.
func grows(t *testing.T, sizes, workers []int, more ...string) {
	code, out, warn := command(t.Context(), append(small("growth", "-n", fmt.Sprint(sizes[len(sizes)-1]), "-json"), more...)...)
	if code != codeDone {
		t.Fatalf("exit code %d: %s", code, warn)
	}
	var want, got []string
	for _, d := range grownFigures {
		at := sizes
		if d.dimension == "workers" {
			at = workers
		}
		for _, size := range at {
			for _, figure := range d.figures {
				want = append(want, fmt.Sprintf("%s_%d_%s", d.dimension, size, figure))
			}
		}
	}
	smallest := make(map[string]float64)
	for text := range strings.Lines(out) {
		l := checkLine(t, text)
		got = append(got, l.Metric+" "+l.Unit)
		parts := strings.Split(l.Metric, "_")
		figure := parts[0] + parts[2]
		if _, there := smallest[figure]; !there {
			smallest[figure] = l.Value
		}
		if float64(l.Limit) != smallest[figure] {
			t.Errorf("%s is held against %v, not against %v", l.Metric, l.Limit, smallest[figure])
		}
		checkCosts(t, l)
	}
	if !slices.Equal(got, want) {
		t.Errorf("it prints\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// It takes seconds: for each size timers are waited for, and an engine is watched that has
// nothing to do.
func TestGrowthIsMeasuredAtEachSize(t *testing.T) {
	grows(t, []int{1, 12}, []int{1}, "-dir", t.TempDir())
}
