package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/store"
)

// tx is one transaction on the writing connection: one now, and ops in order.
type tx struct {
	*conn
	s   *Store
	now time.Time
	us  int64 // now as the tables hold it

	member error // why the op in progress can never be applied
	quiet  bool  // what it changes changes no answer of a Tick
	ahead  *due  // what its one op removes, if that was looked for before
	ended  []ending
}

// enter waits for its turn to write and returns the connection.
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

// heldHere refuses a caller who would wait for the transaction that he himself holds.
func heldHere(ctx context.Context) error {
	if err := store.Held(ctx); err != nil {
		return fmt.Errorf("sqlite: %w: use sqlite.InTx for what belongs to the transaction, and do the rest after its Commit or Rollback", err)
	}
	return nil
}

func (s *Store) leave() { <-s.write }

// redial opens a new writing connection after the old one broke.
func (s *Store) redial() error {
	c, err := dial(s.path, s.prefix, false, s.busy)
	if err != nil {
		return s.explain(err, false)
	}
	if err := s.configure(c); err != nil {
		c.close()
		return s.explain(err, false)
	}
	s.log.Info("sqlite: opened the database again after an I/O error", "path", s.path)
	s.w = c
	s.last = lastTick{} // it counts from another data_version
	return nil
}

// update runs f as one transaction. If f, or a statement in it, fails, nothing has
// changed; if nothing has changed, nothing is written.
func (s *Store) update(ctx context.Context, f func(*tx) error) error {
	c, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer s.leave()
	if err := c.begin(ctx, s.busy); err != nil {
		return s.failed(err, false)
	}
	x := s.begun(c)
	err = f(x)
	if err == nil {
		x.noteEnded()
		err = c.clear()
	}
	if err != nil || c.changed() == 0 {
		c.rollback()
		return s.failed(err, false)
	}
	if err := c.commit(); err != nil {
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

// failed is explain, and gives a broken connection up.
func (s *Store) failed(err error, committing bool) error {
	var member *store.MemberError
	if err == nil || errors.As(err, &member) {
		return err
	}
	if breaks(err) {
		s.dropWriter()
	}
	return s.explain(err, committing)
}

// walBytes is how long the WAL may get before it is moved into the database.
const walBytes = 4 << 20

func (s *Store) checkpointPages() int { return max(1, walBytes/max(1, s.pageBytes)) }

// checkpoint moves the WAL into the database when it is long enough. It never waits:
// what a reader holds up is tried again as much later as it is long.
func (s *Store) checkpoint(c *conn) {
	n := c.walFrames()
	if n < s.next {
		if n < s.checkpointPages() {
			s.next = s.checkpointPages() // it began anew
		}
		return
	}
	frames, done, err := c.checkpoint()
	s.next = frames + s.checkpointPages()
	switch {
	case err != nil:
		s.log.Warn("sqlite: checkpoint failed, the WAL grows", "path", s.path, "err", err)
		s.next = n + s.checkpointPages()
	case done == frames:
		s.next = s.checkpointPages() // the next writer begins anew
	case frames >= 16*s.checkpointPages():
		s.log.Warn("sqlite: the WAL grows because a reader does not end", "path", s.path, "pages", frames, "moved", done)
	}
}

// Apply implements [store.Store].
func (s *Store) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	if len(ops) == 0 {
		_, err := s.Now(ctx)
		return nil, err
	}
	ahead, err := s.lookAhead(ctx, ops)
	if err != nil {
		return nil, err
	}
	outs, err := s.carryOut(ctx, ops, ahead)
	if errors.Is(err, errOvertaken) {
		return s.carryOut(ctx, ops, nil)
	}
	return outs, err
}

// carryOut is Apply, with what was looked for before.
func (s *Store) carryOut(ctx context.Context, ops []store.Op, ahead *due) ([]store.Outcome, error) {
	outs := make([]store.Outcome, len(ops))
	err := s.update(ctx, func(x *tx) error {
		x.ahead = ahead
		for i, op := range ops {
			err := store.Check(op)
			if err == nil {
				outs[i], err = x.apply(op)
			}
			switch {
			case err != nil:
				return &store.MemberError{Index: i, Err: err}
			case x.err == nil:
			case blamesMember(x.err):
				return &store.MemberError{Index: i, Err: x.clear()}
			default:
				return x.clear()
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return outs, nil
}

// apply carries out one op. An error of its own is the op's fault; one of SQLite stays
// in the connection.
func (x *tx) apply(op store.Op) (out store.Outcome, err error) {
	x.member = nil
	switch o := op.(type) {
	case *store.Start:
		out = x.start(o)
	case *store.Claim:
		out = x.claim(o)
	case *store.Commit:
		out = x.append(o)
	case *store.Deliver:
		out = x.deliver(o)
	case *store.Fetch:
		out = x.fetch(o)
	case *store.Fire:
		out = x.fire(o)
	case *store.Forward:
		out = x.forward(o)
	case *store.ClaimActivities:
		out = x.claimActivities(o)
	case *store.EndActivity:
		out = x.endActivity(o)
	case *store.RetryActivity:
		out = x.retryActivity(o)
	case *store.Beat:
		out = x.beat(o)
	case *store.Release:
		out = x.release(o)
	case *store.Resume:
		out = x.resume(o)
	case *store.Terminate:
		out = x.terminate(o)
	case *store.Condemn:
		out = x.condemn(o)
	case *store.Recover:
		out = x.recover(o)
	case *store.Sweep:
		out = x.sweep()
	case *store.Retain:
		out = x.retain(o)
	default:
		return out, fmt.Errorf("a %T is no op this store knows", op)
	}
	return out, x.member
}

// stamp is a given time as the store keeps it: UTC, whole microseconds, rounded up so
// that nothing is due too early.
func stamp(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	c := t.UTC().Truncate(time.Microsecond)
	if c.Before(t) {
		c = c.Add(time.Microsecond)
	}
	return c
}
