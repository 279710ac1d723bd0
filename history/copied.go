package history

import "github.com/google/uuid"

// Copied says that the events of a history up to Seq were first recorded in another run, except those
// that an earlier Copied of the list covers.
type Copied struct {
	Run RunID
	Seq int64
}

// Origin returns the run in which event seq was first recorded, which is own if the event was not
// copied. The outside world knows what the event asked for under that run's id.
func (s *Started) Origin(own RunID, seq int64) RunID {
	for _, c := range s.Copied {
		if seq <= c.Seq {
			return c.Run
		}
	}
	return own
}

// copied combines two lists into one.
func (u *unpacker) copied(runs []string, seqs []int64) (all []Copied) {
	if len(runs) != len(seqs) {
		u.fail("want as many runs as events that were copied of them")
		return nil
	}
	for i, text := range runs {
		run, err := uuid.Parse(text)
		if err != nil || run.String() != text {
			u.fail("want the id of a run")
			return nil
		}
		all = append(all, Copied{run, seqs[i]})
	}
	return all
}
