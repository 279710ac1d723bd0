package httpapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
)

// declined starts runs whose card is declined.
func (s *shop) declined(n int) {
	s.t.Helper()
	for i := range n {
		if _, err := reprise.Start(s.t.Context(), s.rt, order, "declined", reprise.ID(fmt.Sprint("declined-", i))); err != nil {
			s.t.Fatal(err)
		}
	}
	s.settle()
}

func TestWhatIsRetryingIsListedAcrossRuns(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		s.declined(4)
		var ids []string
		last := ""
		for cursor, pages := "", 0; ; pages++ {
			page := decoded(t, answered(t, h, request("GET", "/activities?limit=2&cursor="+cursor, "")), http.StatusOK)
			for _, a := range page["activities"].([]any) {
				a := a.(map[string]any)
				ids = append(ids, a["id"].(string))
				if next := a["next"].(string); next < last {
					t.Errorf("one that is next at %s is listed behind %s", next, last)
				} else {
					last = next
				}
				if last, _ := a["last_error"].(map[string]any); a["state"] != "retrying" || a["name"] != "charge" || a["attempt"] != 2.0 || last["code"] != "declined" || a["run_id"] != s.run(a["id"].(string)) {
					t.Errorf("listed is %v", a)
				}
			}
			if cursor, _ = page["next"].(string); cursor == "" {
				if pages != 2 {
					t.Errorf("five activities are on %d pages", pages+1)
				}
				break
			}
		}
		slices.Sort(ids)
		if got := strings.Join(ids, " "); got != "declined-0 declined-1 declined-2 declined-3 order-3" {
			t.Errorf("listed are %s", got)
		}
		for path, want := range map[string]int{"state=running": 0, "state=ready": 0, "name=charge&queue=default&workflow=order": 5, "name=ship": 0, "workflow=refund": 0, "queue=psp": 0} {
			if got := decoded(t, answered(t, h, request("GET", "/activities?"+path, "")), http.StatusOK)["activities"].([]any); len(got) != want {
				t.Errorf("%s selects %d", path, len(got))
			}
		}
		refusedAs(t, answered(t, h, request("GET", "/activities?state=tired", "")), http.StatusBadRequest, "bad_parameter")
		refusedAs(t, answered(t, h, request("GET", "/activities?cursor=x", "")), http.StatusBadRequest, "bad_cursor")
	})
}

// A person sees one group of activities that fail alike, and retries them all.
func TestAGroupIsTriedAgain(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.declined(3)
		h := s.open()
		groups := decoded(t, answered(t, h, request("GET", "/activities/groups?state=retrying", "")), http.StatusOK)
		all, _ := groups["groups"].([]any)
		if len(all) != 1 || groups["complete"] != true || groups["scanned"] != 4.0 {
			t.Fatalf("the groups are %v", groups)
		}
		g := all[0].(map[string]any)
		if g["name"] != "charge" || g["queue"] != "default" || g["code"] != "declined" || g["message"] != "the card is declined" || g["count"] != 4.0 || g["runs"] != 4.0 || g["worst_attempt"] != 2.0 || g["example"] != s.run("order-3") {
			t.Errorf("the group is %v", g)
		}
		const body = `{"name":"charge","queue":"default","code":"declined","message":%q,"reason":"the bank is back","dry_run":%t}`
		try := func(h *httpapi.Handler, message string, dry bool) map[string]any {
			return post(t, h, "/activities/retry", fmt.Sprintf(body, message, dry), http.StatusOK)
		}
		if got := try(h, "the card is declined", true); got["matched"] != 4.0 {
			t.Errorf("a dry run says %v", got)
		}
		if got := try(h, "another message", false); got["done"] != 0.0 {
			t.Errorf("another group's retry says %v", got)
		}
		some := s.api(httpapi.Options{Authorize: func(_ *http.Request, a httpapi.Access) error {
			if a.Action == httpapi.Retry && a.WorkflowID == "order-3" {
				return fmt.Errorf("not this one")
			}
			return nil
		}})
		if got := try(some, "the card is declined", false); got["done"] != 3.0 || got["skipped"] != 1.0 || got["cursor"] != nil {
			t.Errorf("the retry says %v", got)
		}
		s.settle()
		for id, want := range map[string]int{"order-3": 1, "declined-0": 2, "declined-1": 2, "declined-2": 2} {
			d, err := reprise.Describe(t.Context(), s.rt, id)
			if err != nil {
				t.Fatal(err)
			}
			if len(d.Activities) != 1 || d.Activities[0].Attempt != want {
				t.Errorf("%s has %+v, want %d attempts", id, d.Activities, want)
			}
		}
		refusedAs(t, answered(t, h, request("POST", "/activities/retry", `{"name":"charge","reason":"why"}`)), http.StatusBadRequest, "bad_body")
		refusedAs(t, answered(t, h, request("POST", "/activities/retry", `{"name":"charge","queue":"default"}`)), http.StatusUnprocessableEntity, "no_reason")
	})
}

// A list of activities asks, for each of them, whether the payloads of its run may be
// seen.
func TestAnActivityHidesWhatItsOwnRunCarries(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.declined(1)
		h := s.api(httpapi.Options{Authorize: func(_ *http.Request, a httpapi.Access) error {
			if a.Action == httpapi.Payload && a.WorkflowID == "order-3" {
				return fmt.Errorf("not this one")
			}
			return nil
		}})
		if all, some := get(t, s.open(), "/activities"), get(t, h, "/activities"); strings.Count(all, "secret-details") != 2 || strings.Count(some, "secret-details") != 1 {
			t.Errorf("whoever may see one of two is shown\n%s", some)
		}
	})
}
