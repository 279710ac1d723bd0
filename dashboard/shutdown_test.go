package dashboard_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/reprise-run/reprise/dashboard"
)

// Statement 19 of the operators' surface: Shutdown ends fifty open streams, each of which would last for minutes. TestMain
// checks that no goroutine is left.
func TestAShutdownEndsAllStreams(t *testing.T) {
	h := handler(t, dashboard.Options{})
	s := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
	s.RegisterOnShutdown(h.Close)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	end := make(chan error, 1)
	go func() { end <- s.Serve(l) }()

	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	var streams []*bufio.Reader
	for range 50 {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+l.Addr().String()+"/api/v1/stream?health=1", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text := bufio.NewReader(answer.Body)
		if line, err := text.ReadString('\n'); err != nil || line != "retry: 2000\n" {
			t.Fatalf("a stream begins with %q, %v", line, err)
		}
		streams = append(streams, text)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // less than the five that a stream lasts
	defer cancel()
	if err := s.Shutdown(ctx); err != nil {
		t.Errorf("shut down: %v", err)
	}
	if err := <-end; err != http.ErrServerClosed {
		t.Errorf("the server ends with %v", err)
	}
	for i, text := range streams {
		if _, err := io.Copy(io.Discard, text); err != nil { // the stream must end, not break off
			t.Errorf("stream %d ends with %v", i, err)
		}
	}
}
