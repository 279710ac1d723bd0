package webtest

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/dashboard"
	"github.com/reprise-run/reprise/httpapi"
)

// saying is a dashboard some of whose answers are given.
type saying struct {
	Handler
	answers map[string]string // by the path of the API
}

func (s saying) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if text, ok := s.answers[strings.TrimPrefix(r.URL.Path, "/api/v1/")]; ok {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(text)) // a page that has gone does not read it
		return
	}
	s.Handler.ServeHTTP(w, r)
}

// A queue that is not served, or not as it should be, a schedule that does not fire, and workers that all drain are told from those
// that do what they should.
func TestWhatStandsStillIsToldFromWhatDoesNot(t *testing.T) {
	t.Parallel()
	b := browser(t)
	l := newLab(t, 0)
	l.knows(reprise.Config{})
	h, err := dashboard.New(l.rt, dashboard.Options{API: httpapi.Options{Unprotected: true, Logger: slog.New(slog.DiscardHandler)}})
	if err != nil {
		t.Fatal(err)
	}
	queue := func(name, more string) string {
		return fmt.Sprintf(`{"name":%q,"ready_runs":0,"running":0,"owned":0,"retrying":0,"slots":10%s}`, name, more)
	}
	now := time.Now()
	times := func(at time.Time) string { return `,"next":["` + at.UTC().Format(time.RFC3339) + `"]` }
	schedule := func(id, more string) string {
		return fmt.Sprintf(`{"id":%q,"workflow":"awaiting","times":"30 6 * * *","fired":1,"skipped":0%s}`, id, more)
	}
	at := Serve(t, saying{h, map[string]string{
		"queues": "[" + strings.Join([]string{
			queue("fine", `,"ready":1,"ready_activities":1,"lag_seconds":0.2,"workers":2`),
			queue("late", `,"ready":9,"ready_activities":9,"lag_seconds":400,"workers":2`),
			queue("left", `,"ready":9,"ready_activities":9,"lag_seconds":400,"workers":0`),
			queue("unused", `,"ready":0,"ready_activities":0,"lag_seconds":0,"workers":0`),
			queue("full", `,"ready":9,"ready_activities":9,"lag_seconds":400,"workers":2,"at_limit":true`),
			queue("parted", `,"ready":0,"ready_activities":7,"lag_seconds":0,"workers":2,"held":7`),
		}, ",") + "]",
		"schedules": "[" + strings.Join([]string{
			schedule("on time", times(now.Add(time.Hour))),
			schedule("not fired", times(now.Add(-10*time.Minute))),
			schedule("spread", times(now.Add(-10*time.Minute))+`,"jitter_seconds":3600`),
			schedule("behind a run", times(now.Add(-10*time.Minute))+`,"waiting":"`+now.Add(-10*time.Minute).UTC().Format(time.RFC3339)+`"`),
			schedule("last year", `,"next":[]`),
		}, ",") + "]",
		"health": `{"status":"degraded","checks":[{"name":"workers","status":"degraded","value":0,"text":"every live worker is draining: start another, or reprise worker undrain 7"}],"blocked":{},"as_of":"` + now.UTC().Format(time.RFC3339) + `"}`,
	}}, "/ops")
	tab := b.Tab(t)
	states := func(screen string, want map[string]string) {
		tab.Open(at + screen)
		tab.Until(fmt.Sprintf("document.querySelectorAll('tbody tr').length === %d", len(want)))
		for _, row := range Eval[[]string](tab, "[...document.querySelectorAll('tbody tr')].map(r => r.cells[0].innerText + ': ' + r.cells[1].innerText.replace(/\\s+/g, ' '))") {
			name, state, _ := strings.Cut(row, ": ")
			if state != want[name] {
				t.Errorf("the state of %s %s is %q, want %q", screen, name, state, want[name])
			}
		}
	}
	states("queues", map[string]string{"fine": "✓served", "late": "▲served, but late", "left": "▲no worker serves it", "unused": "◌no worker serves it", "full": "◌at its limit", "parted": "✓served 7 wait for their partitions"})
	tab.See("Every live worker is draining, and takes nothing more: start another, or undrain one.")
	states("schedules", map[string]string{"on time": "✓on", "not fired": "▲overdue: no worker has fired it", "spread": "✓on", "behind a run": "✓on", "last year": "■over"})
}
