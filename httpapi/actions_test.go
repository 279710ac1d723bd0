package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/schedule"
	"github.com/reprise-run/reprise/workflow"
)

func TestARunIsSteered(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		one, three := "/runs/"+s.run("order-1"), "/runs/"+s.run("order-3")
		done := func(path, body, want string) {
			t.Helper()
			if got := post(t, h, path, body, http.StatusOK)["done"]; got != want {
				t.Errorf("POST %s: %v, not %s", path, got, want)
			}
			s.settle()
		}
		done(one+"/pause", `{"reason":"the account is checked"}`, "paused")
		if shown := get(t, h, one); !strings.Contains(shown, "blocked (paused): paused by mia: the account is checked") {
			t.Errorf("it is shown as\n%s", shown)
		}
		done(one+"/pause", `{"reason":"again"}`, "was paused")
		done(one+"/unpause", `{"reason":"it is right"}`, "unpaused")
		done(one+"/resume", `{"reason":"mended"}`, "was not blocked")
		done(three+"/retry", `{"activity":"charge","reason":"the card works now"}`, "retried")
		for _, want := range []string{`"who": "mia"`, `"reason": "the card works now"`} {
			if events := get(t, h, three+"/events"); !strings.Contains(events, want) {
				t.Errorf("the history has no %s:\n%s", want, events)
			}
		}
		done(three+"/cancel", `{"reason":"the customer called"}`, "cancel requested")
		if log := s.log.String(); strings.Count(log, "operator action") != 6 || !strings.Contains(log, "action=retry by=mia run_id="+s.run("order-3")+" workflow_id=order-3") {
			t.Errorf("the log is\n%s", log)
		}
		refusedAs(t, answered(t, h, request("POST", three+"/cancel", `{}`)), http.StatusConflict, "closed")
		for _, verb := range []string{"/pause", "/resume"} {
			for _, body := range []string{`{}`, `{"reason":" "}`} {
				w := answered(t, h, request("POST", one+verb, body))
				refusedAs(t, w, http.StatusUnprocessableEntity, "no_reason")
				if detail := w.Body.String(); !strings.Contains(detail, `"detail": "reason is missing`) || strings.Contains(detail, "By.Why") {
					t.Errorf("it does not name the field: %s", detail)
				}
			}
		}
		if w := answered(t, h, request("POST", one+"/pause", `{"reason":"\u0000"}`)); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "the reason") {
			t.Errorf("a reason that no store can keep is answered with %d %s", w.Code, w.Body)
		}
		refusedAs(t, answered(t, h, request("POST", one+"/retry", `{"reason":"why"}`)), http.StatusConflict, "not_waiting")
	})
}

func TestQueuesAndSchedulesAreSteered(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		if err := reprise.PutSchedule(t.Context(), s.rt, schedule.Define("nightly", schedule.Every(24*time.Hour), order, "card", schedule.Policy{})); err != nil {
			t.Fatal(err)
		}
		h := s.open()
		why := `{"reason":"the bank is closed"}`
		for path, want := range map[string]string{"/queues/default": `"paused": {`, "/schedules/nightly": `"paused": {`} {
			if done := post(t, h, path+"/pause", why, http.StatusOK)["done"]; done != "paused" {
				t.Errorf("POST %s/pause: %v", path, done)
			}
			list, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
			if shown := get(t, h, "/"+list); !strings.Contains(shown, want) || !strings.Contains(shown, `"why": "the bank is closed"`) || !strings.Contains(shown, `"who": "mia"`) {
				t.Errorf("%s is shown as\n%s", path, shown)
			}
			if done := post(t, h, path+"/resume", why, http.StatusOK)["done"]; done != "resumed" {
				t.Errorf("POST %s/resume: %v", path, done)
			}
			if shown := get(t, h, "/"+list); strings.Contains(shown, want) {
				t.Errorf("%s is still paused:\n%s", path, shown)
			}
		}
		run, _ := post(t, h, "/schedules/nightly/trigger", why, http.StatusOK)["run_id"].(string)
		if shown := get(t, h, "/runs/"+run); !strings.Contains(shown, `"workflow": "order"`) {
			t.Errorf("the trigger has started\n%s", shown)
		}
		for _, verb := range []string{"drain", "undrain"} {
			refusedAs(t, answered(t, h, request("POST", "/workers/mine/"+verb, why)), http.StatusUnprocessableEntity, "bad_id")
			refusedAs(t, answered(t, h, request("POST", "/workers/0fb32b88-0000-4000-8000-000000000000/"+verb, why)), http.StatusNotFound, "not_found")
		}
		refusedAs(t, answered(t, h, request("POST", "/schedules/none/pause", why)), http.StatusNotFound, "not_found")
		refusedAs(t, answered(t, h, request("POST", "/queues/default/pause", `{}`)), http.StatusUnprocessableEntity, "no_reason")
		if log := s.log.String(); !strings.Contains(log, `action=queue by=mia queue=default schedule="" namespace=default reason="the bank is closed" result=done`) {
			t.Errorf("the log is\n%s", log)
		}
	})
}

