package sqlite

import (
	"cmp"
	"iter"
	"slices"
)

// Runs that have ended at about the same time have numbers that follow one another. What
// is removed of such neighbours takes a statement for all of them: one for each run costs
// more than what it does.
const (
	sqlWeights = "SELECT run, length(data) FROM ~event INDEXED BY ~event_seq WHERE run >= ?1 AND run <= ?2 ORDER BY run LIMIT ?3"
	sqlDropAll = "DELETE FROM ~event WHERE run >= ?1 AND run <= ?2"
)

// weigh adds up the histories of runs, until there are more than limit rows: more cannot go,
// and those that come then are not weighed.
func (c *conn) weigh(all []over, limit int) {
	byRun := make([]*over, len(all))
	for i := range all {
		byRun[i] = &all[i]
	}
	slices.SortFunc(byRun, func(a, b *over) int { return cmp.Compare(a.run, b.run) })
	runs := make([]int64, len(all))
	for i, r := range byRun {
		runs[i] = r.run
	}
	for first, last := range neighbours(runs) {
		here := byRun[:last-first+1]
		byRun = byRun[len(here):]
		at := int64(0)
		for q := c.query(sqlWeights, first, last, limit+1); q.next(); limit-- {
			at = q.int(0) - first
			here[at].rows++
			here[at].bytes += int(q.int(1))
		}
		if limit < 0 {
			here = here[:at] // that one may have more rows
		}
		for _, r := range here {
			r.weighed = true
		}
		if limit < 0 {
			return
		}
	}
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
