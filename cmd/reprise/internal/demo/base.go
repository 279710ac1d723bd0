package demo

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/cmd/reprise/internal/pgurl"
	"github.com/reprise-run/reprise/internal/shellword"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/store/sqlite"
)

// database is where a demo keeps its runs: a SQLite file, or a Postgres.
type database interface {
	store.Store
	store.Inspector
}

// openBase opens the database that --db names for a demo to write into, and makes what
// there is not yet.
func (o Options) openBase(ctx context.Context, log *slog.Logger) (database, error) {
	if pgurl.Is(o.DB) {
		return openServer(ctx, o.DB, log)
	}
	return openOwn(ctx, o.DB, sqlite.Options{Logger: log})
}

// openServer makes the tables only where there are none: those of others are theirs to
// bring up to date.
func openServer(ctx context.Context, name string, log *slog.Logger) (database, error) {
	d, err := pgurl.Read(name)
	if err != nil {
		return nil, &unopenedError{err}
	}
	d.Options.Logger = log
	pool, err := d.Pool()
	if err != nil {
		return nil, &unopenedError{err}
	}
	defer pool.Close()
	version, _, err := postgres.Version(ctx, pool, d.Options)
	if err == nil && version == 0 {
		err = postgres.Migrate(ctx, pool, d.Options)
	}
	if err != nil {
		return nil, &unopenedError{d.Unopened(err)}
	}
	st, err := d.Open(ctx)
	if err != nil {
		return nil, &unopenedError{err}
	}
	return st, nil
}

// checkURL refuses a --db that can name no Postgres for a demo.
func checkURL(name string) error {
	d, err := pgurl.Read(name)
	if err == nil && d.Options.Schema == "public" {
		err = fmt.Errorf("--db %s: a demo has a schema of its own, which is dropped to start over: name another than public", d.Shown)
	}
	return err
}

// shown is the database as a text may show it, without a password.
func (o Options) shown() string {
	if d, err := pgurl.Read(o.DB); pgurl.Is(o.DB) && err == nil {
		return d.Shown
	}
	return o.DB
}

// ledger is the file that says what the outside world did. It stands beside a file; of a
// Postgres, it is in the working directory and bears the names of database and schema.
func (o Options) ledger() string {
	const suffix = ".ledger"
	if !pgurl.Is(o.DB) {
		return o.DB + suffix
	}
	u, err := url.Parse(o.DB)
	if err != nil {
		return "postgres" + suffix // nothing is opened by such a name
	}
	parts := []string{strings.Trim(u.Path, "/"), u.Query().Get("schema")}
	name := strings.Trim(strings.Join(parts, "-"), "-")
	if name == "" {
		name = "postgres"
	}
	return url.PathEscape(name) + suffix
}

// startOver is the line that removes the database and what stands beside it, and
// nothing else that begins with its name.
func startOver(o Options) string {
	if !pgurl.Is(o.DB) {
		return removal(o.DB, "", "-wal", "-shm", ".ledger", ".reprise-lock")
	}
	d, err := pgurl.Read(o.DB)
	if err != nil {
		return removal(o.ledger(), "") // no such database was opened
	}
	drop := "DROP SCHEMA " + pgx.Identifier{cmp.Or(d.Options.Schema, "reprise")}.Sanitize() + " CASCADE"
	return "psql " + shellword.Quote(shellword.Hide(d.URL)) + " -c " + shellword.Quote(drop) + " && " + removal(o.ledger(), "")
}
