package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise/httpapi"
)

// A request that the store would refuse is refused with a reason, and is no server error.
func TestWhatNobodyCanDoIsRefused(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		for _, wrong := range []string{`"delay_seconds":-1`, `"timeout_seconds":-1`, `"timeout_seconds":1e300`, `"delay_seconds":1e300`, `"priority":99999999999`} {
			refusedAs(t, answered(t, h, request("POST", "/runs", `{"workflow":"order","id":"order-9","input":"card",`+wrong+`}`)), http.StatusBadRequest, "bad_body")
		}
		for _, verb := range []string{"query", "update"} {
			refusedAs(t, answered(t, h, request("POST", "/runs/"+s.run("order-1")+"/"+verb, `{}`)), http.StatusBadRequest, "bad_body")
		}
		for _, id := range []string{"%00", "%ff"} { // Postgres refuses them with an error
			refusedAs(t, answered(t, h, request("GET", "/run?id="+id, "")), http.StatusBadRequest, "bad_parameter")
			refusedAs(t, answered(t, h, request("GET", "/schedules/"+id, "")), http.StatusBadRequest, "bad_id")
		}
		refusedAs(t, answered(t, h, request("GET", "/runs?workflow=%zz", "")), http.StatusBadRequest, "bad_parameter")
		refusedAs(t, answered(t, h, request("GET", "/runs?status=open;workflow=order", "")), http.StatusBadRequest, "bad_parameter")
	})
}

// An error about a body uses the words of JSON, not of Go.
func TestABodyThatCannotBeReadIsRefusedInWordsOfTheAPI(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		for body, want := range map[string]string{
			`{"reason":7}`: "the body is invalid: reason does not take number",
			`[]`:           "the body is invalid: it does not take array",
			``:             "the body is empty: it takes a JSON object",
			`{"why":"x"}`:  `the body is invalid: unknown field \"why\"`,
		} {
			w := answered(t, s.open(), request("POST", "/runs/"+s.run("order-1")+"/resume", body))
			refusedAs(t, w, http.StatusBadRequest, "bad_body")
			if !strings.Contains(w.Body.String(), `"detail": "`+want+`"`) {
				t.Errorf("%q is answered with %s", body, w.Body)
			}
		}
	})
}

// A batch with a name that is no run does nothing to the runs that it names, either.
func TestABatchIsReadBeforeItBegins(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		one := s.run("order-1")
		refusedAs(t, answered(t, s.open(), request("POST", "/batch", `{"action":"cancel","runs":["`+one+`","order-3"],"reason":"why"}`)), http.StatusBadRequest, "bad_id")
		s.settle()
		if shown := get(t, s.open(), "/runs/"+one); !strings.Contains(shown, `"status": "open"`) {
			t.Errorf("order-1 is\n%s", shown)
		}
	})
}

// A count does not reveal a run that the caller may not read.
func TestADryBatchCountsWhatMayBeRead(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.api(httpapi.Options{Authorize: func(_ *http.Request, a httpapi.Access) error {
			if a.Action == httpapi.Read && a.WorkflowID != "order-1" {
				return errors.New("no")
			}
			return nil
		}})
		if got := post(t, h, "/batch", `{"action":"cancel","query":{"all":true},"dry_run":true}`, http.StatusOK)["matched"]; got != 1.0 {
			t.Errorf("it would take %v runs", got)
		}
	})
}

// A request that the server gives up, since it is stopped or out of time, is not answered as if it had been carried out.
func TestARequestThatIsGivenUpIsNoSuccess(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		late, cancel := context.WithTimeout(t.Context(), 0)
		defer cancel()
		for ctx, status := range map[context.Context]int{gone: http.StatusServiceUnavailable, late: http.StatusGatewayTimeout} {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, request("POST", "/runs/"+s.run("order-1")+"/cancel", `{"reason":"why"}`).WithContext(ctx))
			if w.Code != status {
				t.Errorf("it is answered with %d %s, not %d", w.Code, w.Body, status)
			}
		}
	})
}

