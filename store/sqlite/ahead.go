package sqlite

import (
	"cmp"
	"context"
	"errors"

	"github.com/reprise-run/reprise/store"
)

// What is to be removed is looked for and added up on a reading connection, while others
// write. Only another removal can change any of it meanwhile: whoever then finds fewer runs
// than were looked for takes all back, and looks again while nobody else writes.

var errOvertaken = errors.New("another removal came first")

// lookAhead is what ops remove, if that is all they do: otherwise nil.
func (s *Store) lookAhead(ctx context.Context, ops []store.Op) (*due, error) {
	o, ok := ops[0].(*store.Retain)
	if !ok || len(ops) > 1 || store.Check(o) != nil || o.Dry {
		return nil, nil
	}
	var d due
	var wrong error
	err := s.look(ctx, func(c *conn) {
		c.snapshot()
		d, wrong = c.due(o, s.now().Add(-o.Age))
	})
	return &d, cmp.Or(err, wrong)
}

// found says whether there were as many as there have to be. If not, nothing of the op
// stays done.
func (x *tx) found(n, want int64) bool {
	if n != want && x.err == nil {
		x.member = errOvertaken
	}
	return n == want
}
