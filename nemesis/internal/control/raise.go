package control

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/nemesis/internal/worker"
	"github.com/reprise-run/reprise/store/sqlite"
)

// raise creates everything that takes part.
func (n *nemesis) raise(ctx context.Context) (err error) {
	if n.dir, err = home(n.opts.Report); err != nil {
		return err
	}
	if n.ledger, err = ledger.Listen(); err != nil {
		return err
	}
	if n.site, err = raise(ctx, n.opts.Store, n.dir, n.opts.Workers); err != nil {
		return err
	}
	if n.mail, err = n.site.by(n.opts.Workers).Open(ctx, quiet); err != nil {
		return err
	}
	in, err := n.transactor(ctx)
	if err != nil {
		return err
	}
	cfg := reprise.Config{Logger: quiet, Build: "client"}
	looking, err := reprise.New(n.site.direct, cfg, new(load.World).Bindings()...)
	if err != nil {
		return err
	}
	sending, err := reprise.New(n.mail, cfg, new(load.World).Bindings()...)
	if err != nil {
		return err
	}
	n.began = time.Now()
	n.ends = end(n.asked, n.began, n.opts.Duration)
	n.auditor = audit.New(looking, n.ledger)
	n.takeover = &takeover{store: n.site.direct}
	n.leases = &leases{store: n.site.direct, up: func() []*process { return n.crew.up() }, held: map[string]time.Time{}}
	n.client = &client{
		acks: map[*audit.Promise]map[string][]span{}, rt: sending, in: in, seed: n.opts.Seed, slow: n.swarm.weights["promotion"] > 0, full: n.full,
		builds: n.builds(), begun: n.began, until: n.ends.Add(-min(maxLull, n.opts.Duration/4)), every: n.opts.Duration / maxJobs,
	}
	if n.opts.Limits {
		n.client.press = &press{ledger: n.ledger}
	}
	n.crew = &crew{
		opts: n.opts, site: n.site, ledger: n.ledger.Addr(), logs: n.dir, swarm: n.swarm, tell: n.count, wrong: n.wrong,
	}
	return nil
}

// builds returns the builds to which a run can be pinned; "" is any.
func (n *nemesis) builds() []string {
	if n.opts.Store == Postgres && n.opts.Workers > 1 {
		return []string{worker.Now, worker.Before, ""}
	}
	return []string{worker.Now, ""}
}

// transactor runs the client's own transactions, over the client's connection.
func (n *nemesis) transactor(ctx context.Context) (transactor, error) {
	if st, ok := n.mail.(*sqlite.Store); ok {
		return byFile(st), nil
	}
	var err error
	n.pool, err = pgxpool.New(ctx, n.site.by(n.opts.Workers).Postgres)
	return byPool(n.pool), err
}

// end returns when the load ends. A slow start of the server, as on a busy machine,
// shortens the load, but at most by half.
func end(asked, began time.Time, duration time.Duration) time.Time {
	if whole, half := asked.Add(duration), began.Add(duration/2); whole.After(half) {
		return whole
	}
	return began.Add(duration / 2)
}

// home creates the directory of the report.
func home(wanted string) (string, error) {
	if wanted == "" {
		return os.MkdirTemp("", "reprise-nemesis-")
	}
	dir, err := filepath.Abs(wanted)
	return dir, errors.Join(err, os.MkdirAll(dir, 0o755))
}

func (n *nemesis) close() {
	if n.pool != nil {
		n.pool.Close()
	}
	if n.mail != nil {
		_ = n.mail.Close() // nothing is left to lose
	}
	if n.site != nil {
		n.site.close()
	}
	if n.ledger != nil {
		_ = n.ledger.Close() // nor here
	}
}
