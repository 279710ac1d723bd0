package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/cli"
	"github.com/reprise-run/reprise/cmd/reprise/internal/pgurl"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/sqlite"
)

// openers open the stores that --db can name, by the prefix of the name. A name without
// one of these prefixes is the path of a SQLite file.
var openers = []struct {
	scheme string
	open   func(ctx context.Context, name string) (store.Store, error)
}{
	{"file:", openFileURL},
	{"sqlite:", openFileURL},
	{"postgres:", openPostgres},
	{"postgresql:", openPostgres},
}

// open makes a client of the store that --db names. The order sample is compiled in, so
// this program can replay the demo's runs and check its signals.
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

// offline makes a client without a store, for the replay of a file.
func offline() (*reprise.Runtime, error) { return visitor(memory.New(), "") }

func visitor(st store.Store, namespace string) (*reprise.Runtime, error) {
	world := order.NewWorld(os.DevNull, order.Options{})
	cfg := reprise.Config{Namespace: namespace, Build: "reprise", Logger: slog.New(slog.DiscardHandler)}
	return reprise.New(st, cfg, world.Bindings()...)
}

func openStore(ctx context.Context, name string) (store.Store, error) {
	for _, o := range openers {
		if strings.HasPrefix(name, o.scheme) {
			return o.open(ctx, name)
		}
	}
	if err := pgurl.Slip(name); err != nil {
		return nil, err
	}
	return openFile(ctx, name, "")
}

// example is a valid name of a store, for error texts.
const example = "orders.db"

// openFileURL opens the URL of a file. After the scheme it may have orders.db,
// /srv/orders.db, ///srv/my%20orders.db, or orders.db?prefix=shop_ if the tables have
// another prefix.
func openFileURL(ctx context.Context, name string) (store.Store, error) {
	wrong := func(why, try string) error { return &cli.NameError{Name: name, Why: why, Try: try} }
	_, rest, _ := strings.Cut(name, ":")
	rest, query, _ := strings.Cut(rest, "?")
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		rest = strings.TrimPrefix(after, "localhost")
		if rest != "" && rest[0] != '/' {
			host, path, _ := strings.Cut(rest, "/")
			return nil, wrong(fmt.Sprintf("after // comes a host, here %q: a local file needs a third slash, or none", host), cmp.Or(path, host))
		}
	}
	path, err := url.PathUnescape(rest)
	if err != nil {
		return nil, wrong("in a URL % must precede two hexadecimal digits, as in %20: use the plain path", rest)
	}
	if path == "" {
		return nil, wrong("it names no file", example)
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, wrong(fmt.Sprintf("%q are not parameters", query), path)
	}
	for key := range values {
		if key != "prefix" {
			return nil, wrong(fmt.Sprintf("unknown parameter %q, only prefix, with which the names of the tables begin", key), path)
		}
	}
	return openFile(ctx, path, values.Get("prefix"))
}

// openFile opens an existing SQLite file. It creates no file and changes no table.
func openFile(ctx context.Context, path, prefix string) (store.Store, error) {
	if path == ":memory:" {
		return nil, &cli.NameError{Name: path, Why: "another program cannot read the memory of this one", Try: example}
	}
	return sqlite.Open(ctx, path, sqlite.Options{Existing: true, Prefix: prefix, Logger: slog.New(slog.DiscardHandler)})
}
