package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// openers open the stores that --db can name, by what their names begin with. A name
// that begins with none of them is a file.
var openers = []struct {
	scheme string
	open   func(ctx context.Context, name string) (store.Store, error)
}{
	{"file:", openFile},
	{"sqlite:", openFile},
	{"postgres://", noPostgres},
	{"postgresql://", noPostgres},
}

// open makes a client of the store at url. The order sample is compiled in, so that the
// demo's runs can be replayed here and its signals are checked.
func open(ctx context.Context, url, namespace string) (*reprise.Runtime, func() error, error) {
	st, err := openStore(ctx, url)
	if err != nil {
		return nil, nil, err
	}
	world := order.NewWorld(os.DevNull, order.Options{})
	rt, err := reprise.New(st, reprise.Config{Namespace: namespace, Logger: slog.New(slog.DiscardHandler)}, world.Bindings()...)
	if err != nil {
		return nil, nil, errors.Join(err, st.Close())
	}
	return rt, st.Close, nil
}

func openStore(ctx context.Context, url string) (store.Store, error) {
	for _, o := range openers {
		if name, ok := strings.CutPrefix(url, o.scheme); ok {
			return o.open(ctx, name)
		}
	}
	return openFile(ctx, url)
}

// openFile opens a SQLite file that is there; it makes none.
func openFile(ctx context.Context, path string) (store.Store, error) {
	if strings.HasPrefix(path, "///") { // file:///abs, as URLs are written
		path = path[2:]
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: no file %s", store.ErrNotFound, path)
	}
	return sqlite.Open(ctx, path)
}

func noPostgres(context.Context, string) (store.Store, error) {
	return nil, errors.New("this build opens SQLite files only: it has no store on Postgres")
}
