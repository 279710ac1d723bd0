package dashboard_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/dashboard"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/store/memory"
)

// The page is part of the program's own server, behind the program's own login.
func Example() {
	rt, err := reprise.New(memory.New(), reprise.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	page, err := dashboard.New(rt, dashboard.Options{
		Title: "orders, production", Colour: "crimson",
		API: httpapi.Options{
			Who: func(r *http.Request) string { return r.Header.Get("X-User") },
			Authorize: func(r *http.Request, a httpapi.Access) error {
				if r.Header.Get("X-User") == "" {
					return httpapi.ErrUnauthenticated
				}
				if a.Action == httpapi.Terminate {
					return errors.New("nobody terminates in production")
				}
				return nil
			},
		},
		Links: []dashboard.Link{{Label: "Logs", URL: "https://logs.example.com/?q={run_id}&from={from_ms}&to={to_ms}"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	mux := http.NewServeMux()
	mux.Handle("/ops/", http.StripPrefix("/ops", page))
	server := &http.Server{Handler: mux}
	server.RegisterOnShutdown(page.Close) // ends the streams, or Shutdown would wait for them

	for _, url := range []string{"/ops/runs", "/ops/api/v1/runs"} {
		w := httptest.NewRecorder()
		server.Handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, url, nil))
		fmt.Println(url, w.Code)
	}
	// Output:
	// /ops/runs 200
	// /ops/api/v1/runs 401
}
