package schedule_test

import (
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/schedule"
)

const (
	berlin   = "Europe/Berlin"
	newYork  = "America/New_York"
	lordHowe = "Australia/Lord_Howe"
	kolkata  = "Asia/Kolkata"
	saoPaulo = "America/Sao_Paulo"
	apia     = "Pacific/Apia"
)

// What follows after a time, worked out by hand from the rules of the zones. In 2026 the clocks change in Berlin at 01:00Z on 29
// March and 25 October, in New York at 07:00Z on 8 March and 06:00Z on 1 November, and by half an hour on Lord Howe at 15:00Z on 4 April
// and 15:30Z on 3 October. In São Paulo midnight was missing on 4 November 2018, and in Apia all of 30 December 2011.
var table = []struct {
	expr, zone, after string
	want              string // separated by spaces; "": never
}{
	{"* * * * *", "UTC", "2026-11-23T06:30:00Z", "2026-11-23T06:31:00Z 2026-11-23T06:32:00Z"},
	{"* * * * *", "UTC", "2026-11-23T06:30:59.999Z", "2026-11-23T06:31:00Z"},
	{"30 6 * * *", "UTC", "2026-11-23T06:29:59Z", "2026-11-23T06:30:00Z 2026-11-24T06:30:00Z"},
	{"30 6 * * *", "UTC", "2026-11-23T06:30:00Z", "2026-11-24T06:30:00Z"},
	{"30 6 * * *", kolkata, "2026-11-23T00:00:00Z", "2026-11-23T01:00:00Z 2026-11-24T01:00:00Z"},
	{"0 0 1 1 *", "UTC", "2026-06-01T00:00:00Z", "2027-01-01T00:00:00Z 2028-01-01T00:00:00Z"},
	{"59 23 31 12 *", "UTC", "2026-12-31T23:59:00Z", "2027-12-31T23:59:00Z"},
	{"0 0 29 2 *", "UTC", "2026-01-01T00:00:00Z", "2028-02-29T00:00:00Z 2032-02-29T00:00:00Z"},
	{"0 0 29 2 *", "UTC", "2096-03-01T00:00:00Z", "2104-02-29T00:00:00Z"},
	{"0 0 31 * *", "UTC", "2026-01-31T00:00:00Z", "2026-03-31T00:00:00Z 2026-05-31T00:00:00Z 2026-07-31T00:00:00Z"},
	{"0 9 * * 1-5", "UTC", "2026-11-20T09:00:00Z", "2026-11-23T09:00:00Z 2026-11-24T09:00:00Z"},
	{"0 9 * * MON-FRI", "UTC", "2026-11-20T09:00:00Z", "2026-11-23T09:00:00Z"},
	{"0 9 * * fri-sun", "UTC", "2026-11-20T09:00:00Z", "2026-11-21T09:00:00Z 2026-11-22T09:00:00Z 2026-11-27T09:00:00Z"},
	{"0 9 * * 7", "UTC", "2026-11-20T09:00:00Z", "2026-11-22T09:00:00Z 2026-11-29T09:00:00Z"},
	{"0 9 * * 0", "UTC", "2026-11-20T09:00:00Z", "2026-11-22T09:00:00Z"},
	{"0 9 13 * 5", "UTC", "2026-11-01T00:00:00Z", "2026-11-06T09:00:00Z 2026-11-13T09:00:00Z 2026-11-20T09:00:00Z 2026-11-27T09:00:00Z 2026-12-04T09:00:00Z 2026-12-11T09:00:00Z 2026-12-13T09:00:00Z"},
	{"0 9 */10 * *", "UTC", "2026-11-01T09:00:00Z", "2026-11-11T09:00:00Z 2026-11-21T09:00:00Z 2026-12-01T09:00:00Z"},
	{"0 9 1-7 * *", "UTC", "2026-11-06T09:00:00Z", "2026-11-07T09:00:00Z 2026-12-01T09:00:00Z"},
	{"*/20 * * * *", "UTC", "2026-11-23T06:30:00Z", "2026-11-23T06:40:00Z 2026-11-23T07:00:00Z 2026-11-23T07:20:00Z"},
	{"5/20 * * * *", "UTC", "2026-11-23T06:30:00Z", "2026-11-23T06:45:00Z 2026-11-23T07:05:00Z"},
	{"10-30/10 * * * *", "UTC", "2026-11-23T06:10:00Z", "2026-11-23T06:20:00Z 2026-11-23T06:30:00Z 2026-11-23T07:10:00Z"},
	{"0,15,50 8,20 * * *", "UTC", "2026-11-23T08:15:00Z", "2026-11-23T08:50:00Z 2026-11-23T20:00:00Z"},
	{"0 0 1 JAN,jul *", "UTC", "2026-02-01T00:00:00Z", "2026-07-01T00:00:00Z 2027-01-01T00:00:00Z"},
	{"*/15 * * * * *", "UTC", "2026-11-23T06:30:31Z", "2026-11-23T06:30:45Z 2026-11-23T06:31:00Z"},
	{"30 59 23 * * *", "UTC", "2026-12-31T23:59:30Z", "2027-01-01T23:59:30Z"},

	{"30 2 * * *", berlin, "2026-03-27T12:00:00Z", "2026-03-28T01:30:00Z 2026-03-29T01:00:00Z 2026-03-30T00:30:00Z"},
	{"0 3 * * *", berlin, "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z 2026-03-30T01:00:00Z"},
	{"0 2 * * *", berlin, "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z 2026-03-30T00:00:00Z"},
	{"59 1 * * *", berlin, "2026-03-28T12:00:00Z", "2026-03-29T00:59:00Z 2026-03-29T23:59:00Z"},
	{"0 2,3 * * *", berlin, "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z 2026-03-30T00:00:00Z 2026-03-30T01:00:00Z"},
	{"*/15 * * * *", berlin, "2026-03-29T00:30:00Z", "2026-03-29T00:45:00Z 2026-03-29T01:00:00Z 2026-03-29T01:15:00Z"},
	{"30 2 29 3 *", berlin, "2026-01-01T00:00:00Z", "2026-03-29T01:00:00Z 2027-03-29T00:30:00Z"},
	{"30 2 * * 0", berlin, "2026-03-23T00:00:00Z", "2026-03-29T01:00:00Z 2026-04-05T00:30:00Z"},
	{"30 2 * * *", berlin, "2026-10-23T12:00:00Z", "2026-10-24T00:30:00Z 2026-10-25T00:30:00Z 2026-10-26T01:30:00Z"},
	{"30 2 * * *", berlin, "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"},
	{"30 2 * * *", berlin, "2026-10-25T01:15:00Z", "2026-10-26T01:30:00Z"},
	{"0 3 * * *", berlin, "2026-10-24T12:00:00Z", "2026-10-25T02:00:00Z 2026-10-26T02:00:00Z"},
	{"*/15 * * * *", berlin, "2026-10-25T00:30:00Z", "2026-10-25T00:45:00Z 2026-10-25T02:00:00Z 2026-10-25T02:15:00Z"},
	{"0 * * * *", berlin, "2026-10-24T23:00:00Z", "2026-10-25T00:00:00Z 2026-10-25T02:00:00Z"},

	{"30 2 * * *", newYork, "2026-03-07T12:00:00Z", "2026-03-08T07:00:00Z 2026-03-09T06:30:00Z"},
	{"30 1 * * *", newYork, "2026-10-31T12:00:00Z", "2026-11-01T05:30:00Z 2026-11-02T06:30:00Z"},
	{"0 2 * * *", newYork, "2026-10-31T12:00:00Z", "2026-11-01T07:00:00Z 2026-11-02T07:00:00Z"},
	{"0 0 * * *", newYork, "2026-10-31T12:00:00Z", "2026-11-01T04:00:00Z 2026-11-02T05:00:00Z"},

	{"15 2 * * *", lordHowe, "2026-10-03T00:00:00Z", "2026-10-03T15:30:00Z 2026-10-04T15:15:00Z"},
	{"30 2 * * *", lordHowe, "2026-10-03T00:00:00Z", "2026-10-03T15:30:00Z 2026-10-04T15:30:00Z"},
	{"45 1 * * *", lordHowe, "2026-04-04T00:00:00Z", "2026-04-04T14:45:00Z 2026-04-05T15:15:00Z"},
	{"0 2 * * *", lordHowe, "2026-04-04T00:00:00Z", "2026-04-04T15:30:00Z 2026-04-05T15:30:00Z"},

	{"0 0 * * *", saoPaulo, "2018-11-03T12:00:00Z", "2018-11-04T03:00:00Z 2018-11-05T02:00:00Z"},
	{"30 23 * * *", saoPaulo, "2018-02-17T12:00:00Z", "2018-02-18T01:30:00Z 2018-02-19T02:30:00Z"},
	{"0 12 * * *", apia, "2011-12-29T00:00:00Z", "2011-12-29T22:00:00Z 2011-12-30T10:00:00Z 2011-12-30T22:00:00Z"},
	{"0 12 30 12 *", apia, "2011-01-01T00:00:00Z", "2011-12-30T10:00:00Z 2012-12-29T22:00:00Z"},
}

