package control

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/store/sqlite"
)

// The application's own tables: transactional activities write debit, and the client
// writes placed together with its starts.
const (
	sqlDebit  = "CREATE TABLE debit (key text, value text)"
	sqlPlaced = "CREATE TABLE placed (key text PRIMARY KEY, value text)"
)

// call is a client's call, with a Runtime or in a transaction. place writes a row of the
// application in that transaction.
type call func(ctx context.Context, by reprise.Writer, place func(id string) error) error

// transactor makes a call in a transaction of the application, and commits it or rolls it
// back.
type transactor func(ctx context.Context, rt *reprise.Runtime, commit bool, call call) error

// byPool returns a transactor that uses connections of a pool.
func byPool(pool *pgxpool.Pool) transactor {
	return func(ctx context.Context, rt *reprise.Runtime, commit bool, call call) error {
		tx, err := pool.Begin(ctx)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // no effect after a commit
		err = call(ctx, postgres.InTx(rt, tx), func(id string) error {
			_, err := tx.Exec(ctx, "INSERT INTO placed (key, value) VALUES ($1, '') ON CONFLICT DO NOTHING", id)
			return err
		})
		if err != nil || !commit {
			return err
		}
		return tx.Commit(ctx)
	}
}

// byFile returns a transactor that uses transactions of a SQLite file.
func byFile(st *sqlite.Store) transactor {
	return func(ctx context.Context, rt *reprise.Runtime, commit bool, call call) error {
		inside, tx, err := st.Begin(ctx)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }() // no effect after a commit
		err = call(inside, sqlite.InTx(rt, tx), func(id string) error {
			_, err := tx.ExecContext(inside, "INSERT INTO placed (key, value) VALUES (?, '') ON CONFLICT DO NOTHING", id)
			return err
		})
		if err != nil || !commit {
			return err
		}
		return tx.Commit()
	}
}

// tables creates the application's tables.
func (s *site) tables(ctx context.Context) error {
	for _, sql := range []string{sqlDebit, sqlPlaced} {
		err := s.inside(ctx, func(c *pgx.Conn) error {
			_, err := c.Exec(ctx, sql)
			return err
		}, func(tx *sqlite.Tx) error {
			_, err := tx.ExecContext(ctx, sql)
			return errors.Join(err, tx.Commit())
		})
		if err != nil {
			return fmt.Errorf("nemesis: %w", err)
		}
	}
	return nil
}

// rows reads one of the application's tables.
func (s *site) rows(ctx context.Context, table string) (all []audit.Row, err error) {
	sql := "SELECT key, value FROM " + table
	err = s.inside(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, sql)
		if err == nil {
			all, err = pgx.CollectRows(rows, pgx.RowToStructByPos[audit.Row])
		}
		return err
	}, func(tx *sqlite.Tx) error {
		rows, err := tx.QueryContext(ctx, sql)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var r audit.Row
			if err := rows.Scan(&r.Key, &r.Value); err != nil {
				return err
			}
			all = append(all, r)
		}
		return rows.Err()
	})
	return all, err
}

// inside calls one of the two functions: server on a direct connection to Postgres, or
// file in a SQLite transaction, which is rolled back unless file commits it.
func (s *site) inside(ctx context.Context, server func(*pgx.Conn) error, file func(*sqlite.Tx) error) error {
	if s.own != nil {
		c, err := pgx.Connect(ctx, s.straight().Postgres)
		if err != nil {
			return err
		}
		return errors.Join(server(c), c.Close(ctx))
	}
	_, tx, err := s.direct.(*sqlite.Store).Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // no effect after a commit
	return file(tx)
}
