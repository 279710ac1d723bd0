package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/httpapi/client"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store/memory"
)

// An error about a server is one sentence, and suggests nothing that a server cannot do.
func TestWhatIsWrongAboutAServerIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rt := shop(t)
		token := httpapi.Options{Authorize: func(r *http.Request, _ httpapi.Access) error {
			if r.Header.Get("Authorization") != "Bearer right" {
				return httpapi.ErrUnauthenticated
			}
			return nil
		}}
		for _, x := range []struct {
			line, token string
			code        int
			want        string
		}{
			{"run list --server " + shopURL, "right", 0, "order-1"},
			{"run list --server " + shopURL + "api/v1", "right", 0, "order-1"},
			{"run list --server " + shopURL, "", 1, shopURL + " requires a token: set REPRISE_TOKEN, or give --token-file\n"},
			{"run list --server " + shopURL, "wrong", 1, shopURL + " rejects this token: it is wrong, or no longer valid\n"},
			{"run list --server shop.example", "right", 64, `"shop.example" is not the URL of a server`},
			{"run list --server http://elsewhere.example", "right", 1, "http://elsewhere.example/api/v1/ does not answer: connection refused\ntry: reprise run list --server http://elsewhere.example\n"},
			{"run list --db shop.db --server " + shopURL, "right", 64, "use one of --db and --server"},
			{"run list --namespace other --server " + shopURL, "right", 64, `the server is for namespace "default", not "other"`},
			{"run result order-1 --server " + shopURL, "right", 64, "run result needs the store itself, which no server offers: give --db instead of --server\n"},
			{"run delete order-2 --server " + shopURL, "right", 64, "run delete needs the store itself"},
			{"queue set default --rate 1/1s --reason why --server " + shopURL, "right", 64, "queue set needs the store itself"},
			{"batch repin --all --reason why --server " + shopURL, "right", 64, "batch repin needs the store itself"},
			{"run terminate order-1 --by eve --yes --server " + shopURL, "right", 64, "--by is for a store: a server records the caller it has authenticated"},
			{"run pause order-1 --reason why --by eve --server " + shopURL, "right", 64, "--by is for a store: a server records the caller it has authenticated"},
		} {
			p := program(rt)
			p.Dial = dialler(rt, token, shopURL)
			p.Getenv = func(name string) string { return map[string]string{"REPRISE_TOKEN": x.token}[name] }
			p.Args = strings.Fields(x.line)
			if got := run(t, p); !strings.Contains(got, x.want) || !strings.Contains(got, fmt.Sprintf("--- %d\n", x.code)) || strings.Contains(got, "doctor") {
				t.Errorf("%s: want exit code %d and %q\n%s", x.line, x.code, x.want, got)
			}
		}
	})
}

// answering is a server that gives the same answer to each request.
type answering struct {
	status     int
	form, body string
}

func (a answering) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: a.status, Status: fmt.Sprint(a.status, " ", http.StatusText(a.status)), Header: http.Header{"Content-Type": {a.form}}, Body: io.NopCloser(strings.NewReader(a.body)), Request: r}, nil
}

// The client recognizes a server that is not Reprise's API, or has another version of it.
func TestAnotherServerIsToldFromTheRightOne(t *testing.T) {
	for want, a := range map[string]answering{
		"is not a Reprise API: it answers 404 Not Found, with text/html": {404, "text/html", "<p>"},
		"is not a Reprise API: it answers 200 OK, with text/html":        {200, "text/html", "<p>"},
		`speaks version "2" of the API, and this program version 1`:      {200, "application/json", `{"api":"2"}`},
		"cannot be read":                {200, "application/json", "{"},
		"it is older than this program": {404, "application/problem+json", `{"code":"no_route"}`},
	} {
		if _, _, err := client.New(t.Context(), "http://shop.example", client.Options{Transport: a}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, it is %v", want, err)
		}
	}
}

// redirecting is a server that redirects to the right one, which answers any GET.
type redirecting struct {
	status int
	to     string
	tokens map[string]string // by the host that got it
}

func (s redirecting) RoundTrip(r *http.Request) (*http.Response, error) {
	s.tokens[r.URL.Host] = r.Header.Get("Authorization")
	got, err := answering{200, "application/json", `{"api":"1","namespace":"default"}`}.RoundTrip(r)
	if r.URL.Scheme == "http" {
		got.StatusCode, got.Status = s.status, fmt.Sprint(s.status, " ", http.StatusText(s.status))
		got.Header = http.Header{"Location": {s.to + r.URL.Path}}
	}
	return got, err
}

