package httpapi_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/cli"
)

// Statement 15 of the operators' surface: what the command line prints as JSON and what the API answers are the same bytes.
func TestTheAPIAnswersWhatTheCommandLinePrints(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		for _, id := range []string{"order-1", "order-2", "order-3"} {
			run := s.run(id)
			for path, line := range map[string]string{
				"/runs/" + run:               "run show " + run,
				"/run?id=" + id:              "run show " + id,
				"/runs/" + run + "/events":   "run history " + run,
				"/runs/" + run + "/timeline": "run trace " + run,
				"/runs":                      "run list --limit 50",
				"/runs?status=open&limit=1":  "run list --status open --limit 1",
				"/runs?status=completed":     "run list --status completed",
				"/runs?id=" + id:             "run list --id " + id,
				"/workers":                   "worker list",
				"/activities":                "activity list --limit 50",
				"/activities?state=ready":    "activity list --state ready --limit 50",
				"/activities/groups":         "activity list --groups",
				"/queues":                    "queue list",
				"/schedules":                 "schedule list",
				"/stats":                     "db stats",
			} {
				want := printed(t, s, line)
				if got := get(t, h, path); got != want {
					t.Errorf("GET %s answers\n%s\nreprise %s prints\n%s", path, got, line, want)
				}
			}
		}
	})
}

func printed(t *testing.T, s *shop, line string) string {
	t.Helper()
	var out, bad bytes.Buffer
	p := cli.Program{Name: "reprise", Runtime: s.rt, Args: append(strings.Fields(line), "-o", "json"), Stdout: &out, Stderr: &bad}
	if code := p.Run(t.Context()); code != 0 {
		t.Fatalf("reprise %s: exit code %d: %s", line, code, &bad)
	}
	return out.String()
}
