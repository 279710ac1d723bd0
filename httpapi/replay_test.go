package httpapi_test

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// steps is the answer about the tasks of a history.
type steps struct {
	Steps []struct {
		Task    int
		In, Out []struct {
			Seq     int64
			Kind    string
			Payload any
		}
		Waits []struct {
			Coroutine int
			For, Site string
			Frames    []struct {
				Func, File string
				Line       int
			}
		}
		Unread []int64
		Logs   []struct {
			Level, Message string
			Attrs          map[string]any
		}
	}
	Tasks, Stopped int
	Events         int64
	Done           bool
	Here           string
	Mismatch       *struct {
		Seq             int64
		Recorded, Asked *struct{ Kind, Site string }
		Was, Is         string
	}
	Error string
}

func stepsOf(t *testing.T, text string) (all steps) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return all
}

func posted(t *testing.T, h http.Handler, path, body string) string {
	t.Helper()
	w := answered(t, h, request("POST", path, body))
	if w.Code != http.StatusOK {
		t.Fatalf("POST %s: %d %s", path, w.Code, w.Body)
	}
	return w.Body.String()
}

// Each task of a run shows what came in, what the code asked for, and where it then waited. A file gives the same answer,
// and nothing is written.
func TestAHistoryIsGoneThroughTaskByTask(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		before := get(t, h, "/runs/"+s.run("order-2")+"/events")
		text := get(t, h, "/runs/"+s.run("order-2")+"/steps")
		got := stepsOf(t, text)
		if got.Tasks != len(got.Steps) || got.Tasks < 2 || !got.Done || got.Here != "v1" || got.Stopped != 0 {
			t.Fatalf("it is %s", text)
		}
		first, last := got.Steps[0], got.Steps[got.Tasks-1]
		if first.In[0].Kind != "started" || first.In[0].Payload != "secret-card" || first.Out[0].Kind != "activity scheduled" || last.Out[0].Kind != "completed" || len(last.Waits) != 0 {
			t.Errorf("the tasks are %s", text)
		}
		if w := first.Waits[0]; w.For != "activity charge" || !strings.HasPrefix(w.Site, "httpapi_test.init.func") || !strings.HasSuffix(w.Frames[0].File, "/httpapi/kit_test.go") {
			t.Errorf("it waits for %+v", w)
		}
		if file := get(t, h, "/runs/"+s.run("order-2")+"/export"); file != s.export("order-2") {
			t.Errorf("the export is %s", file)
		}
		if file := posted(t, h, "/replay", s.export("order-2")); file != text {
			t.Errorf("the file says\n%s\nand the run\n%s", file, text)
		}
		one := stepsOf(t, get(t, h, "/runs/"+s.run("order-2")+"/steps?at=2&count=1"))
		if len(one.Steps) != 1 || one.Steps[0].Task != 2 || one.Tasks != got.Tasks {
			t.Errorf("the second task is %+v", one)
		}
		if after := get(t, h, "/runs/"+s.run("order-2")+"/events"); after != before {
			t.Errorf("the history was\n%s\nand is\n%s", before, after)
		}
		refusedAs(t, answered(t, h, request("GET", "/runs/"+s.run("order-2")+"/steps?at=0", "")), http.StatusBadRequest, "bad_parameter")
		cut := s.export("order-2")
		refusedAs(t, answered(t, h, request("POST", "/replay", cut[:len(cut)/2])), http.StatusBadRequest, "bad_body")
	})
}

// other returns the API of a program with different code over the same store.
func (s *shop) other(o httpapi.Options, code func(ctx workflow.Context, card string) (string, error)) *httpapi.Handler {
	s.t.Helper()
	rt, err := reprise.New(s.rt.Store(), reprise.Config{Build: "v2", Logger: slog.New(slog.NewTextHandler(s.log, nil))}, workflow.New("order", code), charge, approve)
	if err != nil {
		s.t.Fatal(err)
	}
	o.Logger = slog.New(slog.NewTextHandler(s.log, nil))
	h, err := httpapi.New(rt, o)
	if err != nil {
		s.t.Fatal(err)
	}
	return h
}

