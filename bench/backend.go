package main

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// backend is a kind of store, and measures what the machine can do over the same
// transport.
type backend interface {
	// place makes a place for one store.
	place(ctx context.Context) (place, error)
	// rate returns how many of the smallest durable writes the machine makes per second,
	// measured for d.
	rate(ctx context.Context, d time.Duration) (float64, error)
	// rateOf is rate for rows of this many bytes.
	rateOf(ctx context.Context, d time.Duration, row int) (float64, error)
	// latency returns the median time of one such write in milliseconds, with nothing else
	// running.
	latency(ctx context.Context, d time.Duration) (float64, error)
	// cpu returns the CPU time so far of processes that belong to the bench but are neither
	// this process nor its ended children.
	cpu() time.Duration
	// traffic returns what all stores of this backend have made the database do so far.
	traffic(ctx context.Context) (traffic, error)
	close() error
}

// place is where one store is.
type place interface {
	// open opens the store, and creates it if there is none.
	open(ctx context.Context) (store.Store, error)
	// assign tells a worker process, in its job, where the store is.
	assign(j *job)
	// url returns the store's name for the command line.
	url() string
	// bytes returns the size of the closed store.
	bytes(ctx context.Context) (int64, error)
	// tables returns the row count and size of each table of the open store, as lines of
	// text.
	tables(ctx context.Context, st store.Store) ([]string, error)
	// remove removes the closed store.
	remove(ctx context.Context) error
}

// backends maps the values of -store to the stores that can be measured. Files that they
// need besides stores go into dir.
var backends = map[string]func(ctx context.Context, s settings, dir string) (backend, error){
	"sqlite":   newSQLite,
	"postgres": newPostgres,
}

func storeNames() []string { return slices.Sorted(maps.Keys(backends)) }
