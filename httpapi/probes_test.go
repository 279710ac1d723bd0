package httpapi_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// gone is a store that does not answer Now.
type gone struct{ store.Store }

func (gone) Now(context.Context) (time.Time, error) {
	return time.Time{}, errors.New("no connection to postgres://app:secret@db/shop")
}

// A process is alive whatever its store does. It is ready while the store answers and its worker takes work. Probes
// need no permission.
func TestProbes(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		closed := func(rt *reprise.Runtime) *httpapi.Handler {
			one := *s
			one.rt = rt
			return one.api(httpapi.Options{Authorize: func(*http.Request, httpapi.Access) error { return errors.New("nobody") }})
		}
		probed := func(h http.Handler, path string, status int, want string) {
			t.Helper()
			if w := answered(t, h, request("GET", path, "")); w.Code != status || strings.Join(strings.Fields(w.Body.String()), " ") != want {
				t.Errorf("GET %s: %d %s", path, w.Code, w.Body)
			}
		}
		probed(closed(s.rt), "/livez", 200, `{ "status": "ok" }`)
		probed(closed(s.rt), "/readyz", 200, `{ "status": "ok", "worker": "ready" }`)
		visitor, err := reprise.New(gone{memory.New()}, reprise.Config{})
		if err != nil {
			t.Fatal(err)
		}
		probed(closed(visitor), "/livez", 200, `{ "status": "ok" }`)
		probed(closed(visitor), "/readyz", 503, `{ "status": "unavailable", "worker": "idle", "why": "the store does not answer" }`)
		if err := s.rt.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		if w := answered(t, closed(s.rt), request("GET", "/readyz", "")); w.Code != 503 || !strings.Contains(w.Body.String(), "takes no work") {
			t.Errorf("after Stop: %d %s", w.Code, w.Body)
		}
	})
}
