package history

import "github.com/google/uuid"

// Copied says that the events of a history up to Seq, but for those that an earlier Copied of the list
// tells of, were first those of another run.
type Copied struct {
	Run RunID
	Seq int64
}

// Origin is the run whose event seq was first, which is own if it was not copied: under its id the outside world
// knows what the event has asked for.
func (s *Started) Origin(own RunID, seq int64) RunID {
	for _, c := range s.Copied {
		if seq <= c.Seq {
			return c.Run
		}
	}
	return own
}

// copied makes one list of two.
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
