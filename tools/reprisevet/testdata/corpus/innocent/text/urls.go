package text

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"path/filepath"

	"github.com/reprise-run/reprise/workflow"
)

func parses(ctx workflow.Context, in string) (string, error) {
	u, err := url.Parse(in)
	if err != nil {
		return http.StatusText(http.StatusBadRequest), err
	}
	u.RawQuery = url.Values{"a": {"b"}}.Encode()
	host, _, err := net.SplitHostPort(u.Host)
	if net.ParseIP(host) == nil || netip.MustParseAddr(host).IsLoopback() {
		return "", err
	}
	return path.Join(u.Path, filepath.Base(in)) + http.MethodGet, nil
}
