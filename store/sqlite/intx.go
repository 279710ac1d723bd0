package sqlite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

// InTx returns rt as a client inside tx, which [Store.Begin] of the Runtime's store has begun.
// Starts, signals and cancels through it take effect when tx commits, or never. The first call
// reports what is wrong with tx.
//
//	run, err := reprise.Start(ctx, sqlite.InTx(rt, tx), Order, in)
func InTx[C any](rt store.Transactor[C], tx *Tx) C {
	s, ok := store.As[*Store](rt.Store())
	switch {
	case !ok:
		return rt.InTx(store.FailedTx(otherStore(rt.Store())))
	case tx == nil || tx.Tx == nil:
		return rt.InTx(store.FailedTx(errors.New("sqlite: the transaction is nil: begin it with Begin of the Runtime's store")))
	case tx.s != s && (tx.s.path != s.path || tx.s.prefix != s.prefix):
		return rt.InTx(store.FailedTx(fmt.Errorf("sqlite: the transaction is on %s (prefix %s), but the Runtime's store is %s (prefix %s): begin it with Begin of the Runtime's store",
			tx.s.path, tx.s.prefix, s.path, s.prefix)))
	}
	return rt.InTx(inside{tx})
}

// inside is a client's access to the user's transaction.
type inside struct{ tx *Tx }

const sqlAddRequest = "INSERT INTO ~request (id, kind, run_id, namespace, workflow_id, at, data) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"

// Now implements [store.Tx].
func (t inside) Now(ctx context.Context) (time.Time, error) { return t.tx.s.Now(ctx) }

// Workflow implements [store.Tx].
func (t inside) Workflow(ctx context.Context, ref store.Ref) (name string, err error) {
	err = t.do(ctx, func(w *userRows) {
		if r := find(w.session(), ref); r != nil {
			name = r.Workflow
		} else if w.err == nil {
			w.err = store.ErrNotFound
		}
	})
	return name, err
}

// Apply implements [store.Tx].
func (t inside) Apply(ctx context.Context, op store.Op) (out store.Outcome, err error) {
	if err := store.CheckInTx(op); err != nil {
		return out, err
	}
	err = t.do(ctx, func(w *userRows) {
		switch o := op.(type) {
		case *store.Start:
			out, w.err = w.start(o)
		case *store.Deliver:
			out = w.request(o)
		}
	})
	return out, err
}

// do runs f, which takes effect as a whole or not at all. No caller's context ends it halfway.
func (t inside) do(ctx context.Context, f func(*userRows)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if t.tx.over.Load() {
		return t.tx.done()
	}
	w := &userRows{tx: t.tx, ctx: context.WithoutCancel(ctx), now: t.tx.s.now()}
	w.exec("SAVEPOINT ~tx")
	f(w)
	if err := w.err; err != nil {
		w.err = nil
		w.exec("ROLLBACK TO ~tx")
		w.exec("RELEASE ~tx")
		if t.tx.late.Load() {
			return ErrHeldTooLong
		}
		return t.tx.s.explainUser(err, false)
	}
	w.exec("RELEASE ~tx")
	return t.tx.s.explainUser(w.err, false)
}

// userRows writes on the user's connection what a conn writes on the store's own. Its errors
// are sticky too.
type userRows struct {
	tx   *Tx
	ctx  context.Context
	now  time.Time
	last int64 // the number of the last inserted row
	err  error
}

func (w *userRows) text(sql string) string { return strings.ReplaceAll(sql, "~", w.tx.s.prefix) }

func (w *userRows) exec(sql string, args ...any) {
	if w.err != nil {
		return
	}
	res, err := w.tx.ExecContext(w.ctx, w.text(sql), values(args)...)
	if err != nil {
		w.err = err
		return
	}
	w.last, w.err = res.LastInsertId()
}

func (w *userRows) number(sql string, args ...any) int64 {
	q, ok := w.one(sql, args...)
	if !ok {
		return 0
	}
	return q.Int(0)
}

func (w *userRows) one(text string, args ...any) (columns, bool) {
	if w.err != nil {
		return nil, false
	}
	all, err := w.tx.QueryContext(w.ctx, w.text(text), values(args)...)
	if err != nil {
		w.err = err
		return nil, false
	}
	defer func() { w.err = errors.Join(w.err, all.Close()) }()
	if !all.Next() {
		w.err = all.Err()
		return nil, false
	}
	names, err := all.Columns()
	row := make(userRow, len(names))
	to := make([]any, len(names))
	for i := range row {
		to[i] = &row[i]
	}
	if w.err = errors.Join(err, all.Scan(to...)); w.err != nil {
		return nil, false
	}
	return row, true
}

// userRow is a row of database/sql: int64, string, []byte, or nil.
type userRow []any

func (s userRow) End()            {}
func (s userRow) Null(i int) bool { return s[i] == nil }
func (s userRow) Bool(i int) bool { return s.Int(i) != 0 }

func (s userRow) Int(i int) int64 {
	n, _ := s[i].(int64)
	return n
}

func (s userRow) Text(i int) string {
	t, _ := s[i].(string)
	return t
}

func (s userRow) ID(i int) uuid.UUID {
	b, _ := s[i].([]byte)
	return lib.IDOf(b)
}

func (s userRow) Time(i int) time.Time {
	if s.Null(i) {
		return time.Time{}
	}
	return time.UnixMicro(s.Int(i)).UTC()
}

// values turns what a conn can bind into what database/sql can. It keeps nothing of args, which
// are on the caller's stack.
func values(args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		switch v := a.(type) {
		case int64:
			out[i] = v
		case int:
			out[i] = int64(v)
		case bool:
			out[i] = v
		case string:
			out[i] = strings.Clone(v)
		case uuid.UUID:
			if v != uuid.Nil {
				out[i] = bytes.Clone(v[:])
			}
		case storedID:
			out[i] = bytes.Clone(v[:])
		case time.Time:
			if !v.IsZero() {
				out[i] = v.UnixMicro()
			}
		case []byte:
			if v != nil {
				out[i] = bytes.Clone(v)
			}
		}
	}
	return out
}

func (w *userRows) start(o *store.Start) (store.Outcome, error) {
	p, number := placeOf(w.session(), o)
	if number != 0 {
		p.Run = load(w.session(), sqlLoadByNumber, number).rules()
	}
	if w.err != nil {
		return store.Outcome{}, w.err
	}
	out, err := started(w.session(), o, p, w.now)
	return out, errors.Join(err, w.err)
}

func (w *userRows) request(o *store.Deliver) store.Outcome {
	r := find(w.session(), o.Ref)
	if r != nil && r.Inbox.Unread >= store.FewUnread {
		r.Inbox.Bytes = int(w.number(sqlUnreadBytes, r.number))
	}
	out := r.rules().Request()
	if out.Code == store.Done && w.err == nil {
		w.exec(sqlAddRequest, o.Entry.ID, int(o.Entry.Kind), r.ID, r.Namespace, r.WorkflowID, w.now, o.Entry.Data)
	}
	return out
}
