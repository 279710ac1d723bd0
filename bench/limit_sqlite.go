package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite" // the library that store/sqlite uses
)

// warmUp bounds how many transactions come before the measured ones. SQLite moves the WAL into the database
// every 1,000 pages and then restarts the file. Until the first time, each flush also writes the file's new
// size, which takes twice as long.
const warmUp = 1500

// sqliteLimit measures transactions of one row of this many bytes, one after another for d, on one
// connection in WAL mode at synchronous=FULL, the store's own settings. It returns how many there are per
// second, and the median time of one.
func sqliteLimit(ctx context.Context, dir string, d time.Duration, row int) (rate float64, each time.Duration, err error) {
	dir, err = os.MkdirTemp(dir, "limit-")
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	db, err := openLimit(ctx, filepath.Join(dir, "limit.db"))
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	insert, err := db.PrepareContext(ctx, "INSERT INTO t (data) VALUES (?)")
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, insert.Close()) }()
	data := noise(row)
	write := func() error {
		_, err := insert.ExecContext(ctx, data)
		return err
	}
	if _, err := timed(warmUp, d, write); err != nil {
		return 0, 0, err
	}
	all, err := timed(math.MaxInt, d, write)
	if err != nil {
		return 0, 0, err
	}
	total := time.Duration(0)
	for _, took := range all {
		total += took
	}
	return float64(len(all)) / total.Seconds(), median(all), nil
}

// timed calls f until n calls are made or d has passed, and returns how long each took.
func timed(n int, d time.Duration, f func() error) (all []time.Duration, err error) {
	begun := time.Now()
	for last := begun; len(all) < n && last.Sub(begun) < d; {
		if err := f(); err != nil {
			return nil, err
		}
		now := time.Now()
		all = append(all, now.Sub(last))
		last = now
	}
	return all, nil
}

// openLimit creates a database with one table. A limit at a weaker setting would be meaningless, so
// openLimit reads the settings back.
func openLimit(ctx context.Context, path string) (*sql.DB, error) {
	pragmas := url.Values{"_pragma": {"journal_mode(WAL)", "synchronous(FULL)", "fullfsync(ON)", "checkpoint_fullfsync(ON)"}}
	name := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(path), RawQuery: pragmas.Encode()}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	var mode string
	var sync int
	_, err = db.ExecContext(ctx, "CREATE TABLE t (id INTEGER PRIMARY KEY, data BLOB)")
	err = errors.Join(err,
		db.QueryRowContext(ctx, "PRAGMA journal_mode").Scan(&mode),
		db.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&sync))
	if err == nil && (mode != "wal" || sync != 2) {
		err = fmt.Errorf("SQLite is in journal mode %s with synchronous=%d, not in WAL mode with 2", mode, sync)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}
