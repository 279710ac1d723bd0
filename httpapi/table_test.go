package httpapi_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/workflow"
)

// bodyOf is the example of a right body of a route, in openapi.yaml; "" where it takes none.
func (s *shop) bodyOf(method, path string) string {
	s.t.Helper()
	if path == "/replay" {
		return s.export("order-1")
	}
	return description(s.t).Example(method + " " + path)
}

// Statements 31 and 32 of the operators' surface: every route needs permission. Every route that changes something refuses
// a page of another site and a form, and refuses all when nothing may be done. What was refused has had no effect.
func TestEachRouteKeepsOut(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		var before string
		nobody := func(err error) *httpapi.Handler {
			return s.api(httpapi.Options{Authorize: func(*http.Request, httpapi.Access) error { return err }})
		}
		closed, unknown := nobody(errors.New("no")), nobody(httpapi.ErrUnauthenticated)
		readOnly, open := s.api(httpapi.Options{ReadOnly: true}), s.open()
		named := s.api(httpapi.Options{Unprotected: true, Host: func(host string) bool { return host == "localhost:8099" }})
		before = get(t, open, "/runs") + get(t, open, "/runs/"+s.run("order-1"))

		for _, r := range httpapi.Routes() {
			body := s.bodyOf(r.Method, r.Path)
			path := strings.NewReplacer("{$}", "", "{run}", s.run("order-1"), "{seq}", "1", "{schedule}", "nightly", "{queue}", "default").Replace(r.Path)
			switch r.Path {
			case "/run":
				path += "?id=order-1"
			case "/source":
				path += "?run=" + s.run("order-1") + "&site=x+x.go:1"
			}
			if r.Path == "/livez" || r.Path == "/readyz" { // open to anybody
				continue
			}
			oneRun := strings.HasPrefix(r.Path, "/run/") || r.Path == "/run" || r.Path == "/source" || strings.Contains(r.Path, "{run}")
			if w := answered(t, closed, request(r.Method, path, body)); oneRun {
				refusedAs(t, w, http.StatusNotFound, "not_found") // the answer does not reveal that the run exists
			} else {
				refusedAs(t, w, http.StatusForbidden, "forbidden")
			}
			refusedAs(t, answered(t, unknown, request(r.Method, path, body)), http.StatusUnauthorized, "unauthenticated")

			bound := request(r.Method, path, body) // a name of another site that was bound to this machine
			bound.Host = "evil.example"
			bound.Header.Set("Sec-Fetch-Site", "same-origin")
			refusedAs(t, answered(t, named, bound), http.StatusMisdirectedRequest, "wrong_host")
			if r.Method == http.MethodGet {
				continue
			}
			refusedAs(t, answered(t, readOnly, request(r.Method, path, body)), http.StatusForbidden, "read_only")
			cross := request(r.Method, path, body)
			cross.Header.Set("Sec-Fetch-Site", "cross-site")
			refusedAs(t, answered(t, open, cross), http.StatusForbidden, "cross_origin")
			old := request(r.Method, path, body) // of a browser that does not send Sec-Fetch-Site
			old.Header.Set("Origin", "https://evil.example")
			refusedAs(t, answered(t, open, old), http.StatusForbidden, "cross_origin")
			for _, form := range []string{"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"} {
				simple := request(r.Method, path, body)
				simple.Header.Set("Content-Type", form)
				refusedAs(t, answered(t, open, simple), http.StatusUnsupportedMediaType, "not_json")
			}
			refusedAs(t, answered(t, open, request(r.Method, path, `{"surprise":1}`)), http.StatusBadRequest, "bad_body")
			refusedAs(t, answered(t, open, request(r.Method, path, body+body)), http.StatusBadRequest, "bad_body")
			refusedAs(t, answered(t, open, request(r.Method, path, `{"reason":"`+strings.Repeat("x", max(3<<20, int(r.Most)+1))+`"}`)), http.StatusRequestEntityTooLarge, "too_large")
		}
		s.settle()
		if after := get(t, open, "/runs") + get(t, open, "/runs/"+s.run("order-1")); steady(after) != steady(before) {
			t.Errorf("something was done:\n%s\nbefore\n%s", after, before)
		}
		if strings.Contains(s.log.String(), "operator action") {
			t.Errorf("the log tells of an action:\n%s", s.log)
		}
	})
}

