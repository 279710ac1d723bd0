package dashboard_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/dashboard"
	"github.com/reprise-run/reprise/store/memory"
)

// served returns the URL of a dashboard that is served until the test ends.
func served(t *testing.T, o dashboard.Serving) string {
	t.Helper()
	st := memory.New()
	rt, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ready, end := make(chan string, 1), make(chan error, 1)
	o.Ready = func(url string) { ready <- url }
	go func() { end <- dashboard.Serve(ctx, rt, o) }()
	t.Cleanup(func() {
		cancel()
		if err := <-end; err != nil {
			t.Error(err)
		}
		if err := st.Close(); err != nil {
			t.Error(err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	select {
	case url := <-ready:
		return url
	case err := <-end:
		end <- nil
		t.Fatal(err)
		return ""
	}
}

func TestItIsServedToThisMachine(t *testing.T) {
	url := served(t, dashboard.Serving{Listen: "127.0.0.1:0", Who: "mia"})
	for host, want := range map[string]int{
		"": http.StatusOK, "localhost:8099": http.StatusOK, "[::1]:8099": http.StatusOK, "127.0.0.1": http.StatusOK,
		"evil.example": http.StatusMisdirectedRequest, "localhost.evil.example:8099": http.StatusMisdirectedRequest,
	} {
		if got, text := fetched(t, url+"api/v1/runs", host, ""); got != want {
			t.Errorf("with the host %q: %d %s", host, got, text)
		}
	}
}

func TestATokenIsAskedFor(t *testing.T) {
	url := served(t, dashboard.Serving{Listen: "127.0.0.1:0", Token: "open sesame"})
	for token, want := range map[string]int{"": http.StatusUnauthorized, "Bearer wrong": http.StatusUnauthorized, "Bearer open sesame": http.StatusOK} {
		if got, text := fetched(t, url+"api/v1/runs", "", token); got != want {
			t.Errorf("with the token %q: %d %s", token, got, text)
		}
	}
}

func TestNobodyElsesMachineIsServedUnprotected(t *testing.T) {
	for _, listen := range []string{"0.0.0.0:0", ":0", "192.0.2.1:0", "shop.example:0", "8099"} {
		if err := dashboard.Serve(t.Context(), nil, dashboard.Serving{Listen: listen}); err == nil || !strings.HasPrefix(err.Error(), "dashboard: ") {
			t.Errorf("%s: %v", listen, err)
		}
	}
	url := served(t, dashboard.Serving{Listen: "0.0.0.0:0", ReadOnly: true})
	if got, text := fetched(t, url+"api/v1/", "", ""); got != http.StatusOK || !strings.Contains(text, `"payloads": false`) {
		t.Errorf("read-only, and without a token: %d %s", got, text)
	}
}

func fetched(t *testing.T, url, host, token string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	if token != "" {
		r.Header.Set("Authorization", token)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(answer.Body)
	if err == nil {
		err = answer.Body.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}