// A redirect does not turn the start of a workflow into a list of runs, and no other host gets the token.
func TestARedirectDoesNothingAndTellsNoToken(t *testing.T) {
	s := redirecting{301, "https://shop.example", map[string]string{}}
	c, _, err := client.New(t.Context(), "http://shop.example", client.Options{Token: "secret", Transport: s})
	if err != nil {
		t.Fatal(err)
	}
	want := "http://shop.example/api/v1/runs answers 301 Moved Permanently, to https://shop.example/api/v1/runs: give the URL of the server itself"
	if v, err := c.Start(t.Context(), inspect.Starting{ID: "order-1", Workflow: "order"}); err == nil || err.Error() != want {
		t.Errorf("a start is answered with %+v, %v, and not %q", v, err, want)
	}
	for _, status := range []int{301, 302, 303, 307, 308} {
		s.status, s.to = status, "https://evil.example"
		if _, _, err := client.New(t.Context(), "http://shop.example", client.Options{Token: "secret", Transport: s}); err == nil || !strings.Contains(err.Error(), "to https://evil.example/") {
			t.Errorf("%d: %v", status, err)
		}
		if got, asked := s.tokens["evil.example"]; asked {
			t.Errorf("%d: another host was asked, with %q", status, got)
		}
	}
}

// dying is a server that dies, behind a proxy that reports it.
type dying struct{ alive bool }

func (d *dying) RoundTrip(r *http.Request) (*http.Response, error) {
	if d.alive {
		d.alive = false
		return answering{200, "application/json", `{"api":"1","namespace":"default"}`}.RoundTrip(r)
	}
	return answering{504, "text/html", "<p>"}.RoundTrip(r)
}

// When a proxy answers for a server that does not, nobody knows whether a request was carried out.
func TestAProxyThatGivesUpLeavesTheOutcomeUnknown(t *testing.T) {
	c, _, err := client.New(t.Context(), "http://shop.example", client.Options{Transport: &dying{alive: true}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Start(t.Context(), inspect.Starting{ID: "order-1", Workflow: "order"}); !errors.Is(err, reprise.ErrUnknownOutcome) {
		t.Errorf("a start: %v", err)
	}
	if _, err := c.Find(t.Context(), "order-1"); !errors.Is(err, reprise.ErrUnavailable) {
		t.Errorf("a look: %v", err)
	}
	if _, _, err := client.New(t.Context(), "http://shop.example", client.Options{Transport: &dying{}}); !errors.Is(err, reprise.ErrUnavailable) ||
		!strings.Contains(err.Error(), "does not answer: there is 504 Gateway Timeout, with text/html") {
		t.Errorf("the first word: %v", err)
	}
}

// A program asks a server as it would ask a Runtime.
func ExampleNew() {
	ctx := context.Background()
	rt, err := reprise.New(memory.New(), reprise.Config{})
	if err != nil {
		panic(err)
	}
	api, err := httpapi.New(rt, httpapi.Options{ReadOnly: true})
	if err != nil {
		panic(err)
	}
	server := httptest.NewServer(http.StripPrefix("/api/v1", api))
	defer server.Close()

	c, about, err := client.New(ctx, server.URL, client.Options{})
	if err != nil {
		panic(err)
	}
	defer c.Close()
	_, err = c.Find(ctx, "order-42")
	fmt.Println(about.Namespace, err)
	// Output: default no run in namespace "default" has the workflow id or run id "order-42"
}

// slow is a server that says who it is, and afterwards answers never, only in part, or without end.
type slow struct {
	stops   bool
	endless bool
	never   bool // has an update an answer
	asked   []string
}

func (s *slow) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.HasSuffix(r.URL.Path, "/api/v1/") {
		return answering{200, "application/json", `{"api":"1","namespace":"default"}`}.RoundTrip(r)
	}
	if r.Body != nil {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		if s.asked = append(s.asked, string(text)); len(s.asked) < 3 || s.never {
			return answering{504, "application/problem+json", `{"code":"timeout"}`}.RoundTrip(r)
		}
		return answering{200, "application/json", "12"}.RoundTrip(r)
	}
	if s.endless {
		got, err := answering{200, "application/json", ""}.RoundTrip(r)
		got.Body = io.NopCloser(blanks{})
		return got, err
	}
	if s.stops {
		got, err := answering{200, "application/json", ""}.RoundTrip(r)
		got.Body = io.NopCloser(io.MultiReader(strings.NewReader("["), waits{r.Context()}))
		return got, err
	}
	<-r.Context().Done()
	return nil, r.Context().Err()
}

type waits struct{ ctx context.Context }

func (w waits) Read([]byte) (int, error) {
	<-w.ctx.Done()
	return 0, w.ctx.Err()
}

type blanks struct{}

func (blanks) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// A server that never answers, or never ends its answer, does not block its client for ever. An update that is sent
// again because the server ran out of time is still one update.
func TestAServerThatDoesNotEndIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slow{}
		c, _, err := client.New(t.Context(), "http://shop.example", client.Options{Transport: s})
		if err != nil {
			t.Fatal(err)
		}
		asked := time.Now()
		if _, err := c.Workers(t.Context()); !errors.Is(err, reprise.ErrUnavailable) || !strings.Contains(err.Error(), "has sent nothing for 45s: check that it runs") || time.Since(asked) != 45*time.Second {
			t.Errorf("after %v it says of a server that does not answer: %v", time.Since(asked), err)
		}
		s.stops = true
		asked = time.Now()
		if _, err := c.Workers(t.Context()); !errors.Is(err, reprise.ErrUnavailable) || !strings.Contains(err.Error(), "has sent nothing for 45s") || time.Since(asked) != 45*time.Second {
			t.Errorf("after %v it says of an answer that does not go on: %v", time.Since(asked), err)
		}
		s.endless = true
		if _, err := c.Workers(t.Context()); err == nil || !strings.Contains(err.Error(), "has more than 128 MiB") {
			t.Errorf("of an answer without an end it says %v", err)
		}
		if v, err := c.Update(t.Context(), inspect.Run{}, false, "raise", nil, ""); err != nil || string(v) != "12" {
			t.Errorf("the update is answered with %s, %v", v, err)
		}
		if len(s.asked) != 3 || s.asked[0] != s.asked[1] || s.asked[1] != s.asked[2] || !strings.Contains(s.asked[0], `"update_id":"`) {
			t.Errorf("it is asked for as %q", s.asked)
		}
		s.asked, s.never = nil, true
		if _, err := c.Update(t.Context(), inspect.Run{ID: "order-1"}, false, "raise", nil, "u-1"); !errors.Is(err, context.DeadlineExceeded) || len(s.asked) != 20 ||
			!strings.Contains(err.Error(), `update "raise" of "order-1" has no answer after 20 tries, but may still get one: ask again with the update id u-1`) {
			t.Errorf("after %d tries it says %v", len(s.asked), err)
		}
		ctx, stop := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer stop()
		if _, err := c.Update(ctx, inspect.Run{}, false, "raise", nil, ""); !errors.Is(err, context.DeadlineExceeded) || len(s.asked) != 22 {
			t.Errorf("after %d tries it says %v when the caller's time is over", len(s.asked)-20, err)
		}
	})
}