func at(t *testing.T, text string) time.Time {
	t.Helper()
	when, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		t.Fatal(err)
	}
	return when
}

func TestTimesOfCronsAreThoseOfTheTable(t *testing.T) {
	if len(table) < 50 {
		t.Errorf("the table has %d cases", len(table))
	}
	for _, c := range table {
		s := schedule.Cron(c.expr, c.zone)
		if s.Err() != nil {
			t.Errorf("%s: %v", s, s.Err())
			continue
		}
		last := at(t, c.after)
		for want := range strings.FieldsSeq(c.want) {
			if last = s.Next(last); !last.Equal(at(t, want)) {
				t.Errorf("%s after %s: %s, want %s", s, c.after, last.Format(time.RFC3339Nano), want)
				break
			}
		}
	}
}

func TestEachTimeIsNextFromEverywhereBeforeIt(t *testing.T) {
	for _, zone := range []string{berlin, newYork, lordHowe} {
		s := schedule.Cron("*/10 0-4 * * *", zone)
		for _, day := range []string{"2026-03-08", "2026-03-29", "2026-04-04", "2026-10-03", "2026-10-25", "2026-11-01"} {
			begin := at(t, day+"T00:00:00Z").Add(-24 * time.Hour)
			next := s.Next(begin)
			for now := begin; now.Before(begin.Add(72 * time.Hour)); now = now.Add(5 * time.Minute) {
				if !next.After(now) {
					next = s.Next(next)
				}
				if got := s.Next(now); !got.Equal(next) {
					t.Fatalf("%s after %s: %s, and by going on from time to time %s", s, now, got, next)
				}
			}
		}
	}
}

