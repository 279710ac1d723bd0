package schedule_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/reprise-run/reprise/schedule"
)

func TestEveryCountsElapsedTime(t *testing.T) {
	for _, c := range []struct {
		spec        schedule.Spec
		after, want string
	}{
		{schedule.Every(time.Hour), "2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z"},
		{schedule.Every(time.Hour), "2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z"},
		{schedule.Every(time.Hour), "2026-10-25T00:59:59.9999999Z", "2026-10-25T01:00:00Z"},
		{schedule.Every(time.Hour).Phase(59 * time.Minute), "2026-10-25T00:30:00Z", "2026-10-25T00:59:00Z"},
		{schedule.Every(7 * 24 * time.Hour), "1970-01-01T00:00:00Z", "1970-01-08T00:00:00Z"},
		{schedule.Every(time.Hour), "1969-12-31T22:30:00Z", "1969-12-31T23:00:00Z"},
		{schedule.Every(1500 * time.Millisecond), "2026-10-25T00:00:00Z", "2026-10-25T00:00:01.5Z"},
		// What is excepted may be long.
		{schedule.Every(time.Second).Except(schedule.Cron("* * * * * 0,6", "UTC")), "2026-11-27T23:59:59Z", "2026-11-30T00:00:00Z"},
		{schedule.Every(time.Minute).Except(schedule.Cron("* * * 6-8 *", "UTC")), "2026-05-31T23:59:00Z", "2026-09-01T00:00:00Z"},
		{schedule.Every(time.Second).Except(schedule.Cron("* 0-29 12 * * *", "UTC")), "2026-11-27T11:59:59Z", "2026-11-27T12:30:00Z"},
		{schedule.Every(1500 * time.Millisecond).Except(schedule.Cron("* * * * * *", "UTC")), "2026-10-25T00:00:00Z", "2026-10-25T00:00:01.5Z"},
		// The hour that exists twice is excepted once.
		{schedule.Every(time.Second).Except(schedule.Cron("* * * * * 0", "Europe/Berlin")), "2026-10-24T21:59:59Z", "2026-10-25T01:00:00Z"},
		{schedule.Every(time.Second).Except(schedule.Cron("* * * * * 0", "Europe/Berlin")), "2026-10-25T01:59:59Z", "2026-10-25T23:00:00Z"},
	} {
		if got := c.spec.Next(at(t, c.after)); !got.Equal(at(t, c.want)) {
			t.Errorf("%s after %s: %s, want %s", c.spec, c.after, got, c.want)
		}
	}
}

func TestASpecThatCannotBeIsRefused(t *testing.T) {
	hourly := schedule.Every(time.Hour)
	for want, s := range map[string]schedule.Spec{
		"schedule: the spec is empty: make one with schedule.Cron or schedule.Every": {},
		"every 1ms: write 1s or more":                  schedule.Every(time.Millisecond),
		"every 1.000000001s: write whole microseconds": schedule.Every(time.Second + 1),
		"every 1h0m0s: the phase 1h0m0s is not from zero to less than the interval, in whole microseconds": hourly.Phase(time.Hour),
		`cron "0 * * * *" in UTC: Phase is for Every: write another expression`:                            schedule.Cron("0 * * * *", "UTC").Phase(time.Minute),
		"every 1h0m0s except every 1h0m0s: it never fires: its exceptions leave no time":                   hourly.Except(hourly),
		`except cron "* * * * 9": day of week 9 is above 7 (position 8)`:                                   hourly.Except(schedule.Cron("* * * * 9", "UTC")),
	} {
		err := s.Err()
		if err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
		if !s.Next(time.Now()).IsZero() {
			t.Errorf("%s has a next time", s)
		}
		if _, bad := json.Marshal(s); bad == nil {
			t.Errorf("%s is stored", s)
		}
	}
	var wrong *schedule.SpecError
	if err := schedule.Cron("0 24 * * *", "UTC").Err(); !errors.As(err, &wrong) || wrong.Position != 2 || wrong.Spec != `cron "0 24 * * *"` || wrong.Why != "hour 24 is above 23" {
		t.Errorf("the error is %#v", wrong)
	}
}

func TestASpecAndAPolicyAreReadAsTheyWereWritten(t *testing.T) {
	for _, s := range []schedule.Spec{
		schedule.Cron("30 6 * * MON-FRI", berlin),
		schedule.Every(time.Hour).Phase(5 * time.Minute).Except(schedule.Cron("* 12 * * *", "UTC")).Except(schedule.Every(24 * time.Hour)),
	} {
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var got schedule.Spec
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		now := at(t, "2026-11-23T11:00:00Z")
		if got.String() != s.String() || !got.Next(now).Equal(s.Next(now)) {
			t.Errorf("%s was read as %s", s, got)
		}
	}
	for _, p := range []schedule.Policy{
		{},
		{Overlap: schedule.AllowAll, CatchUp: schedule.AllWithin(time.Hour), Jitter: time.Minute, From: at(t, "2026-11-23T11:00:00Z"), PauseOnFailure: true, Queue: "q", Priority: -1},
		{Overlap: schedule.CancelOther, CatchUp: schedule.Nothing(), Until: at(t, "2026-11-23T11:00:00Z")},
	} {
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var got schedule.Policy
		if err := json.Unmarshal(data, &got); err != nil || got != p {
			t.Errorf("%s was read as %+v, %v", data, got, err)
		}
	}
	for _, text := range []string{`{"cron":"61 * * * *","zone":"UTC"}`, `{"every":"soon"}`, `{"every":"1h","phase":"late"}`, `{"every":"1h","except":[{"every":"x"}]}`, `[]`, `{}`} {
		if err := json.Unmarshal([]byte(text), new(schedule.Spec)); err == nil {
			t.Errorf("%s was read", text)
		}
	}
	for _, text := range []string{`{"overlap":"maybe"}`, `{"catch_up":"maybe"}`, `{"catch_up":"all within x"}`} {
		if err := json.Unmarshal([]byte(text), new(schedule.Policy)); err == nil {
			t.Errorf("%s was read", text)
		}
	}
}