// For a run that makes no progress because its only worker drains, the API says so, and what helps.
func TestADrainedWorkerIsNamed(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		worker := s.rt.WorkerID().String()
		if done := post(t, h, "/workers/"+worker+"/drain", `{"reason":"a new kernel"}`, http.StatusOK)["done"]; done != "drains" {
			t.Errorf("the worker %v", done)
		}
		s.settle()
		run := "/runs/" + s.run("order-3")
		post(t, h, run+"/retry", `{"reason":"the card works now"}`, http.StatusOK)
		s.settle()
		if text := get(t, h, run); !strings.Contains(text, "is draining (by mia: a new kernel)") {
			t.Errorf("the run is shown as\n%s", text)
		}
		if text := get(t, h, "/health"); !strings.Contains(text, "every live worker is draining") || !strings.Contains(text, "worker undrain "+worker) {
			t.Errorf("the health is\n%s", text)
		}
		if text := get(t, h, "/workers"); !strings.Contains(text, `"why": "a new kernel"`) {
			t.Errorf("the workers are\n%s", text)
		}
		if done := post(t, h, "/workers/"+worker+"/undrain", `{"reason":"it has it"}`, http.StatusOK)["done"]; done != "takes work" {
			t.Errorf("the worker %v", done)
		}
		s.settle()
		if text := get(t, h, run); strings.Contains(text, "drains") {
			t.Errorf("the run is still shown as\n%s", text)
		}
	})
}

func TestATerminationWantsToKnowWhatItEnds(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		run := "/runs/" + s.run("order-1")
		end := func(body, match string) *http.Request {
			r := request("POST", run+"/terminate", body)
			r.Header.Set("If-Match", match)
			return r
		}
		seen := answered(t, h, request("GET", run, "")).Header().Get("ETag")
		refusedAs(t, answered(t, h, end(`{"reason":"why"}`, seen)), http.StatusUnprocessableEntity, "not_confirmed")
		refusedAs(t, answered(t, h, end(`{"confirm":"order-2"}`, seen)), http.StatusUnprocessableEntity, "not_confirmed")
		refusedAs(t, answered(t, h, end(`{"confirm":"order-1"}`, "")), http.StatusPreconditionRequired, "no_version")
		if got := answered(t, h, request("POST", run+"/update", `{"name":"raise","input":1}`)).Body.String(); got != "8\n" { // the run takes a step
			t.Errorf("the update is answered with %s", got)
		}
		s.settle()
		refusedAs(t, answered(t, h, end(`{"confirm":"order-1"}`, seen)), http.StatusPreconditionFailed, "moved_on")
		seen = answered(t, h, request("GET", run, "")).Header().Get("ETag")
		if got := decoded(t, answered(t, h, end(`{"confirm":"order-1","reason":"why"}`, seen)), http.StatusOK)["done"]; got != "terminated" {
			t.Errorf("it is %v", got)
		}
	})
}

