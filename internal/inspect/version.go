package inspect

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strconv"
	"time"

	"github.com/reprise-run/reprise/store"
)

// Step tells one state of a run's history from another.
func Step(r store.Run) string { return strconv.FormatInt(r.NextSeq, 10) }

// Version tells one state of a run from another: it is its [Step], and a hash of the row, of what is outstanding, of
// who is alive and of what has become due. That time goes by is no other state.
func (f *Facts) Version() (string, error) {
	alive := map[store.WorkerID]bool{}
	for _, w := range f.Workers {
		alive[w.ID] = w.Alive
	}
	var due []bool
	passed := func(t time.Time) { due = append(due, !t.IsZero() && !t.After(f.Now)) }
	for _, x := range f.Activities {
		passed(x.Ready)
	}
	for _, t := range f.Timers {
		passed(t.FireAt)
	}
	if f.Blocked != nil {
		passed(f.Blocked.Until)
	}
	text, err := json.Marshal([]any{f.Run, f.Described, alive, due, f.Halted, f.Amiss})
	if err != nil {
		return "", err
	}
	sum := fnv.New64a()
	_, _ = sum.Write(text) // it never fails
	return fmt.Sprintf("%s-%016x", Step(f.Run), sum.Sum64()), nil
}
