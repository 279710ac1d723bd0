package httpapi_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
)

// viewer is somebody who watches a stream.
type viewer struct {
	mu struct {
		sync.Mutex
		text strings.Builder
	}
	until time.Time // writes are accepted until then
	code  int
	head  http.Header
	leave context.CancelFunc
	over  chan struct{}
}

func (v *viewer) Header() http.Header  { return v.head }
func (v *viewer) WriteHeader(code int) { v.code = code }
func (v *viewer) Flush()               {}

// SetWriteDeadline is what http.ResponseController calls.
func (v *viewer) SetWriteDeadline(until time.Time) error {
	v.until = until
	return nil
}

func (v *viewer) Write(text []byte) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.mu.text.Write(text)
}

// seen returns what has come since the last call.
func (v *viewer) seen() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	text := v.mu.text.String()
	v.mu.text.Reset()
	return text
}

// watching returns a viewer of a stream that already knows the state with this id.
func watching(t *testing.T, h http.Handler, path, known string) *viewer {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Last-Event-ID", known)
	ctx, leave := context.WithCancel(t.Context())
	v := &viewer{head: http.Header{}, leave: leave, over: make(chan struct{})}
	go func() {
		defer close(v.over)
		h.ServeHTTP(v, r.WithContext(ctx))
	}()
	synctest.Wait()
	return v
}

func idOf(text string) string {
	_, rest, _ := strings.Cut(text, "id: ")
	id, _, _ := strings.Cut(rest, "\n")
	return id
}

func TestAStreamTellsOfChanges(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		defer h.Close()
		run := s.run("order-1")
		one := watching(t, h, "/stream?run="+run, "")
		list := watching(t, h, "/stream?runs=status%3Dopen", "")
		health := watching(t, h, "/stream?health=1", "")
		first := one.seen()
		if !strings.HasPrefix(first, "retry: 2000\n\nevent: changed\nid: ") || !strings.Contains(first, `data: {"run":"`+run+`","version":"`) || !strings.Contains(first, `"status":"open"}`) {
			t.Errorf("the stream begins with\n%s", first)
		}
		if form := one.head.Get("Content-Type"); form != "text/event-stream" {
			t.Errorf("it is %s", form)
		}
		if text := list.seen() + health.seen(); strings.Count(text, "event: changed") != 2 || !strings.Contains(text, `"status":"ok"`) {
			t.Errorf("the others begin with\n%s", text)
		}
		again := watching(t, h, "/stream?run="+run, idOf(first))
		for range 10 { // time alone changes nothing
			s.settle()
		}
		if text := one.seen() + list.seen() + health.seen() + again.seen(); strings.Contains(text, "changed") || strings.Count(text, ": \n\n") != 4 {
			t.Errorf("after 20 s came\n%s", text)
		}
		if err := reprise.Signal(t.Context(), s.rt, "order-1", approve, decision{}); err != nil {
			t.Fatal(err)
		}
		s.settle()
		text := one.seen()
		if n := strings.Count(text, "event: changed"); n == 0 || !strings.Contains(text, `"status":"completed"}`) || again.seen() != text {
			t.Errorf("after the end of the run came\n%s", text)
		}
		if text := list.seen(); !strings.Contains(text, "event: changed") {
			t.Errorf("of the list came\n%s", text)
		}
		again.leave()
		<-again.over
		<-time.After(5 * time.Minute)
		<-one.over // the watcher's permission is checked again
	})
}