// The answer has both sides of a mismatch, with both lines, and what the code logs. A caller that may not see payloads gets
// none.
func TestAReplayGoesUpToTheMismatch(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		code := func(ctx workflow.Context, card string) (string, error) {
			workflow.Logger(ctx).Info("begins", "card", card)
			return card, workflow.Sleep(ctx, time.Hour)
		}
		run := s.run("order-1")
		text := get(t, s.other(httpapi.Options{Unprotected: true}, code), "/runs/"+run+"/steps")
		got := stepsOf(t, text)
		if got.Stopped != 1 || got.Tasks != 1 || got.Here != "v2" || got.Mismatch == nil || got.Mismatch.Recorded.Kind != "activity scheduled" || got.Mismatch.Asked.Kind != "timer started" {
			t.Fatalf("it is %s", text)
		}
		if m := got.Mismatch; !strings.Contains(m.Recorded.Site, " kit_test.go:") || !strings.Contains(m.Asked.Site, " replay_test.go:") {
			t.Errorf("the lines are %+v and %+v", m.Recorded, m.Asked)
		}
		if logs := got.Steps[0].Logs; len(logs) != 1 || logs[0].Message != "begins" || logs[0].Level != "INFO" || !reflect.DeepEqual(logs[0].Attrs, map[string]any{"card": "secret-card"}) {
			t.Errorf("it logs %+v", logs)
		}
		hides := httpapi.Options{Authorize: func(_ *http.Request, a httpapi.Access) error {
			if a.Action == httpapi.Payload {
				return errors.New("no")
			}
			return nil
		}}
		for _, h := range []*httpapi.Handler{s.other(hides, code), s.api(hides)} {
			for _, id := range []string{"order-1", "order-2", "order-3"} {
				for _, text := range []string{get(t, h, "/runs/"+s.run(id)+"/steps"), posted(t, h, "/replay", s.export(id))} {
					if strings.Contains(text, "secret") {
						t.Errorf("%s is answered as\n%s", id, text)
					}
				}
			}
		}
	})
}

// Statement 29 of the operators' surface: a replay whose code does not return is abandoned and keeps its slot. Its run is
// not replayed again, and after two such runs no run is.
func TestAReplayThatHangsKeepsItsPlace(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		free := make(chan struct{})
		defer close(free)
		h := s.other(httpapi.Options{Unprotected: true}, func(ctx workflow.Context, card string) (string, error) {
			<-free
			return card, nil
		})
		for _, id := range []string{"order-1", "order-2"} {
			begun := time.Now()
			got := stepsOf(t, get(t, h, "/runs/"+s.run(id)+"/steps"))
			if took := time.Since(begun); got.Stopped != 1 || !strings.Contains(got.Error, "replay_test.go:") || took > 3*time.Second {
				t.Errorf("after %v it is %+v", took, got)
			}
			refusedAs(t, answered(t, h, request("GET", "/runs/"+s.run(id)+"/steps", "")), http.StatusTooManyRequests, "busy")
		}
		refusedAs(t, answered(t, h, request("GET", "/runs/"+s.run("order-3")+"/steps", "")), http.StatusTooManyRequests, "busy")
		get(t, h, "/runs/"+s.run("order-3")+"/events")
	})
}

// A program without the code of a workflow says where to replay it.
func TestAReplayNeedsTheCode(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		rt, err := reprise.New(memory.New(), reprise.Config{Build: "v1"})
		if err != nil {
			t.Fatal(err)
		}
		h, err := httpapi.New(rt, httpapi.Options{Unprotected: true})
		if err != nil {
			t.Fatal(err)
		}
		w := answered(t, h, request("POST", "/replay", s.export("order-1")))
		refusedAs(t, w, http.StatusNotImplemented, "not_offered")
		if !strings.Contains(w.Body.String(), "this process does not have the code of order; open it in the program that has") {
			t.Errorf("it says %s", w.Body)
		}
	})
}

// Lines of code are shown around sites of the history or the replay, and nothing else is shown.
func TestTheSourceOfASite(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		run := s.run("order-1")
		plain := s.open()
		refusedAs(t, answered(t, plain, request("GET", "/source?run="+run+"&site=x+x.go:1", "")), http.StatusNotImplemented, "not_offered")
		file := strings.Repeat("\n", 99) + "\treturn here\n" + strings.Repeat("\n", 50)
		h := s.api(httpapi.Options{Unprotected: true, Source: fstest.MapFS{
			"httpapi/kit_test.go": {Data: []byte(file)},
			"go.mod":              {Data: []byte("secret")},
			"other.go":            {Data: []byte("secret")},
		}})
		got := stepsOf(t, get(t, h, "/runs/"+run+"/steps"))
		waits := got.Steps[len(got.Steps)-1].Waits[0]
		shown := get(t, h, "/source?run="+run+"&site="+strings.ReplaceAll(waits.Site, " ", "+"))
		if !strings.Contains(shown, `"file": "httpapi/kit_test.go"`) {
			t.Errorf("the source is %s", shown)
		}
		for _, site := range []string{"", "x", "go.mod", "httpapi_test.init+other.go:1", "..+../other.go:1", "a+..%2Fother.go:1", "a+%2Fetc%2Fpasswd.go:1", "httpapi_test.init+kit_test.go:1"} {
			refusedAs(t, answered(t, h, request("GET", "/source?run="+run+"&site="+site, "")), http.StatusNotFound, "not_found")
		}
		refusedAs(t, answered(t, h, request("GET", "/source?site=x", "")), http.StatusBadRequest, "bad_id")
	})
}
