package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
	"github.com/reprise-run/reprise/store/sqlite/internal/lib"
)

// tx is one transaction on the write connection: one now, and ops in order.
type tx struct {
	*conn
	s   *Store
	now time.Time
	us  int64 // now in microseconds, as in the tables

	take  rules.Taking // of its batch
	quiet bool         // its changes affect no answer of a Tick
}

// enter waits for its turn to write, and returns the connection.
func (s *Store) enter(ctx context.Context) (*conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := heldHere(ctx); err != nil {
		return nil, err
	}
	select {
	case <-s.closed:
		return nil, store.ErrStoreClosed
	default:
	}
	select {
	case s.write <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-s.closed:
		return nil, store.ErrStoreClosed
	}
	if s.isClosed() {
		<-s.write
		return nil, store.ErrStoreClosed
	}
	if s.w == nil {
		if err := s.redial(); err != nil {
			<-s.write
			return nil, err
		}
	}
	return s.w, nil
}

// heldHere refuses a caller that would wait for its own transaction.
func heldHere(ctx context.Context) error {
	if err := store.Held(ctx); err != nil {
		return fmt.Errorf("sqlite: %w: inside the transaction use the client of sqlite.InTx, and make other calls after its Commit or Rollback", err)
	}
	return nil
}

func (s *Store) leave() { <-s.write }

// redial opens a new write connection after the old one broke.
func (s *Store) redial() error {
	c, err := s.dial(false)
	if err != nil {
		return s.explain(err, false)
	}
	if err := s.configure(c); err != nil {
		c.Close()
		return s.explain(err, false)
	}
	s.log.Info("sqlite: reopened the database after an I/O error", "path", s.path)
	s.w = c
	s.last = lastTick{} // the new connection has another data_version
	return nil
}

// update runs f as one transaction. If f, or a statement in it, fails, nothing has changed; if
// nothing has changed, nothing is written.
func (s *Store) update(ctx context.Context, f func(*tx) error) error {
	c, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer s.leave()
	if err := c.Begin(ctx, s.busy); err != nil {
		return s.failed(err, false)
	}
	x := s.begun(c)
	err = f(x)
	if err == nil {
		err = c.Clear()
	}
	if err != nil || c.Changed() == 0 {
		c.Rollback()
		return s.failed(err, false)
	}
	if err := c.Commit(); err != nil {
		return s.failed(err, true)
	}
	if !x.quiet {
		s.changes++
	}
	s.checkpoint(c)
	return nil
}

func (s *Store) begun(c *conn) *tx {
	now := s.now()
	return &tx{conn: c, s: s, now: now, us: now.UnixMicro()}
}

// failed is explain, and also gives up a broken connection and makes room on a full disk.
func (s *Store) failed(err error, committing bool) error {
	var member *store.MemberError
	if err == nil || errors.As(err, &member) {
		return err
	}
	switch {
	case breaks(err):
		s.dropWriter()
	case lib.CodeOf(err) == lib.Full:
		s.makeRoom(s.w)
	}
	return s.explain(err, committing)
}

// walBytes is how long the WAL may get before it is moved into the database. When it is maxWAL
// times as long a commit waits, at most restartWait, until nobody reads from it.
const (
	walBytes    = 4 << 20
	maxWAL      = 4
	restartWait = 100 * time.Millisecond
)

func (s *Store) checkpointPages() int { return max(1, walBytes/max(1, s.pageBytes)) }

// checkpoint moves the WAL into the database when it is long enough. A writer begins the WAL
// anew only when nobody reads from it, which readers that take turns can prevent for ever. So if
// it has become too long, the checkpoint waits for the current readers; later ones find
// everything in the database. If one long reader blocks a checkpoint, the wait before the next
// one grows with the length of the WAL.
func (s *Store) checkpoint(c *conn) {
	n := c.WALFrames()
	if n < s.next {
		if n < s.checkpointPages() {
			s.next = s.checkpointPages() // it began anew
		}
		return
	}
	how := lib.Passive
	if n >= maxWAL*s.checkpointPages() {
		how = lib.Restart
		c.SetBusyTimeout(restartWait)
		defer c.SetBusyTimeout(s.busy)
	}
	frames, done, err := c.Checkpoint(how)
	s.next = n + max(s.checkpointPages(), n/maxWAL)
	switch {
	case err != nil:
		s.log.Warn("sqlite: checkpoint failed, the WAL grows", "path", s.path, "error", err)
	case done < frames && frames >= 16*s.checkpointPages():
		s.log.Warn("sqlite: the WAL grows because a read transaction stays open", "path", s.path, "pages", frames, "moved", done)
	}
}

// makeRoom returns space that the WAL takes on a full disk, as far as nobody reads from it.
func (s *Store) makeRoom(c *conn) {
	c.SetBusyTimeout(0)
	defer c.SetBusyTimeout(s.busy)
	_, _, _ = c.Checkpoint(lib.Truncate) // if there is no room for this either, the caller gets the error
}

// Apply implements [store.Store].
func (s *Store) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	if len(ops) == 0 {
		_, err := s.Now(ctx)
		return nil, err
	}
	outs := make([]store.Outcome, len(ops))
	err := s.update(ctx, func(x *tx) error {
		if x.take = rules.TakingOf(ops); x.take.By != nil {
			x.take.Held = len(x.numbers(sqlHeld, x.take.By.Worker, x.take.By.Claim))
		}
		for i, op := range ops {
			err := store.Check(op)
			if err == nil {
				outs[i], err = x.apply(op)
			}
			switch {
			case err != nil:
				return &store.MemberError{Index: i, Err: err}
			case x.Err() == nil:
			case blamesMember(x.Err()):
				return &store.MemberError{Index: i, Err: x.Clear()}
			default:
				return x.Clear()
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return outs, nil
}

// apply carries out one op. An error that it returns is the op's fault; one of SQLite's stays in
// the connection.
func (x *tx) apply(op store.Op) (out store.Outcome, err error) {
	if ref, ok := rules.RefOf(op); ok {
		return x.keyed(ref, op)
	}
	switch o := op.(type) {
	case *store.Start:
		return x.start(o)
	case *store.StartAll:
		return x.startAll(o)
	case *store.Claim:
		return x.claim(o), nil
	case *store.Take:
		return store.Outcome{Claims: x.heldBy(o.Worker, o.Claim)}, nil
	case *store.Fire:
		return x.fire(o), nil
	case *store.Forward:
		return x.forward(o), nil
	case *store.Relay:
		return x.relay(o)
	case *store.ClaimActivities:
		return x.claimActivities(o), nil
	case *store.Condemn:
		return x.condemn(o), nil
	case *store.Recover:
		return x.recover(o), nil
	case *store.Sweep:
		return x.sweep(), nil
	case *store.Retain:
		return x.retain(o), nil
	case *store.ShareQueue:
		return x.shareQueue(o), nil
	case *store.ChangeQueue:
		return x.changeQueue(o), nil
	case *store.DrainWorker:
		return x.drainWorker(o), nil
	case *store.PutSchedule:
		return x.putSchedule(o)
	case *store.FireSchedule:
		return x.fireSchedule(o)
	case *store.Expire:
		return store.Outcome{Count: int(x.Exec(sqlExpire, o.Namespace, x.now.Add(-store.KeptGrace), o.Max))}, nil
	}
	return out, fmt.Errorf("unknown op %T", op)
}
