package sqlite

import (
	"iter"
	"slices"
)

// Runs that have ended at about the same time have numbers that follow one another. What
// is removed of such neighbours takes a statement for all of them: one for each run costs
// more than what it does.
const (
	sqlWeights  = "SELECT run, length(data) FROM ~event INDEXED BY ~event_seq WHERE run >= ?1 AND run <= ?2 ORDER BY run LIMIT ?3"
	sqlDropAll  = "DELETE FROM ~event WHERE run >= ?1 AND run <= ?2"
	sqlKeepKeys = sqlKept + "run >= ?1 AND run <= ?3"
)

// weight is what the history of a run takes.
type weight struct{ rows, bytes int }

// weigh adds up the histories of runs, until there are more than limit rows: more cannot go,
// and of those that come then it says nothing.
func (x *tx) weigh(all []over, limit int) map[int64]weight {
	runs := make([]int64, len(all))
	for i := range all {
		runs[i] = all[i].run
	}
	weights := make(map[int64]weight, len(all))
	for first, last := range neighbours(runs) {
		for run := first; run <= last; run++ {
			weights[run] = weight{}
		}
		for q := x.query(sqlWeights, first, last, limit+1); q.next(); limit-- {
			run := q.int(0)
			weights[run] = weight{weights[run].rows + 1, weights[run].bytes + int(q.int(1))}
			first = run
		}
		if limit < 0 {
			for ; first <= last; first++ {
				delete(weights, first)
			}
			break
		}
	}
	return weights
}

// neighbours are the runs with one number after the other, of all those that are given: the
// first and the last of each. It sorts runs.
func neighbours(runs []int64) iter.Seq2[int64, int64] {
	slices.Sort(runs)
	return func(yield func(int64, int64) bool) {
		for i := 0; i < len(runs); {
			first := i
			for i++; i < len(runs) && runs[i] == runs[i-1]+1; i++ {
			}
			if !yield(runs[first], runs[i-1]) {
				return
			}
		}
	}
}
