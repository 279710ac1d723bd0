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

// grownFigures lists the figures of each growth workload, with their units, in the order in
// which they are printed.
var grownFigures = []struct {
	name    string
	figures []string
}{
	{"growth_steps", []string{"step_%d ms", "database_%d bytes/step", "rebuild_%d ms"}},
	{"growth_open", []string{"wake_%d ms", "result_%d ms", "ready_%d ms", "database_%d bytes/run", "memory_%d MiB"}},
	{"growth_closed", []string{"result_%d ms", "page_%d ms", "database_%d bytes/run"}},
	{"growth_workers", []string{"idle_queries_%d queries/s", "idle_cpu_%d %% of a core", "steps_%d steps/s"}},
	{"growth_payload", []string{"step_%d ms", "database_%d bytes/byte"}},
	{"growth_timers", []string{"late_%d ms", "result_%d ms", "database_%d bytes/run"}},
}

// grows measures growth and checks the output: each figure at each size, compared with the
// same figure at the smallest size.
func grows(t *testing.T, sizes, workers []int, more ...string) {
	code, out, warn := command(t.Context(), append(small("growth", "-n", fmt.Sprint(sizes[len(sizes)-1]), "-json"), more...)...)
	if code != codeDone {
		t.Fatalf("exit code %d: %s", code, warn)
	}
	var want, got []string
	against := make(map[string]string) // each figure, at the smallest size
	for _, w := range grownFigures {
		at := sizes
		if w.name == "growth_workers" {
			at = workers
		}
		for _, size := range at {
			for _, figure := range w.figures {
				name := fmt.Sprintf(w.name+" "+figure, size)
				want, against[name] = append(want, name), fmt.Sprintf(w.name+" "+figure, at[0])
			}
		}
	}
	values := make(map[string]float64)
	for text := range strings.Lines(out) {
		l := checkLine(t, text)
		name := l.Workload + " " + l.Metric + " " + l.Unit
		got, values[name] = append(got, name), l.Value
		if float64(l.Limit) != values[against[name]] {
			t.Errorf("%s is held against %v, not against %v", name, l.Limit, values[against[name]])
		}
		checkCosts(t, l)
	}
	if !slices.Equal(got, want) {
		t.Errorf("it prints\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// It takes seconds: at each size it waits for timers, and watches an engine that has nothing
// to do.
func TestGrowthIsMeasuredAtEachSize(t *testing.T) {
	for _, store := range measuredOn(t)["growth"] {
		if store == "sqlite" {
			grows(t, []int{1, 12}, []int{1}, "-dir", t.TempDir())
		}
	}
}
