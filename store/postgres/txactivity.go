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
	// The mark belongs to the transaction. If it is missing, the function has ended the
	// transaction that was begun for it, and perhaps begun another.
	sqlBeginActivity = sqlBegin + "; SELECT set_config('reprise.attempt', '%s', true), set_config('idle_in_transaction_session_timeout', '%dms', true)"
	// So does the access mode: if the server accepts writes and the transaction does not, the
	// function has made it read-only.
	sqlMark = "SELECT coalesce(current_setting('reprise.attempt', true), ''), current_setting('transaction_read_only') = 'on'" +
		" AND current_setting('default_transaction_read_only') = 'off' AND NOT pg_is_in_recovery()"
	// Executed in place of COMMIT when the transaction is already over.
	sqlNothing = ";"
)

var (
	errEnded = failure.New("", "a statement of the function ended it: a COMMIT has kept its writes, a ROLLBACK has not: "+
		"run neither, the engine ends it", failure.Permanent())
	errTried    = errors.New("the function called Commit or Rollback: the engine ends the transaction; return an error to roll it back")
	errSpoilt   = errors.New("a statement of the function failed in the transaction, but the function returned nil: return the statement's error, or use a savepoint (tx.Begin)")
	errNoWrites = errors.New("the function made the transaction read only, so its end could not be written: leave that setting alone")
	errBroken   = errors.New("the connection broke in the transaction, but the function returned nil: return the statement's error")
	errInUse    = errors.New("the function returned while a statement of its transaction was running: close rows and batches, and wait for goroutines that use it")
)

// activityTx is the transaction of one attempt at an activity, on a connection of its own.
// The function gets it as the pgx.Tx that pgx made; the store ends it with the same code
// as any other.
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
	case t.stoodStill(err): // the next attempt would stand still too
		return fenced, t.s.advise(err, fmt.Sprintf("the function left its transaction idle for too long, the server ends it after %v: "+
			"do what takes long in another activity", t.s.standstill))
	case again(err) && c != uniqueViolation: // otherwise it is a deferred constraint of the function's
		return fenced, t.s.wrap(store.ErrTransient, err)
	}
	return out, t.s.explain(err)
}

// finish carries out o with the code that Apply uses. It does not read what a repetition
// needs: another attempt's entry must not be taken for this one's.
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

// stoodStill reports whether the server ended the transaction because the function was
// idle in it. The server's message is lost if the connection is already closed.
func (t *activityTx) stoodStill(err error) bool {
	var sent *sendError
	if !errors.As(err, &sent) || unknown(err) {
		return false
	}
	c := code(err)
	return c == idledTooLong || c == lastedTooLong || c == "" && time.Since(t.from) >= t.s.standstill
}

// usable says in which state the function has left the transaction.
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
			_ = t.tx.Tx.Commit(bounded) // tells pgx that it is over
		} else {
			_ = t.tx.Tx.Rollback(bounded)
		}
		t.conn.Release()
		<-t.s.guests
	})
}
