package httpapi_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/schedule"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

func TestAnAnswerThatIsKnownIsNotSentAgain(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		run := "/runs/" + s.run("order-1")
		for _, path := range []string{run, run + "/timeline", run + "/waits", run + "/events", "/runs", "/definitions"} {
			ask := func(tag string) (int, string) {
				r := request("GET", path, "")
				r.Header.Set("If-None-Match", tag)
				w := answered(t, h, r)
				return w.Code, w.Header().Get("ETag")
			}
			code, tag := ask("")
			if code != http.StatusOK || !strings.HasPrefix(tag, `W/"`) {
				t.Errorf("GET %s: %d with the ETag %s", path, code, tag)
			}
			s.settle() // time alone changes nothing
			if code, _ := ask(`"other", ` + tag); code != http.StatusNotModified {
				t.Errorf("GET %s a second time: %d", path, code)
			}
		}
		tag := answered(t, h, request("GET", run, "")).Header().Get("ETag")
		if err := reprise.Signal(t.Context(), s.rt, "order-1", approve, decision{}); err != nil {
			t.Fatal(err)
		}
		s.settle()
		r := request("GET", run, "")
		r.Header.Set("If-None-Match", tag)
		if w := answered(t, h, r); w.Code != http.StatusOK {
			t.Errorf("after a signal the run is answered with %d", w.Code)
		}
	})
}

func TestEventsComeInPages(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		run := "/runs/" + s.run("order-2")
		whole, pages, at := get(t, h, run+"/events"), 0, run+"/events?limit=2"
		var all []string
		for ; at != ""; pages++ {
			w := answered(t, h, request("GET", at, ""))
			for line := range strings.SplitSeq(w.Body.String(), "\n") {
				if strings.Contains(line, `"seq"`) {
					all = append(all, line)
				}
			}
			link, is := strings.CutSuffix(w.Header().Get("Link"), `>; rel="next"`)
			if at = ""; is {
				at = run + "/" + strings.TrimPrefix(link, "<")
			}
		}
		if n := strings.Count(whole, `"seq"`); n < 5 || len(all) != n || pages != (n+1)/2 {
			t.Errorf("%d events come in %d pages, of %d", len(all), pages, n)
		}
	})
}

func TestEventsAreFound(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		events := "/runs/" + s.run("order-2") + "/events"
		if all := get(t, h, events+"?find=CHARGE"); strings.Count(all, `"seq"`) != 1 || !strings.Contains(all, "secret-card") {
			t.Errorf("the events of the charge are\n%s", all)
		}
		if all := get(t, h, events+"?find=charge&brief=1"); strings.Count(all, `"seq"`) != 1 || strings.Contains(all, "secret-card") {
			t.Errorf("in brief they are\n%s", all)
		}
		if all := get(t, h, events+"?failed=1"); strings.TrimSpace(all) != "[]" {
			t.Errorf("nothing has failed, and there is\n%s", all)
		}
		flaky, err := reprise.Start(t.Context(), s.rt, order, "flaky", reprise.ID("order-4"))
		if err != nil {
			t.Fatal(err)
		}
		<-time.After(2 * time.Hour)
		s.settle()
		events = "/runs/" + flaky.RunID().String() + "/events"
		if all := get(t, h, events+"?find=activity+completed"); !strings.Contains(all, "the line is down") {
			t.Errorf("the second attempt has\n%s", all)
		}
		if all := get(t, h, events+"?failed=1"); strings.Contains(all, "activity completed") {
			t.Errorf("what has completed counts as failed:\n%s", all)
		}
	})
}

// A count stops after a limit of runs, even if none of them matches.
func TestACountOfWhatIsRareEnds(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		st := &looked{Store: s.rt.Store()}
		rt, err := reprise.New(st, reprise.Config{}, order)
		if err != nil {
			t.Fatal(err)
		}
		h, err := httpapi.New(rt, httpapi.Options{Unprotected: true})
		if err != nil {
			t.Fatal(err)
		}
		got := decoded(t, answered(t, h, request("GET", "/runs/count?status=open&waiting=signal:nothing", "")), http.StatusOK)
		if fmt.Sprint(got["open"]) != "map[capped:true n:0]" || st.n != 10 {
			t.Errorf("after %d pages the count is %v", st.n, got)
		}
	})
}

// looked is a store with endless pages of 1,000 runs, none of which matches.
type looked struct {
	store.Store
	n int
}

