package main

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

// sqlTables reads the server's counts since the schema was created. The sizes are those on
// disk, including what autovacuum has not yet cleaned up.
const sqlTables = `SELECT relname, n_live_tup, n_dead_tup, pg_table_size(relid), pg_indexes_size(relid), n_tup_upd, n_tup_hot_upd
	FROM pg_stat_user_tables WHERE schemaname = $1 AND n_tup_ins > 0 ORDER BY pg_total_relation_size(relid) DESC`

func (p postgresPlace) tables(ctx context.Context, _ store.Store) ([]string, error) {
	rows, err := p.b.pool.Query(ctx, sqlTables, p.schema)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (string, error) {
		var name string
		var live, dead, table, indexes, updated, hot int64
		err := row.Scan(&name, &live, &dead, &table, &indexes, &updated, &hot)
		return fmt.Sprintf("%s: %d rows, %d dead, %s, indexes %s; %d updates, %d of them in place",
			name, live, dead, mebibytes(table), mebibytes(indexes), updated, hot), err
	})
}

// SQLite keeps its tables in one file; removal leaves pages that it reuses.
func (p sqlitePlace) tables(ctx context.Context, st store.Store) ([]string, error) {
	info, err := st.(store.Inspector).Info(ctx)
	if err != nil {
		return nil, err
	}
	lines := []string{"the file with its log: " + mebibytes(info.Bytes)}
	for _, name := range slices.Sorted(maps.Keys(info.Rows)) {
		if n := info.Rows[name]; n > 0 {
			lines = append(lines, fmt.Sprintf("%s: %d rows", name, n))
		}
	}
	return lines, nil
}

// tellTables reports the tables on standard error.
func (t *trial) tellTables(ctx context.Context, when string) error {
	lines, err := t.place.tables(ctx, t.st)
	for _, l := range lines {
		fmt.Fprintf(t.b.warn, "bench: %s: %s\n", when, l)
	}
	return err
}

func mebibytes(n int64) string { return short(float64(n)/(1<<20)) + " MiB" }
