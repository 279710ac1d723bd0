package postgres

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/reprise-run/reprise/store"
)

// sendError is a failure of statements that were sent together.
type sendError struct {
	err        error
	committing bool // they were to be committed at once
}

func (e *sendError) Error() string { return e.err.Error() }
func (e *sendError) Unwrap() error { return e.err }

// The server's error codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	completionUnknown    = "40003"
	resolutionUnknown    = "08007"
	uniqueViolation      = "23505"
	noSuchStatement      = "26000"
	duplicateStatement   = "42P05"
	featureNotSupported  = "0A000"
	lockNotAvailable     = "55P03"
	queryCancelled       = "57014"
	idledTooLong         = "25P03"
	lastedTooLong        = "25P04"
	tooManyConnections   = "53300"
	diskFull             = "53100"
	readOnly             = "25006"
	undefinedTable       = "42P01"
	undefinedSchema      = "3F000"
	undefinedColumn      = "42703"
	duplicateTable       = "42P07"
	duplicateSchema      = "42P06"
	insufficientRights   = "42501"
	noSuchDatabase       = "3D000"
	wrongPassword        = "28P01"
	notAuthorized        = "28000"
	unknownParameter     = "42704"
)

// passing are the codes of temporary conditions: the server is full, is restarting, was replaced,
// or somebody holds a lock.
var passing = []string{
	"53000", "53200", tooManyConnections, "53400", // resources, memory, connections
	lockNotAvailable, queryCancelled, // a lock or the statement took too long
	"57P01", "57P02", "57P03", "57P05", // it shuts down, crashed, starts, dropped an idle session
	idledTooLong, lastedTooLong, // the transaction
	"08000", "08001", "08003", "08004", "08006", "08P01",
	readOnly, "58000", "58030",
}

func code(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code
	}
	return ""
}

// again reports whether the transaction was rolled back and is worth another try at once.
func again(err error) bool {
	if unknown(err) {
		return false
	}
	switch code(err) {
	case serializationFailure, deadlockDetected:
		return true
	case uniqueViolation: // another transaction started a run with this workflow id
		return true
	case noSuchStatement: // the connection's prepared statements are stale
		return true
	case featureNotSupported: // likewise, after a migration
		return strings.Contains(err.Error(), "cached plan")
	}
	return errors.Is(err, errMoved)
}

// unknown reports whether the transaction may have been committed despite the error. A server that
// reports an error has rolled back, unless it also ended the session or says that it does not
// know.
func unknown(err error) bool {
	var sent *sendError
	if !errors.As(err, &sent) || !sent.committing || errors.Is(err, errRolledBack) || unsendable(err) {
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		fatal := pg.SeverityUnlocalized != "ERROR"
		return fatal || pg.Code == completionUnknown || pg.Code == resolutionUnknown
	}
	return !pgconn.SafeToRetry(err)
}

// unsendable reports whether an argument could not be encoded, so that nothing was sent. Only the
// text of pgx's error says so.
func unsendable(err error) bool {
	var batch pgx.ErrPreprocessingBatch
	if errors.As(err, &batch) {
		return strings.HasPrefix(batch.Error(), "error preprocessing batch (build)")
	}
	return strings.HasPrefix(err.Error(), "failed to encode args[")
}

// explain turns a failure into one of the errors that package store promises.
func (s *Store) explain(err error) error {
	var member *store.MemberError
	var schema *store.SchemaError
	switch {
	case err == nil, errors.As(err, &member), errors.As(err, &schema), errors.Is(err, store.ErrStoreClosed),
		errors.Is(err, store.ErrTransient), errors.Is(err, store.ErrNotFound):
		return err
	case unknown(err):
		return s.wrap(store.ErrUnknownOutcome, err)
	}
	var sent *sendError
	switch c := code(err); {
	case unsendable(err):
		return s.advise(err, "a value does not fit into its column")
	case c == diskFull:
		return s.wrap(store.ErrFull, err)
	case slices.Contains(passing, c):
		return s.wrap(store.ErrTransient, advised(c, err))
	case c == undefinedTable, c == undefinedSchema, c == undefinedColumn:
		return s.advise(err, "the tables are not those of this version: run `reprise db migrate status`")
	case c == duplicateStatement:
		return s.advise(err, pooled)
	case c == insufficientRights:
		return s.advise(err, "the role lacks rights on the schema: "+s.howToGrant())
	case c != "":
		return s.advise(err, "the server refuses it")
	case errors.As(err, &sent), errors.Is(err, errRolledBack):
		return s.wrap(store.ErrTransient, err) // the connection broke before anything was written
	}
	return err
}

// giveUp is explain for a transaction that was rolled back at each try.
func (s *Store) giveUp(err error) error {
	if code(err) == uniqueViolation {
		return s.advise(err, "a key exists that nothing should have written")
	}
	if code(err) == noSuchStatement {
		return s.advise(err, pooled)
	}
	return s.wrap(store.ErrTransient, err)
}

// pooled is the advice for a connection that finds another one's prepared statements.
const pooled = "the connection goes through a pooler in transaction mode, such as PgBouncer, which shares the server's sessions among clients: " +
	"set default_query_exec_mode=cache_describe or exec in the pool's URL (docs/postgres.md, Poolers)"

// advised adds what to do about a temporary condition that persists.
func advised(code string, err error) error {
	why := ""
	switch code {
	case tooManyConnections:
		why = "the server is out of connections: raise its max_connections, or lower MaxConns of the pools"
	case queryCancelled:
		why = "the statement was cancelled, by its timeout or by hand"
	case lockNotAvailable:
		why = "another session holds a lock: pg_stat_activity and pg_locks show which"
	case readOnly:
		why = "the server takes no writes: " + primary
	default:
		return err
	}
	return fmt.Errorf("%s: %w", why, err)
}

func (s *Store) wrap(kind, err error) error {
	return fmt.Errorf("%w: postgres: %s: %w", kind, s.where, err)
}

func (s *Store) advise(err error, why string) error {
	return fmt.Errorf("postgres: %s: %s: %w", s.where, why, err)
}
