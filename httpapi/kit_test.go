package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/internal/openapi"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/workflow"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type decision struct {
	Yes bool   `json:"yes"`
	By  string `json:"by"`
}

var (
	approve = workflow.DefineSignal[decision]("approve")
	total   = workflow.DefineQuery[int, int]("total")
	raise   = workflow.DefineUpdate[int, int]("raise")
	charge  = activity.New("charge", func(ctx context.Context, card string) (string, error) {
		if card == "flaky" && activity.GetInfo(ctx).Attempt == 1 {
			return "", errors.New("the line is down")
		}
		if card == "declined" {
			return "", failure.New("declined", "the card is declined", failure.Details("secret-details"))
		}
		return "paid-" + card, nil
	}, activity.Policy{Retry: activity.RetryPolicy{InitialInterval: time.Hour}})
	order = workflow.New("order", func(ctx workflow.Context, card string) (string, error) {
		sum := 7
		if err := workflow.HandleQuery(ctx, total, func(plus int) (int, error) { return sum + plus, nil }); err != nil {
			return "", err
		}
		if err := workflow.HandleUpdate(ctx, raise, func(_ workflow.Context, by int) (int, error) {
			sum += by
			return sum, nil
		}); err != nil {
			return "", err
		}
		paid, err := workflow.Execute(ctx, charge, card).Get(ctx)
		if err != nil {
			return "", err
		}
		d, err := workflow.Receive(ctx, approve)
		return paid + d.By, err
	})
)

// shop is a program with a worker, and the API over it, in a bubble whose time stands still while a test
// looks.
type shop struct {
	t   *testing.T
	rt  *reprise.Runtime
	log *bytes.Buffer
}

// inShop runs a test in a shop: order-1 waits for its approval, order-2 has ended, order-3 waits for its
// next try.
func inShop(t *testing.T, test func(t *testing.T, s *shop)) {
	synctest.Test(t, func(t *testing.T) {
		st, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "shop.db"), sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		rt, err := reprise.New(st, reprise.Config{Build: "v1", Logger: slog.New(slog.DiscardHandler)}, order, charge, approve)
		if err != nil {
			t.Fatal(err)
		}
		if err := rt.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		s := &shop{t: t, rt: rt, log: &bytes.Buffer{}}
		defer func() {
			if err := errors.Join(rt.Stop(context.WithoutCancel(t.Context())), st.Close()); err != nil {
				t.Error(err)
			}
		}()
		for id, card := range map[string]string{"order-1": "secret-card", "order-2": "secret-card", "order-3": "declined"} {
			if _, err := reprise.Start(t.Context(), rt, order, card, reprise.ID(id)); err != nil {
				t.Fatal(err)
			}
		}
		if err := reprise.Signal(t.Context(), rt, "order-2", approve, decision{true, "secret-name"}, reprise.SignalHeaders(map[string]string{"trace": "secret-header"})); err != nil {
			t.Fatal(err)
		}
		s.settle()
		test(t, s)
	})
}

// settle waits until the worker has done everything that it can do now, and a second more, in which
// workers tell the store what they own.
func (s *shop) settle() {
	synctest.Wait()
	<-time.After(2 * time.Second)
	synctest.Wait()
}

func (s *shop) api(o httpapi.Options) *httpapi.Handler {
	s.t.Helper()
	o.Logger = slog.New(slog.NewTextHandler(s.log, nil))
	h, err := httpapi.New(s.rt, o)
	if err != nil {
		s.t.Fatal(err)
	}
	return h
}

// open returns the API for callers that may do everything.
func (s *shop) open() *httpapi.Handler {
	return s.api(httpapi.Options{Unprotected: true, Who: func(*http.Request) string { return "mia" }})
}

func (s *shop) run(id string) string {
	s.t.Helper()
	d, err := reprise.Describe(s.t.Context(), s.rt, id)
	if err != nil {
		s.t.Fatal(err)
	}
	return d.RunID.String()
}

// export returns the file that run export writes.
func (s *shop) export(id string) string {
	s.t.Helper()
	var file strings.Builder
	if err := reprise.Export(s.t.Context(), s.rt, id, &file); err != nil {
		s.t.Fatal(err)
	}
	return file.String()
}

// request returns a request as curl sends it.
func request(method, path, body string) *http.Request {
	var text io.Reader
	if body != "" {
		text = strings.NewReader(body)
	}
	r := httptest.NewRequest(method, path, text)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// reply is an answer, with the request that it answers.
type reply struct {
	*httptest.ResponseRecorder
	asked string
}

// description returns the parsed openapi.yaml.
func description(t *testing.T) *openapi.Description {
	t.Helper()
	d, err := described()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var described = sync.OnceValues(func() (*openapi.Description, error) {
	text, err := os.ReadFile("openapi.yaml")
	if err != nil {
		return nil, err
	}
	return openapi.Read(string(text))
})

// answered returns the answer of h, which openapi.yaml must describe to the last field.
func answered(t *testing.T, h http.Handler, r *http.Request) reply {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r.WithContext(t.Context()))
	said := reply{w, r.Method + " " + r.URL.String()}
	if operation, ok := description(t).Operation(r.Method, strings.TrimPrefix(r.URL.Path, "/api/v1")); ok && w.Code != http.StatusNotModified {
		for _, bad := range description(t).Answer(operation, w.Code, w.Header().Get("Content-Type"), w.Body.Bytes()) {
			t.Errorf("%s is answered with %d, and not as openapi.yaml says of %s:\n%s", said.asked, w.Code, operation, bad)
		}
	}
	return said
}

// get returns the body of a GET that must succeed.
func get(t *testing.T, h http.Handler, path string) string {
	t.Helper()
	w := answered(t, h, request("GET", path, ""))
	if w.Code != http.StatusOK {
		t.Fatalf("GET %s: %d %s", path, w.Code, w.Body)
	}
	return w.Body.String()
}

// post returns the decoded answer to a POST.
func post(t *testing.T, h http.Handler, path, body string, status int) map[string]any {
	t.Helper()
	return decoded(t, answered(t, h, request("POST", path, body)), status)
}

func decoded(t *testing.T, w reply, status int) map[string]any {
	t.Helper()
	if w.Code != status {
		t.Fatalf("%s is answered with %d, not %d: %s", w.asked, w.Code, status, w.Body)
	}
	v := map[string]any{}
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	return v
}

// refusedAs checks that w is a problem with this status and code.
func refusedAs(t *testing.T, w reply, status int, code string) {
	t.Helper()
	p := decoded(t, w, status)
	if form := w.Header().Get("Content-Type"); form != "application/problem+json" || p["code"] != code || p["type"] != "urn:reprise:"+code {
		t.Errorf("%s is answered with %s %v, not a problem with the code %s", w.asked, form, p, code)
	}
}
