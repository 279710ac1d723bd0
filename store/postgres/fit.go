package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
)

const (
	// minConns is one connection for the writer and one for a transaction of the caller's,
	// or of an activity.
	minConns = 2
	// minStatement is the smallest usable statement_timeout of a role. A transaction sets
	// its own, but the statement that sets it must have time to run.
	minStatement = 100 * time.Millisecond

	sqlSession = `SELECT current_user, current_setting('server_encoding'), current_setting('client_encoding'),
		(SELECT c.setting FROM pg_settings c WHERE c.name = 'statement_timeout')::bigint`
	sqlTakesWrites = "SELECT pg_is_in_recovery(), current_setting('default_transaction_read_only') = 'on'"
	sqlMayWrite    = "SELECT has_table_privilege('~run', 'UPDATE')"
	// The privilege on a missing table is NULL.
	sqlLacks = `SELECT m.name, m.privilege, to_regclass($1 || m.name) IS NULL FROM unnest($2::text[], $3::text[]) AS m(name, privilege)
		WHERE has_table_privilege(to_regclass($1 || m.name), m.privilege) IS NOT TRUE`
)

// suits refuses a pool with which no store can work.
func suits(pool *pgxpool.Pool) error {
	if pool == nil {
		return errNoPool
	}
	c := pool.Config()
	if c.ConnConfig.DefaultQueryExecMode == pgx.QueryExecModeSimpleProtocol {
		return errors.New("postgres: the pool uses the simple protocol, which cannot carry bytes and arrays safely: " +
			"set default_query_exec_mode to cache_describe or exec, which a pooler in transaction mode understands, too")
	}
	if schema, ok := c.ConnConfig.RuntimeParams["schema"]; ok {
		return fmt.Errorf("postgres: the URL cannot be used: schema=%s is a parameter of the command line, not of a server: set Options.Schema", schema)
	}
	if c.MaxConns < minConns {
		return fmt.Errorf("postgres: the pool has %d connection: a transaction that you or an activity keeps open would leave none: set MaxConns, or pool_max_conns in the URL, to at least %d",
			c.MaxConns, minConns)
	}
	return nil
}

// unsuitedError says what somebody must change before a store can work.
type unsuitedError struct{ text string }

func (e *unsuitedError) Error() string { return e.text }

func (s *Store) unsuited(format string, args ...any) error {
	return &unsuitedError{fmt.Sprintf("postgres: %s: ", s.where) + fmt.Sprintf(format, args...)}
}

// session refuses settings of the database or the role with which no store can work.
func (s *Store) session(ctx context.Context, conn querier) error {
	var role, server, client string
	var timeout int64
	if err := conn.QueryRow(ctx, sqlSession).Scan(&role, &server, &client, &timeout); err != nil {
		return err
	}
	switch limit := time.Duration(timeout) * time.Millisecond; {
	case server != "UTF8" || client != "UTF8":
		return s.unsuited("the encoding of the database is %s, that of the session %s, and both must be UTF8: create the database with ENCODING 'UTF8'", server, client)
	case limit > 0 && limit < minStatement:
		return s.unsuited("statement_timeout is %v for role %s, too short for any work: set it to at least %v (ALTER ROLE %s SET statement_timeout = '1s')",
			limit, role, minStatement, pgx.Identifier{role}.Sanitize())
	}
	return nil
}

// fit refuses work that could not be completed: before a worker joins, everything that
// it will write must be writable. A process that only reads does not need that.
func (s *Store) fit(ctx context.Context) error {
	var name, privilege names
	for _, t := range tables() {
		for _, p := range strings.Fields(rightsOn(t)) {
			name, privilege = append(name, t), append(privilege, p)
		}
	}
	var missing, lacking []string
	standby, readOnly := false, false
	err := s.look(ctx, func(x *tx) {
		missing, lacking = nil, nil
		x.queue(sqlTakesWrites).QueryRow(func(row pgx.Row) error { return row.Scan(&standby, &readOnly) })
		rows(x.queue(sqlLacks, x.s.texts.schema, name, privilege), func(rows pgx.Rows) error {
			var t, p string
			var gone bool
			err := rows.Scan(&t, &p, &gone)
			switch {
			case !gone:
				lacking = append(lacking, p+" on "+t)
			case len(missing) == 0 || missing[len(missing)-1] != t:
				missing = append(missing, t)
			}
			return err
		})
	})
	switch {
	case err != nil:
		return err
	case standby:
		return fmt.Errorf("%w: postgres: %s: it is a standby, which takes no writes: %s", store.ErrTransient, s.where, primary)
	case readOnly:
		return fmt.Errorf("%w: postgres: %s: default_transaction_read_only is on for this database or role: turn it off", store.ErrTransient, s.where)
	case len(missing) > 0:
		return s.schemaError(ownVersion(), 0, tablesMissing(missing))
	case len(lacking) > 0:
		return s.unsuited("the role lacks rights: %s: %s", strings.Join(lacking, ", "), s.howToGrant())
	}
	return nil
}

// ReadOnly returns why this store takes no writes: the server is a standby, sessions are read-only by default, or the role may only
// read. It returns "" if the store takes writes. The dashboard asks, so that it can say so before anybody tries.
func (s *Store) ReadOnly(ctx context.Context) (why string, err error) {
	standby, reads, may := false, false, false
	err = s.look(ctx, func(x *tx) {
		x.queue(sqlTakesWrites).QueryRow(func(row pgx.Row) error { return row.Scan(&standby, &reads) })
		x.queue(sqlMayWrite).QueryRow(func(row pgx.Row) error { return row.Scan(&may) })
	})
	switch {
	case err != nil:
		return "", err
	case standby:
		return "the database is a standby, which takes no writes", nil
	case reads:
		return "default_transaction_read_only is on for this database or role", nil
	case !may:
		return fmt.Sprintf("the database role %s may only read", s.pool.Config().ConnConfig.User), nil
	}
	return "", nil
}

func tablesMissing(names []string) string {
	const advice = " missing: restore %s, or choose another Options.Schema"
	if len(names) == 1 {
		return "its table " + names[0] + " is" + fmt.Sprintf(advice, "it")
	}
	return "its tables " + strings.Join(names, ", ") + " are" + fmt.Sprintf(advice, "them")
}

var errNoPool = errors.New("postgres: the pool is nil: make one with pgxpool.New, or use Open with a URL")

// given refuses arguments with which the schema functions cannot work.
func given(ctx context.Context, pool *pgxpool.Pool) error {
	switch {
	case pool == nil:
		return errNoPool
	case ctx == nil:
		return errNoContext
	}
	return nil
}

var errNoContext = errors.New("postgres: the context is nil: pass context.Background() if there is no other")

const primary = "point the URL to the primary, or name both servers and target_session_attrs=read-write"

// rightsOn returns the privileges that a worker needs on a table, as Grants gives them.
func rightsOn(table string) string {
	switch table {
	case "meta":
		return "SELECT"
	case "event":
		return "SELECT INSERT"
	case "run", "tombstone": // only retention removes rows, see mayRemove
		return "SELECT INSERT UPDATE"
	}
	return "SELECT INSERT UPDATE DELETE"
}
