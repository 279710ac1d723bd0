// Command neighbour is a worker of the workflows of package golden, for tests that build it from
// another version of this module.
//
//	neighbour -store postgres -db URL -do begin -prefix a- -count 5
//
// It opens the database, and makes its tables where there are none. With "begin" it starts runs and
// stops once they wait; with "finish" it brings runs to their ends that another process has begun;
// with "serve" it says "working" and works until its input ends.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/golden"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/store/sqlite"
)

func main() {
	if err := run(); err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
}

func run() (err error) {
	kind := flag.String("store", "postgres", "postgres or sqlite")
	db := flag.String("db", "", "the URL of a database, or the path of a file")
	do := flag.String("do", "serve", "begin, finish or serve")
	prefix := flag.String("prefix", "", "of the ids of the runs")
	count := flag.Int("count", 1, "how many runs of each kind")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	st, shut, err := open(ctx, *kind, *db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shut()) }()
	rt, err := reprise.New(st, reprise.Config{Build: "neighbour", Logger: slog.New(slog.DiscardHandler)}, golden.Bindings(true)...)
	if err != nil {
		return err
	}
	if err := rt.Start(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rt.Stop(ctx)) }()
	switch *do {
	case "begin":
		return golden.Begin(ctx, rt, *prefix, *count)
	case "finish":
		return golden.Finish(ctx, rt, *prefix, *count)
	case "serve":
		fmt.Println("working")
		_, err := io.Copy(io.Discard, os.Stdin)
		return err
	}
	return fmt.Errorf("-do is %q; want begin, finish or serve", *do)
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
	return nil, nil, fmt.Errorf("-store is %q; want postgres or sqlite", kind)
}
