package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
)

const (
	// A description of a session. A role that may not see other users' sessions gets only its
	// number.
	sqlSessionText = `format('session %s', a.pid) || coalesce(' of ' || a.usename, '') || coalesce(' (' || nullif(a.application_name, '') || ')', '')
		|| coalesce(', ' || a.state, '') || coalesce(', in a transaction since ' || a.xact_start::timestamptz(0), '')`

	// The number of a multixact does not tell its holders.
	sqlRowHolder = `SELECT ` + sqlSessionText + ` FROM ~worker w JOIN pg_locks l ON l.locktype = 'transactionid' AND l.granted AND l.transactionid = w.xmax
		JOIN pg_stat_activity a ON a.pid = l.pid WHERE w.worker_id = $1 AND a.pid <> pg_backend_pid() LIMIT 1`

	// Table locks that block writers.
	sqlTableHolders = `SELECT coalesce(string_agg(DISTINCT ` + sqlSessionText + ` || ' has ' || l.mode || ' on ' || c.relname, '; '), '')
		FROM pg_locks l JOIN pg_class c ON c.oid = l.relation JOIN pg_stat_activity a ON a.pid = l.pid
		WHERE l.locktype = 'relation' AND l.granted AND a.pid <> pg_backend_pid() AND l.database = (SELECT b.oid FROM pg_database b WHERE b.datname = current_database())
			AND c.relnamespace = to_regnamespace($1) AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`
)

// holderLimit is how long the query may take. Its caller has already waited for seconds.
const holderLimit = 2 * time.Second

// holder describes who keeps the row of a worker locked.
func (s *Store) holder(ctx context.Context, pool *pgxpool.Pool, worker store.WorkerID) (who string) {
	return s.told(ctx, pool, "an unknown session: see pg_locks", sqlRowHolder, id(worker))
}

var _ store.LockNamer = (*Store)(nil)

// Holders implements [store.LockNamer].
func (s *Store) Holders(ctx context.Context) string {
	who := s.told(ctx, s.pool, "", sqlTableHolders, s.texts.schema[:len(s.texts.schema)-1])
	if who == "" {
		return ""
	}
	return who + ": end that session, or wait for it"
}

// nameHolders adds to an error about a lock who keeps tables locked, if somebody does.
func (s *Store) nameHolders(ctx context.Context, err error) error {
	if code(err) != lockNotAvailable {
		return err
	}
	if who := s.Holders(ctx); who != "" {
		return fmt.Errorf("%w: %s", err, who)
	}
	return err
}

// told reads a text, or returns otherwise if it cannot.
func (s *Store) told(ctx context.Context, pool *pgxpool.Pool, otherwise, sql string, args ...any) string {
	bounded, stop := context.WithTimeout(context.WithoutCancel(ctx), holderLimit) // includes the wait for a connection of the pool
	defer stop()
	text := ""
	err := s.transactBy(bounded, pool, func(x *tx) error {
		x.reads, x.bare, x.limit, x.lockWait = true, true, holderLimit, s.leaseWait()
		text = ""
		rows(x.queue(sql, args...), func(rows pgx.Rows) error {
			var found pgtype.Text
			err := rows.Scan(&found)
			text = found.String
			return err
		})
		return x.send(true)
	})
	if err != nil || text == "" {
		return otherwise
	}
	return text
}
