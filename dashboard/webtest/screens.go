package webtest

import (
	"log/slog"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/dashboard"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/samples/order"
)

// Shop serves the dashboard over a database of the cases, under a prefix, and allows everything. It returns
// the URL of the page, and the run ids by workflow id.
func Shop(t TB, path string, work bool) (url string, runs map[string]string) {
	t.Helper()
	rt := Open(t, path, work)
	h, err := dashboard.New(rt, dashboard.Options{API: httpapi.Options{Unprotected: true, Source: order.Source, Logger: slog.New(slog.DiscardHandler)}})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return Serve(t, h, "/a/b/ops"), Runs(t, rt)
}

// Runs returns the run ids by workflow id.
func Runs(t TB, rt *reprise.Runtime) map[string]string {
	t.Helper()
	ids := map[string]string{}
	for run, err := range reprise.List(t.Context(), rt, reprise.Filter{}) {
		if err != nil {
			t.Fatalf("%v", err)
		}
		ids[run.WorkflowID] = run.RunID.String()
	}
	return ids
}

// Screen is one screen of the page: its path, and an expression that is true once all of it is shown.
type Screen struct {
	Name, Path, Ready string
}

// Screens returns all screens, over the cases.
func Screens(runs map[string]string) []Screen {
	h1 := func(text string) string {
		return "document.querySelector('h1')?.innerText.includes(" + quote(text) + ") && !document.querySelector('[aria-busy=true]')"
	}
	run := func(id string) string { return "runs/" + runs[id] }
	return []Screen{
		{"runs", "runs", h1("Runs") + " && document.querySelectorAll('tbody tr').length >= 12"},
		{"mismatch", run("order-1003"), h1("order-1003")},
		{"poison", run("order-1005"), h1("order-1005")},
		{"approval", run("order-1007"), h1("order-1007")},
		{"retried", run("order-1010"), h1("order-1010")},
		{"completed", run("order-1011"), h1("order-1011")},
		{"events", run("order-1011") + "?tab=events&seq=3", h1("order-1011") + " && document.querySelector('aside pre')"},
		{"values", run("order-1011") + "?tab=values", h1("order-1011") + " && document.querySelectorAll('section pre').length === 2"},
		{"activities", "activities", h1("Activities")},
		{"replay", run("order-1010") + "/replay?at=2", h1("order-1010") + " && document.querySelector('.walk pre, .walk .frames')"},
		{"replay-mismatch", run("order-1003") + "/replay", h1("order-1003") + " && document.querySelector('.walk')"},
		{"replay-file", "replay", h1("Replay a file")},
		{"queues", "queues", h1("Queues")},
		{"workers", "workers", h1("Workers")},
		{"schedules", "schedules", h1("Schedules")},
		{"health", "health", h1("Health")},
		{"definitions", "definitions", h1("Definitions")},
		{"nothing", "nowhere", h1("No such page")},
	}
}
