package httpapi_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// Who asks what waits for an approval for more than an hour gets exactly those runs, and sees what each waits for.
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
		for _, query := range []string{"waiting=approve", "waiting=signal:", "waiting=", "since_over=1h&where=since+%3C+-2h"} {
			refusedAs(t, answered(t, h, request("GET", "/runs?"+query, "")), http.StatusBadRequest, "bad_filter")
		}
		for _, long := range []string{"-1h", "soon", "", "1h+or+2h"} {
			w := answered(t, h, request("GET", "/runs?since_over="+long, ""))
			refusedAs(t, w, http.StatusBadRequest, "bad_parameter")
			if !strings.Contains(w.Body.String(), "it takes a length of time: 1h, 30m, 2d") {
				t.Errorf("since_over=%s is answered with %s", long, w.Body)
			}
		}
	})
}
