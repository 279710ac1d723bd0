package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/internal/pgtest"
)

// With a job in its environment, the test binary is a worker.
func TestMain(m *testing.M) {
	if code, there := employed(); there {
		os.Exit(code)
	}
	goleak.VerifyTestMain(m)
}

// command runs the bench and returns its exit code and what it wrote.
func command(ctx context.Context, args ...string) (code int, out, warn string) {
	var o, w bytes.Buffer
	code = run(ctx, args, &o, &w)
	return code, o.String(), w.String()
}

// small returns the flags of a run that measures little and takes little time.
func small(workload string, more ...string) []string {
	return append([]string{"-workload", workload, "-n", "12", "-for", "0", "-limit-for", "5ms", "-tries", "1"}, more...)
}

var keys = []string{"engine", "store", "workload", "metric", "value", "unit", "limit", "ratio", "better", "p50_ms", "p99_ms", "n", "seconds", "cpu_s",
	"per", "process_cpu_us", "database_cpu_us", "commits", "round_trips", "wal_bytes"}

type figure struct {
	metric, unit, better string
	limit, spread        bool
}

// figuresOf returns the figures of each workload.
func figuresOf() map[string][]figure {
	want := map[string][]figure{
		"w1": {{"workflows", "workflows/s", "higher", true, true}},
		"w2": {{"steps", "steps/s", "higher", true, true}, {"steps_2000", "steps/s", "higher", true, true}},
		"w3": {{"start_to_result", "ms", "lower", true, true}, {"step", "ms", "lower", true, true}},
		"w4": {{"fan_1000", "activities/s", "higher", true, true}, {"fan_10000", "activities/s", "higher", true, true}},
		"w5": {{"late_step", "ms", "lower", true, true}},
		"w6": {{"one_run", "signals/s", "higher", true, true}, {"many_runs", "signals/s", "higher", true, true}},
		"w7": {{"lateness", "ms", "lower", true, true}},
		"w10": {
			{"steps_1kb", "steps/s", "higher", true, true}, {"bytes_1kb", "bytes/s", "higher", true, true},
			{"steps_100kb", "steps/s", "higher", true, true}, {"bytes_100kb", "bytes/s", "higher", true, true},
			{"steps_1mb", "steps/s", "higher", true, true}, {"bytes_1mb", "bytes/s", "higher", true, true},
		},
		"children": {{"children", "children/s", "higher", true, true}},
		"chain": {
			{"links", "links/s", "higher", true, true}, {"iterations", "iterations/s", "higher", true, true},
			{"heap_tenth", "MiB", "lower", false, false}, {"heap_end", "MiB", "lower", false, false}, {"history", "events", "lower", false, false},
		},
		"replay": {{"events", "events/s", "higher", true, true}},
		"w8": {
			{"memory", "bytes/run", "lower", false, false}, {"heap", "bytes/run", "lower", false, false}, {"database", "bytes/run", "lower", false, false},
			{"idle_queries", "queries/s", "lower", false, false}, {"idle_cpu", "% of a core", "lower", false, false}, {"wake", "ms", "lower", false, true},
		},
		"signal": {{"seen", "ms", "lower", false, true}},
		"update": {{"one_run", "updates/s", "higher", true, true}},
		"list": {
			{"page", "ms", "lower", false, true}, {"page_open", "ms", "lower", false, true},
			{"page_workflow", "ms", "lower", false, true}, {"process", "ms", "lower", false, true},
		},
		"doctor": {{"events", "events/s", "higher", false, false}, {"peak_memory", "MiB", "lower", false, false}},
		"w9": {
			{"next_step", "ms", "lower", false, true}, {"all_finished", "ms", "lower", false, false},
			{"many_next_step", "ms", "lower", false, true}, {"many_all_finished", "ms", "lower", false, false},
		},
		"idle":      {{"statements", "statements/s", "lower", false, false}, {"beside", "steps/s", "higher", true, true}},
		"tabs":      tabFigures(),
		"telemetry": telemetryFigures(),
		"w11":       {{"steps", "steps/s", "higher", true, true}, {"queue_steps", "steps/s", "higher", true, true}},
		"spread":    {{"smallest_share", "%", "higher", false, false}, {"greatest_share", "%", "lower", false, false}},
		"fleet":     fleetFigures(),
		"cost": {
			{"step_statements", "per step", "lower", false, false}, {"step_commits", "per step", "lower", false, false}, {"step_round_trips", "per step", "lower", false, false},
			{"workflow_statements", "per workflow", "lower", false, false}, {"workflow_commits", "per workflow", "lower", false, false}, {"workflow_round_trips", "per workflow", "lower", false, false},
		},
	}
	if runtime.GOOS != "linux" {
		want["doctor"] = want["doctor"][:1] // the memory of another process is unknown
	}
	return want
}

