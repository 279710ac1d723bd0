package main

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// sqliteBackend is files in a directory.
type sqliteBackend struct{ dir string }

func newSQLite(_ context.Context, _ settings, dir string) (backend, error) {
	return sqliteBackend{dir}, nil
}

func (b sqliteBackend) place(context.Context) (place, error) {
	dir, err := os.MkdirTemp(b.dir, "store-")
	return sqlitePlace{dir}, err
}

func (b sqliteBackend) rate(ctx context.Context, d time.Duration) (float64, error) {
	rate, _, err := sqliteLimit(ctx, b.dir, d)
	return rate, err
}

func (b sqliteBackend) latency(ctx context.Context, d time.Duration) (float64, error) {
	_, each, err := sqliteLimit(ctx, b.dir, d)
	return ms(each), err
}

func (sqliteBackend) cpu() time.Duration { return 0 }

func (sqliteBackend) close() error { return nil }

// sqlitePlace is a directory with one file, and what SQLite has beside it.
type sqlitePlace struct{ dir string }

func (p sqlitePlace) open(ctx context.Context) (store.Store, error) { return sqlite.Open(ctx, p.url()) }

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
