package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// InTx returns rt as a client inside tx, a transaction of the user's on the database of the
// Runtime's store. What you start, signal or cancel through it takes effect when tx commits, or
// never. If tx is unusable, the first call reports that.
//
//	run, err := reprise.Start(ctx, postgres.InTx(rt, tx), Order, in)
//
// Any connection to that database will do, from the store's pool or not, at any isolation
// level; its role needs the privileges of [Grants]. The client only inserts rows, and locks
// none that others write: however long tx lasts, no commit of an engine waits for it. There are
// two exceptions, both for starts. Whoever starts the same workflow id at the same time, in a
// transaction or not, waits until tx has ended. And if tx, at REPEATABLE READ or SERIALIZABLE,
// cannot see the run that is in its way, the statement fails with 40001, as the user's own
// would: run the whole transaction again.
//
// After an error from the server the transaction is aborted, as after any other statement; use
// a savepoint, tx.Begin, to continue anyway. Answers, such as that the run exists or has ended,
// are not errors from the server and do not affect the transaction.
func InTx[C any](rt store.Transactor[C], tx pgx.Tx) C {
	s, ok := store.As[*Store](rt.Store())
	switch {
	case !ok:
		return rt.InTx(store.FailedTx(otherStore(rt.Store())))
	case tx == nil || tx.Conn() == nil:
		return rt.InTx(store.FailedTx(errors.New("postgres: the transaction is nil or has no connection: pass the one that Begin of a pool or a connection returned")))
	}
	return rt.InTx(&inside{s: s, tx: tx, anew: plansAnew(tx.Conn())})
}

// inside is a client's access to the user's transaction.
type inside struct {
	s     *Store
	tx    pgx.Tx
	anew  bool // its statements are planned for each use
	known bool // it is known to be on the store's database
}

const (
	sqlStartInTx = `WITH last AS (SELECT max(x.nth) AS nth, coalesce(bool_or(x.open), false) AS open FROM (
			(SELECT r.nth, r.status = 1 AS open FROM ~run r WHERE r.namespace = $6 AND r.workflow_id = $7 ORDER BY r.nth DESC LIMIT 1)
			UNION ALL (SELECT k.nth, false FROM ~tombstone k WHERE k.namespace = $6 AND k.workflow_id = $7 ORDER BY k.nth DESC LIMIT 1)) x),
		r AS (INSERT INTO ~run (run_id, status, epoch, next_seq, level, prio, nth, last_commit, chain_id, created_at, namespace, workflow_id, workflow, queue)
			SELECT $1::uuid, 1, 0, 1 + $12::int, $2::int, $3::int, coalesce(l.nth + 1, 0), $4::uuid, $5::uuid, now(), $6::text, $7::text, $8::text, $9::text
			FROM last l WHERE NOT l.open AND NOT ($10::boolean AND l.nth IS NOT NULL)
			ON CONFLICT DO NOTHING RETURNING run_id),
		e AS (INSERT INTO ~event (run_id, seq, n, token, at, data) SELECT r.run_id, 1, $12::int, $4::uuid, now(), $11::bytea FROM r),
		d AS (INSERT INTO ~dispatch (run_id, ready_at, prio, level, namespace, queue, workflow)
			SELECT r.run_id, now(), $3::int, $2::int, $6::text, $9::text, $8::text FROM r)
		SELECT count(*) FROM r`
	// The same for a run with attributes.
	sqlAttrsInTx = `a AS (INSERT INTO ~attr (run_id, created_at, namespace, name, key)
			SELECT r.run_id, now(), $6::text, k.name, k.key FROM r, unnest($14::text[], $15::bytea[]) AS k(name, key))
		SELECT count(*) FROM r`
	sqlInTheWay = `SELECT x.run_id, x.open FROM (
			(SELECT r.run_id, r.nth, r.status = 1 AS open FROM ~run r WHERE r.namespace = $1 AND r.workflow_id = $2 ORDER BY r.nth DESC LIMIT 1)
			UNION ALL (SELECT k.run_id, k.nth, false FROM ~tombstone k WHERE k.namespace = $1 AND k.workflow_id = $2 ORDER BY k.nth DESC LIMIT 1)) x
		ORDER BY x.open DESC, x.nth DESC LIMIT 1`

	sqlTargetOf = `SELECT r.run_id, r.status, r.unread, r.namespace, r.workflow_id, r.workflow FROM ~run r
		WHERE r.status <> 0 AND r.run_id = coalesce($1::uuid, (SELECT o.run_id FROM ~run o
			WHERE o.namespace = $2::text AND o.workflow_id = $3::text AND o.status <> 0 ORDER BY o.nth DESC LIMIT 1))
			AND ($1::uuid IS NULL OR $2::text = '' OR r.namespace = $2::text)`
	sqlWorkflowOf = "SELECT t.workflow FROM (" + sqlTargetOf + ") t"
	// The time is that of the insert, not of the transaction's beginning: what a process sends after it
	// has learned of a commit must not come before that commit.
	sqlRequest = `WITH t AS (` + sqlTargetOf + `),
		i AS (INSERT INTO ~request (request, at, run_id, kind, namespace, workflow_id, id, data)
			SELECT $4::uuid, greatest(clock_timestamp(), $5::timestamptz), t.run_id, $6::smallint, t.namespace, t.workflow_id, $7::text, $8::bytea
			FROM t WHERE t.status = 1 AND NOT ` + sqlFull + ` RETURNING at)
		SELECT t.run_id, t.status, i.at FROM t LEFT JOIN i ON true`
)

