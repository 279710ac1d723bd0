package webtest

import (
	"net/http"
	"strings"
	"testing"
)

// signal approves an order over the API.
func signal(t *testing.T, at, run string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, at+"api/v1/runs/"+run+"/signal", strings.NewReader(`{"name": "approve", "payload": {"yes": true, "by": "Mia"}}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil || answer.StatusCode >= 300 {
		t.Fatalf("signal: %s, %v", answer.Status, err)
	}
}
