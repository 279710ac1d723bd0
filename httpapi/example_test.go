package httpapi_test

import (
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// A program serves the API beside its own routes, behind its own login.
func Example() {
	st := memory.New()
	defer st.Close()
	ship := workflow.New("ship", func(workflow.Context, string) (string, error) { return "shipped", nil })
	rt, err := reprise.New(st, reprise.Config{}, ship)
	if err != nil {
		log.Fatal(err)
	}
	user := func(r *http.Request) string { return r.Header.Get("X-User") } // a real program takes it from the session
	api, err := httpapi.New(rt, httpapi.Options{
		Who: user,
		Authorize: func(r *http.Request, a httpapi.Access) error {
			switch {
			case user(r) == "":
				return httpapi.ErrUnauthenticated
			case a.Action == httpapi.List, a.Action == httpapi.Read, user(r) == "mia":
				return nil
			}
			return errors.New("only mia steers runs")
		},
		Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/api/v1/", http.StripPrefix("/api/v1", api))

	for _, name := range []string{"", "tom", "mia"} {
		r := httptest.NewRequest("GET", "/api/v1/runs/count?status=open", nil)
		r.Header.Set("X-User", name)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		fmt.Println(w.Code)
	}
	// Output:
	// 401
	// 200
	// 200
}