func TestASignalIsSentOnce(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		run := "/runs/" + s.run("order-1")
		p := decoded(t, answered(t, h, request("POST", run+"/signal", `{"name":"approve","payload":{"yes":"y"}}`)), http.StatusUnprocessableEntity)
		if detail, _ := p["detail"].(string); p["code"] != "bad_payload" || !strings.Contains(detail, `field "yes"`) || fmt.Sprint(p["example"]) != "map[by:text yes:true]" {
			t.Errorf("a wrong payload is answered with %v", p)
		}
		p = decoded(t, answered(t, h, request("POST", run+"/signal", `{"name":"aprove"}`)), http.StatusUnprocessableEntity)
		if p["code"] != "unknown_signal" || fmt.Sprint(p["declared"]) != "[approve]" {
			t.Errorf("an unknown name is answered with %v", p)
		}
		three := "/runs/" + s.run("order-3") // its code does not wait for the signal yet
		for range 2 {
			sent := post(t, h, three+"/signal", `{"name":"approve","payload":{"yes":true,"by":"Mia"},"signal_id":"once"}`, http.StatusAccepted)
			if sent["signal_id"] != "once" || sent["id"] != "order-3" {
				t.Errorf("it is answered with %v", sent)
			}
		}
		s.settle()
		if events := get(t, h, three+"/events"); strings.Count(events, "signal received") != 1 {
			t.Errorf("the history is\n%s", events)
		}
		run = "/runs/" + s.run("order-2")
		refusedAs(t, answered(t, h, request("POST", run+"/signal", `{"name":"approve"}`)), http.StatusConflict, "closed")
	})
}

func TestARunIsStartedAskedAndReset(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		body := `{"workflow":"order","id":"order-9","input":"card-9"}`
		started := post(t, h, "/runs", body, http.StatusCreated)
		run := fmt.Sprint("/runs/", started["run_id"])
		refusedAs(t, answered(t, h, request("POST", "/runs", body)), http.StatusConflict, "already_started")
		if again := post(t, h, "/runs", `{"workflow":"order","id":"order-9","input":"card-9","on_conflict":"use-existing"}`, http.StatusOK); again["existed"] != true {
			t.Errorf("the second start is answered with %v", again)
		}
		refusedAs(t, answered(t, h, request("POST", "/runs", `{"workflow":"oder"}`)), http.StatusUnprocessableEntity, "unknown_workflow")
		refusedAs(t, answered(t, h, request("POST", "/runs", `{"workflow":"order","input":{"card":1}}`)), http.StatusUnprocessableEntity, "bad_payload")
		refusedAs(t, answered(t, h, request("POST", "/runs", `{"workflow":"order","on_conflict":"guess"}`)), http.StatusBadRequest, "bad_body")
		s.settle()
		if got := answered(t, h, request("POST", run+"/query", `{"name":"total","argument":2}`)).Body.String(); got != "9\n" {
			t.Errorf("the query is answered with %s", got)
		}
		refusedAs(t, answered(t, h, request("POST", run+"/query", `{"name":"sum"}`)), http.StatusUnprocessableEntity, "unknown_query")
		if got := get(t, h, run+"/events/1/payload"); got != "\"card-9\"\n" {
			t.Errorf("the payload of event 1 is %s", got)
		}
		refusedAs(t, answered(t, h, request("GET", run+"/events/99/payload", "")), http.StatusNotFound, "not_found")

		reset := `{"before_activity":"charge","allow_again":["charge"],"reason":"why","dry_run":%v}`
		refusedAs(t, answered(t, h, request("POST", run+"/reset", fmt.Sprintf(reset, false))), http.StatusConflict, "open")
		two := "/runs/" + s.run("order-2")
		plan := post(t, h, two+"/reset", fmt.Sprintf(reset, true), http.StatusOK)
		if again, _ := plan["again"].([]any); len(again) != 1 || plan["run_id"] != nil {
			t.Errorf("the plan is %v", plan)
		}
		refusedAs(t, answered(t, h, request("POST", two+"/reset", `{"before_activity":"charge","reason":"why"}`)), http.StatusConflict, "reset_refused")
		if made := post(t, h, two+"/reset", fmt.Sprintf(reset, false), http.StatusCreated); made["run_id"] == nil {
			t.Errorf("it is reset as %v", made)
		}
	})
}

