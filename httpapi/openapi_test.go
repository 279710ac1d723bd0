package httpapi_test

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/schedule"
)

// parameters returns the methods and paths of openapi.yaml, each with its query parameters.
func parameters(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	path, at := "", ""
	param := regexp.MustCompile(`^ +- \{name: (\w+), in: query`)
	for line := range strings.SplitSeq(string(text), "\n") {
		switch {
		case strings.HasPrefix(line, "  /"):
			path = strings.TrimSuffix(strings.TrimSpace(line), ":")
		case line == "    get:", line == "    post:":
			at = strings.ToUpper(strings.TrimSuffix(strings.TrimSpace(line), ":")) + " " + path
			all[at] = []string{}
		case line == "components:":
			return all
		}
		if m := param.FindStringSubmatch(line); m != nil {
			all[at] = append(all[at], m[1])
		}
	}
	t.Fatal("openapi.yaml has no components")
	return nil
}

// Statement 46 of the operators' surface: openapi.yaml has each route with the parameters it takes, and nothing that is no
// route.
func TestTheDescriptionAndTheRoutesAgree(t *testing.T) {
	there := parameters(t)
	for _, r := range httpapi.Routes() {
		key := r.Method + " " + strings.ReplaceAll(r.Path, "{$}", "")
		params, ok := there[key]
		if !ok {
			t.Errorf("openapi.yaml does not describe %s", key)
		}
		takes := slices.Sorted(slices.Values(r.Params))
		if slices.Sort(params); !slices.Equal(takes, params) {
			t.Errorf("%s takes the parameters %v, openapi.yaml has %v", key, takes, params)
		}
		delete(there, key)
	}
	for key := range there {
		t.Errorf("openapi.yaml describes %s, and there is no such route", key)
	}
}

// Statement 46 of the operators' surface: each route answers as the description says, to the last field; what it takes is
// described, too.
func TestEachRouteAnswersAsItIsDescribed(t *testing.T) {
	runs := map[string]string{"/runs/{run}/retry": "order-3", "/runs/{run}/export": "order-2", "/runs/{run}/reset": "order-2", "/runs/{run}/requeue": "mail-1"}
	for _, r := range httpapi.Routes() {
		if r.Path == "/stream" { // which ends only with its reader, see TestAStreamTells
			continue
		}
		inShop(t, func(t *testing.T, s *shop) {
			if _, err := reprise.Enqueue(t.Context(), s.rt, charge, "secret-card", reprise.ID("mail-1")); err != nil {
				t.Fatal(err)
			}
			if err := reprise.PutSchedule(t.Context(), s.rt, schedule.Define("nightly", schedule.Every(24*time.Hour), order, "card", schedule.Policy{})); err != nil {
				t.Fatal(err)
			}
			s.settle()
			h := s.api(httpapi.Options{Unprotected: true, Source: os.DirFS(".")})
			id := s.run(cmp.Or(runs[r.Path], "order-1"))
			worker, err := inspect.Of(s.rt).Workers(t.Context())
			if err != nil || len(worker) != 1 {
				t.Fatal(worker, err)
			}
			path := strings.NewReplacer("{$}", "", "{run}", id, "{seq}", "1", "{schedule}", "nightly", "{queue}", "default", "{worker}", worker[0].ID).Replace(r.Path)
			switch r.Path {
			case "/run":
				path += "?id=order-1"
			case "/source":
				path += "?run=" + id + "&site=" + url.QueryEscape(site(t, h, id))
			case "/runs/{run}/unpause":
				post(t, h, "/runs/"+id+"/pause", `{"reason":"why"}`, http.StatusOK)
			}
			body := s.bodyOf(r.Method, r.Path)
			if body == "" && r.Method == http.MethodPost {
				t.Errorf("%s %s has no example", r.Method, r.Path)
			}
			ask := request(r.Method, path, body)
			if r.Path == "/runs/{run}/terminate" {
				ask.Header.Set("If-Match", answered(t, h, request("GET", "/runs/"+id, "")).Header().Get("Etag"))
			}
			if w := answered(t, h, ask); w.Code >= 300 {
				t.Errorf("%s %s is answered with %d: %s", r.Method, path, w.Code, w.Body)
			}
			for name, example := range description(t).Parameters(r.Method + " " + strings.ReplaceAll(r.Path, "{$}", "")) {
				also := path + "?" + name + "=" + url.QueryEscape(example)
				if strings.Contains(path, "?") {
					also = strings.Replace(also, path+"?", path+"&", 1)
				}
				if name == "id" && r.Path == "/run" {
					continue // it is in the path
				}
				if w := answered(t, h, request(r.Method, also, body)); w.Code >= 300 {
					t.Errorf("%s %s is answered with %d: %s", r.Method, also, w.Code, w.Body)
				}
			}
			s.settle()
		})
	}
}

// Statement 46 of the operators' surface: each example is as its schema says. TestEachRouteAnswersAsItIsDescribed plays those of requests.
func TestTheExamplesAreAsDescribed(t *testing.T) {
	n, bad := description(t).Examples()
	for _, one := range bad {
		t.Error(one)
	}
	if n < 30 {
		t.Errorf("%d examples", n)
	}
}

// A number may have every value that the description allows, and no other.
func TestTheBoundsAreThoseOfTheDescription(t *testing.T) {
	bounded := regexp.MustCompile(`^ +- \{name: (\w+), in: query.* minimum: (\d+)(?:, maximum: (\d+))?`)
	inShop(t, func(t *testing.T, s *shop) {
		text, err := os.ReadFile("openapi.yaml")
		if err != nil {
			t.Fatal(err)
		}
		h, method, path, found := s.open(), "", "", 0
		for line := range strings.SplitSeq(string(text), "\n") {
			switch {
			case strings.HasPrefix(line, "  /"):
				path = strings.ReplaceAll(strings.TrimSuffix(strings.TrimSpace(line), ":"), "{run}", s.run("order-1"))
			case line == "    get:", line == "    post:":
				method = strings.ToUpper(strings.Trim(line, " :"))
			}
			m := bounded.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			found++
			body := ""
			if method == http.MethodPost {
				body = s.export("order-1")
			}
			ask := func(n int) reply { return answered(t, h, request(method, path+"?"+m[1]+"="+strconv.Itoa(n), body)) }
			low, _ := strconv.Atoi(m[2])
			refusedAs(t, ask(low-1), http.StatusBadRequest, "bad_parameter")
			may := []int{low}
			if high, err := strconv.Atoi(m[3]); err == nil {
				refusedAs(t, ask(high+1), http.StatusBadRequest, "bad_parameter")
				may = append(may, high)
			}
			for _, n := range may {
				if w := ask(n); w.Code != http.StatusOK {
					t.Errorf("%s is answered with %d: %s", w.asked, w.Code, w.Body)
				}
			}
		}
		if found < 5 {
			t.Errorf("the description has %d bounds", found)
		}
	})
}

// site returns a line of code that the history of a run contains.
func site(t *testing.T, h http.Handler, run string) string {
	t.Helper()
	var events []struct{ Site string }
	if err := json.Unmarshal([]byte(get(t, h, "/runs/"+run+"/events")), &events); err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Site != "" {
			return e.Site
		}
	}
	t.Fatal("no event has a site")
	return ""
}

func TestTheDescriptionIsServed(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		if text := get(t, s.open(), "/openapi.yaml"); !strings.HasPrefix(text, "openapi: 3.1.0\n") {
			t.Errorf("it is %.100q", text)
		}
	})
}
