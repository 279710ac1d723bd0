package main

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/cli"
	"github.com/reprise-run/reprise/cmd/reprise/internal/pgurl"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
)

func openPostgres(ctx context.Context, name string) (store.Store, error) {
	d, err := pgurl.Read(name)
	if err != nil {
		return nil, err
	}
	st, err := d.Open(ctx)
	if err != nil {
		return nil, err
	}
	return st, nil
}

// migrator returns the migrator of the tables that --db names. The tables of a SQLite file
// are migrated by the program that owns it.
func migrator(name string) (cli.Migrator, error) {
	if !pgurl.Is(name) {
		return nil, nil
	}
	d, err := pgurl.Read(name)
	if err != nil {
		return nil, err
	}
	pool, err := d.Pool()
	if err != nil {
		return nil, err
	}
	return &tables{d, pool}, nil
}

// tables migrates the tables of one database, for package cli.
type tables struct {
	pgurl.Database
	pool *pgxpool.Pool
}

func (t *tables) Migrations() (all []cli.Migration) {
	steps, _ := postgres.Migrations(t.Options) // pgurl.Read has checked the options
	for _, m := range steps {
		all = append(all, cli.Migration(m))
	}
	return all
}

func (t *tables) Version(ctx context.Context) (version, compatibleFrom int, err error) {
	version, compatibleFrom, err = postgres.Version(ctx, t.pool, t.Options)
	if err != nil {
		err = t.Unopened(err)
	}
	return version, compatibleFrom, err
}

func (t *tables) Missing(ctx context.Context) ([]string, error) {
	names, err := postgres.Missing(ctx, t.pool, t.Options)
	if err != nil {
		err = t.Unopened(err)
	}
	return names, err
}

func (t *tables) Migrate(ctx context.Context) (from int, err error) {
	from, err = postgres.MigrateFrom(ctx, t.pool, t.Options)
	if err != nil {
		err = t.Unopened(err)
	}
	return from, err
}

func (t *tables) Grants(runtime, retention, reader string) (string, error) {
	return postgres.Grants(t.Options, postgres.Roles{Runtime: runtime, Retention: retention, Reader: reader})
}

func (t *tables) Close() { t.pool.Close() }
