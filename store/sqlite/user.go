package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"sync/atomic"
	"time"

	driver "modernc.org/sqlite"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

// maxHold is how long a transaction begun by [Store.Begin] may last.
const maxHold = 5 * time.Second

// ErrHeldTooLong: the transaction was rolled back because it lasted longer than five
// seconds, or because the context it was begun with ended.
var ErrHeldTooLong = fmt.Errorf("sqlite: the transaction was rolled back: it took longer than %v, or its context ended", maxHold)

// Tx is a user's transaction on the store's file: a *sql.Tx for the application's own
// tables, which [InTx] also turns into a client. End it with Commit or Rollback.
type Tx struct {
	*sql.Tx
	s    *Store
	stop func()      // stops the alarm
	over atomic.Bool // committed, rolled back, or expired
	late atomic.Bool // expired

	guest bool        // it belongs to an activity's function, which must not end it
	tried atomic.Bool // the function has tried to
}

// Begin begins a transaction that writes, with the same SQLite library. While it lasts
// nobody else writes to the file, engines included: their commits wait for it. Keep it
// short, without network calls. After five seconds, or when ctx ends, it is rolled back,
// and a Commit says so; a statement in progress ends first.
//
// The context that Begin returns ends with the transaction's time. Use it inside: a call
// with it that would wait for the store, and so for itself, is refused with
// [store.ErrHeld]. A call with another context waits until the transaction is over.
//
//	ctx, tx, err := st.Begin(ctx)
//	...
//	defer tx.Rollback()
//	_, err = tx.ExecContext(ctx, "INSERT INTO orders ...")
//	_, err = reprise.Start(ctx, sqlite.InTx(rt, tx), Order, in)
//	err = tx.Commit()
//	rt.Wake()
func (s *Store) Begin(ctx context.Context) (context.Context, *Tx, error) { return s.begin(ctx, ctx) }

// begin is Begin for a transaction that is rolled back when life ends.
func (s *Store) begin(ctx, life context.Context) (context.Context, *Tx, error) {
	if ctx == nil {
		return nil, nil, errNoContext
	}
	if _, err := s.enter(ctx); err != nil {
		return ctx, nil, err
	}
	inner, end, err := s.beginUser(ctx)
	if err != nil {
		s.leave()
		return ctx, nil, err
	}
	t := &Tx{Tx: inner, s: s}
	limit, done := context.WithTimeout(life, maxHold)
	complete := make(chan struct{})
	alarm := context.AfterFunc(limit, func() {
		<-complete
		t.expire(context.Cause(limit))
	})
	bounded, finish := context.WithTimeout(ctx, maxHold)
	t.stop = func() { alarm(); done(); finish(); end() }
	close(complete)
	return store.Hold(bounded, func() bool { return !t.over.Load() }), t, nil
}

// beginUser begins a transaction of the library's driver. ctx limits only the beginning:
// the library would roll back when it ends, and not tell us. end frees what is left.
func (s *Store) beginUser(ctx context.Context) (inner *sql.Tx, end context.CancelFunc, err error) {
	if s.user == nil {
		c, err := driver.NewConnector(s.userDSN())
		if err != nil {
			return nil, nil, s.explainUser(err, false)
		}
		s.user = sql.OpenDB(c)
		s.user.SetMaxOpenConns(1)
	}
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	begun := context.AfterFunc(ctx, end)
	inner, err = s.user.BeginTx(life, nil)
	if !begun() {
		err = context.Cause(ctx)
	}
	if err != nil {
		end()
		return nil, nil, s.explainUser(err, false)
	}
	return inner, end, nil
}

// userDSN opens the file as configure does. The connection makes its own checkpoints: if
// no engine commits, nobody else would move the WAL.
func (s *Store) userDSN() string {
	q := url.Values{"_txlock": {"immediate"}}
	for _, p := range []string{"synchronous(FULL)", "fullfsync(1)", "checkpoint_fullfsync(1)", fmt.Sprintf("busy_timeout(%d)", s.busy.Milliseconds())} {
		q.Add("_pragma", p)
	}
	if s.maxPages > 0 {
		q.Add("_pragma", fmt.Sprintf("max_page_count(%d)", s.maxPages))
	}
	return "file:" + (&url.URL{Path: filepath.ToSlash(s.path)}).EscapedPath() + "?" + q.Encode()
}

// Commit makes the transaction durable. After an error of SQLite it is rolled back. In the
// function of an activity (see [Transactional]) Commit only returns an error.
func (t *Tx) Commit() error {
	if t == nil || t.s == nil {
		return errNoTx
	}
	if t.guest {
		return t.try()
	}
	return t.end(t.Tx.Commit, true)
}

// Rollback undoes the transaction. After Commit it does nothing and returns sql.ErrTxDone.
// In the function of an activity it only returns an error.
func (t *Tx) Rollback() error {
	if t == nil || t.s == nil {
		return errNoTx
	}
	if t.guest {
		return t.try()
	}
	return t.end(t.Tx.Rollback, false)
}

var errNoTx = errors.New("sqlite: the zero Tx is not a transaction: begin one with Begin of the store")

func (t *Tx) try() error {
	t.tried.Store(true)
	return errTried
}

func (t *Tx) end(how func() error, committing bool) error {
	if !t.over.CompareAndSwap(false, true) {
		return t.done()
	}
	defer t.s.leave()
	defer t.stop()
	err := how()
	if err != nil {
		// The transaction may still be open on its connection, which ends with it.
		err = errors.Join(err, t.s.user.Close())
		t.s.user = nil
	}
	return t.s.explainUser(err, committing)
}

// done says why the transaction accepts nothing more.
func (t *Tx) done() error {
	if t.late.Load() {
		return ErrHeldTooLong
	}
	return sql.ErrTxDone
}

// expire rolls back a transaction that lasts too long, or whose caller has left.
func (t *Tx) expire(why error) {
	if !t.over.CompareAndSwap(false, true) {
		return
	}
	t.late.Store(true)
	defer t.s.leave()
	defer t.stop()
	if err := t.Tx.Rollback(); err != nil {
		t.s.log.Error("sqlite: cannot roll back an abandoned transaction", "path", t.s.path, "reason", why, "error", err)
		return
	}
	t.s.log.Warn("sqlite: rolled back an abandoned transaction", "path", t.s.path, "reason", why, "took", maxHold)
}

// explainUser is explain for an error of the library's driver.
func (s *Store) explainUser(err error, committing bool) error {
	var e *driver.Error
	if !errors.As(err, &e) {
		return err
	}
	return s.explain(&lib.Error{Extended: int32(e.Code()), Text: e.Error()}, committing)
}
