package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
)

// The migrations are applied in order, each once. They only expand: a binary of version n
// works on any schema whose compatible_from is at most n. In their text ~ stands for the
// schema's name and a dot.
//
//go:embed migrations/*.sql
var files embed.FS

// Migration is one schema migration.
type Migration struct {
	Version        int    // of the schema afterwards
	CompatibleFrom int    // the oldest version whose binaries may then use the schema
	SQL            string // complete: run by hand in a transaction, it does what Migrate does
}

// steps gives for each version the oldest one whose binaries may use it. Only a test that
// simulates a later revision changes it.
var steps = []Migration{{Version: 1, CompatibleFrom: 1}}

func ownVersion() int { return len(steps) }

// Migrations returns every migration of the schema that Options names, in order, so that you can
// review the SQL before it is run. Like every function of this package it takes at most one Options.
func Migrations(opts ...Options) ([]Migration, error) {
	o, err := one("Migrations", opts)
	if err != nil {
		return nil, err
	}
	schema := pgx.Identifier{o.Schema}.Sanitize()
	all := slices.Clone(steps)
	for i := range all {
		if all[i].SQL == "" {
			text, err := files.ReadFile(fmt.Sprintf("migrations/%04d.sql", all[i].Version))
			if err != nil {
				return nil, fmt.Errorf("postgres: %w", err)
			}
			all[i].SQL = string(text)
		}
		all[i].SQL = strings.ReplaceAll(all[i].SQL, "~", schema+".")
		if i == 0 {
			all[i].SQL = "CREATE SCHEMA IF NOT EXISTS " + schema + ";\n\n" + all[i].SQL
		}
	}
	return all, nil
}

// Migrate brings the tables in the schema that Options names to this version, and creates the
// schema if there is none. Each migration is a transaction. If several processes migrate at the
// same time, one of them runs each migration and the others find it done. Only Migrate ever
// changes the tables. From a URL, make a pool with pgxpool.New(ctx, url); it also serves [New].
func Migrate(ctx context.Context, pool *pgxpool.Pool, opts ...Options) error {
	_, err := MigrateFrom(ctx, pool, opts...)
	return err
}

// MigrateFrom is [Migrate], and returns the version from which this call migrated the tables;
// 0: there were none. If there was nothing to do, or another process did it meanwhile, it
// returns the tables' version.
func MigrateFrom(ctx context.Context, pool *pgxpool.Pool, opts ...Options) (from int, err error) {
	if err := given(ctx, pool); err != nil {
		return 0, err
	}
	all, err := Migrations(opts...)
	if err != nil {
		return 0, err
	}
	o, err := one("Migrate", opts)
	if err != nil {
		return 0, err
	}
	s := newStore(pool, o)
	changed := false
	for _, m := range all {
		found := 0
		for range maxTries {
			if found, err = s.step(ctx, m); !met(err) {
				break
			}
		}
		switch {
		case code(err) == insufficientRights:
			return 0, s.advise(err, "this role may not create or change the tables: migrate as the role that owns them, or as one with CREATE on the database")
		case err != nil:
			return 0, s.explainOpen(ctx, err)
		case !changed:
			from, changed = found, found < m.Version
		}
	}
	return from, nil
}

// met reports whether another process is doing the same at this moment.
func met(err error) bool {
	switch code(err) {
	case uniqueViolation, duplicateTable, duplicateSchema, serializationFailure, deadlockDetected:
		return true
	}
	return false
}

// step applies m unless that was done, and returns the version that it found. Others wait for
// its lock on the row of meta; before that row exists, they meet at the creation of the table.
func (s *Store) step(ctx context.Context, m Migration) (found int, err error) {
	err = pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, func(t pgx.Tx) error {
		version, from, err := s.version(ctx, t, " FOR UPDATE")
		found = version
		switch {
		case err != nil:
			return err
		case version >= m.Version:
			return s.compatible(version, from)
		}
		// Without arguments a text may contain many statements.
		if _, err := t.Conn().PgConn().Exec(ctx, m.SQL).ReadAll(); err != nil {
			return err
		}
		s.log.DebugContext(ctx, "postgres: tables brought up to date", "where", s.where, "version", m.Version)
		return nil
	})
	return found, err
}

