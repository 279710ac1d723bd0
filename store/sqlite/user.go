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

// ErrHeldTooLong: the transaction lasted longer than five seconds, or the context it was
// begun with ended, and it was rolled back.
var ErrHeldTooLong = fmt.Errorf("sqlite: the transaction was rolled back: it lasted longer than %v, or its context ended", maxHold)

// Tx is a transaction of the user's on the store's file: a *sql.Tx for the application's
// own tables, which [InTx] also turns into a client. End it with Commit or Rollback.
type Tx struct {
	*sql.Tx
	s    *Store
	stop func()      // the alarm
	over atomic.Bool // committed, rolled back, or expired
	late atomic.Bool // expired

	guest bool        // it is that of an activity's function, which is not to end it
	tried atomic.Bool // the function has tried
}

// Begin begins a transaction that writes, by the same SQLite library. As long as it lasts
// nobody else writes to the file, engines included: their commits wait for it. Let it be
// short, with no call over a network in it. After five seconds, or when ctx ends, it is
// rolled back, and a Commit says so; a statement that is being executed ends first.
//
// The context that Begin returns ends with the transaction's time. It is the one to use
// inside: a call that would wait for the store, and so for itself, is refused with
// [store.ErrHeld] when made with it. A call made with another context waits until the
// transaction is over.
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

// beginUser begins a transaction of the library's driver. ctx bounds the beginning only:
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

// userDSN opens the file as configure does. Its checkpoints are its own: where no engine
// commits, nobody else would move the WAL.
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

// Commit makes the transaction durable. After an error of SQLite's it is rolled back. In
// the function of an activity (see [Transactional]) it does nothing and says so.
func (t *Tx) Commit() error {
	if t == nil || t.s == nil {
		return errNoTx
	}
	if t.guest {
		return t.try()
	}
	return t.end(t.Tx.Commit, true)
}

// Rollback undoes the transaction. After Commit it returns sql.ErrTxDone and does nothing.
// In the function of an activity it does nothing and says so.
func (t *Tx) Rollback() error {
	if t == nil || t.s == nil {
		return errNoTx
	}
	if t.guest {
		return t.try()
	}
	return t.end(t.Tx.Rollback, false)
}

var errNoTx = errors.New("sqlite: the zero Tx is no transaction: begin one with Begin of the store")

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
		// The transaction may be open still on its connection, which ends with it.
		err = errors.Join(err, t.s.user.Close())
		t.s.user = nil
	}
	return t.s.explainUser(err, committing)
}

// done says why the transaction takes nothing more.
func (t *Tx) done() error {
	if t.late.Load() {
		return ErrHeldTooLong
	}
	return sql.ErrTxDone
}

// expire rolls back what lasts too long, or whose caller has left.
func (t *Tx) expire(why error) {
	if !t.over.CompareAndSwap(false, true) {
		return
	}
	t.late.Store(true)
	defer t.s.leave()
	defer t.stop()
	if err := t.Tx.Rollback(); err != nil {
		t.s.log.Error("sqlite: a transaction that was given up cannot be rolled back", "path", t.s.path, "reason", why, "error", err)
		return
	}
	t.s.log.Warn("sqlite: rolled back a transaction that was given up", "path", t.s.path, "reason", why, "took", maxHold)
}

// explainUser is explain for an error of the library's driver.
func (s *Store) explainUser(err error, committing bool) error {
	var e *driver.Error
	if !errors.As(err, &e) {
		return err
	}
	return s.explain(&lib.Error{Extended: int32(e.Code()), Text: e.Error()}, committing)
}
