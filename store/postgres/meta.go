package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres/internal/sessionlock"
)

// found is what a statement saw of the database that it met.
type found struct {
	cluster uuid.UUID
	epoch   int64
	there   bool  // the worker has a row
	before  int64 // how often its lease had been renewed
	after   int64 // how often it has been renewed now
	secret  []byte
	locked  bool // its session lock is held on this connection
	kept    bool // another transaction locks the worker's row: the lease was not renewed

	timeline int64 // of the server; zero: unknown
}

// told is what a worker's last answer said. A database that knows less has lost something: an
// older backup of it was restored.
type told struct {
	epoch, renewed int64
	timeline       int64 // of the first tick with one; zero: none had
}

const (
	sqlIdentity    = `SELECT i.cluster_id, i.epoch, coalesce((SELECT w.renewed FROM ~worker w WHERE w.worker_id = $1), 0), i.secret FROM ~meta i WHERE i.one = 1`
	sqlHasTimeline = "SELECT " + sqlTimeline
	sqlRestored    = "UPDATE ~meta SET epoch = epoch + 1 WHERE one = 1 RETURNING epoch"
)

func readIdentity(row pgx.Row, f *found) error {
	return row.Scan(anID(&f.cluster), &f.epoch, &f.after, &f.secret)
}

// identify remembers which database this is.
func (s *Store) identify(ctx context.Context) error {
	return s.look(ctx, func(x *tx) {
		x.queue(sqlIdentity, id(uuid.Nil)).QueryRow(func(row pgx.Row) error {
			var f found
			err := readIdentity(row, &f)
			s.keeper.cluster, s.keeper.secret = f.cluster, f.secret
			s.keeper.mark = "reprise on " + f.cluster.String()
			return err
		})
	})
}

// Secret implements [store.Store].
func (s *Store) Secret() []byte { return s.keeper.secret }

// findTimeline finds out whether the server tells its timeline. Not every database that
// speaks the Postgres protocol does, nor does the server tell every role.
func (s *Store) findTimeline(ctx context.Context) {
	err := s.look(ctx, func(x *tx) {
		x.queue(sqlHasTimeline).QueryRow(func(row pgx.Row) error {
			var timeline pgtype.Int8
			return row.Scan(&timeline)
		})
	})
	s.keeper.timelines.Store(err == nil)
	if err != nil {
		s.log.Info("postgres: the server does not report its timeline: run `reprise db restored` after each promotion of a standby, so that workers join again",
			"where", s.where, "error", err)
	}
}

// same refuses another database than the one that was opened. Until a tick finds that one
// again, every call is refused: what it wrote elsewhere would be lost here.
func (s *Store) same(cluster uuid.UUID) error {
	other := cluster != s.keeper.cluster
	s.keeper.astray.Store(other)
	if !other {
		return nil
	}
	return fmt.Errorf("%w: postgres: %s: this is the database %s, and %s was opened: "+
		"point the address to that one again, or restart this process to work here",
		store.ErrOtherDatabase, s.where, cluster, s.keeper.cluster)
}

// admit checks the database of conn while another database was met. In a process without a worker, where
// no tick does that, it also checks each connection once.
func (s *Store) admit(ctx context.Context, conn *pgxpool.Conn) error {
	k := &s.keeper
	data, astray := conn.Conn().PgConn().CustomData(), k.astray.Load()
	if !astray && (k.mark == "" || data[k.mark] != nil) {
		return nil
	}
	ticks := k.ticks()
	if ticks && !astray {
		data[k.mark] = true
		return nil
	}
	var f found
	if err := readIdentity(conn.QueryRow(ctx, s.texts.of(sqlIdentity), id(uuid.Nil)), &f); err != nil {
		return s.explain(&sendError{err: err})
	}
	if f.cluster == k.cluster {
		data[k.mark] = true
		if ticks {
			return nil // only a tick clears the flag
		}
	}
	return s.same(f.cluster)
}

// recognise compares what a tick of a worker found with what the worker was told before.
func (s *Store) recognise(worker store.WorkerID, f found) error {
	if err := s.same(f.cluster); err != nil {
		return err
	}
	k := &s.keeper
	k.mu.Lock()
	defer k.mu.Unlock()
	last, joined := k.told[worker]
	switch {
	case !joined:
		return nil
	case !f.there: // the answer tells it that it has no row
		delete(k.told, worker)
		return nil
	case f.epoch != last.epoch:
		return fmt.Errorf("%w: postgres: %s: its epoch is %d and was %d: `reprise db restored` has declared that a backup was restored; "+
			"the work of this worker may never have happened there: it drops that work and joins again under a new id",
			store.ErrOtherDatabase, s.where, f.epoch, last.epoch)
	case f.timeline != 0 && last.timeline != 0 && f.timeline != last.timeline:
		return fmt.Errorf("%w: postgres: %s: its timeline is %d and was %d: a standby was promoted, or the server went back to an earlier point in time; "+
			"acknowledged commits may be lost there: this worker drops its work and joins again under a new id",
			store.ErrOtherDatabase, s.where, f.timeline, last.timeline)
	case f.before < last.renewed:
		return fmt.Errorf("%w: postgres: %s: it knows of %d renewals of this worker's lease and has acknowledged %d: a backup, or another older state, was restored; "+
			"this worker drops its work and joins again under a new id. Run `reprise db restored` after each restore, so that every worker does so",
			store.ErrOtherDatabase, s.where, f.before, last.renewed)
	}
	last.renewed = f.after
	if last.timeline == 0 {
		last.timeline = f.timeline
	}
	k.told[worker] = last
	return nil
}

// tell records what a worker that joins is told.
func (k *keeper) tell(worker store.WorkerID, f found) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.told == nil {
		k.told = make(map[store.WorkerID]told)
	}
	k.told[worker] = told{epoch: f.epoch, renewed: f.after}
}

// letGo forgets a worker and releases its session lock.
func (s *Store) letGo(ctx context.Context, worker store.WorkerID) {
	k := &s.keeper
	k.mu.Lock()
	delete(k.told, worker)
	g := k.guard
	k.mu.Unlock()
	if g != nil {
		g.Drop(ctx, sessionlock.Worker(worker))
	}
}

var _ store.Restorer = (*Store)(nil)

// Restored implements [store.Restorer].
func (s *Store) Restored(ctx context.Context) (epoch int64, err error) {
	err = s.update(ctx, func(x *tx) error {
		x.write(sqlRestored).QueryRow(func(row pgx.Row) error { return row.Scan(&epoch) })
		return nil
	})
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Code == insufficientRights {
		err = s.advise(refused, "only the role that owns the tables may do this: connect as that role")
	}
	return epoch, err
}
