package dashboard_test

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/dashboard"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/store/memory"
)

// passwords are those of the people who may see the page. A program with its own login asks that
// instead.
var passwords = map[string]string{"anna": "correct horse", "ben": "battery staple"}

type user struct{}

// login lets in a person who knows a password, and passes the name on to the handler behind it.
func login(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, password, _ := r.BasicAuth()
		want, known := passwords[name]
		if right := subtle.ConstantTimeCompare([]byte(password), []byte(want)) == 1; !known || !right {
			w.Header().Set("WWW-Authenticate", `Basic realm="operators"`)
			http.Error(w, "sign in", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), user{}, name)))
	})
}

func userOf(r *http.Request) string {
	name, _ := r.Context().Value(user{}).(string)
	return name
}

// A login in front of the page and its API: everybody who is let in sees the runs, and anna may do all.
func Example_login() {
	rt, err := reprise.New(memory.New(), reprise.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	page, err := dashboard.New(rt, dashboard.Options{API: httpapi.Options{
		Who: userOf,
		Authorize: func(r *http.Request, a httpapi.Access) error {
			switch a.Action {
			case httpapi.List, httpapi.Read:
				return nil
			}
			if userOf(r) != "anna" {
				return errors.New("anna may do that")
			}
			return nil
		},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer page.Close()
	mux := http.NewServeMux()
	mux.Handle("/ops/", login(http.StripPrefix("/ops", page)))

	for _, name := range []string{"", "ben", "anna"} {
		for _, line := range []string{"GET /ops/runs", "GET /ops/api/v1/runs", "POST /ops/api/v1/queues/default/pause"} {
			method, url, _ := strings.Cut(line, " ")
			r := httptest.NewRequest(method, url, strings.NewReader(`{"reason":"the bank is closed"}`))
			r.Header.Set("Content-Type", "application/json")
			r.SetBasicAuth(name, passwords[name])
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, r)
			fmt.Printf("%q %s %d\n", name, line, w.Code)
		}
	}
	// Output:
	// "" GET /ops/runs 401
	// "" GET /ops/api/v1/runs 401
	// "" POST /ops/api/v1/queues/default/pause 401
	// "ben" GET /ops/runs 200
	// "ben" GET /ops/api/v1/runs 200
	// "ben" POST /ops/api/v1/queues/default/pause 403
	// "anna" GET /ops/runs 200
	// "anna" GET /ops/api/v1/runs 200
	// "anna" POST /ops/api/v1/queues/default/pause 200
}
