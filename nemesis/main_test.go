package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/nemesis/internal/control"
)

// A test starts this binary again for its workers.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "worker" {
		os.Exit(work(os.Args[2]))
	}
	goleak.VerifyTestMain(m)
}

// Every test run includes a short nemesis on each store. Run the command for longer
// ones.
func TestAShortNemesisFindsNothing(t *testing.T) {
	for _, store := range []string{control.Postgres, control.SQLite} {
		t.Run(store, func(t *testing.T) {
			if store == control.Postgres {
				pgtest.Shared(t) // skips if there is no Postgres
			}
			dir := t.TempDir()
			var out, log bytes.Buffer
			code := run(t.Context(), []string{"-store", store, "-duration", "5s", "-seed", "1", "-ttl", "1s", "-settle", "3m", "-report", dir}, &out, &log)
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			var r control.Result
			if err := json.Unmarshal([]byte(lines[len(lines)-1]), &r); err != nil {
				t.Fatalf("its last line is no JSON object: %v\n%s%s", err, &out, &log)
			}
			if code != 0 || len(r.Violations) > 0 {
				t.Errorf("it ends with %d:\n%s%s", code, &out, &log)
			}
			if r.RunsStarted == 0 || r.RunsFinished < r.RunsStarted || r.HistoriesReplayed != r.RunsFinished {
				t.Errorf("%d runs were started, %d ended and %d were replayed", r.RunsStarted, r.RunsFinished, r.HistoriesReplayed)
			}
		})
	}
}

func TestAWrongCommandLineIsToldWhatToWrite(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-store mysql", "write postgres or sqlite"},
		{"-duration 1s", "write 3s or more"},
		{"-workers 0", "from 1 to 64"},
		{"-settle 0s", "write 1s or more"},
		{"-backlog 0", "1 or more"},
		{"-faults flood", "far_server,backlog"},
		{"-ttl 1ms", "write 300ms or more"},
		{"postgres", "flags only"},
		{"-no-such-flag", "no-such-flag"},
	} {
		var out, log bytes.Buffer
		if code := run(t.Context(), strings.Fields(c.args), &out, &log); code != exitUsage || !strings.Contains(log.String(), c.want) || out.Len() > 0 {
			t.Errorf("%s: code %d, %q, %q", c.args, code, &out, &log)
		}
	}
}