// measuredOn maps each workload to the stores that it is measured on here: all that it
// supports or, in the everyday suite, a random one, for half of the workloads.
func measuredOn(t *testing.T) map[string][]string {
	stores := make(map[string][]string)
	all := workloads(engines[0])
	for _, w := range budget.Some(asOne{t, "workloads"}, len(all)/2, all...) {
		on := slices.DeleteFunc([]string{"postgres", "sqlite"}, func(store string) bool { return !w.on(store) })
		stores[w.name] = budget.Some(asOne{t, w.name}, 1, on...)
	}
	stores["growth"] = budget.Some(asOne{t, "growth"}, 1, "postgres", "sqlite") // a family
	return stores
}

// asOne draws for a test what each test draws for of.
type asOne struct {
	*testing.T
	of string
}

func (a asOne) Name() string { return a.of }

func tabFigures() (want []figure) {
	want = []figure{{"statements_alone", "statements/s", "lower", false, false}, {"statements", "statements/s", "lower", false, false}}
	for _, r := range reads {
		want = append(want, figure{r.metric, "ms", "lower", false, true})
	}
	return want
}

func telemetryFigures() (want []figure) {
	for _, of := range []struct{ workload, item string }{{"w1", "workflow"}, {"w2", "step"}, {"w6", "signal"}} {
		for _, telling := range tellings[1:] {
			name := of.workload + "_" + telling
			want = append(want, figure{name, of.item + "s/s", "higher", true, true})
			if cpuTime() > 0 {
				want = append(want, figure{name + "_cpu", "µs/" + of.item, "lower", true, false})
			}
		}
	}
	return want
}

func fleetFigures() (want []figure) {
	for _, size := range fleetsOf(12) {
		want = append(want, figure{fmt.Sprint("workflows_", size), "workflows/s", "higher", true, true},
			figure{fmt.Sprint("statements_", size), "per workflow", "lower", false, false})
	}
	return want
}

// It takes seconds: one workload waits for the engine's tick, one for the steps of a killed
// worker's runs, and two build the command line.
func TestEachWorkloadPrintsItsFigures(t *testing.T) {
	for name, want := range figuresOf() {
		if !slices.Contains(measuredOn(t)[name], "sqlite") {
			continue
		}
		t.Run(name, func(t *testing.T) { prints(t, "sqlite", name, want, "-dir", t.TempDir()) })
	}
}