// narrow is a server at the end of a line that takes 1 KB in 20 s.
type narrow struct {
	took time.Duration
	dead bool // takes the first part, and no more
}

func (n *narrow) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		return answering{200, "application/json", `{"api":"1","namespace":"default"}`}.RoundTrip(r)
	}
	begun := time.Now()
	for part := make([]byte, 1<<10); ; {
		if _, err := io.ReadFull(r.Body, part); err != nil {
			break
		}
		pause := 20 * time.Second
		if n.dead {
			pause = time.Hour
		}
		select {
		case <-time.After(pause):
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
	n.took = time.Since(begun)
	return answering{200, "application/json", `{"id":"order-1"}`}.RoundTrip(r)
}

// A large request over a narrow line is sent to its end. A server that stops taking it is left.
func TestALargeRequestMayTakeItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := &narrow{}
		c, _, err := client.New(t.Context(), "http://shop.example", client.Options{Transport: n})
		if err != nil {
			t.Fatal(err)
		}
		s := inspect.Starting{ID: "order-1", Workflow: "order", Input: json.RawMessage(`"` + strings.Repeat("x", 6<<10) + `"`)}
		if _, err := c.Start(t.Context(), s); err != nil || n.took != 2*time.Minute {
			t.Errorf("after %v of sending it says %v", n.took, err)
		}
		n.dead = true
		begun := time.Now()
		if _, err := c.Start(t.Context(), s); !errors.Is(err, reprise.ErrUnknownOutcome) || time.Since(begun) != 45*time.Second {
			t.Errorf("after %v it says of a server that takes no more: %v", time.Since(begun), err)
		}
	})
}

// briefIDs is a server whose workers' ids are no UUIDs.
type briefIDs struct{}

func (briefIDs) RoundTrip(r *http.Request) (*http.Response, error) {
	body := `{"api":"1","namespace":"default","now":"2026-11-28T09:00:00Z"}`
	switch {
	case strings.HasSuffix(r.URL.Path, "/workers"):
		body = `[{"id":"w-1","alive":true},{}]`
	case strings.HasSuffix(r.URL.Path, "/queues"):
		body = `[]`
	}
	return answering{200, "application/json", body}.RoundTrip(r)
}

// No answer of a server makes a command panic.
func TestWorkersOfAServerMayHaveShortIDs(t *testing.T) {
	for _, line := range []string{"worker list -o table", "top --once"} {
		p := program(nil)
		p.Args = strings.Fields(line + " --server " + shopURL)
		p.Dial = func(ctx context.Context, d inspect.Dialling) (*inspect.Remote, error) {
			c, about, err := client.New(ctx, d.URL, client.Options{Transport: briefIDs{}})
			return &inspect.Remote{Answers: c, Namespace: about.Namespace, Now: about.Now, Close: c.Close}, err
		}
		if got := run(t, p); !strings.Contains(got, "\nw-1  ") || !strings.Contains(got, "--- 0\n") {
			t.Errorf("%s:\n%s", line, got)
		}
	}
}