var (
	sqlStartFoundInTx = strings.NewReplacer("workflow_id, workflow, queue)", "workflow_id, workflow, queue, attrs)", "$9::text\n", "$9::text, $13::text\n",
		")\n		SELECT count(*) FROM r", "),\n		"+sqlAttrsInTx).Replace(sqlStartInTx)

	// The same for a run that begins with an activity without an owner.
	sqlJobInTx      = jobInTx(sqlStartInTx, 13)
	sqlJobFoundInTx = jobInTx(sqlStartFoundInTx, 16)
)

// jobInTx turns the statement of a start into one that also writes what the run's first commit leaves,
// in place of a dispatch row. Its additional parameters begin with n.
func jobInTx(start string, n int) string {
	before, rest, _ := strings.Cut(start, "d AS (")
	_, after, _ := strings.Cut(rest, "FROM r)")
	after = strings.TrimPrefix(after, ",")
	var p []any
	for i := range 11 {
		p = append(p, n+i)
	}
	row := fmt.Sprintf(`d AS (INSERT INTO ~activity (run_id, activity, scheduled_at, ready_at, delayed, deadline, attempt, prio, limited, namespace, queue, name, workflow_id, workflow, data, partition_key)
			SELECT r.run_id, $%d::bigint, now(), now() + $%d::interval, $%[2]d::interval > '0'::interval, $%d::timestamptz, 0, $%d::int, $%d::boolean, $6::text, $%d::text, $%d::text, $7::text, $8::text, $%d::bytea, $%[11]d::text FROM r)`, p...)
	if strings.TrimSpace(after) != "" && strings.Contains(after, " AS (") {
		row += ","
	}
	before = strings.NewReplacer("workflow_id, workflow, queue", "build, waiting, workflow_id, workflow, queue",
		"$6::text, $7::text, $8::text", fmt.Sprintf("$6::text, $%d::text, $%d::text, $7::text, $8::text", n+8, n+9)).Replace(before)
	return before + row + after
}

// Now implements [store.Tx]. It is the time at which the transaction began.
func (t *inside) Now(ctx context.Context) (now time.Time, err error) {
	return now, t.row(ctx, "SELECT now()", nil, aTime(&now))
}

// Workflow implements [store.Tx].
func (t *inside) Workflow(ctx context.Context, ref store.Ref) (name string, err error) {
	err = t.row(ctx, sqlWorkflowOf, []any{id(ref.Run), ref.Namespace, ref.WorkflowID}, &name)
	if errors.Is(err, pgx.ErrNoRows) {
		err = store.ErrNotFound
	}
	return name, err
}

// Apply implements [store.Tx].
func (t *inside) Apply(ctx context.Context, op store.Op) (store.Outcome, error) {
	if err := store.CheckInTx(op); err != nil {
		return store.Outcome{}, err
	}
	switch o := op.(type) {
	case *store.Start:
		return t.start(ctx, o)
	case *store.Deliver:
		return t.request(ctx, o)
	}
	return store.Outcome{}, errUnknownOp
}

func (t *inside) start(ctx context.Context, o *store.Start) (store.Outcome, error) {
	var attrs names
	var keys blobs
	all, err := rules.KeysOf(o.Attrs)
	if err != nil {
		return store.Outcome{}, err
	}
	for _, k := range all {
		attrs, keys = append(attrs, k.Name), append(keys, k.Key)
	}
	for range maxTries {
		var n int
		row, commit := &o.Row, o.Row.Token
		if o.First != nil {
			row, commit = &o.First.Rows[0], o.First.Token
		}
		sql, job, args := sqlStartInTx, sqlJobInTx, []any{
			token(o.Run), o.Level, o.Priority, token(commit), token(o.Chain), o.Namespace, o.WorkflowID, o.Workflow, o.Queue, o.Once, row.Data, row.N,
		}
		if len(o.Attrs) > 0 {
			sql, job, args = sqlStartFoundInTx, sqlJobFoundInTx, append(args, store.EncodeAttrs(o.Attrs), attrs, keys)
		}
		if c := o.First; c != nil {
			a := &c.Schedule[0]
			sql, args = job, append(args, a.ID, interval(a.Delay), at(rules.Stamp(a.Deadline)), a.Priority, a.Limited, a.Queue, a.Name, a.Data, c.Build, c.Waiting, word(a.Partition))
		}
		if err := t.row(ctx, sql, args, &n); err != nil {
			return store.Outcome{}, err
		}
		if n == 1 {
			return store.Outcome{Run: o.Run}, nil
		}
		var run pgtype.UUID
		var open bool
		err := t.row(ctx, sqlInTheWay, []any{o.Namespace, o.WorkflowID}, &run, &open)
		switch {
		case errors.Is(err, pgx.ErrNoRows): // what was in the way is gone
		case err != nil:
			return store.Outcome{}, err
		case open || o.Once:
			return store.Outcome{Code: store.Exists, Run: uuidOf(run)}, nil
		}
	}
	return store.Outcome{}, fmt.Errorf("%w: postgres: %s: runs of workflow id %q keep starting and ending", store.ErrTransient, t.s.where, o.WorkflowID)
}

