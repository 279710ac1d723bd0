package main

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// backend is a kind of store, and the machine's limit over the same transport.
type backend struct {
	// open opens the store in dir, and makes it if there is none.
	open func(ctx context.Context, dir string) (store.Store, error)
	// limit measures the machine's limit for as long as d, in a database of its own
	// beside the stores that lie in dir.
	limit func(ctx context.Context, dir string, d time.Duration) (limit, error)
	// url is how the command line names the store in dir.
	url func(dir string) string
	// bytes is the size of the store in dir once it is closed.
	bytes func(dir string) (int64, error)
}

// backends are the stores that can be measured, by the name -store has for them.
var backends = map[string]backend{
	"sqlite": {open: openSQLite, limit: sqliteLimit, url: sqlitePath, bytes: sqliteBytes},
}

func sqlitePath(dir string) string { return filepath.Join(dir, "bench.db") }

func openSQLite(ctx context.Context, dir string) (store.Store, error) {
	return sqlite.Open(ctx, sqlitePath(dir))
}

func sqliteBytes(dir string) (int64, error) {
	info, err := os.Stat(sqlitePath(dir))
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