func (l *looked) Runs(ctx context.Context, q store.Query) (store.Page, error) {
	if q.Waiting == "" {
		return l.Store.Runs(ctx, q)
	}
	l.n++
	return store.Page{Next: fmt.Sprint(l.n), Examined: 1000}, nil
}

func TestCountsHaveABound(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		all := decoded(t, answered(t, h, request("GET", "/runs/count", "")), http.StatusOK)
		if open := fmt.Sprint(all["open"]); open != "map[capped:false n:2]" || len(all) != 8 {
			t.Errorf("the counts are %v", all)
		}
		if got := get(t, h, "/runs/count?status=open&most=1"); !strings.Contains(got, `"capped": true`) {
			t.Errorf("a count up to 1 is %s", got)
		}
		if got := decoded(t, answered(t, h, request("GET", `/runs/count?where=status+=+"open"&blocked=1`, "")), http.StatusOK); fmt.Sprint(got) != "map[blocked:map[capped:false n:0] paused:map[capped:false n:0]]" {
			t.Errorf("the blocked ones among them are %v", got)
		}
		if got := decoded(t, answered(t, h, request("GET", `/runs/count?where=status+=+"open"`, "")), http.StatusOK); fmt.Sprint(got) != "map[all:map[capped:false n:2]]" {
			t.Errorf("a count by a text is %v", got)
		}
		// The count is shared for ten seconds, and then made anew.
		if err := reprise.Terminate(t.Context(), s.rt, "order-1", "why"); err != nil {
			t.Fatal(err)
		}
		if got := decoded(t, answered(t, h, request("GET", "/runs/count", "")), http.StatusOK); fmt.Sprint(got) != fmt.Sprint(all) {
			t.Errorf("the counts are made anew: %v", got)
		}
		for range 5 {
			s.settle()
		}
		if got := decoded(t, answered(t, h, request("GET", "/runs/count", "")), http.StatusOK); fmt.Sprint(got["open"]) != "map[capped:false n:1]" {
			t.Errorf("ten seconds later the counts are %v", got)
		}
	})
}

// A paused run is paused on purpose. It does not count as blocked, in a count as in /stats and /health.
func TestPausedRunsAreCountedApart(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		if err := s.rt.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		changed := workflow.New("order", func(ctx workflow.Context, card string) (string, error) { return card, nil })
		rt, err := reprise.New(s.rt.Store(), reprise.Config{Build: "v2", Logger: slog.New(slog.DiscardHandler)}, changed, charge, approve)
		if err == nil {
			err = rt.Start(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := rt.Stop(context.WithoutCancel(t.Context())); err != nil {
				t.Error(err)
			}
		}()
		s.rt = rt
		if err := reprise.Pause(t.Context(), rt, "order-3", reprise.By{Who: "mia", Why: "to look"}); err != nil {
			t.Fatal(err)
		}
		if err := reprise.Signal(t.Context(), rt, "order-1", approve, decision{true, "Mia"}); err != nil {
			t.Fatal(err)
		}
		s.settle()
		h := s.open()
		for path, want := range map[string]string{
			"/runs/count":                       "map[capped:false n:2] map[capped:false n:1] map[capped:false n:1]",
			"/runs/count?blocked=1":             "<nil> map[capped:false n:1] map[capped:false n:1]",
			"/runs/count?status=open&most=1":    "map[capped:true n:1] map[capped:false n:1] map[capped:false n:1]",
			"/runs/count?status=completed":      "<nil> <nil> <nil>",
			"/runs/count?workflow=other&most=1": "map[capped:false n:0] map[capped:false n:0] map[capped:false n:0]",
		} {
			got := decoded(t, answered(t, h, request("GET", path, "")), http.StatusOK)
			if said := fmt.Sprint(got["open"], got["blocked"], got["paused"]); said != want {
				t.Errorf("%s counts open, blocked and paused %s, want %s", path, said, want)
			}
		}
		if stats := decoded(t, answered(t, h, request("GET", "/stats", "")), http.StatusOK); stats["blocked"] != 1.0 || stats["paused"] != 1.0 {
			t.Errorf("stats count otherwise: %v", stats)
		}
	})
}

