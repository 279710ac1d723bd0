package store

import (
	"fmt"

	"github.com/google/uuid"
)

// MaxStarts is the most runs that one [StartAll] starts.
const MaxStarts = 10_000

// StartAll starts runs that nobody owns, either all of them or none. Each is started as a single [Start] would
// be, in order. If another run is in the way of a start that Tolerate does not name, nothing is started.
//
// Outcomes: [Done] with Starts, the outcome of each, which is Done or [Exists]; Exists with Run, the run in the way,
// and Count, the index of the start that it conflicts with.
type StartAll struct {
	Starts   []*Start
	Tolerate map[int]bool // indexes of starts that another run of the same workflow may be in the way of
}

func (*StartAll) op() {}

func (o *StartAll) check() error {
	if o == nil {
		return errNil
	}
	if n := len(o.Starts); n == 0 || n > MaxStarts {
		return fmt.Errorf("StartAll.Starts are %d, write 1 to %d", n, MaxStarts)
	}
	for i, s := range o.Starts {
		if err := s.check(); err != nil {
			return fmt.Errorf("StartAll.Starts[%d]: %w", i, err)
		}
		if s.Owner != uuid.Nil || s.Parent != uuid.Nil {
			return fmt.Errorf("StartAll.Starts[%d] has an owner or a parent", i)
		}
	}
	return nil
}
