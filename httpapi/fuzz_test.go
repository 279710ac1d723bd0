package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/store/memory"
)

// Every request is answered with JSON, and none is treated as a fault of the program.
func FuzzRequests(f *testing.F) {
	st := memory.New()
	f.Cleanup(func() {
		if err := st.Close(); err != nil {
			f.Error(err)
		}
	})
	rt, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.DiscardHandler)}, order, charge, approve)
	if err != nil {
		f.Fatal(err)
	}
	run, err := reprise.Start(f.Context(), rt, order, "card", reprise.ID("order-1"))
	if err != nil {
		f.Fatal(err)
	}
	h, err := httpapi.New(rt, httpapi.Options{Unprotected: true, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		f.Fatal(err)
	}
	d, err := described()
	if err != nil {
		f.Fatal(err)
	}
	all := httpapi.Routes()
	for i, r := range all {
		f.Add(i, run.RunID().String(), "1", "", []byte(d.Example(r.Method+" "+r.Path)))
		f.Add(i, "../%2f\x00", "-9", "status=open&limit=1&cursor=!&where=a+%3D+1&run=x&runs=%25", []byte(`{"reason":"why","runs":["x"],"query":{"all":true}}`))
	}
	f.Fuzz(func(t *testing.T, at int, id, seq, query string, body []byte) {
		r := all[max(at, 0)%len(all)]
		if r.Path == "/stream" { // does not end
			return
		}
		path := strings.NewReplacer("{$}", "", "{run}", url.PathEscape(id), "{seq}", url.PathEscape(seq), "{schedule}", url.PathEscape(id), "{queue}", url.PathEscape(id)).Replace(r.Path)
		// An update would wait, and so would a batch that is asked to.
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		q := httptest.NewRequest(r.Method, path, io.NopCloser(bytes.NewReader(body))).WithContext(ctx)
		q.URL.RawQuery = query
		q.Header.Set("Content-Type", "application/json")
		q.Header.Set("If-Match", seq)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, q)
		if w.Code >= 300 && w.Code < 400 { // the mux cleans up a path
			return
		}
		if w.Code == http.StatusInternalServerError {
			t.Errorf("%s %s?%s with %q: %s", r.Method, path, query, body, w.Body)
		}
		if form := w.Header().Get("Content-Type"); strings.HasSuffix(form, "json") && !json.Valid(w.Body.Bytes()) {
			t.Errorf("%s %s?%s with %q is answered with no JSON: %s", r.Method, path, query, body, w.Body)
		}
	})
}