// steady returns JSON without what changes over time.
func steady(text string) string {
	var all []string
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.Contains(line, `"seconds"`) && !strings.Contains(line, `lease_until`) {
			all = append(all, line)
		}
	}
	return strings.Join(all, "\n")
}

// Statement 31 of the operators' surface, for one run: a caller that may do one thing with it may do no other, and finds no
// other run by its id. A list covers the whole namespace, see docs/http.md.
func TestOneActionAllowsNoOther(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.api(httpapi.Options{Authorize: func(_ *http.Request, a httpapi.Access) error {
			if a.Action == httpapi.Read && a.WorkflowID == "order-1" || a.Action == httpapi.Pause && a.Workflow == "order" {
				return nil
			}
			return errors.New("no")
		}})
		one, two := "/runs/"+s.run("order-1"), "/runs/"+s.run("order-2")
		refusedAs(t, answered(t, h, request("POST", one+"/cancel", `{"reason":"why"}`)), http.StatusForbidden, "forbidden")
		refusedAs(t, answered(t, h, request("GET", one+"/events/1/payload", "")), http.StatusForbidden, "forbidden")
		refusedAs(t, answered(t, h, request("GET", two, "")), http.StatusNotFound, "not_found")
		refusedAs(t, answered(t, h, request("POST", two+"/pause", `{"reason":"why"}`)), http.StatusNotFound, "not_found")
		if done := post(t, h, one+"/pause", `{"reason":"why"}`, http.StatusOK)["done"]; done != "paused" {
			t.Errorf("it is %v", done)
		}
		can := decoded(t, answered(t, h, request("GET", one+"/can", "")), http.StatusOK)["can"]
		if can, _ := can.(map[string]any); can["pause"] != true || can["read"] != true || can["cancel"] != false || can["payload"] != false {
			t.Errorf("the caller can %v", can)
		}
	})
}

// Statement 34 of the operators' surface: a caller that may not see payloads finds nothing of a run's values in any answer,
// including its export and its replay.
func TestPayloadsAreAPermissionOfTheirOwn(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		all := s.open()
		h := s.api(httpapi.Options{Authorize: func(_ *http.Request, a httpapi.Access) error {
			if a.Action == httpapi.Payload {
				return errors.New("no")
			}
			return nil
		}})
		shown := ""
		for _, id := range []string{"order-1", "order-2", "order-3"} {
			run := "/runs/" + s.run(id)
			for _, r := range httpapi.Routes() {
				path := strings.NewReplacer("{$}", "", "{run}", s.run(id), "{seq}", "1", "{schedule}", "nightly").Replace(r.Path)
				if r.Path == "/run" {
					path += "?id=" + id
				}
				if r.Method != http.MethodGet || r.Path == "/stream" { // which tells versions alone
					continue
				}
				shown += answered(t, all, request("GET", path, "")).Body.String()
				if text := answered(t, h, request("GET", path, "")).Body.String(); strings.Contains(text, "secret") {
					t.Errorf("GET %s answers\n%s", path, text)
				}
			}
			refusedAs(t, answered(t, h, request("GET", run+"/events/1/payload", "")), http.StatusForbidden, "forbidden")
			refusedAs(t, answered(t, h, request("POST", run+"/query", `{"name":"total"}`)), http.StatusForbidden, "forbidden")
		}
		for _, secret := range []string{"secret-card", "secret-name", "secret-header", "secret-details"} {
			if !strings.Contains(shown, secret) {
				t.Errorf("%s is shown to nobody, so that the test shows nothing", secret)
			}
		}
	})
}