// It takes long: some workloads wait for the engine's tick, and a server is started.
func TestEachWorkloadPrintsItsFiguresOnPostgres(t *testing.T) {
	url := pgtest.New(t, pgtest.Options{Durable: true, Settings: map[string]string{"shared_preload_libraries": "pg_stat_statements"}}).TCP("postgres")
	t.Cleanup(func() { // after the parallel subtests
		left := ask(t, url, "SELECT coalesce(string_agg(nspname, ' '), '') FROM pg_namespace WHERE nspname LIKE 'bench%'")
		if left != "" {
			t.Errorf("left on the server: %s", left)
		}
	})
	for name, want := range figuresOf() {
		if !slices.Contains(measuredOn(t)[name], "postgres") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			if slices.Contains(mostlyWait, name) {
				t.Parallel()
			}
			prints(t, "postgres", name, want, "-db", url)
		})
	}
	if !slices.Contains(measuredOn(t)["growth"], "postgres") {
		return
	}
	t.Run("growth", func(t *testing.T) {
		t.Parallel()
		grows(t, []int{1, 3}, []int{1, 3}, "-store", "postgres", "-db", url)
	})
}

// mostlyWait lists workloads that mostly wait, so that they may run together. Their figures
// are meaningless then, but must be printed.
var mostlyWait = []string{"w7", "w8", "w9", "w11", "idle", "spread"}

// prints measures a workload and checks what it prints.
func prints(t *testing.T, store, workload string, want []figure, more ...string) {
	code, out, warn := command(t.Context(), small(workload, append(more, "-json", "-store", store)...)...)
	if code != codeDone {
		t.Fatalf("exit code %d: %s", code, warn)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), len(want), out)
	}
	for i, w := range want {
		l := checkLine(t, lines[i])
		got := figure{l.Metric, l.Unit, l.Better, l.Limit > 0, l.P50 > 0}
		if got != w {
			t.Errorf("line %d is %+v, want %+v", i, got, w)
		}
		few := workload != "spread" && l.N < 1 // spread has little work left to count in a full second
		if l.Engine != "reprise" || l.Store != store || l.Workload != workload || few || l.Seconds <= 0 {
			t.Errorf("line %d does not say what was measured: %s", i, lines[i])
		}
		if w.limit && math.Abs(float64(l.Ratio)-l.Value/float64(l.Limit)) > 1e-9 {
			t.Errorf("line %d: the ratio is %v, not %v over %v", i, l.Ratio, l.Value, l.Limit)
		}
		if workload != "w8" && workload != "spread" && l.Value <= 0 {
			t.Errorf("line %d: its value is %v", i, l.Value)
		}
		checkCosts(t, l)
		if l.P99 < l.P50 {
			t.Errorf("line %d: p99 %v is less than p50 %v", i, l.P99, l.P50)
		}
	}
}

// checkCosts checks that a throughput, or w7, reports the cost of one item as far as the
// store knows it.
func checkCosts(t *testing.T, l line) {
	t.Helper()
	tells := l.Workload == "w7" || l.Better == higher && l.P99 > 0 && l.Workload != "replay" // replay has its own clock
	if (l.Per != "") != tells {
		t.Errorf("%s says what it costs per %q", l.Metric, l.Per)
	}
	server := tells && l.Store == "postgres"
	here := l.Workload != "w11" // in w11 the stores belong to other processes
	if (l.Commits > 0) != (tells && here) || (l.RoundTrips > 0) != (server && here) || (l.WAL > 0) != server {
		t.Errorf("%s has %v commits, %v round trips and %v bytes of log", l.Metric, l.Commits, l.RoundTrips, l.WAL)
	}
}

// checkLine checks that text is an object with the keys of a line, in their order.
func checkLine(t *testing.T, text string) line {
	t.Helper()
	var l line
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	d := json.NewDecoder(strings.NewReader(text))
	var got []string
	for i := 0; ; i++ {
		token, err := d.Token()
		if err != nil {
			break
		}
		if key, ok := token.(string); ok && i%2 == 1 {
			got = append(got, key)
		}
	}
	if !slices.Equal(got, keys) {
		t.Errorf("the keys are %v, want %v", got, keys)
	}
	return l
}

