package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/store/sqlite"
)

// Config is what the controller tells a worker process.
type Config struct {
	Name   string // of the process, new at each start
	Place  Place
	Ledger string // address
	TTL    time.Duration
	Crash  Crash
	Skew   time.Duration // how far its clock is ahead
	Drift  float64       // the rate of its clock; 0 is 1
	Old    bool          // the process runs the previous build
	Bounds load.Bounds   // of the queues with limits
}

// The builds of a process.
const (
	Now    = "now"
	Before = "before"
)

// build returns the name of the process's build.
func (c Config) build() string {
	if c.Old {
		return Before
	}
	return Now
}

// Place is where the runs are stored. Exactly one field is set.
type Place struct {
	Postgres string // URL
	SQLite   string // path
}

// Open opens the store.
func (p Place) Open(ctx context.Context, log *slog.Logger) (store.Store, error) {
	if p.SQLite != "" {
		return sqlite.Open(ctx, p.SQLite, sqlite.Options{Logger: log})
	}
	return postgres.Open(ctx, p.Postgres, postgres.Options{Logger: log})
}

// Argument returns the config as a command line argument.
func (c Config) Argument() (string, error) {
	text, err := json.Marshal(c)
	return string(text), err
}

// Parse reads an Argument.
func Parse(argument string) (c Config, err error) {
	if err := json.Unmarshal([]byte(argument), &c); err != nil {
		return c, fmt.Errorf("worker: its argument is made by the controller: %w", err)
	}
	return c, nil
}
