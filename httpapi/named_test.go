package httpapi_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/reprise-run/reprise/httpapi"
)

// Browsers remove "." and ".." from a path. A query parameter then names the queue, and permission is asked for
// that queue.
func TestTheQueryNamesWhatNoPathCan(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		h := s.api(httpapi.Options{Authorize: func(_ *http.Request, a httpapi.Access) error {
			if a.Action == httpapi.Queue && a.Queue != ".." && a.Queue != "-" {
				return errors.New("not this one")
			}
			return nil
		}})
		for path, want := range map[string]string{"/queues/-/pause?name=..": "..", "/queues/-/pause": "-"} {
			if done := post(t, h, path, `{"reason":"closed"}`, http.StatusOK); done["name"] != want {
				t.Errorf("%s: %v", path, done)
			}
		}
		refusedAs(t, answered(t, h, request("POST", "/queues/-/pause?name=default", `{"reason":"closed"}`)), http.StatusForbidden, "forbidden")
		refusedAs(t, answered(t, h, request("POST", "/queues/default/pause?name=..", `{"reason":"closed"}`)), http.StatusForbidden, "forbidden")
		refusedAs(t, answered(t, h, request("POST", "/schedules/-/trigger?name=..", `{"reason":"now"}`)), http.StatusNotFound, "not_found")
	})
}