func TestWithoutJSONItIsATable(t *testing.T) {
	code, out, warn := command(t.Context(), small("w5", "-repeat", "2")...)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != codeDone || len(lines) != 3 {
		t.Fatalf("exit code %d, %d lines: %s%s", code, len(lines), out, warn)
	}
	for i, word := range []string{"workload ", "w5 ", "w5 "} {
		if !strings.HasPrefix(lines[i], word) {
			t.Errorf("line %d does not begin with %q: %s", i, word, lines[i])
		}
	}
}

func TestAWrongCommandLineIsExplained(t *testing.T) {
	for _, test := range []struct{ args, says string }{
		{"-engine dbos", `-engine "dbos": there is only reprise, river, temporal`},
		{"-engine river -store postgres -workload w2", `-workload "w2": use all, or some of w1`},
		{"-engine river -workload all", "-engine river: none of its workloads runs with -store sqlite"},
		{"-engine river -workload w1", "-workload w1 can be measured with -store postgres only"},
		{"-engine temporal -workload w4", `-workload "w4": use all, or some of w1, w2, w3`},
		{"-store mongo", `-store "mongo": there is only postgres, sqlite`},
		{"-workload w99", `-workload "w99": use all, or some of w1, w2,`},
		{"-workload w1,,w2", `-workload "": use all`},
		{"w1", `"w1" is no flag: workloads are named with -workload w1`},
		{"-db postgres://localhost/x", "-db postgres://localhost/x: only -store postgres uses a server"},
		{"-store postgres -dir /x", "-dir /x: a server that the bench starts is in the directory of temporary files: set TMPDIR"},
		{"-workload spread", "-workload spread can be measured with -store postgres only"},
		{"-accelerator no", `-accelerator "no": it is on or off`},
		{"-payloads some", `-payloads "some": they are plain or sealed`},
		{"-payloads sealed -workload w5", "-payloads sealed: workload w5 is not measured so, only w1, w2, w3, w6"},
		{"-n -3", "-n -3: write a number of items"},
		{"-n many", `invalid value "many" for flag -n`},
		{"-repeat 0", "-repeat 0: each workload is measured at least once"},
		{"-tries 0", "-tries 0: each workload is measured at least once"},
		{"-for -1s", "write durations"},
		{"-fast", "flag provided but not defined: -fast"},
	} {
		code, out, warn := command(t.Context(), strings.Fields(test.args)...)
		if code != codeUsage || out != "" || !strings.Contains(warn, test.says) || !strings.Contains(warn, "try: go run ./bench -help") {
			t.Errorf("%s: exit code %d, want %d and %q: %s%s", test.args, code, codeUsage, test.says, out, warn)
		}
	}
	if code, _, warn := command(t.Context(), "-help"); code != codeDone || !strings.Contains(warn, "-workload") {
		t.Errorf("-help: exit code %d: %s", code, warn)
	}
}

func TestWhatFailsIsSaid(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	if code, _, warn := command(t.Context(), "-workload", "w5", "-dir", missing); code != codeFailed || !strings.Contains(warn, missing) {
		t.Errorf("exit code %d: %s", code, warn)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, w := range workloads(engines[0]) {
		if !w.on("sqlite") {
			continue
		}
		name := w.name
		code, out, warn := command(ctx, small(name)...)
		if code != codeFailed || out != "" || !strings.Contains(warn, name) || !strings.Contains(warn, context.Canceled.Error()) {
			t.Errorf("%s: exit code %d: %s%s", name, code, out, warn)
		}
	}
}

func TestNothingIsLeftBehindButTheProfile(t *testing.T) {
	dir, profile := t.TempDir(), filepath.Join(t.TempDir(), "cpu.prof")
	args := small("w5", "-dir", dir, "-cpuprofile", profile)
	if code, _, warn := command(t.Context(), args...); code != codeDone {
		t.Fatalf("exit code %d: %s", code, warn)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left in the directory: %v, %v", left, err)
	}
	if info, err := os.Stat(profile); err != nil || info.Size() == 0 {
		t.Errorf("the profile is empty: %v", err)
	}
}
