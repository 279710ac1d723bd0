package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/sqlite"
)

// openers open the stores that --db can name, by what the name begins with. One that
// begins with none of them is the path of a SQLite file.
var openers = []struct {
	scheme string
	open   func(ctx context.Context, name string) (store.Store, error)
}{
	{"file:", openFileURL},
	{"sqlite:", openFileURL},
	{"postgres:", noPostgres},
	{"postgresql:", noPostgres},
}

// open makes a client of the store that --db names. The order sample is compiled in, so
// that the demo's runs can be replayed here and its signals are checked.
func open(ctx context.Context, name, namespace string) (*reprise.Runtime, func() error, error) {
	st, err := openStore(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	rt, err := visitor(st, namespace)
	if err != nil {
		return nil, nil, errors.Join(err, st.Close())
	}
	return rt, st.Close, nil
}

// offline makes a client of no store, for the replay of a file.
func offline() (*reprise.Runtime, error) { return visitor(memory.New(memory.Options{}), "") }

func visitor(st store.Store, namespace string) (*reprise.Runtime, error) {
	world := order.NewWorld(os.DevNull, order.Options{})
	cfg := reprise.Config{Namespace: namespace, Build: "reprise", Logger: slog.New(slog.DiscardHandler)}
	return reprise.New(st, cfg, world.Bindings()...)
}

func openStore(ctx context.Context, name string) (store.Store, error) {
	for _, o := range openers {
		if rest, ok := strings.CutPrefix(name, o.scheme); ok {
			return o.open(ctx, rest)
		}
	}
	return openFile(ctx, name, "")
}

// openFileURL opens what is left of a URL of a file: orders.db, /srv/orders.db,
// ///srv/my%20orders.db, and orders.db?prefix=shop_ where the tables have another prefix.
func openFileURL(ctx context.Context, rest string) (store.Store, error) {
	rest, query, _ := strings.Cut(rest, "?")
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		rest = strings.TrimPrefix(after, "localhost")
	}
	path, err := url.PathUnescape(rest)
	if err != nil {
		return nil, fmt.Errorf("--db: %w", err)
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, fmt.Errorf("--db: %w", err)
	}
	for key := range values {
		if key != "prefix" {
			return nil, fmt.Errorf("--db: there is no parameter %q, only prefix", key)
		}
	}
	return openFile(ctx, path, values.Get("prefix"))
}

// openFile opens a SQLite file as a visitor: it makes none, and changes no table.
func openFile(ctx context.Context, path, prefix string) (store.Store, error) {
	return sqlite.Open(ctx, path, sqlite.Options{Existing: true, Prefix: prefix, Logger: slog.New(slog.DiscardHandler)})
}

func noPostgres(context.Context, string) (store.Store, error) {
	return nil, errors.New("this build has no store on Postgres: it opens SQLite files")
}
