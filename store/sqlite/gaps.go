package sqlite

import (
	"cmp"
	"slices"
)

// gaps are numbers between which no run is there, as far as somebody has come by them: spans
// that were removed one after the other are one gap. Each group of a list has them before it.
type gaps []span

// around is the first number of the gap that run, which was removed, lies in.
func (g *gaps) around(c *conn, run int64) int64 {
	if i, known := g.find(run); known {
		return (*g)[i].first
	}
	gap := c.gone(run)
	for gap.first > 1 {
		before := gap.first - 1
		if i, known := g.find(before); known {
			gap.first = (*g)[i].first
		} else if s := c.gone(before); s.last >= before {
			gap.first = s.first
		} else {
			break
		}
	}
	from, _ := g.find(gap.first)
	to := from
	for to < len(*g) && (*g)[to].first <= gap.last {
		to++
	}
	*g = slices.Replace(*g, from, to, gap)
	return gap.first
}

// find is where the gap is that run lies in, or would be.
func (g *gaps) find(run int64) (i int, known bool) {
	return slices.BinarySearchFunc(*g, run, func(s span, run int64) int {
		if s.first <= run && run <= s.last {
			return 0
		}
		return cmp.Compare(s.first, run)
	})
}
