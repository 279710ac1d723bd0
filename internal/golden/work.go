package golden

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/store/sqlite"
)

// Work has a worker of the workflows work on a database while do is under way: "postgres" and a
// URL, or "sqlite" and a path. It makes the tables where there are none, and brings them to this
// version.
func Work(ctx context.Context, kind, db, build string, do func(ctx context.Context, rt *reprise.Runtime) error) (err error) {
	st, shut, err := open(ctx, kind, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shut()) }()
	rt, err := reprise.New(st, reprise.Config{Build: build, Logger: slog.New(slog.DiscardHandler)}, Bindings(true)...)
	if err != nil {
		return err
	}
	if err := rt.Start(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rt.Stop(ctx)) }()
	return do(ctx, rt)
}

func open(ctx context.Context, kind, db string) (st store.Store, shut func() error, err error) {
	quiet := slog.New(slog.DiscardHandler)
	switch kind {
	case "postgres":
		pool, err := pgxpool.New(ctx, db)
		if err != nil {
			return nil, nil, err
		}
		if err := postgres.Migrate(ctx, pool, postgres.Options{Logger: quiet}); err != nil {
			pool.Close()
			return nil, nil, err
		}
		st, err := postgres.New(pool, postgres.Options{Logger: quiet})
		if err != nil {
			pool.Close()
			return nil, nil, err
		}
		return st, func() error { defer pool.Close(); return st.Close() }, nil
	case "sqlite":
		st, err := sqlite.Open(ctx, db, sqlite.Options{Logger: quiet})
		if err != nil {
			return nil, nil, err
		}
		return st, st.Close, nil
	}
	return nil, nil, fmt.Errorf("the store is %q; want postgres or sqlite", kind)
}
