package cli_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/schedule"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

func TestAScheduleFromTheCommandLine(t *testing.T) {
	rt := onMemory(t)
	say(t, rt, "schedule", "list", "-o", "table").want(t, 0, "no schedules")
	say(t, rt, "schedule", "show", "nightly").want(t, 1, "no schedule has this id", "try: shop schedule list")
	def := schedule.Define("nightly", schedule.Cron("30 6 * * *", "Europe/Berlin"), workflow.Define[string, string]("hold"), "x", schedule.Policy{Overlap: schedule.BufferOne, Jitter: time.Second})
	if err := reprise.PutSchedule(t.Context(), rt, def); err != nil {
		t.Fatal(err)
	}
	say(t, rt, "schedule", "list").want(t, 0, `"id": "nightly"`, `"times": "cron \"30 6 * * *\" in Europe/Berlin"`, `"overlap": "buffer one"`, `"catch_up": "latest"`, `"jitter_seconds": 1`, `"next": [`)
	say(t, rt, "schedule", "list", "-o", "table").want(t, 0, "SCHEDULE", "nightly", "active", "hold")
	if n := strings.Count(say(t, rt, "schedule", "next", "nightly", "-o", "table").out, "T0"); n != 10 {
		t.Errorf("%d times are shown", n)
	}
	say(t, rt, "schedule", "pause", "nightly").want(t, 64, "--reason is missing", "try: shop schedule pause --help")
	say(t, rt, "schedule", "pause", "nightly", "--reason", "holidays", "--by", "anna").want(t, 0, `"done": "paused"`)
	say(t, rt, "schedule", "list", "-o", "table").want(t, 0, "paused")
	say(t, rt, "schedule", "show", "nightly", "-o", "table").want(t, 0, "paused by anna: holidays", "policy     overlap buffer one, catch-up latest", "fired      0, skipped 0", "next: shop schedule resume nightly --reason WHY")
	say(t, rt, "schedule", "resume", "nightly", "--reason", "back", "-o", "table").want(t, 0, "nightly: resumed", "next: shop schedule show nightly")
	say(t, rt, "schedule", "trigger", "nightly", "--reason", "the board asks", "--by", "anna").want(t, 0, `"done": "triggered"`, `"run_id": "`)
	say(t, rt, "run", "list").want(t, 0, `"id": "nightly@`)
	say(t, rt, "schedule", "backfill", "nightly", "--from", "monday", "--to", "2026-03-31T00:00:00Z", "--reason", "lost").want(t, 64, `--from is "monday": write a time such as`, "try: shop schedule backfill --help")
	say(t, rt, "schedule", "backfill", "nightly", "--from", "2026-03-28T00:00:00Z", "--to", "2026-03-31T00:00:00Z", "--reason", "lost").want(t, 0, `"runs": 3`)
	say(t, rt, "schedule", "backfill", "nightly", "--from", "2026-03-28T00:00:00Z", "--to", "2026-03-31T00:00:00Z", "--reason", "lost", "-o", "table").want(t, 0, "nightly: backfilled, 0 runs started")
	say(t, rt, "run", "show", "nightly@2026-03-29T04:30:00Z").want(t, 0, `"workflow": "hold"`)
	say(t, rt, "schedule", "delete", "nightly", "--yes").want(t, 0, `"done": "deleted"`)
	say(t, rt, "schedule", "delete", "nightly", "--yes").want(t, 1, "no schedule has this id")
}

// A schedule whose time no worker has fired is told from one that fires.
func TestAScheduleThatNobodyFiresIsOverdue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rt, err := reprise.New(memory.New(), reprise.Config{})
		if err != nil {
			t.Fatal(err)
		}
		for id, every := range map[string]time.Duration{"often": time.Minute, "seldom": 24 * time.Hour} {
			if err := reprise.PutSchedule(t.Context(), rt, schedule.Define(id, schedule.Every(every), workflow.Define[string, string]("hold"), "x", schedule.Policy{})); err != nil {
				t.Fatal(err)
			}
		}
		<-time.After(80 * time.Second)
		say(t, rt, "schedule", "list", "-o", "table").want(t, 0, "often     active", "seldom    active")
		<-time.After(time.Minute)
		say(t, rt, "schedule", "list", "-o", "table").want(t, 0, "often     overdue", "seldom    active")
		say(t, rt, "schedule", "show", "often", "-o", "table").want(t, 0, `! it is overdue, and no worker has fired it: does a live one bind workflow "hold"?`)
	})
}
