package main

import (
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
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
)

// database is what a URL of a Postgres names.
type database struct {
	url     string // as pgx takes it
	shown   string // without the password
	options postgres.Options
}

// openPostgres opens the tables that a URL names, as they are: it migrates nothing.
func openPostgres(ctx context.Context, name string) (store.Store, error) {
	d, err := readURL(name)
	if err != nil {
		return nil, err
	}
	st, err := postgres.Open(ctx, d.url, d.options)
	if err != nil {
		return nil, d.unopened(err)
	}
	return st, nil
}

// readURL takes from a URL the parameter schema, in which the tables are; all others are
// for pgx, like sslmode and connect_timeout.
func readURL(name string) (database, error) {
	d := database{options: postgres.Options{Logger: slog.New(slog.DiscardHandler)}}
	u, err := url.Parse(name)
	if err != nil {
		return d, &cli.NameError{Name: "postgres:...", Why: "it is no URL: in a password write what is no letter or digit as %xx, or give it in PGPASSWORD", Try: exampleURL}
	}
	d.shown = u.Redacted()
	q := u.Query()
	d.options.Schema = q.Get("schema")
	q.Del("schema")
	u.RawQuery = q.Encode()
	d.url = u.String()
	if _, err := postgres.Migrations(d.options); err != nil {
		return d, d.wrong("the parameter schema takes at most 63 bytes of letters, digits, _ and -, not beginning with pg_")
	}
	if _, err := pgxpool.ParseConfig(d.url); err != nil {
		return d, d.wrong(strings.TrimPrefix(err.Error(), "cannot parse "))
	}
	return d, nil
}

const exampleURL = "postgres://me@localhost:5432/orders"

// wrong says that the URL can name no store.
func (d database) wrong(why string) error {
	return &cli.NameError{Name: d.shown, Why: why, Try: exampleURL}
}

// unopened adds to an error of the store what the command line makes of it.
func (d database) unopened(err error) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch {
		case strings.HasPrefix(pg.Code, "28"): // of authorization
			return d.wrong(fmt.Sprintf("the server does not let in: %s; the password may stand in PGPASSWORD or ~/.pgpass", pg.Message))
		case pg.Code == "3D000":
			return fmt.Errorf("--db %s: %s: create it first (createdb): %w", d.shown, pg.Message, fs.ErrNotExist)
		}
	}
	return err
}

// migrator looks after the tables that --db names. Those of a SQLite file the program that
// owns it brings up to date.
func migrator(name string) (cli.Migrator, error) {
	if !strings.HasPrefix(name, "postgres:") && !strings.HasPrefix(name, "postgresql:") {
		return nil, nil
	}
	d, err := readURL(name)
	if err != nil {
		return nil, err
	}
	cfg, err := pgxpool.ParseConfig(d.url)
	if err != nil {
		return nil, d.wrong(err.Error())
	}
	if cfg.ConnConfig.ConnectTimeout == 0 {
		cfg.ConnConfig.ConnectTimeout = 5 * time.Second
	}
	pool, err := pgxpool.NewWithConfig(context.Background(), cfg) // which dials when it is asked
	if err != nil {
		return nil, err
	}
	return &tables{d, pool}, nil
}

// tables are those of one database, for cli.
type tables struct {
	database
	pool *pgxpool.Pool
}

func (t *tables) Migrations() (all []cli.Migration) {
	steps, _ := postgres.Migrations(t.options) // readURL has had the options tried
	for _, m := range steps {
		all = append(all, cli.Migration(m))
	}
	return all
}

func (t *tables) Version(ctx context.Context) (version, compatibleFrom int, err error) {
	version, compatibleFrom, err = postgres.Version(ctx, t.pool, t.options)
	if err != nil {
		err = t.unopened(err)
	}
	return version, compatibleFrom, err
}

func (t *tables) Migrate(ctx context.Context) error {
	if err := postgres.Migrate(ctx, t.pool, t.options); err != nil {
		return t.unopened(err)
	}
	return nil
}

func (t *tables) Grants(runtime, reader string) (string, error) {
	return postgres.Grants(t.options, runtime, reader)
}

func (t *tables) Close() { t.pool.Close() }
