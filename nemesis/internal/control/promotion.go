package control

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/nemesis/internal/audit"
)

// The queries find what the old server has of the lost tail, and how much of it the new
// server has.
const (
	sqlWorkers = "SELECT worker_id::text FROM reprise.worker"
	sqlCommits = "SELECT token::text FROM reprise.event WHERE at >= $1"
	sqlEnds    = "SELECT run_id::text FROM reprise.run WHERE closed_at >= $1"
	sqlHas     = `SELECT (SELECT count(*) FROM reprise.event WHERE token = ANY($1::uuid[])),
		(SELECT count(*) FROM reprise.run WHERE run_id = ANY($2::uuid[]) AND closed_at IS NOT NULL)`
)

// unknownOwner bounds how long a worker takes to look for runs whose owner has no row,
// because the owner joined in the lost transactions.
const unknownOwner = 30 * time.Second

// promote replaces the server by a standby that lacks about the last second of acknowledged
// transactions.
func (n *nemesis) promote(r *rand.Rand) bool {
	if time.Until(n.ends) < unknownOwner {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute) // a promotion must not stop half-way
	defer cancel()
	standby, err := n.site.server.Standby()
	if err != nil {
		n.wrong("I16", err)
		return false
	}
	if n.ctx.Err() != nil {
		standby.Stop()
		return false
	}
	loss, told, err := n.turn(ctx, r, standby)
	if err == nil {
		var lost tail
		lost, err = n.client.lose(ctx, n.site.direct, loss)
		n.note("promoted a standby that lacked %v: %s, %v", loss.To.Sub(loss.From).Round(10*time.Millisecond), told, lost)
	}
	if err != nil {
		n.wrong("I16", fmt.Errorf("cannot promote a standby: %w", err))
	}
	return err == nil
}

// turn moves everybody to the standby, after the server has acknowledged about a second of
// transactions that the standby lacks.
func (n *nemesis) turn(ctx context.Context, r *rand.Rand, standby *pgtest.Standby) (loss audit.Loss, told string, err error) {
	n.looking.Lock() // the auditor must not see what may be lost
	defer n.looking.Unlock()
	old := n.site.server
	loss.From = time.Now()
	if err := standby.Follows(ctx, old); err != nil {
		standby.Stop()
		return loss, "", err
	}
	if err := standby.Unfollow(ctx); err != nil {
		standby.Stop()
		return loss, "", err
	}
	n.sleep(time.Duration(500+r.IntN(1000)) * time.Millisecond)
	tail, err := n.written(ctx, loss.From)
	for _, l := range n.site.all() {
		l.Refuse(true)
	}
	n.site.server = standby.Server
	err = errors.Join(err, old.Kill(), standby.Promote(ctx))
	for _, l := range n.site.all() {
		l.Turn(standby.Addr())
		l.Cut()
		l.Refuse(false)
	}
	old.Stop()
	if err != nil {
		return loss, "", err
	}
	loss.To, loss.Workers = time.Now(), tail.workers
	n.takeover.forget()
	n.auditor.Lost(loss)
	told, err = n.missing(ctx, tail)
	return loss, told, err
}

// written is the tail of transactions that the old server had just before it was killed.
type written struct {
	workers       map[string]bool
	commits, ends []string
}

func (n *nemesis) written(ctx context.Context, from time.Time) (t written, err error) {
	t.workers = map[string]bool{}
	err = n.site.inside(ctx, func(c *pgx.Conn) error {
		workers, err := column(ctx, c, sqlWorkers)
		for _, w := range workers {
			t.workers[w] = true
		}
		if err == nil {
			t.commits, err = column(ctx, c, sqlCommits, from)
		}
		if err == nil {
			t.ends, err = column(ctx, c, sqlEnds, from)
		}
		return err
	}, nil)
	return t, err
}

func column(ctx context.Context, c *pgx.Conn, sql string, args ...any) ([]string, error) {
	rows, err := c.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// missing says how much of the tail the new server lacks.
func (n *nemesis) missing(ctx context.Context, t written) (told string, err error) {
	err = n.site.inside(ctx, func(c *pgx.Conn) error {
		var commits, ends int
		if err := c.QueryRow(ctx, sqlHas, t.commits, t.ends).Scan(&commits, &ends); err != nil {
			return err
		}
		told = fmt.Sprintf("%d of its %d commits and %d of its %d ends of runs were lost", len(t.commits)-commits, len(t.commits), len(t.ends)-ends, len(t.ends))
		return nil
	}, nil)
	return told, err
}
