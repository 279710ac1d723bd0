package sqlite

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/reprise-run/reprise/store"
)

// What is to be removed is looked for and added up on a reading connection, while others
// write. Only another removal can change any of it meanwhile: whoever then finds fewer runs
// than were looked for takes all back, and looks again while nobody else writes.

var errOvertaken = errors.New("another removal came first")

const sqlIsThere = "SELECT count(*) FROM ~run WHERE run = ?1 AND run_id = ?2"

// lookAhead is what ops remove, if that is all they do: otherwise nil.
func (s *Store) lookAhead(ctx context.Context, ops []store.Op) (*due, error) {
	o, ok := ops[0].(*store.Retain)
	if !ok || len(ops) > 1 || store.Check(o) != nil || o.Dry {
		return nil, nil
	}
	var d due
	err := s.look(ctx, func(c *conn) {
		c.snapshot()
		d = c.due(o, s.now().Add(-o.Age))
	})
	return &d, err
}

// stands says whether the numbers of d are still those of the same runs. Numbers are given
// again from the greatest that is in use on: none below that of a run that is still there.
func (x *tx) stands(d *due) bool {
	if len(d.all) == 0 {
		return true
	}
	greatest := slices.MaxFunc(d.all, func(a, b over) int { return cmp.Compare(a.run, b.run) })
	return x.found(x.number(sqlIsThere, greatest.run, greatest.id), 1)
}

// found says whether there were as many as there have to be. If not, nothing of the op
// stays done.
func (x *tx) found(n, want int64) bool {
	if n != want && x.err == nil {
		x.member = errOvertaken
	}
	return n == want
}