func TestCronSaysWhatIsWrongAndWhere(t *testing.T) {
	for _, c := range []struct{ expr, zone, want string }{
		{"61 * * * *", "UTC", `cron "61 * * * *": minute 61 is above 59 (position 0)`},
		{"0 24 * * *", "UTC", `cron "0 24 * * *": hour 24 is above 23 (position 2)`},
		{"0 0 0 * *", "UTC", `cron "0 0 0 * *": day of month 0 is below 1 (position 4)`},
		{"0 0 * 13 *", "UTC", `cron "0 0 * 13 *": month 13 is above 12 (position 6)`},
		{"0 0 * * 8", "UTC", `cron "0 0 * * 8": day of week 8 is above 7 (position 8)`},
		{"60 0 0 * * *", "UTC", `cron "60 0 0 * * *": second 60 is above 59 (position 0)`},
		{"0 0 * * mo", "UTC", `cron "0 0 * * mo": day of week "mo" is not a number (position 8)`},
		{"0 1-3,9-5 * * *", "UTC", `cron "0 1-3,9-5 * * *": hour 9-5 ends before it begins (position 6)`},
		{"*/0 * * * *", "UTC", `cron "*/0 * * * *": minute: the step "0" is not a number from 1 to 59 (position 2)`},
		{"*/ * * * *", "UTC", `cron "*/ * * * *": minute: the step "" is not a number from 1 to 59 (position 2)`},
		{"1, * * * *", "UTC", `cron "1, * * * *": minute is missing (position 2)`},
		{"-5 * * * *", "UTC", `cron "-5 * * * *": minute is missing (position 0)`},
		{"+5 * * * *", "UTC", `cron "+5 * * * *": minute "+5" is not a number (position 0)`},
		{"1-90 * * * *", "UTC", `cron "1-90 * * * *": minute 90 is above 59 (position 2)`},
		{"@daily", "UTC", `cron "@daily": the number of fields is 1: write five, or six with seconds first (position 0)`},
		{"", "UTC", `cron "": the number of fields is 0: write five, or six with seconds first (position 0)`},
		{"0 0 31 2 *", "UTC", `cron "0 0 31 2 *": it never fires: no month that it names has such a day (position 4)`},
		{"0 0 31 4,6 *", "UTC", `cron "0 0 31 4,6 *": it never fires: no month that it names has such a day (position 4)`},
		{"0 6 * * *", "", `cron "0 6 * * *": the zone is empty: name one, such as "Europe/Berlin" or "UTC"`},
		{"0 6 * * *", "Local", `cron "0 6 * * *": the zone "Local" is another one on each machine: name one, such as "Europe/Berlin" or "UTC"`},
		{"0 6 * * *", "Europe/Berln", `cron "0 6 * * *": unknown time zone "Europe/Berln": did you mean "Europe/Berlin", "Europe/Dublin", "Europe/Jersey"?`},
	} {
		err := schedule.Cron(c.expr, c.zone).Err()
		if err == nil || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}
