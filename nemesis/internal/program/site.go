package program

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/store/sqlite"
)

// The stores.
const (
	Memory   = "memory"
	SQLite   = "sqlite"
	Postgres = "postgres"
)

// Place is where trials run.
type Place struct {
	t     *testing.T
	store string
	dir   string // of the files of SQLite

	server *pgtest.Server
	pg     *postgres.Store
	trials atomic.Int64
}

// Open makes a place for trials on a store. All trials on Postgres share one throwaway
// server.
func Open(t *testing.T, store string) (p *Place, err error) {
	p = &Place{t: t, store: store}
	switch store {
	case Memory:
	case SQLite:
		// Nothing has to outlive the process: a file system in memory will do where there is one.
		if p.dir, err = os.MkdirTemp("/dev/shm", "programs"); err != nil {
			p.dir, err = os.MkdirTemp("", "programs")
		}
	case Postgres:
		err = p.openPostgres(context.Background())
	default:
		err = fmt.Errorf("there is no store %q: write memory, sqlite or postgres", store)
	}
	return p, err
}

func (p *Place) openPostgres(ctx context.Context) (err error) {
	if p.server, err = pgtest.Start(pgtest.Options{}); err != nil {
		return err
	}
	url := p.server.URL("postgres")
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		return err
	}
	defer pool.Close()
	// One Store serves all workers of all trials, so its session lock would also hold for
	// crashed workers.
	o := postgres.Options{Logger: slog.New(slog.DiscardHandler), NoSessionLock: true}
	if err := postgres.Migrate(ctx, pool, o); err != nil {
		return err
	}
	p.pg, err = postgres.Open(ctx, url, o)
	return err
}

// Close ends the place. On Postgres all trials share one database, which Close checks.
func (p *Place) Close() (all []Violation) {
	if p.pg != nil {
		_, err := doctor.Examine(context.Background(), p.pg, doctor.Options{}, func(f doctor.Finding) error {
			if f.Severity != doctor.Note {
				all = append(all, Violation{"doctor", fmt.Sprintf("%+v", f)})
			}
			return nil
		})
		if err != nil {
			all = append(all, Violation{"doctor", err.Error()})
		}
		if err := p.pg.Close(); err != nil {
			all = append(all, Violation{"left", err.Error()})
		}
	}
	if p.server != nil {
		p.server.Stop()
	}
	if p.dir != "" {
		_ = os.RemoveAll(p.dir) // a leftover would be in a directory for temporary files
	}
	return all
}

// Try runs a case.
func (p *Place) Try(c Case) Result {
	n := p.trials.Add(1)
	switch p.store {
	case Memory:
		return p.bubbled(c, func() (Site, func() error) {
			return Site{
				Store: memory.New(), Bubble: true,
				Tx: func(do func(context.Context, Act) (Done, error)) reprise.Binding {
					return activities[transactional].BindTx(memory.Transactional(func(ctx context.Context, _ *memory.ActivityTx, a Act) (Done, error) { return do(ctx, a) }))
				},
			}, func() error { return nil }
		})
	case SQLite:
		path := filepath.Join(p.dir, fmt.Sprint(n, ".db"))
		defer func() {
			for _, end := range []string{"", "-wal", "-shm", ".reprise-lock"} {
				_ = os.Remove(path + end) // Close removes the directory
			}
		}()
		return p.bubbled(c, func() (Site, func() error) {
			st, err := sqlite.Open(context.Background(), path, sqlite.Options{Logger: slog.New(slog.DiscardHandler)})
			if err != nil {
				panic(err)
			}
			return Site{
				Store: st, Bubble: true,
				Tx: func(do func(context.Context, Act) (Done, error)) reprise.Binding {
					return activities[transactional].BindTx(sqlite.Transactional(func(ctx context.Context, _ *sqlite.Tx, a Act) (Done, error) { return do(ctx, a) }))
				},
			}, st.Close
		})
	default:
		return c.Run(Site{
			Store: p.pg, Namespace: fmt.Sprintf("n%d", n),
			Tx: func(do func(context.Context, Act) (Done, error)) reprise.Binding {
				return activities[transactional].BindTx(postgres.Transactional(func(ctx context.Context, _ pgx.Tx, a Act) (Done, error) { return do(ctx, a) }))
			},
		})
	}
}

// bubbled runs a case in a synctest bubble of its own. A goroutine that never ends is a
// violation.
func (p *Place) bubbled(c Case, open func() (Site, func() error)) (r Result) {
	defer func() {
		if v := recover(); v != nil {
			r.Violations = append(r.Violations, Violation{"left", fmt.Sprintf("not everything ends with the trial: %v", v)})
		}
	}()
	_ = p.t.Context().Done() // created outside the bubble, where package testing closes it
	synctest.Test(p.t, func(*testing.T) {
		site, done := open()
		r = c.Run(site)
		if err := done(); err != nil {
			r.Violations = append(r.Violations, Violation{"left", err.Error()})
		}
	})
	return r
}