func TestABatchCountsPacesAndGoesOn(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		const many = 250
		inputs := make([]string, many)
		for i := range many {
			inputs[i] = "card"
			if _, err := reprise.Start(t.Context(), s.rt, order, "card", reprise.ID(fmt.Sprintf("many-%d", i))); err != nil {
				t.Fatal(err)
			}
		}
		s.settle()
		query := `{"action":"cancel","query":{"workflow":"order"},"reason":"the shop closes","dry_run":%v,"cursor":%q}`
		if got := post(t, h, "/batch", fmt.Sprintf(query, true, ""), http.StatusOK); got["matched"] != float64(many+2) {
			t.Errorf("the dry run is answered with %v", got)
		}
		done, calls, cursor := 0.0, 0, ""
		for {
			got := post(t, h, "/batch", fmt.Sprintf(query, false, cursor), http.StatusOK)
			n, _ := got["done"].(float64)
			done += n
			if calls++; calls == 1 { // the run was not there when the batch began
				if _, err := reprise.Start(t.Context(), s.rt, order, "card", reprise.ID("later")); err != nil {
					t.Fatal(err)
				}
			}
			if cursor, _ = got["cursor"].(string); cursor == "" {
				break
			}
		}
		if done != many+2 || calls < 2 {
			t.Errorf("%v runs were cancelled in %d calls", done, calls)
		}
		s.settle()
		if open := get(t, h, "/runs/count?status=open"); !strings.Contains(open, `"n": 1,`) {
			t.Errorf("afterwards there are %s", open)
		}

		named := func(runs ...string) map[string]any {
			text, err := json.Marshal(runs)
			if err != nil {
				t.Fatal(err)
			}
			return post(t, h, "/batch", fmt.Sprintf(`{"action":"pause","runs":%s,"reason":"why"}`, text), http.StatusOK)
		}
		got := named(s.run("later"), s.run("order-2"), uuid.NewString())
		if failed, _ := got["failed"].([]any); got["done"] != 1.0 || len(failed) != 2 {
			t.Errorf("the batch of named runs is answered with %v", got)
		}
		for _, body := range []string{
			`{"action":"cancel"}`, `{"action":"cancel","query":{}}`, `{"action":"paint","query":{"all":true}}`, `{"action":"signal","query":{"all":true}}`,
			`{"action":"cancel","query":{"all":true},"runs":["x"]}`,
		} {
			refusedAs(t, answered(t, h, request("POST", "/batch", body)), http.StatusBadRequest, "bad_body")
		}
		refusedAs(t, answered(t, h, request("POST", "/batch", `{"action":"cancel","query":{"all":true},"cursor":"?"}`)), http.StatusBadRequest, "bad_cursor")
		for _, body := range []string{`{"action":"pause","query":{"all":true}}`, `{"action":"resume","reason":" ","query":{"all":true}}`, `{"action":"resume","reason":" ","runs":["` + s.run("order-3") + `"]}`} {
			refusedAs(t, answered(t, h, request("POST", "/batch", body)), http.StatusUnprocessableEntity, "no_reason")
		}
	})
}