// Callers that send their bodies slowly do not hold up others that read.
func TestSlowBodiesKeepNobodyWaiting(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		run := "/runs/" + s.run("order-1")
		var ends []func() error
		for range 8 {
			body, sends := io.Pipe()
			ends = append(ends, sends.Close)
			r := request("POST", run+"/query", "x").WithContext(t.Context())
			r.Body = body
			go h.ServeHTTP(httptest.NewRecorder(), r)
		}
		synctest.Wait()
		get(t, h, run)
		for _, end := range ends {
			if err := end(); err != nil {
				t.Error(err)
			}
		}
		synctest.Wait()
	})
}

// The half minute for an answer begins when the request has arrived.
func TestASlowBodyIsAnswered(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		body, sends := io.Pipe()
		r := request("POST", "/runs/"+s.run("order-1")+"/cancel", "x")
		r.Body = body
		go func() {
			for part := range strings.SplitSeq(`{"reason": |"the customer| called"}`, "|") {
				<-time.After(20 * time.Second)
				_, _ = io.WriteString(sends, part) // the test fails below if nobody reads
			}
			sends.Close()
		}()
		if w := answered(t, s.open(), r); w.Code != http.StatusOK {
			t.Errorf("after a minute it is answered with %d: %s", w.Code, w.Body)
		}
	})
}

// A program that is shutting down says so, and a batch ends with it.
func TestAProgramThatEndsSaysSo(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		if err := s.rt.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		refusedAs(t, answered(t, h, request("POST", "/runs/"+s.run("order-1")+"/cancel", `{"reason":"why"}`)), http.StatusServiceUnavailable, "closing")
		got := post(t, h, "/batch", `{"action":"cancel","query":{"all":true},"reason":"why"}`, http.StatusOK)
		if got["stopped"] != "closing" || got["cursor"] == "" || got["done"] != 0.0 || len(got["failed"].([]any)) != 0 {
			t.Errorf("a batch is answered with %v", got)
		}
	})
}

// Statement 26 of the operators' surface: a refusal has a code and a sentence, and names the command that shows what
// exists, if there is one.
func TestWhatIsRefusedNamesACommand(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		open, ended := s.run("order-1"), s.run("order-2")
		for _, c := range []struct{ method, path, body, code, next string }{
			{"POST", "/runs/" + ended + "/pause", `{"reason":"why"}`, "closed", "reprise run show " + ended},
			{"POST", "/runs/" + open + "/retry", `{"reason":"why"}`, "not_waiting", "reprise run show " + open},
			{"POST", "/runs/" + ended + "/reset", `{"to_seq":99,"reason":"why"}`, "bad_reset_point", "reprise run history " + ended},
			{"POST", "/runs/" + open + "/signal", `{"name":"refuse"}`, "unknown_signal", "reprise run show " + open},
			{"GET", "/run?id=nobody", "", "not_found", "reprise run list"},
			{"GET", "/schedules/nightly", "", "not_found", "reprise schedule list"},
			{"POST", "/workers/" + open + "/drain", `{"reason":"why"}`, "not_found", "reprise worker list"},
			{"POST", "/runs", `{"workflow":"refund"}`, "unknown_workflow", "reprise worker list"},
			{"POST", "/runs/" + open + "/pause", `{}`, "no_reason", ""},
			{"GET", "/runs?limit=0", "", "bad_parameter", ""},
		} {
			var p httpapi.Problem
			w := answered(t, h, request(c.method, c.path, c.body))
			if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
				t.Fatalf("%v: %s", err, w.Body)
			}
			if p.Code != c.code || p.Detail == "" || strings.Join(p.Next, "; ") != c.next {
				t.Errorf("%s is answered with %s, want the code %s and the command %q", w.asked, w.Body, c.code, c.next)
			}
		}
	})
}
