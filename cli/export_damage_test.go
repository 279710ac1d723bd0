package cli

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/inspect"
)

// A damaged history is exported, since it may be all that there is, but it is
// not called complete.
func TestADamagedHistoryIsExportedAndNamed(t *testing.T) {
	good := stored(t, []history.Event{{Body: &history.Started{Workflow: "order", WorkflowID: "order-17"}}}, []history.Event{{Body: &history.TimerStarted{FireAt: noon}}})
	rt, err := reprise.New(damaged{good.Store()}, reprise.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	const says = "reprise: the history of order-17 is damaged, and was written as it is\n  event 2: event 2 is corrupt"
	file := filepath.Join(t.TempDir(), "a.history")
	out, code := run(t, rt, "run", "export", "order-17", "--out", file)
	if code != codeFailed || !strings.Contains(out, `"damage": [`) || !strings.Contains(out, says) || !strings.Contains(out, "try: reprise db doctor\n") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), `"events":["unreadable: `) {
		t.Errorf("the file holds %s, %v", text, err)
	}
	if out, code := run(t, rt, "run", "export", "order-17"); code != codeFailed || !strings.HasPrefix(out, string(text)) || !strings.Contains(out, says) {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if out, code := run(t, rt, "run", "export", "order-17", "--redact"); code != codeFailed || !strings.Contains(out, "what cannot be read cannot be redacted: history: event 2 is corrupt") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if out, code := run(t, rt, "run", "export", "order-17", "--out", file, "--force", "-o", "table"); code != codeFailed || strings.Contains(out, "next:") {
		t.Errorf("exit code %d\n%s", code, out)
	}
}

// If there is much damage, some of it is printed, and the total.
func TestMuchDamage(t *testing.T) {
	rows := [][]history.Event{{{Body: &history.Started{Workflow: "order", WorkflowID: "order-17"}}}}
	for range inspect.MostDamage + 2 {
		rows = append(rows, []history.Event{{Body: &history.TimerFired{Timer: 99}}})
	}
	out, code := run(t, stored(t, rows...), "run", "export", "order-17")
	if code != codeFailed || strings.Count(out, "\n  event ") != inspect.MostDamage || !strings.Contains(out, "\n  and 2 more\n") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	out, code = run(t, stored(t, rows[:1]...), "run", "export", "order-17")
	if code != 0 || strings.Contains(out, "damaged") {
		t.Errorf("a sound one: exit code %d\n%s", code, out)
	}
}
