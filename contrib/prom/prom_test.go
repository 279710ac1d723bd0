package prom_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	otelprom "go.opentelemetry.io/otel/exporters/prometheus"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/contrib/otel"
	"github.com/reprise-run/reprise/contrib/prom"
	"github.com/reprise-run/reprise/metrics"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	weigh = activity.New("weigh", func(_ context.Context, n int) (int, error) { return n, nil })
	scale = workflow.New("scale", func(ctx workflow.Context, n int) (int, error) {
		if _, err := workflow.Receive(ctx, load); err != nil {
			return 0, err
		}
		return workflow.Execute(ctx, weigh, n).Get(ctx)
	})
	load = workflow.DefineSignal[int]("load")
	note = workflow.DefineSignal[int]("note")
)

// worked carries a run out with a configuration, and tells its Observer of faults by hand.
func worked(t *testing.T, cfg reprise.Config, watch func(*reprise.Runtime)) {
	t.Helper()
	ctx := t.Context()
	rt, err := reprise.New(memory.New(), cfg, scale, weigh)
	if err != nil {
		t.Fatal(err)
	}
	watch(rt)
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := rt.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	run, err := reprise.Start(ctx, rt, scale, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []workflow.SignalDef[int]{note, load} {
		if err := reprise.Signal(ctx, rt, run.RunID(), s, 1); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := run.Result(ctx); err != nil {
		t.Fatal(err)
	}
	if err := reprise.PauseQueue(ctx, rt, "default", reprise.By{Who: "mia", Why: "so that it is listed"}); err != nil {
		t.Fatal(err)
	}
	o := cfg.Observer
	o.RunBlocked(reprise.RunBlocked{Workflow: "broken", Reason: "panic"})
	o.RunReplayed(reprise.RunReplayed{Events: 3, Why: "claimed"})
	o.RunClaimed(reprise.RunClaimed{Cached: true})
	o.RunEvicted(reprise.RunEvicted{})
	o.RunFenced(reprise.RunFenced{})
	o.WorkRecovered(reprise.WorkRecovered{Rows: 1})
	o.RunsRemoved(reprise.RunsRemoved{Runs: 1})

}

// gathered are the families of a registry as lines: type, name, help, buckets, and the labels of each series.
func gathered(t *testing.T, from prometheus.Gatherer) (lines []string) {
	t.Helper()
	families, err := from.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		lines = append(lines, fmt.Sprint(f.GetType(), " ", f.GetName(), " ", f.GetHelp()))
		for _, m := range f.GetMetric() {
			var labels []string
			for _, l := range m.GetLabel() {
				if l.GetValue() != "" {
					labels = append(labels, l.GetName()+"="+l.GetValue())
				}
			}
			slices.Sort(labels)
			var bounds []float64
			for _, b := range m.GetHistogram().GetBucket() {
				bounds = append(bounds, b.GetUpperBound())
			}
			lines = append(lines, fmt.Sprint(f.GetName(), labels, bounds))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

var quiet = slog.New(slog.DiscardHandler)

// Statement 40 of the operators' surface: boards and alerts serve both: every name, type, label and bucket is the one of OpenTelemetry's own
// exporter for Prometheus.
func TestTheNamesAreThoseOfOpenTelemetrysExporter(t *testing.T) {
	theirs := prometheus.NewRegistry()
	exporter, err := otelprom.New(otelprom.WithRegisterer(theirs), otelprom.WithoutScopeInfo(), otelprom.WithoutTargetInfo())
	if err != nil {
		t.Fatal(err)
	}
	tel, err := otel.New(otel.Options{MeterProvider: sdkmetric.NewMeterProvider(sdkmetric.WithReader(exporter))})
	if err != nil {
		t.Fatal(err)
	}
	worked(t, tel.Config(reprise.Config{Logger: quiet}), tel.Watch)

	ours, collector := prometheus.NewPedanticRegistry(), prom.New(prom.Options{Logger: quiet})
	if err := ours.Register(collector); err != nil {
		t.Fatal(err)
	}
	worked(t, collector.Config(reprise.Config{Logger: quiet}), collector.Watch)

	want, got := gathered(t, theirs), gathered(t, ours)
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("only the exporter has %s", line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("only package prom has %s", line)
		}
	}
	text := strings.Join(got, "\n")
	for _, i := range metrics.Instruments() {
		if !strings.Contains(text, " "+prom.Name(i)+" ") {
			t.Errorf("%s is in neither", i.Name)
		}
	}
}

// Statement 40 of the operators' surface: each name and label in the board and in the alerts is one that is measured.
func TestTheBoardAndTheAlertsNameWhatIsMeasured(t *testing.T) {
	known := map[string]bool{}
	for _, i := range metrics.Instruments() {
		known[prom.Name(i)] = true
		if i.Kind == metrics.Histogram {
			for _, part := range []string{"_bucket", "_sum", "_count"} {
				known[prom.Name(i)+part] = true
			}
		}
		for _, a := range i.Attributes {
			known[strings.ReplaceAll(a, ".", "_")] = true
		}
	}
	words, by := regexp.MustCompile(`\breprise_\w+`), regexp.MustCompile(`\bby ?\(([^)]*)\)`)
	used := map[string]bool{}
	for _, file := range []string{"../grafana/reprise.json", "../alerts.yaml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := words.FindAllString(string(text), -1)
		if len(found) == 0 {
			t.Errorf("%s names nothing", file)
		}
		for _, name := range found {
			used[name] = true
			if !known[name] {
				t.Errorf("%s names %s, which nothing measures", file, name)
			}
		}
		for _, m := range by.FindAllStringSubmatch(string(text), -1) {
			for label := range strings.SplitSeq(m[1], ",") {
				if label = strings.TrimSpace(label); label != "le" && label != "instance" && !known[label] {
					t.Errorf("%s groups by %q, which is no label", file, label)
				}
			}
		}
	}
	for _, i := range metrics.Instruments() {
		name := prom.Name(i)
		if !used[name] && !used[name+"_bucket"] && !used[name+"_sum"] && !used[name+"_count"] {
			t.Errorf("neither the board nor an alert shows %s", name)
		}
	}
	board, err := os.ReadFile("../grafana/reprise.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(board, &struct{ Title string }{}); err != nil {
		t.Errorf("the board is no JSON: %v", err)
	}
}

// What the store tells is asked for at most every ten seconds, and everything else is there without it.
func TestAStoreThatDoesNotAnswerLeavesTheRest(t *testing.T) {
	registry, collector := prometheus.NewRegistry(), prom.New(prom.Options{Logger: quiet})
	if err := registry.Register(collector); err != nil {
		t.Fatal(err)
	}
	worked(t, collector.Config(reprise.Config{Logger: quiet}), func(*reprise.Runtime) {})
	refusing := collector.Config(reprise.Config{Logger: quiet, Intercept: []reprise.Interceptor{{
		Name: "refuse", Client: func(next reprise.ClientHandler) reprise.ClientHandler {
			return func(ctx context.Context, r *reprise.Request) error {
				if r.Verb == "list queues" {
					return context.DeadlineExceeded
				}
				return next(ctx, r)
			}
		},
	}}})
	broken, err := reprise.New(memory.New(), refusing, scale, weigh)
	if err != nil {
		t.Fatal(err)
	}
	collector.Watch(broken)
	text := strings.Join(gathered(t, registry), "\n")
	if strings.Contains(text, "reprise_queue_depth") || !strings.Contains(text, "reprise_run_duration_seconds") || !strings.Contains(text, "reprise_worker_abandoned") {
		t.Errorf("gathered:\n%s", text)
	}

}