// No answer shows the value of a redacted field to anybody; the rest is shown.
func TestRedactedFieldsAreShownToNobody(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		if err := reprise.Signal(t.Context(), s.rt, "order-1", approve, decision{true, "secret-name"}, reprise.SignalHeaders(map[string]string{"trace": "secret-header"})); err != nil {
			t.Fatal(err)
		}
		s.settle()
		all := s.open()
		h := s.api(httpapi.Options{Unprotected: true, Redact: []string{"By"}})
		run := "/runs/" + s.run("order-1")
		for _, path := range []string{run, run + "/events", run + "/timeline", run + "/events/1/payload"} {
			if text := get(t, h, path); strings.Contains(text, `"by": "secret-name"`) || strings.Contains(text, "secret-header") {
				t.Errorf("GET %s answers\n%s", path, text)
			}
		}
		if text := get(t, all, run+"/events"); !strings.Contains(text, `"by": "secret-name"`) || !strings.Contains(text, "secret-header") {
			t.Errorf("it is shown to nobody, so that the test shows nothing:\n%s", text)
		}
		if file := get(t, h, run+"/export"); strings.Contains(file, "secret") || !strings.Contains(file, `"redacted":"all values"`) {
			t.Errorf("the file is\n%s", file)
		}
		if text := posted(t, h, "/replay", s.export("order-1")); strings.Contains(text, `"by": "secret-name"`) || strings.Contains(text, "secret-header") {
			t.Errorf("the replay of a file answers\n%s", text)
		}
		if text := get(t, h, run+"/events"); !strings.Contains(text, `"by": "aaaaaa-aaaa"`) || !strings.Contains(text, `"yes": true`) {
			t.Errorf("the rest is not shown:\n%s", text)
		}
		if text := answered(t, h, request("POST", run+"/query", `{"name":"total","argument":2}`)).Body.String(); strings.TrimSpace(text) != "9" {
			t.Errorf("a query without such a field answers %s", text)
		}
	})
}

func TestWhatProtectsNothingIsRefused(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		_, err := httpapi.New(s.rt, httpapi.Options{})
		for _, choice := range []string{"Authorize", "ReadOnly", "Unprotected"} {
			if err == nil || !strings.Contains(err.Error(), choice) {
				t.Errorf("New without options: %v: it does not name %s", err, choice)
			}
		}
		for _, bad := range []httpapi.Options{
			{Unprotected: true, Authorize: func(*http.Request, httpapi.Access) error { return nil }},
			{ReadOnly: true, Trust: []string{"ops.example.com"}},
		} {
			if _, err := httpapi.New(s.rt, bad); err == nil {
				t.Errorf("%+v is taken", bad)
			}
		}
		if _, err := httpapi.New(nil, httpapi.Options{ReadOnly: true}); err == nil {
			t.Error("no Runtime is taken")
		}
	})
}

// A mismatch shows both inputs, but not to a caller that may not see payloads.
func TestAMismatchHidesWhatItCompares(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		if err := s.rt.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		changed := workflow.New("order", func(ctx workflow.Context, card string) (string, error) {
			return workflow.Execute(ctx, charge, card+"-other").Get(ctx)
		})
		rt, err := reprise.New(s.rt.Store(), reprise.Config{Build: "v1", Logger: slog.New(slog.DiscardHandler)}, changed, charge, approve)
		if err != nil {
			t.Fatal(err)
		}
		if err := rt.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := reprise.Signal(t.Context(), rt, "order-1", approve, decision{true, "Mia"}); err != nil {
			t.Fatal(err)
		}
		s.settle()
		if err := rt.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
		h := s.api(httpapi.Options{ReadOnly: true, HidePayloads: true})
		run := "/runs/" + s.run("order-1")
		for _, path := range []string{"/runs", "/runs?blocked=1", run, run + "/waits", run + "/timeline"} {
			text := get(t, h, path)
			if !strings.Contains(text, "mismatch") || strings.Contains(text, "secret") {
				t.Errorf("GET %s answers\n%s", path, text)
			}
		}
		if text := get(t, s.open(), run); !strings.Contains(text, "secret-card-other") {
			t.Errorf("it is shown to nobody, so that the test shows nothing:\n%s", text)
		}
	})
}
