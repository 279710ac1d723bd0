package main

import (
	"context"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// sqliteBackend is a directory of files.
type sqliteBackend struct {
	dir   string
	calls *atomic.Int64 // of all stores
}

func newSQLite(_ context.Context, _ settings, dir string) (backend, error) {
	return sqliteBackend{dir, new(atomic.Int64)}, nil
}

func (b sqliteBackend) place(context.Context) (place, error) {
	dir, err := os.MkdirTemp(b.dir, "store-")
	return sqlitePlace{dir, b.calls}, err
}

func (b sqliteBackend) rate(ctx context.Context, d time.Duration) (float64, error) {
	return b.rateOf(ctx, d, rowBytes)
}

func (b sqliteBackend) rateOf(ctx context.Context, d time.Duration, row int) (float64, error) {
	rate, _, err := sqliteLimit(ctx, b.dir, d, row)
	return rate, err
}

func (b sqliteBackend) latency(ctx context.Context, d time.Duration) (float64, error) {
	_, each, err := sqliteLimit(ctx, b.dir, d, rowBytes)
	return ms(each), err
}

// cpu is zero: the library runs in this process.
func (sqliteBackend) cpu() time.Duration { return 0 }

func (b sqliteBackend) traffic(context.Context) (traffic, error) {
	return traffic{commits: b.calls.Load()}, nil
}

func (sqliteBackend) close() error { return nil }

// sqlitePlace is a directory with one database file, and the files that SQLite
// puts next to it.
type sqlitePlace struct {
	dir   string
	calls *atomic.Int64 // of all stores
}

func (p sqlitePlace) open(ctx context.Context) (store.Store, error) {
	st, err := sqlite.Open(ctx, p.url())
	if err != nil {
		return nil, err
	}
	return countedStore{st, p.calls}, nil
}

func (p sqlitePlace) assign(j *job) { j.File = p.url() }

func (p sqlitePlace) url() string { return filepath.Join(p.dir, "bench.db") }

func (p sqlitePlace) bytes(context.Context) (int64, error) {
	info, err := os.Stat(p.url())
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (p sqlitePlace) remove(context.Context) error { return os.RemoveAll(p.dir) }
