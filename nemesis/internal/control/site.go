package control

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/internal/pgproxy"
	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/nemesis/internal/worker"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
)

// site is where the store lives: a file, or a throwaway server with a proxy for each worker
// and one for the client.
type site struct {
	server *pgtest.Server // nil for SQLite; a promotion replaces it
	file   string
	lines  []*pgproxy.Proxy // one per worker, then the client's
	own    *pgproxy.Proxy   // without faults; a promotion redirects it like the others
	direct store.Store      // over own, for the auditor and other observers
}

// quiet is the logger of stores and Runtimes that only observe, or whose faults are intended.
var quiet = slog.New(slog.DiscardHandler)

// raise makes the site for this many workers. dir holds the file.
func raise(ctx context.Context, kind, dir string, workers int) (*site, error) {
	s := &site{file: filepath.Join(dir, "nemesis.db")}
	var err error
	if kind == Postgres {
		if err = s.serve(ctx, workers); err != nil {
			s.close()
			return nil, err
		}
	}
	if s.direct, err = s.straight().Open(ctx, quiet); err == nil {
		err = s.tables(ctx)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// serve starts a server with production settings: an acknowledged commit survives its
// kill -9.
func (s *site) serve(ctx context.Context, workers int) (err error) {
	if s.server, err = pgtest.Start(pgtest.Options{Durable: true}); err != nil {
		return err
	}
	if s.own, err = pgproxy.Listen(s.server.Addr()); err != nil {
		return err
	}
	pool, err := pgxpool.New(ctx, s.straight().Postgres)
	if err != nil {
		return fmt.Errorf("nemesis: %w", err)
	}
	defer pool.Close()
	if err := postgres.Migrate(ctx, pool); err != nil {
		return err
	}
	for range workers + 1 {
		p, err := pgproxy.Listen(s.server.Addr())
		if err != nil {
			return err
		}
		s.lines = append(s.lines, p)
	}
	return nil
}

// straight returns the place over the proxy without faults.
func (s *site) straight() worker.Place {
	if s.own == nil {
		return worker.Place{SQLite: s.file}
	}
	return worker.Place{Postgres: at(s.own)}
}

// at returns the URL of the database behind a proxy.
func at(line *pgproxy.Proxy) string {
	return "postgres://postgres@" + line.Addr() + "/postgres?sslmode=disable"
}

// by returns the place over one of the lines: a worker's, or the client's, which is the
// last.
func (s *site) by(line int) worker.Place {
	if s.own == nil {
		return s.straight()
	}
	return worker.Place{Postgres: at(s.lines[line])}
}

// all returns all proxies, including the one without faults.
func (s *site) all() []*pgproxy.Proxy { return append(slices.Clone(s.lines), s.own) }

// heal repairs every proxy.
func (s *site) heal() {
	for _, l := range s.lines {
		l.Heal()
	}
}

func (s *site) close() {
	var err error
	if s.direct != nil {
		err = s.direct.Close()
	}
	if s.own != nil {
		err = errors.Join(err, s.own.Close())
	}
	for _, l := range s.lines {
		err = errors.Join(err, l.Close())
	}
	if s.server != nil {
		s.server.Stop()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "nemesis:", err) // the verdict stands regardless
	}
}