// Statement 16 of the operators' surface: when another program starts a run, a list learns of it within two seconds.
func TestAStreamTellsWithinTwoSeconds(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		defer h.Close()
		other, err := reprise.New(s.rt.Store(), reprise.Config{Logger: slog.New(slog.DiscardHandler)}, order, charge, approve)
		if err != nil {
			t.Fatal(err)
		}
		list := watching(t, h, "/stream?runs=", "")
		for n := range 10 {
			s.settle()
			s.settle()
			<-time.After(time.Duration(n) * 230 * time.Millisecond) // each time at a different moment between two looks
			list.seen()
			begun := time.Now()
			if _, err := reprise.Start(t.Context(), other, order, "card", reprise.ID(fmt.Sprint("new-", n))); err != nil {
				t.Fatal(err)
			}
			for !strings.Contains(list.seen(), "event: changed") {
				if time.Since(begun) > 2*time.Second {
					t.Fatalf("run %d is not told of after two seconds", n)
				}
				<-time.After(50 * time.Millisecond)
				synctest.Wait()
			}
			if text := get(t, h, "/runs"); !strings.Contains(text, fmt.Sprintf(`"id": "new-%d"`, n)) {
				t.Errorf("run %d is told of and not listed", n)
			}
		}
	})
}

// Statement 23 of the operators' surface: an activity that waits for an hour and is to be retried now is retried within two
// seconds, whichever program serves the API.
func TestARetryBeginsWithinTwoSeconds(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		other, err := reprise.New(s.rt.Store(), reprise.Config{Logger: slog.New(slog.DiscardHandler)}, order, charge, approve)
		if err != nil {
			t.Fatal(err)
		}
		elsewhere, err := httpapi.New(other, httpapi.Options{Unprotected: true, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		next := func() int {
			d, err := reprise.Describe(t.Context(), s.rt, "order-3")
			if err != nil || len(d.Activities) != 1 {
				t.Fatal(d, err)
			}
			return d.Activities[0].Attempt
		}
		run := s.run("order-3")
		for name, h := range map[string]http.Handler{"the worker": s.open(), "another program": elsewhere} {
			for n := range 3 { // the policy allows ten attempts
				s.settle()
				<-time.After(time.Duration(n) * 330 * time.Millisecond)
				before, begun := next(), time.Now()
				post(t, h, "/runs/"+run+"/retry", `{"reason":"the bank is back"}`, http.StatusOK)
				for synctest.Wait(); next() == before; synctest.Wait() {
					if time.Since(begun) > 2*time.Second {
						t.Fatalf("%s: attempt %d has not begun after two seconds", name, before)
					}
					<-time.After(50 * time.Millisecond)
				}
			}
		}
	})
}

func TestStreamsHaveABoundAndAnEnd(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		var all []*viewer
		for range 100 {
			all = append(all, watching(t, h, "/stream?health=1", ""))
		}
		refusedAs(t, answered(t, h, request("GET", "/stream?health=1", "")), http.StatusTooManyRequests, "busy")
		all[0].leave()
		<-all[0].over
		all = append(all[1:], watching(t, h, "/stream?run="+s.run("order-1"), ""))
		for _, path := range []string{"/stream", "/stream?health=1&runs=", "/stream?runs=limit%3D0", "/stream?runs=most%3D1", "/stream?health=maybe"} {
			refusedAs(t, answered(t, h, request("GET", path, "")), http.StatusBadRequest, "bad_parameter")
		}
		refusedAs(t, answered(t, h, request("GET", "/stream?run=order-1", "")), http.StatusBadRequest, "bad_id")
		<-time.After(12 * time.Second) // nothing is sent meanwhile
		h.Close()
		for _, v := range all {
			<-v.over
			if !v.until.After(time.Now()) {
				t.Fatal("the end of a stream can be sent no more, as if it were cut off")
			}
		}
		refusedAs(t, answered(t, h, request("GET", "/stream?health=1", "")), http.StatusServiceUnavailable, "closing")
	})
}

func TestAStreamOfARunThatIsRemovedEnds(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.open()
		defer h.Close()
		v := watching(t, h, "/stream?run="+s.run("order-2"), "")
		<-time.After(2 * time.Minute)
		if _, err := reprise.Delete(t.Context(), s.rt, "order-2"); err != nil {
			t.Fatal(err)
		}
		<-v.over
		if text := v.seen(); !strings.HasSuffix(text, "id: removed\ndata: {\"removed\":true}\n\n") {
			t.Errorf("it ends with\n%s", text)
		}
	})
}
