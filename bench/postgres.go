package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
)

// postgresBackend is a database with schemas: one for each store, and one for the limit.
type postgresBackend struct {
	dir    string         // for scripts and logs of pgbench
	server *pgtest.Server // nil: the server is not the bench's
	db     string         // URL over TCP, as applications connect
	locks  bool           // workers hold session locks
	pool   *pgxpool.Pool  // the bench's own, for what is not measured
	pid    int            // of the server; 0 if unknown
	wire   wire           // counts for all stores
}

// newPostgres starts a server with default durability that ends with this process, or
// uses the one that the command line names.
func newPostgres(ctx context.Context, s settings, dir string) (_ backend, err error) {
	b := &postgresBackend{dir: dir, db: s.db, locks: s.locks}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.close())
		}
	}()
	if b.db == "" {
		o := pgtest.Options{Durable: true}
		if s.counts() {
			o.Settings = map[string]string{"shared_preload_libraries": "pg_stat_statements", "max_connections": "1000"} // growth has 100 workers
		}
		if b.server, err = pgtest.Start(o); err != nil {
			return nil, err
		}
		b.db = b.server.TCP("postgres")
	}
	if b.pool, err = pgxpool.New(ctx, b.db); err != nil {
		return nil, err
	}
	if err := b.durable(ctx); err != nil {
		return nil, err
	}
	if b.server != nil {
		b.pid, err = b.postmaster(ctx)
	}
	return b, err
}

// postgres returns the backend of a workload that only Postgres supports.
func (b *bench) postgres() *postgresBackend { return b.backend.(*postgresBackend) }

// durable refuses a server that may lose what it acknowledged: its limit would be
// meaningless.
func (b *postgresBackend) durable(ctx context.Context) error {
	for _, name := range []string{"fsync", "synchronous_commit", "full_page_writes"} {
		var value string
		if err := b.pool.QueryRow(ctx, "SELECT current_setting($1)", name).Scan(&value); err != nil {
			return err
		}
		if value != "on" {
			return fmt.Errorf("the server has %s = %s, not on: what it acknowledges may be lost, and its limit says nothing", name, value)
		}
	}
	return nil
}

func (b *postgresBackend) postmaster(ctx context.Context) (int, error) {
	var pid int
	err := b.pool.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&pid)
	return parent(pid), err
}

func (b *postgresBackend) cpu() time.Duration { return familyTime(b.pid) }

func (b *postgresBackend) traffic(ctx context.Context) (traffic, error) {
	t := traffic{cpu: b.cpu(), commits: b.wire.commits.Load(), trips: b.wire.trips.Load()}
	err := b.pool.QueryRow(ctx, sqlLog).Scan(&t.wal)
	return t, err
}

func (b *postgresBackend) close() error {
	if b.pool != nil {
		b.pool.Close()
	}
	if b.server != nil {
		b.server.Stop()
	}
	return nil
}

// newSchema returns a unique name for a schema.
func newSchema(what string) string { return "bench_" + what + "_" + strings.ToLower(rand.Text()[:12]) }

func (b *postgresBackend) place(ctx context.Context) (place, error) {
	return b.schema(ctx)
}

// schema is place with its concrete type.
func (b *postgresBackend) schema(ctx context.Context) (postgresPlace, error) {
	p := postgresPlace{b: b, schema: newSchema("store")}
	return p, postgres.Migrate(ctx, b.pool, p.options())
}

// drop removes a schema and everything in it.
func (b *postgresBackend) drop(ctx context.Context, schema string) error {
	_, err := b.pool.Exec(ctx, "DROP SCHEMA IF EXISTS "+pgx.Identifier{schema}.Sanitize()+" CASCADE")
	return err
}

// postgresPlace is a schema with the tables of a store.
type postgresPlace struct {
	b        *postgresBackend
	schema   string
	noNotify bool
}

func (p postgresPlace) options() postgres.Options {
	return postgres.Options{Schema: p.schema, NoNotify: p.noNotify, NoSessionLock: !p.b.locks, Logger: slog.New(slog.DiscardHandler)}
}

func (p postgresPlace) open(ctx context.Context) (store.Store, error) {
	return p.b.wire.open(ctx, p.b.db, p.options())
}

func (p postgresPlace) assign(j *job) {
	j.DB, j.Options = p.b.db, p.options()
	j.Options.Logger = nil // the worker has its own
}

func (p postgresPlace) url() string {
	u, err := url.Parse(p.b.db)
	if err != nil {
		return p.b.db // a keyword/value string, which the command line will refuse
	}
	q := u.Query()
	q.Set("schema", p.schema)
	u.RawQuery = q.Encode()
	return u.String()
}

func (p postgresPlace) bytes(ctx context.Context) (bytes int64, err error) {
	err = p.b.pool.QueryRow(ctx, `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint
		FROM pg_class c WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r'`, pgx.Identifier{p.schema}.Sanitize()).Scan(&bytes)
	return bytes, err
}

func (p postgresPlace) remove(ctx context.Context) error { return p.b.drop(ctx, p.schema) }