// A batch does nothing to a run that the caller may not do to that run alone.
func TestABatchAsksForEachRun(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.api(httpapi.Options{Authorize: func(_ *http.Request, a httpapi.Access) error {
			if a.Action == httpapi.Cancel && a.WorkflowID != "order-1" {
				return httpapi.ErrUnauthenticated
			}
			return nil
		}})
		got := post(t, h, "/batch", `{"action":"cancel","query":{"all":true}}`, http.StatusOK)
		if got["done"] != 1.0 || got["skipped"] != 1.0 {
			t.Errorf("it is answered with %v", got)
		}
	})
}

// A start that ends the run with the same id needs the permission to end it.
func TestAStartThatEndsARunNeedsThatPermission(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		may := func(actions ...httpapi.Action) *httpapi.Handler {
			return s.api(httpapi.Options{Authorize: func(_ *http.Request, a httpapi.Access) error {
				for _, allowed := range actions {
					if a.Action == allowed && (a.Action == httpapi.Start || a.WorkflowID == "order-1" || a.WorkflowID == "order-9") {
						return nil
					}
				}
				return errors.New("no")
			}})
		}
		body := func(id, conflict string) string {
			return fmt.Sprintf(`{"workflow":"order","id":%q,"input":"card","on_conflict":%q}`, id, conflict)
		}
		starter, ender := may(httpapi.Start), may(httpapi.Start, httpapi.Terminate)
		for _, conflict := range []string{"terminate-existing", "cancel-existing"} {
			refusedAs(t, answered(t, starter, request("POST", "/runs", body("order-1", conflict))), http.StatusForbidden, "forbidden")
			refusedAs(t, answered(t, starter, request("POST", "/runs", body("order-9", conflict))), http.StatusForbidden, "forbidden")
		}
		refusedAs(t, answered(t, ender, request("POST", "/runs", body("order-1", "cancel-existing"))), http.StatusForbidden, "forbidden")
		refusedAs(t, answered(t, ender, request("POST", "/runs", body("order-3", "terminate-existing"))), http.StatusForbidden, "forbidden")
		if shown := get(t, s.open(), "/runs?status=open"); strings.Count(shown, `"status": "open"`) != 2 {
			t.Errorf("what was refused has done something:\n%s", shown)
		}
		post(t, ender, "/runs", body("order-1", "terminate-existing"), http.StatusCreated)
		post(t, ender, "/runs", body("order-9", "terminate-existing"), http.StatusCreated)
	})
}

// Statement 21 of the operators' surface: the history says who resumed a blocked run, and why.
func TestAResumeStandsInTheHistory(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		if err := s.rt.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		changed := workflow.New("order", func(ctx workflow.Context, card string) (string, error) {
			return workflow.Execute(ctx, charge, card+"-other").Get(ctx)
		})
		at := func(w reprise.Binding) *reprise.Runtime {
			rt, err := reprise.New(s.rt.Store(), reprise.Config{Build: "v1", Logger: slog.New(slog.DiscardHandler)}, w, charge, approve)
			if err == nil {
				err = rt.Start(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
			return rt
		}
		wrong := at(changed)
		if err := reprise.Signal(t.Context(), wrong, "order-1", approve, decision{true, "Mia"}); err != nil {
			t.Fatal(err)
		}
		s.settle()
		if err := wrong.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		right := at(order)
		defer func() {
			if err := right.Stop(context.WithoutCancel(t.Context())); err != nil {
				t.Error(err)
			}
		}()
		s.rt = right
		run := "/runs/" + s.run("order-1")
		if done := post(t, s.open(), run+"/resume", `{"reason":"mended"}`, http.StatusOK)["done"]; done != "resumed" {
			t.Errorf("it is %v", done)
		}
		s.settle()
		text := get(t, s.open(), run+"/events?lines=1")
		for _, want := range []string{`"who": "mia"`, `"reason": "resume: mended"`, `"kind": "completed"`} {
			if !strings.Contains(text, want) {
				t.Errorf("no %s in\n%s", want, text)
			}
		}
	})
}
