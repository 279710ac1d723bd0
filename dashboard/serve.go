package dashboard

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/httpapi"
	"github.com/reprise-run/reprise/internal/inspect"
)

// Serving configures [Serve], as the command line's serve does. Listen is the address; ReadOnly allows
// only reading; Token is required in each request; Who is recorded as the caller of actions; Command
// returns the line to type for a command; and Ready is called with the URL.
type Serving = inspect.Serving

const (
	stopWithin   = 5 * time.Second  // for requests in progress when the program ends
	sendWithin   = 2 * time.Minute  // for a request to arrive: a file to replay may have 16 MiB
	answerWithin = 30 * time.Second // then the API gives a request up
)

// Serve serves the dashboard at an address of this machine until ctx ends, with the API under /api/v1/. It
// fits cli.Program.Serve.
//
// On a loopback address everybody on this machine may do everything. Any other address needs a token or
// must be read-only; without a token no payloads are shown. The Host header of a request must name this
// machine: localhost, an IP address, or the name that Serve listens on.
func Serve(ctx context.Context, rt *reprise.Runtime, o Serving) error {
	name, _, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return fmt.Errorf("dashboard: %q is not an address to listen on: use one like 127.0.0.1:8099", o.Listen)
	}
	here := loopback(name)
	if !here && o.Token == "" && !o.ReadOnly {
		return fmt.Errorf("dashboard: anyone who can reach %s could do everything: set a token, or serve it read-only", o.Listen)
	}
	api := httpapi.Options{
		ReadOnly: o.ReadOnly, Unprotected: o.Token == "" && !o.ReadOnly, HidePayloads: !here && o.Token == "",
		Host: func(host string) bool { return ours(host, name) }, Command: o.Command, Source: o.Source,
		Who: func(*http.Request) string { return o.Who },
	}
	if o.Token != "" {
		api.Authorize = func(r *http.Request, _ httpapi.Access) error {
			given, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
			if subtle.ConstantTimeCompare([]byte(given), []byte(o.Token)) == 1 {
				return nil
			}
			return httpapi.ErrUnauthenticated
		}
	}
	h, err := New(rt, Options{API: api})
	if err != nil {
		return err
	}
	var listen net.ListenConfig
	l, err := listen.Listen(ctx, "tcp", o.Listen)
	if err != nil {
		return fmt.Errorf("dashboard: %w", err)
	}
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: sendWithin, WriteTimeout: sendWithin + 2*answerWithin, IdleTimeout: time.Minute,
		MaxHeaderBytes: 64 << 10, ErrorLog: slog.NewLogLogger(slog.Default().Handler(), slog.LevelWarn),
	}
	server.RegisterOnShutdown(h.Close)
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
		defer cancel()
		stopped <- server.Shutdown(end)
	})
	if o.Ready != nil {
		o.Ready("http://" + l.Addr().String() + "/")
	}
	if err := server.Serve(l); stop() || !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("dashboard: %w", err)
	}
	return <-stopped
}

// loopback reports whether only this machine reaches an address.
func loopback(name string) bool {
	ip, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && ip.IsLoopback()
}

// ours reports whether a Host header names this machine. That excludes a name that somebody else's page
// has resolved to this machine; an IP address cannot be such a name.
func ours(host, name string) bool {
	if bare, _, err := net.SplitHostPort(host); err == nil {
		host = bare
	}
	host = strings.Trim(host, "[]")
	_, err := netip.ParseAddr(host)
	return err == nil || strings.EqualFold(host, "localhost") || name != "" && strings.EqualFold(host, name)
}
