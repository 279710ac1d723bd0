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

// Serving is how [Serve] serves. Its fields are those of serve on the command line: Listen, an address;
// ReadOnly; Token, that a request must have; Who, recorded as who does what is asked for; Command, the
// line to type for a command; and Ready, which is told the URL.
type Serving = inspect.Serving

const (
	stopWithin   = 5 * time.Second  // requests that are under way have when the program ends
	answerWithin = 30 * time.Second // the API gives a request up after that
)

// Serve shows the dashboard at an address of this machine until ctx ends, with the API below /api/v1/. It is
// what cli.Program.Serve takes.
//
// On a loopback address everybody on this machine may do everything. Any other address needs a token, or
// is read-only; without a token it shows no payloads. A request must name this machine in its Host header:
// localhost, an IP address, or the name that is listened to.
func Serve(ctx context.Context, rt *reprise.Runtime, o Serving) error {
	name, _, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return fmt.Errorf("dashboard: %q is no address to listen to: write 127.0.0.1:8099", o.Listen)
	}
	here := loopback(name)
	if !here && o.Token == "" && !o.ReadOnly {
		return fmt.Errorf("dashboard: whoever reaches %s could do everything: give a token, or serve it read-only", o.Listen)
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
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: answerWithin, WriteTimeout: 2 * answerWithin, IdleTimeout: time.Minute,
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

// ours reports whether a Host header names this machine. A name that somebody else's page has resolved to
// it does not, and an IP address cannot be such a name.
func ours(host, name string) bool {
	if bare, _, err := net.SplitHostPort(host); err == nil {
		host = bare
	}
	host = strings.Trim(host, "[]")
	_, err := netip.ParseAddr(host)
	return err == nil || strings.EqualFold(host, "localhost") || name != "" && strings.EqualFold(host, name)
}