func TestHealthNamesWhatToLookAt(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		if got := decoded(t, answered(t, h, request("GET", "/health?strict=1", "")), http.StatusOK); got["status"] != "ok" {
			t.Errorf("it is %v", got)
		}
		for _, id := range []string{"often", "paused"} {
			if err := reprise.PutSchedule(t.Context(), s.rt, schedule.Define(id, schedule.Every(4*time.Minute), order, "card", schedule.Policy{Overlap: schedule.AllowAll})); err != nil {
				t.Fatal(err)
			}
		}
		if err := reprise.PauseSchedule(t.Context(), s.rt, "paused", reprise.By{Who: "mia", Why: "the bank is closed"}); err != nil {
			t.Fatal(err)
		}
		overdue := func() (n any) {
			for _, one := range decoded(t, answered(t, h, request("GET", "/health", "")), http.StatusOK)["checks"].([]any) {
				if check := one.(map[string]any); check["name"] == "schedules" {
					n = check["value"]
				}
			}
			return n
		}
		<-time.After(5 * time.Minute)
		if n := overdue(); n != 0.0 {
			t.Errorf("a worker is alive, and %v schedules are overdue", n)
		}
		if err := s.rt.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		next, err := reprise.DescribeSchedule(t.Context(), s.rt, "often")
		if err != nil {
			t.Fatal(err)
		}
		<-time.After(time.Until(next.Next[0]) + 10*time.Second)
		if n := overdue(); n != 0.0 {
			t.Errorf("of what has been due for ten seconds %v are overdue", n)
		}
		<-time.After(time.Minute)
		if n := overdue(); n != 1.0 {
			t.Errorf("one schedule has not been fired, and %v are overdue", n)
		}
		got := decoded(t, answered(t, h, request("GET", "/health?strict=1", "")), http.StatusServiceUnavailable)
		if text := fmt.Sprint(got["checks"]); got["status"] != "degraded" || !strings.Contains(text, "no worker is alive") || !strings.Contains(text, "no worker has fired what is due: reprise schedule list") {
			t.Errorf("without a worker it is %v", got)
		}
		decoded(t, answered(t, h, request("GET", "/health", "")), http.StatusOK) // only a strict request gets an error
	})
}

func TestWhatIsBoundIsTold(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		got := fmt.Sprint(decoded(t, answered(t, s.open(), request("GET", "/definitions", "")), http.StatusOK))
		for _, want := range []string{"name:order", "input:string", "name:charge", "name:approve", "example:map[by:text yes:true]"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s is not in %s", want, got)
			}
		}
		if strings.Contains(got, "job:") || strings.Contains(got, "reprise") {
			t.Errorf("what is of Reprise itself is told, too: %s", got)
		}
		about := decoded(t, answered(t, s.api(httpapi.Options{ReadOnly: true}), request("GET", "/", "")), http.StatusOK)
		if fmt.Sprint(about["actions"]) != "[list read payload source replay store]" || about["read_only"] != true || about["namespace"] != "default" {
			t.Errorf("the API says of itself %v", about)
		}
	})
}

func TestAWrongRequestIsToldWhatIsRight(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		for path, code := range map[string]string{
			"/runs?statsu=open":      "bad_parameter",
			"/runs?status=blocked":   "bad_parameter",
			"/runs?limit=0":          "bad_parameter",
			"/runs?limit=1001":       "bad_parameter",
			"/runs?limit=1&limit=2":  "bad_parameter",
			"/runs?started_after=1":  "bad_parameter",
			"/runs?blocked=maybe":    "bad_parameter",
			"/runs?cursor=none":      "bad_cursor",
			"/runs?where=total+>":    "bad_filter",
			"/runs/order-1":          "bad_id",
			"/runs/..%2f..%2fetc":    "bad_id",
			"/runs/%00":              "bad_id",
			"/run":                   "bad_parameter",
			"/runs/count?most=10001": "bad_parameter",
			"/runs/" + s.run("order-1") + "/events/x/payload": "bad_id",
			"/runs/" + s.run("order-1") + "/events?from=0":    "bad_parameter",
		} {
			refusedAs(t, answered(t, h, request("GET", path, "")), http.StatusBadRequest, code)
		}
		refusedAs(t, answered(t, h, request("GET", "/nowhere", "")), http.StatusNotFound, "no_route")
		refusedAs(t, answered(t, h, request("GET", "/schedules/nightly", "")), http.StatusNotFound, "not_found")
		w := answered(t, h, request("DELETE", "/runs", ""))
		refusedAs(t, w, http.StatusMethodNotAllowed, "method_not_allowed")
		if allow := w.Header().Get("Allow"); allow != "GET, POST" {
			t.Errorf("allowed is %s", allow)
		}
	})
}
