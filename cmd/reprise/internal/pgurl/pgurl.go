// Package pgurl reads the URLs of Postgres databases that --db takes.
//
// Package pgurl imports cli, internal/shellword, store/postgres and pgx.
package pgurl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/cli"
	"github.com/reprise-run/reprise/internal/shellword"
	"github.com/reprise-run/reprise/store/postgres"
)

// Database is what a URL names.
type Database struct {
	URL     string // as pgx and psql take it
	Shown   string // without the password
	Options postgres.Options
}

// Is reports whether a name is a URL of a Postgres, and not of a file.
func Is(name string) bool {
	return strings.HasPrefix(name, "postgres:") || strings.HasPrefix(name, "postgresql:")
}

// Read takes from a URL the parameter schema, in which the tables are; all others are for
// pgx, like sslmode and connect_timeout. Its errors are a *[cli.NameError].
func Read(name string) (Database, error) {
	d := Database{Options: postgres.Options{Logger: slog.New(slog.DiscardHandler)}}
	u, err := url.Parse(name)
	if err != nil || cut(u) {
		return d, &cli.NameError{Name: "postgres:...", Why: "it is not a URL: in a password write all but letters and digits as %xx, or set PGPASSWORD", Try: example}
	}
	d.Shown = redacted(*u)
	q := u.Query()
	d.Options.Schema = q.Get("schema")
	q.Del("schema")
	u.RawQuery = strings.ReplaceAll(q.Encode(), "+", "%20") // libpq and pgx take a plus for a plus
	d.URL = u.String()
	if _, err := postgres.Migrations(d.Options); err != nil {
		return d, d.wrong("the parameter schema takes at most 63 bytes of letters, digits, _ and -, not beginning with pg_")
	}
	if _, err := pgxpool.ParseConfig(d.URL); err != nil {
		return d, d.wrong(strings.TrimPrefix(shellword.Hide(err.Error()), "cannot parse "))
	}
	return d, nil
}

// cut reports whether a password with an @ and then a /, ? or # in it has been taken for
// the host and what follows: the second half of it would be shown.
func cut(u *url.URL) bool {
	key, _, _ := strings.Cut(u.RawQuery, "=")
	return u.Fragment != "" || strings.Contains(u.EscapedPath(), "@") || strings.Contains(key, "@")
}

// redacted is u with nothing secret in it.
func redacted(u url.URL) string {
	q := u.Query()
	for _, secret := range []string{"password", "sslpassword"} {
		if q.Has(secret) {
			q.Set(secret, "xxxxx")
			u.RawQuery = q.Encode()
		}
	}
	return u.Redacted()
}

const example = "postgres://me@localhost:5432/orders"

// wrong says that the URL can name no store.
func (d Database) wrong(why string) error {
	return &cli.NameError{Name: d.Shown, Why: why, Try: example}
}

// Unopened adds to an error of the store what the command line makes of it.
func (d Database) Unopened(err error) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch {
		case strings.HasPrefix(pg.Code, "28"): // of authorization
			return fmt.Errorf("--db %s: the server rejects the login: %s: check role and password; PGPASSWORD or ~/.pgpass may hold the password", d.Shown, pg.Message)
		case pg.Code == "3D000" && d.nameless():
			return missingError(fmt.Sprintf("--db %s: it names no database, and none has the name of the role: add its name, as in %s", d.Shown, example))
		case pg.Code == "3D000":
			return missingError(fmt.Sprintf("--db %s: %s: create it with `%s`, and its tables with db migrate up", d.Shown, pg.Message, d.createdb()))
		}
	}
	return err
}

// missingError says that there is no such database, and what to do. It is an fs.ErrNotExist, but no
// file is meant.
type missingError string

func (e missingError) Error() string        { return string(e) }
func (e missingError) Is(target error) bool { return target == fs.ErrNotExist }

// nameless reports whether neither the URL nor PGDATABASE says which database it is.
func (d Database) nameless() bool {
	cfg, err := pgxpool.ParseConfig(d.URL)
	return err == nil && cfg.ConnConfig.Database == ""
}

// createdb is the line that makes the database.
func (d Database) createdb() string {
	cfg, err := pgxpool.ParseConfig(d.URL)
	if err != nil {
		return "createdb" // Read has had it parsed
	}
	c := cfg.ConnConfig
	return fmt.Sprintf("createdb -h %s -p %d -U %s %s", shellword.Quote(c.Host), c.Port, shellword.Quote(c.User), shellword.Quote(c.Database))
}

// Open opens the tables as they are: it migrates nothing.
func (d Database) Open(ctx context.Context) (*postgres.Store, error) {
	st, err := postgres.Open(ctx, d.URL, d.Options)
	if err != nil {
		return nil, d.Unopened(err)
	}
	return st, nil
}

// Pool makes a pool of connections, which dials when it is asked.
func (d Database) Pool() (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(d.URL)
	if err != nil {
		return nil, d.wrong(err.Error())
	}
	cfg.ConnConfig.ConnectTimeout = cmp.Or(cfg.ConnConfig.ConnectTimeout, patience)
	return pgxpool.NewWithConfig(context.Background(), cfg)
}

// patience is how long a server may take to answer at all.
const patience = 5 * time.Second
