package pgurl

import (
	"fmt"
	"net"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/reprise-run/reprise/cli"
	"github.com/reprise-run/reprise/internal/shellword"
)

var (
	anyURL = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*)://`)
	// A file whose name begins so is named with ./ before it.
	keyword = regexp.MustCompile(`^\s*(host|hostaddr|port|dbname|user|password|service|sslmode)\s*=`)
)

// Slip is why a name that is no URL of a Postgres cannot be the path of a file either: it
// is the URL of something else, or what psql takes in the place of a URL. It is nil, or a
// *[cli.NameError].
func Slip(name string) error {
	if at := anyURL.FindStringSubmatch(name); at != nil {
		try := example
		if u, err := url.Parse(name); err == nil && strings.HasPrefix(strings.ToLower(at[1]), "pos") {
			u.Scheme = "postgres"
			try = shellword.Hide(u.String())
		}
		return &cli.NameError{Name: at[1] + "://...", Why: fmt.Sprintf("not a store: use postgres://... or the path of a SQLite file, not %s", at[1]), Try: try}
	}
	if keyword.MatchString(name) {
		return &cli.NameError{Name: "KEY=VALUE...", Why: "for Postgres use its URL, not the parts", Try: asURL(name)}
	}
	return nil
}

// asURL is the URL of what stands in a connection string, without its password.
func asURL(name string) string {
	c, err := pgconn.ParseConfig(name)
	if err != nil {
		return example
	}
	u := url.URL{Scheme: "postgres", User: url.User(c.User), Path: "/" + c.Database}
	if port := strconv.Itoa(int(c.Port)); strings.HasPrefix(c.Host, "/") { // the directory of a socket
		u.RawQuery = url.Values{"host": {c.Host}, "port": {port}}.Encode()
	} else {
		u.Host = net.JoinHostPort(c.Host, port)
	}
	return u.String()
}