// Version returns the version of the tables in the schema that Options names, and the oldest
// version whose binaries may use them. Both are zero if there are none.
func Version(ctx context.Context, pool *pgxpool.Pool, opts ...Options) (version, compatibleFrom int, err error) {
	if err := given(ctx, pool); err != nil {
		return 0, 0, err
	}
	o, err := one("Version", opts)
	if err != nil {
		return 0, 0, err
	}
	s := newStore(pool, o)
	version, compatibleFrom, err = s.version(ctx, pool, "")
	return version, compatibleFrom, s.explainOpen(ctx, err)
}

// Missing returns the tables that this version needs and that do not exist. Before the
// migrations that is all of them. Later it means that somebody dropped a table, or restored
// half a backup, and no migration brings it back.
func Missing(ctx context.Context, pool *pgxpool.Pool, opts ...Options) (names []string, err error) {
	if err := given(ctx, pool); err != nil {
		return nil, err
	}
	o, err := one("Missing", opts)
	if err != nil {
		return nil, err
	}
	s := newStore(pool, o)
	err = pool.QueryRow(ctx, sqlTablesGone, s.texts.schema, tables()).Scan(&names)
	return names, s.explainOpen(ctx, err)
}

// querier is a pool or a transaction.
type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

const (
	sqlTablesGone = "SELECT coalesce(array_agg(t.name), '{}') FROM unnest($2::text[]) AS t(name) WHERE to_regclass($1::text || t.name) IS NULL"
	sqlHasMeta    = "SELECT to_regclass($1) IS NOT NULL"
	sqlMeta       = "SELECT m.version, m.compatible_from FROM ~meta m WHERE m.one = 1"
)

func (s *Store) version(ctx context.Context, q querier, lock string) (version, from int, err error) {
	there := false
	if err := q.QueryRow(ctx, sqlHasMeta, s.texts.schema+"meta").Scan(&there); err != nil || !there {
		return 0, 0, err
	}
	err = q.QueryRow(ctx, s.texts.of(sqlMeta+lock)).Scan(&version, &from)
	if errors.Is(err, pgx.ErrNoRows) || code(err) == undefinedColumn {
		return 0, 0, s.schemaError(0, 0, "its table meta is not Reprise's: choose another Options.Schema")
	}
	return version, from, err
}

// check refuses a database and a schema that this binary cannot use.
func (s *Store) check(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, s.patience)
	defer stop()
	conn, err := grab(ctx, s.pool)
	if err != nil {
		return err
	}
	defer conn.Release()
	if err := s.session(ctx, conn); err != nil {
		return err
	}
	version, from, err := s.version(ctx, conn, "")
	switch {
	case err != nil:
		return err
	case version == 0:
		return s.schemaError(0, 0, "it has no tables of Reprise: run the migrations first, with `reprise db migrate up`, postgres.Migrate or by hand, or name the schema that has them")
	case version < ownVersion():
		return s.schemaError(version, from, "the tables are older than this program: run the migrations first; older programs keep working")
	}
	return s.compatible(version, from)
}

func (s *Store) compatible(version, from int) error {
	if from > ownVersion() {
		return s.schemaError(version, from, "the tables were made by a newer version: update this program")
	}
	return nil
}

func (s *Store) schemaError(version, from int, why string) error {
	return &store.SchemaError{Path: s.where, Version: version, CompatibleFrom: from, Own: ownVersion(), Why: why}
}

// explainOpen is explain for the first contact with the server.
func (s *Store) explainOpen(ctx context.Context, err error) error {
	var schema *store.SchemaError
	var unsuited *unsuitedError
	switch c := code(err); {
	case err == nil, errors.As(err, &schema), errors.As(err, &unsuited), errors.Is(err, store.ErrTransient):
		return err
	case ctx.Err() != nil:
		return fmt.Errorf("postgres: %s: %w", s.where, context.Cause(ctx))
	case errors.Is(err, errPoolInUse):
		return s.wrap(store.ErrTransient, err)
	case c == "":
		return fmt.Errorf("%w: postgres: %s: cannot be reached: check that the server runs and listens there: %w", store.ErrTransient, s.where, err)
	case c == noSuchDatabase:
		return s.advise(err, "there is no such database")
	case c == wrongPassword, c == notAuthorized:
		return s.advise(err, "the server rejects this role: check its name and password")
	case c == unknownParameter:
		return s.advise(err, "neither pgx nor the server knows a parameter of the URL")
	}
	return s.explain(err)
}
