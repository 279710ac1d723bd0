package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// InTx returns rt as a client inside tx, which [Store.Begin] of the Runtime's store has
// begun: what is started, signalled and cancelled through it is there when tx commits, or
// never. What is wrong with tx is said by the first call.
//
//	run, err := reprise.Start(ctx, sqlite.InTx(rt, tx), Order, in)
func InTx[C any](rt store.Transactor[C], tx *Tx) C {
	s, ok := store.As[*Store](rt.Store())
	switch {
	case !ok:
		return rt.InTx(store.FailedTx(fmt.Errorf("sqlite: the Runtime's store is a %T, not a *sqlite.Store: use the InTx of that store's package", rt.Store())))
	case tx == nil || tx.Tx == nil:
		return rt.InTx(store.FailedTx(errors.New("sqlite: the transaction is nil: begin it with Begin of the Runtime's store")))
	case tx.s != s && (tx.s.path != s.path || tx.s.prefix != s.prefix):
		return rt.InTx(store.FailedTx(fmt.Errorf("sqlite: the transaction is one on %s (prefix %s), the Runtime's store is %s (prefix %s): begin it with Begin of the Runtime's store",
			tx.s.path, tx.s.prefix, s.path, s.prefix)))
	}
	return rt.InTx(inside{tx})
}

// inside is the user's transaction as the client writes in it.
type inside struct{ tx *Tx }

const (
	sqlTargetColumns = "SELECT run_id, status, unread, namespace, workflow_id, workflow FROM ~run r "
	sqlTargetByID    = sqlTargetColumns + "WHERE run_id = ?1 AND " + sqlThere
	sqlTargetNamed   = sqlTargetColumns + "WHERE run = " + sqlNewest + " AND " + sqlThere
	sqlAddRequest    = "INSERT INTO ~request (id, kind, run_id, namespace, workflow_id, at, data) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
)

// Now implements [store.Tx].
func (t inside) Now(ctx context.Context) (time.Time, error) { return t.tx.s.Now(ctx) }

// Workflow implements [store.Tx].
func (t inside) Workflow(ctx context.Context, ref store.Ref) (name string, err error) {
	err = t.do(ctx, func(w *userRows) {
		v, found := w.target(ref)
		if name = v.workflow; !found && w.err == nil {
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
			out = w.start(o)
		case *store.Deliver:
			out = w.request(o)
		}
	})
	return out, err
}

// do runs f, of which either everything is kept or nothing, and which no context of a
// caller's ends halfway.
func (t inside) do(ctx context.Context, f func(*userRows)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if t.tx.over.Load() {
		return t.tx.done()
	}
	w := &userRows{tx: t.tx, ctx: context.WithoutCancel(ctx), us: t.tx.s.now().UnixMicro()}
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

// userRows writes by the user's connection what a conn writes by the store's own. Its
// error is as sticky.
type userRows struct {
	tx   *Tx
	ctx  context.Context
	us   int64 // now as the tables hold it
	last int64 // the number of the row inserted last
	err  error
}

func (w *userRows) text(sql string) string { return strings.ReplaceAll(sql, "~", w.tx.s.prefix) }

func (w *userRows) exec(sql string, args ...any) int64 {
	if w.err != nil {
		return 0
	}
	res, err := w.tx.ExecContext(w.ctx, w.text(sql), values(args)...)
	if err != nil {
		w.err = err
		return 0
	}
	n, err := res.RowsAffected()
	w.err = err
	if w.last, err = res.LastInsertId(); w.err == nil {
		w.err = err
	}
	return n
}

func (w *userRows) number(sql string, args ...any) (n int64) {
	w.row(sql, args, &n)
	return n
}

func (w *userRows) inserted() int64 { return w.last }

// row reads the first row, if there is one.
func (w *userRows) row(text string, args []any, to ...any) bool {
	if w.err != nil {
		return false
	}
	err := w.tx.QueryRowContext(w.ctx, w.text(text), values(args)...).Scan(to...)
	if errors.Is(err, sql.ErrNoRows) {
		return false
	}
	w.err = err
	return err == nil
}

// values turns what a conn can bind into what database/sql can.
func values(args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		switch v := a.(type) {
		case uuid.UUID:
			if v != uuid.Nil {
				b := stored(v)
				out[i] = b[:]
			}
		case storedID:
			out[i] = v[:]
		case []byte:
			if v != nil {
				out[i] = v
			}
		default:
			out[i] = a
		}
	}
	return out
}

// target is what a request must know of its run.
type target struct {
	run                             store.RunID
	status                          store.Status
	unread                          int
	namespace, workflowID, workflow string
}

// target is the run that ref names: by its workflow id the one created last.
func (w *userRows) target(ref store.Ref) (v target, found bool) {
	if ref.Run != uuid.Nil {
		return w.readTarget(sqlTargetByID, ref.Run)
	}
	return w.readTarget(sqlTargetNamed, ref.Namespace, ref.WorkflowID)
}

func (w *userRows) readTarget(text string, args ...any) (v target, found bool) {
	var id []byte
	found = w.row(text, args, &id, &v.status, &v.unread, &v.namespace, &v.workflowID, &v.workflow)
	v.run = uuidOf(id)
	return v, found
}

func (w *userRows) start(o *store.Start) store.Outcome {
	if _, ok := insertRun(w, o, w.us); ok {
		return store.Outcome{Run: o.Run}
	}
	v, found := w.target(store.Ref{Namespace: o.Namespace, WorkflowID: o.WorkflowID})
	if !found {
		var id []byte // of a run that was removed, for a Start with Once
		w.row(sqlLastKey, []any{o.Namespace, o.WorkflowID}, &id)
		v.run = uuidOf(id)
	}
	return store.Outcome{Code: store.Exists, Run: v.run}
}

func (w *userRows) request(o *store.Deliver) store.Outcome {
	v, found := w.target(o.Ref)
	out := store.Outcome{Run: v.run}
	switch {
	case !found:
		out.Code = store.NotFound
	case v.status != store.Open:
		out.Code = store.Closed
	case v.unread >= store.MaxUnread:
		out.Code = store.Full
	default:
		w.exec(sqlAddRequest, o.Entry.ID, int(o.Entry.Kind), o.Ref.Run, v.namespace, v.workflowID, w.us, o.Entry.Data)
	}
	return out
}
