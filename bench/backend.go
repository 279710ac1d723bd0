package main

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// backend is a kind of store, and what the machine can do over the same transport.
type backend interface {
	// place makes room for one store.
	place(ctx context.Context) (place, error)
	// rate is how many of the smallest durable writes there are in a second, measured for
	// as long as d.
	rate(ctx context.Context, d time.Duration) (float64, error)
	// rateOf is the same of rows of so many bytes.
	rateOf(ctx context.Context, d time.Duration, row int) (float64, error)
	// latency is the median time of one of them in milliseconds, when nothing else is done.
	latency(ctx context.Context, d time.Duration) (float64, error)
	// cpu is how long processes have worked so far that are neither this one nor its
	// ended children, and are the bench's all the same.
	cpu() time.Duration
	// traffic is what all stores of its places have made the database do so far.
	traffic(ctx context.Context) (traffic, error)
	close() error
}

// place is where one store lies.
type place interface {
	// open opens the store, and makes it if there is none.
	open(ctx context.Context) (store.Store, error)
	// assign tells a worker process in its job where the store is.
	assign(j *job)
	// url is how the command line names the store.
	url() string
	// bytes is the size of the store once it is closed.
	bytes(ctx context.Context) (int64, error)
	// tables tells how many rows each table of the open store has, and what room they take.
	tables(ctx context.Context, st store.Store) ([]string, error)
	// remove removes the store, which is closed.
	remove(ctx context.Context) error
}

// backends make the stores that can be measured, by the name -store has for them. What
// they need on disk beside stores they make in dir.
var backends = map[string]func(ctx context.Context, s settings, dir string) (backend, error){
	"sqlite":   newSQLite,
	"postgres": newPostgres,
}

func storeNames() []string { return slices.Sorted(maps.Keys(backends)) }
