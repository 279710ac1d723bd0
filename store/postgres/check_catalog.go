package postgres

import (
	"fmt"
	"regexp"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

// The catalog's view of the schema, without looking at the data. $1 is the schema with
// its dot, $2 the tables, $3 the indexes that the migrations create.
const sqlCatalog = `WITH t AS (SELECT x.name, to_regclass($1::text || x.name) AS oid FROM unnest($2::text[]) AS x(name))
	SELECT 'its table ' || t.name || ' is not there' FROM t WHERE t.oid IS NULL
	UNION ALL SELECT 'the index ' || x.name || ' is not there: what it forbids may be in the tables, and what it finds is searched for from end to end'
		FROM unnest($3::text[]) AS x(name) WHERE to_regclass($1::text || x.name) IS NULL
	UNION ALL SELECT 'the table ' || t.name || ' has no primary key' FROM t WHERE t.oid IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = t.oid AND i.indisprimary)
	UNION ALL SELECT 'the index ' || c.relname || ' is not valid' FROM t JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class c ON c.oid = i.indexrelid
		WHERE NOT (i.indisvalid AND i.indisready AND i.indislive)
	UNION ALL SELECT 'the constraint ' || k.conname || ' is not valid' FROM t JOIN pg_constraint k ON k.conrelid = t.oid WHERE NOT k.convalidated
	UNION ALL SELECT 'the server has met ' || d.checksum_failures || ' pages of this database with a wrong checksum, the last one at ' || d.checksum_last_failure
		FROM pg_stat_database d WHERE d.datname = current_database() AND d.checksum_failures > 0`

var createsIndex = regexp.MustCompile(`(?m)^CREATE (?:UNIQUE )?INDEX (\w+) ON`)

// indexes returns the indexes that the migrations create.
func indexes() (names []string, err error) {
	all, err := Migrations(Options{})
	for _, m := range all {
		for _, found := range createsIndex.FindAllStringSubmatch(m.SQL, -1) {
			names = append(names, found[1])
		}
	}
	return names, err
}

// integrity calls found for problems that the server itself reports.
func (v *visit) integrity(found func(store.Finding) error) error {
	names, err := indexes()
	if err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	return v.each(func(rows pgx.Rows) error {
		f := store.Finding{Check: store.CheckIntegrity}
		if err := rows.Scan(&f.Text); err != nil {
			return err
		}
		return found(f)
	}, sqlCatalog, v.s.texts.schema, tables(), names)
}
