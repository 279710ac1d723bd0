package main

import (
	"context"
	"fmt"
)

// pg_stat_statements keeps statements by their text, but counts the likes of COMMIT only
// when they are first prepared; the wire counts these better. The bench's own questions
// do not count.
const sqlStatements = `SELECT coalesce(sum(s.calls), 0)::bigint FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
	WHERE d.datname = current_database() AND s.query !~* '^(BEGIN|COMMIT|ROLLBACK)' AND s.query !~ 'pg_stat_statements|pg_current_wal_insert_lsn'`

// sqlLog returns how much write-ahead log the server has written so far, for all its
// databases.
const sqlLog = "SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint"

// counting prepares the server for counting statements.
func (b *postgresBackend) counting(ctx context.Context) error {
	_, err := b.pool.Exec(ctx, "CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
	if err == nil {
		_, err = b.statements(ctx)
	}
	if err != nil {
		return fmt.Errorf("the server does not count statements: set shared_preload_libraries to pg_stat_statements: %w", err)
	}
	return nil
}

// counted returns a place on a server that counts statements.
func (b *postgresBackend) counted(ctx context.Context) (p postgresPlace, err error) {
	if err := b.counting(ctx); err != nil {
		return p, err
	}
	return b.schema(ctx)
}

// statements returns how many statements the server has executed in this database so
// far, without BEGIN, COMMIT and ROLLBACK.
func (b *postgresBackend) statements(ctx context.Context) (n int64, err error) {
	err = b.pool.QueryRow(ctx, sqlStatements).Scan(&n)
	return n, err
}

// during returns how many statements the server executes while f runs.
func (b *postgresBackend) during(ctx context.Context, f func() error) (int64, error) {
	before, err := b.statements(ctx)
	if err != nil {
		return 0, err
	}
	if err := f(); err != nil {
		return 0, err
	}
	after, err := b.statements(ctx)
	return after - before, err
}
