package cli

import (
	"context"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/workflow"
)

// While a worker owns a run, the place of its code is stored nowhere. A program that
// has the code finds the place by replay; if its code does something else, it says so.
func TestWhereTheCodeStandsOfARunThatAWorkerHas(t *testing.T) {
	charge := activity.New("charge", func(context.Context, int) (int, error) { return 0, nil })
	approve := workflow.DefineSignal[decision]("approve")
	order := func(first string) reprise.Binding {
		return workflow.New("order", func(ctx workflow.Context, _ int) (int, error) {
			workflow.Go(ctx, func(ctx workflow.Context) (decision, error) { return workflow.Receive(ctx, approve) })
			if first == "sleep" {
				return 0, workflow.Sleep(ctx, 1)
			}
			return workflow.Execute(ctx, charge, 1).Get(ctx)
		})
	}
	st := storeOf(t, []history.Event{{Body: &history.Started{Workflow: "order", WorkflowID: "order-17", Level: 1, Build: "v1"}}},
		[]history.Event{{Site: "v1 order.go:1", Body: &history.ActivityScheduled{Name: "charge", Eager: true}}})
	for _, c := range []struct {
		bindings []reprise.Binding
		want     []string
	}{
		{nil, []string{`waits for: activity charge, attempt 1, running for .*  \(v1 order.go:1\)`}},
		{[]reprise.Binding{order("charge"), charge, approve}, []string{
			`  activity charge, attempt 1, running for .*  \(cli\.\S+ facts_code_test.go:\d+\)`,
			`  signal approve  \(cli\.\S+ facts_code_test.go:\d+\)`,
			`reprise run signal order-17 approve '{"yes":true,"by":"text"}'`,
		}},
		{[]reprise.Binding{order("sleep"), charge, approve}, []string{
			`waits for: activity charge, attempt 1, running for .*  \(v1 order.go:1\)`,
			`! replay with this program's code did not reach the present place of the run: .*does not do what history recorded at event 2`,
		}},
	} {
		rt, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.DiscardHandler)}, c.bindings...)
		if err != nil {
			t.Fatal(err)
		}
		out, code := run(t, rt, "run", "show", "order-17", "-o", "table")
		for _, want := range c.want {
			if code != 0 || !regexp.MustCompile("(?m)^.*"+want).MatchString(out) {
				t.Errorf("no %s in\n%s", want, out)
			}
		}
		if strings.Contains(out, "blocked") {
			t.Errorf("it is not blocked:\n%s", out)
		}
	}
}
