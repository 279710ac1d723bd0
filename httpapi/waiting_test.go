package httpapi_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// A filter for runs that have waited for an approval for more than an hour finds exactly those, and shows what
// each waits for.
func TestRunsAreFoundByWhatTheyWaitFor(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		<-time.After(2 * time.Hour)
		s.declined(1)
		listed := func(query string) (ids []string) {
			page := decoded(t, answered(t, h, request("GET", "/runs?"+query, "")), http.StatusOK)
			if page["complete"] != true || page["scanned"] == nil {
				t.Errorf("%s: scanned %v, complete %v", query, page["scanned"], page["complete"])
			}
			for _, r := range page["runs"].([]any) {
				ids = append(ids, r.(map[string]any)["id"].(string))
			}
			slices.Sort(ids)
			return ids
		}
		for query, want := range map[string]string{
			"waiting=signal:approve":                     "order-1",
			"waiting=signal:other":                       "",
			"waiting=signal":                             "order-1",
			"waiting=timer":                              "",
			"waiting=activity:charge":                    "declined-0 order-3",
			"waiting=activity&since_over=1h":             "order-3",
			"waiting=activity&since_over=3h":             "",
			"since_over=1h30m":                           "order-1 order-2 order-3",
			"status=open&since_over=1h&prefix=order-":    "order-1 order-3",
			"prefix=decl":                                "declined-0",
			"since_over=36500d":                          "",
			"started_after=-1h":                          "declined-0",
			"started_before=-1h&waiting=signal":          "order-1",
			"closed_before=-1h":                          "order-2",
			"closed_after=-1h":                           "",
			"where=waiting+%3D+signal+and+since+%3C+-1h": "order-1",
			"where=workflow+%3D+order&waiting=activity":  "declined-0 order-3",
			"prefix=nobody":                              "",
		} {
			if got := strings.Join(listed(query), " "); got != want {
				t.Errorf("%s lists %q, want %q", query, got, want)
			}
		}
		page := decoded(t, answered(t, h, request("GET", "/runs?waiting=signal", "")), http.StatusOK)
		run := page["runs"].([]any)[0].(map[string]any)
		wait := run["waits"].([]any)[0].(map[string]any)
		on := wait["on"].([]any)[0].(map[string]any)
		if wait["for"] != "signal approve" || on["kind"] != "signal" || on["name"] != "approve" || !strings.Contains(wait["site"].(string), "kit_test.go") {
			t.Errorf("it waits for %v", wait)
		}
		shown := decoded(t, answered(t, h, request("GET", "/runs/"+s.run("order-1"), "")), http.StatusOK)
		if run["since"] == nil || run["since"] != shown["since"] {
			t.Errorf("it is listed to wait since %v, and shown since %v", run["since"], shown["since"])
		}
		for _, query := range []string{"waiting=approve", "waiting=signal:", "waiting=", "since_over=1h&where=since+%3C+-2h", "where=started+%3C+0001-01-01"} {
			refusedAs(t, answered(t, h, request("GET", "/runs?"+query, "")), http.StatusBadRequest, "bad_filter")
		}
		for parameter, values := range map[string][]string{
			"since_over":    {"-1h", "+1h", "soon", "", "1h+or+2h", "36501d", "99999999999999999999d", "876001h", "9999999999h"},
			"started_after": {"-soon", "-", "--1h", "-36501d", "-1h+or+2h"}, "closed_before": {"-9999999999h"},
		} {
			for _, long := range values {
				w := answered(t, h, request("GET", "/runs?"+parameter+"="+long, ""))
				refusedAs(t, w, http.StatusBadRequest, "bad_parameter")
				if !strings.Contains(w.Body.String(), "the parameter "+parameter+" is ") || !strings.Contains(w.Body.String(), "it takes a length of time, such as 1h, 30m or 2d, of at most a hundred years") {
					t.Errorf("%s=%s is answered with %s", parameter, long, w.Body)
				}
			}
		}
		for _, parameter := range []string{"started_after", "closed_before"} {
			for _, wrong := range []string{"yesterday", "0001-01-01T00:00:00Z"} { // the latter is a time.Time that nobody has set
				w := answered(t, h, request("GET", "/runs?"+parameter+"="+wrong, ""))
				refusedAs(t, w, http.StatusBadRequest, "bad_parameter")
				if !strings.Contains(w.Body.String(), "it takes a time such as 2026-11-23T06:00:00Z, or -24h for that long ago") {
					t.Errorf("%s=%s is answered with %s", parameter, wrong, w.Body)
				}
			}
		}
	})
}