func (t *inside) request(ctx context.Context, o *store.Deliver) (store.Outcome, error) {
	var run pgtype.UUID
	var status int16
	var at pgtype.Timestamptz
	err := t.row(ctx, sqlRequest, []any{
		id(o.Ref.Run), o.Ref.Namespace, o.Ref.WorkflowID, token(uuid.New()), t.s.sent.next(), int16(o.Entry.Kind), o.Entry.ID, o.Entry.Data,
	}, &run, &status, &at)
	out := store.Outcome{Run: uuidOf(run)}
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return store.Outcome{Code: store.NotFound}, nil
	case err != nil:
		return store.Outcome{}, err
	case store.Status(status) != store.Open:
		out.Code = store.Closed
	case !at.Valid:
		out.Code = store.Full
	}
	t.s.sent.saw(timeOf(at))
	return out, nil
}

// row reads the only row of a statement. Its error says what to do.
func (t *inside) row(ctx context.Context, sql string, args []any, to ...any) error {
	if err := t.recognise(ctx); err != nil {
		return err
	}
	if t.anew {
		args = slices.Insert(args, 0, any(pgx.QueryExecModeCacheDescribe))
	}
	err := t.tx.QueryRow(ctx, t.s.texts.of(sql), args...).Scan(to...)
	switch c := code(err); {
	case err == nil, errors.Is(err, pgx.ErrNoRows), ctx.Err() != nil && c == "":
		return err
	case c == serializationFailure:
		return t.s.advise(err, "it conflicts with another transaction: run the whole transaction again")
	case c == failedTransaction:
		return t.s.advise(err, "an earlier error has aborted the transaction: roll it back")
	case errors.Is(err, pgx.ErrTxClosed):
		return t.s.advise(err, "the transaction has already been committed or rolled back")
	case c == "":
		return t.s.advise(err, "the transaction's connection does not answer: roll back")
	}
	return t.s.explain(err)
}

// plansAnew reports whether statements must be planned for each use because the caller's connection c
// would keep their plans. The settings that keep a plan right (adr 0030) are not set in the user's
// transaction, and a kept plan would outlive the growth of the tables.
func plansAnew(c *pgx.Conn) bool {
	cfg := c.Config()
	return cfg.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement && cfg.DescriptionCacheCapacity > 0
}

// failedTransaction is the answer to every statement after an error.
const failedTransaction = "25P02"

// recognise refuses a transaction on another database than the store's. It accepts an address equal to
// the store's own as proof.
func (t *inside) recognise(ctx context.Context) error {
	mine, own := t.tx.Conn().Config(), t.s.pool.Config().ConnConfig
	if t.known || mine.Host == own.Host && mine.Port == own.Port && mine.Database == own.Database {
		return nil
	}
	where := fmt.Sprintf("%s:%d/%s", mine.Host, mine.Port, mine.Database)
	var there bool
	var cluster pgtype.UUID
	err := t.tx.QueryRow(ctx, "SELECT to_regclass($1::text) IS NOT NULL", t.s.texts.schema+"meta").Scan(&there)
	if err == nil && there {
		err = t.tx.QueryRow(ctx, t.s.texts.of("SELECT m.cluster_id FROM ~meta m WHERE m.one = 1")).Scan(&cluster)
	}
	switch {
	case err != nil:
		return t.s.advise(err, "cannot see whether the transaction on "+where+" is one on this database")
	case uuidOf(cluster) != t.s.keeper.cluster:
		return fmt.Errorf("postgres: the transaction is on %s, but the Runtime's store is another database, %s: begin it there", where, t.s.where)
	}
	t.known = true
	return nil
}

// sent keeps what this process sends inside transactions in order, even if the database's clock is set
// back: the time of each request is later than all times before.
type sent struct {
	mu   sync.Mutex
	last time.Time
}

func (s *sent) next() pgtype.Timestamptz {
	s.mu.Lock()
	defer s.mu.Unlock()
	return pgtype.Timestamptz{Time: s.last.Add(time.Microsecond), Valid: true}
}

func (s *sent) saw(at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at.After(s.last) {
		s.last = at
	}
}
