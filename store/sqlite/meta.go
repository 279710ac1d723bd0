package sqlite

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlEpoch    = "SELECT epoch FROM ~meta WHERE one = 1"
	sqlSecret   = "SELECT secret FROM ~meta WHERE one = 1"
	sqlRestored = "UPDATE ~meta SET epoch = epoch + 1 WHERE one = 1"
)

var _ store.Restorer = (*Store)(nil)

// Restored implements [store.Restorer]. A file that was replaced while nobody had it open
// does not need it, because no worker knows the old one. A file that was restored in
// place, under its engine, does.
func (s *Store) Restored(ctx context.Context) (epoch int64, err error) {
	err = s.update(ctx, func(x *tx) error {
		x.Exec(sqlRestored)
		epoch = x.Number(sqlEpoch)
		return nil
	})
	return epoch, err
}

// Secret implements [store.Store].
func (s *Store) Secret() []byte { return s.secret }

func newSecret() []byte {
	b := make([]byte, 32)
	rand.Read(b)
	return b
}

func (s *Store) readSecret(c *conn) error {
	q := c.Query(sqlSecret)
	if q.Next() {
		s.secret = q.Blob(0)
		q.End()
	}
	return c.Clear()
}

// tell records the epoch in which a worker joins.
func (s *Store) tell(worker store.WorkerID, epoch int64) {
	if s.epochs == nil {
		s.epochs = make(map[store.WorkerID]int64)
	}
	s.epochs[worker] = epoch
}

// recognise compares the epoch that a tick found with the one in which its worker joined.
func (s *Store) recognise(worker store.WorkerID, epoch int64) error {
	if joined, known := s.epochs[worker]; known && joined != epoch {
		return fmt.Errorf("%w: %s: its epoch is %d and was %d: `reprise db restored` has declared that a backup was restored; "+
			"the work of this worker may never have happened there: it drops that work and joins again under a new id",
			store.ErrOtherDatabase, s.path, epoch, joined)
	}
	return nil
}
