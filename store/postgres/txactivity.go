package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/store"
)

const (
	// The mark goes with the transaction: where it is missing, the function has ended the
	// one that was begun for it, and perhaps begun another.
	sqlBeginActivity = sqlBegin + "; SELECT set_config('reprise.attempt', '%s', true), set_config('idle_in_transaction_session_timeout', '%dms', true)"
	// So does what the function has made of it: where the server takes writes, a transaction
	// that takes none was told so by the function.
	sqlMark = "SELECT coalesce(current_setting('reprise.attempt', true), ''), current_setting('transaction_read_only') = 'on'" +
		" AND current_setting('default_transaction_read_only') = 'off' AND NOT pg_is_in_recovery()"
	// Executed in the place of COMMIT when that has been done already.
	sqlNothing = ";"
)

var (
	errEnded = failure.New("", "the function has ended it by a statement of its own: after a COMMIT what it wrote is there, after a ROLLBACK it is not: "+
		"send neither, the engine ends it", failure.Permanent())
	errTried    = errors.New("the function has called Commit or Rollback: the engine ends the transaction, return an error to have it rolled back")
	errSpoilt   = errors.New("a statement of the function failed in the transaction and the function returned no error: return that of the statement, or use a savepoint (tx.Begin)")
	errNoWrites = errors.New("the function has made the transaction read only, and its end could not be written: leave that setting alone")
	errBroken   = errors.New("the connection broke in the transaction and the function returned no error: return that of the statement")
	errInUse    = errors.New("the function has returned while a statement of its transaction is being carried out: close rows and batches, and wait for goroutines that use it")
)

// activityTx is the transaction of one attempt at an activity, on a connection of its own.
// The function has it as the pgx.Tx that pgx has made; the store ends it with the same
// code as any other.
type activityTx struct {
	s    *Store
	conn *pgxpool.Conn
	tx   guest
	mark string
	from time.Time
	end  sync.Once
}

// BeginActivity implements [store.ActivityBeginner]. So that commits do not have to wait
// for functions, two connections of the pool are never used for these transactions, if
// there are that many.
func (s *Store) BeginActivity(ctx context.Context) (context.Context, store.ActivityTx, error) {
	select {
	case s.guests <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	t := &activityTx{s: s, mark: uuid.NewString(), from: time.Now()}
	if err := t.begin(ctx); err != nil {
		<-s.guests
		return nil, nil, err
	}
	return context.WithValue(ctx, guestKey{}, &t.tx), t, nil
}

func (t *activityTx) begin(ctx context.Context) (err error) {
	if t.conn, err = t.s.acquire(ctx, t.s.pool); err != nil {
		return err
	}
	bounded, stop := context.WithTimeout(ctx, t.s.patience)
	defer stop()
	if err := t.s.admit(bounded, t.conn); err != nil {
		t.conn.Release()
		return err
	}
	t.tx.Tx, err = t.conn.Conn().BeginTx(bounded, pgx.TxOptions{
		BeginQuery: fmt.Sprintf(sqlBeginActivity, t.mark, t.s.standstill.Milliseconds()), CommitQuery: sqlNothing,
	})
	if err != nil {
		t.conn.Release()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return t.s.explain(&sendError{err: err})
	}
	return nil
}

// End implements [store.ActivityTx]. It takes two round trips: the run and the row are
// locked and looked up; what an EndActivity changes is written, with the COMMIT.
func (t *activityTx) End(ctx context.Context, o *store.EndActivity) (store.Outcome, error) {
	defer t.Rollback()
	fenced := store.Outcome{Code: store.Fenced, Run: o.Run}
	if err := ctx.Err(); err != nil {
		return fenced, err
	}
	if err := store.Check(o); err != nil {
		return fenced, err
	}
	if err := t.usable(); err != nil {
		return fenced, err
	}
	bounded, stop := context.WithTimeout(context.WithoutCancel(ctx), t.s.patience)
	defer stop()
	x := &tx{s: t.s, ctx: bounded, conn: t.conn, wait: &pgx.Batch{}, begun: true, lockWait: t.s.lockWait, limit: t.s.patience}
	out, err := t.finish(x, o)
	switch c := code(err); {
	case t.stoodStill(err): // so will the next attempt
		return fenced, t.s.advise(err, fmt.Sprintf("the function has let its transaction stand still for too long, the server ends it after %v: "+
			"do what takes long in another activity", t.s.standstill))
	case again(err) && c != uniqueViolation: // which is one of the function's, deferred
		return fenced, t.s.wrap(store.ErrTransient, err)
	}
	return out, t.s.explain(err)
}

// finish carries out o by the code that an Apply uses. What a repetition needs is not
// looked up: an entry that another attempt has left must not be taken for this one's.
func (t *activityTx) finish(x *tx, o *store.EndActivity) (store.Outcome, error) {
	fenced := store.Outcome{Code: store.Fenced, Run: o.Run}
	named := *o
	named.Entry = store.Entry{}
	u := &unit{tx: x, ops: []store.Op{&named}, waits: true, locked: make(map[store.RunID]bool)}
	u.forget()
	x.settings()
	mark, noWrites := "", false
	x.queue(sqlMark).QueryRow(func(row pgx.Row) error { return row.Scan(&mark, &noWrites) })
	u.lock()
	switch err := u.load(u.ops); {
	case noWrites && code(err) == readOnly:
		return fenced, errNoWrites
	case err != nil:
		return fenced, err
	}
	if mark != t.mark {
		return fenced, errEnded
	}
	out, held := u.runs[o.Run].rules().EndHeld(o, nil, u.now)
	if !held {
		return fenced, nil
	}
	u.keeps(u.runs[o.Run])
	u.flush()
	return out, x.send(true)
}

// stoodStill says whether the transaction was ended by the server because of what the
// function did. The server's word for it is lost where the connection is closed already.
func (t *activityTx) stoodStill(err error) bool {
	var sent *sendError
	if !errors.As(err, &sent) || unknown(err) {
		return false
	}
	c := code(err)
	return c == idledTooLong || c == lastedTooLong || c == "" && time.Since(t.from) >= t.s.standstill
}

// usable says what the function has left of the transaction.
func (t *activityTx) usable() error {
	c := t.conn.Conn()
	switch {
	case t.tx.tried.Load():
		return errTried
	case c.IsClosed():
		return errBroken
	case c.PgConn().IsBusy():
		return errInUse
	case c.PgConn().TxStatus() == 'I':
		return errEnded
	case c.PgConn().TxStatus() == 'E':
		return errSpoilt
	}
	return nil
}

// Rollback implements [store.ActivityTx]. A connection whose transaction cannot be ended
// is closed, which ends it.
func (t *activityTx) Rollback() {
	t.end.Do(func() {
		bounded, stop := context.WithTimeout(context.Background(), t.s.patience)
		defer stop()
		if t.conn.Conn().PgConn().TxStatus() == 'I' {
			_ = t.tx.Tx.Commit(bounded) // pgx is to know that it is over
		} else {
			_ = t.tx.Tx.Rollback(bounded)
		}
		t.conn.Release()
		<-t.s.guests
	})
}
