package histories_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/histories"
	"github.com/reprise-run/reprise/store"
)

// pageRows is how many rows a page has at most.
const pageRows = 1000

// shelf has one history, of rows of two events. It tells what it is asked for.
type shelf struct {
	rows  int
	asked []int64
	fails error // what is said of the second page
	bad   *store.Row
}

func (s *shelf) History(_ context.Context, q store.HistoryQuery) (all []store.Row, err error) {
	s.asked = append(s.asked, q.From)
	if q.From > 1 && s.fails != nil {
		return nil, s.fails
	}
	if s.bad != nil {
		return []store.Row{{Seq: 1, N: 2}, *s.bad}, nil
	}
	for seq := q.From; seq < 2*int64(s.rows) && len(all) < q.MaxRows; seq += 2 {
		all = append(all, store.Row{Seq: seq, N: 2})
	}
	return all, nil
}

func (s *shelf) read(next int64) histories.Rows {
	return histories.Stored(context.Background(), s, store.RunID{}, next)
}

func TestAHistoryIsReadPageByPage(t *testing.T) {
	for _, c := range []struct {
		rows int
		next int64 // 0: nobody knows
		asks []int64
	}{
		{0, 1, nil},
		{0, 0, []int64{1}},
		{1, 3, []int64{1}},
		{1, 0, []int64{1, 3}},
		{pageRows, 2*pageRows + 1, []int64{1}},
		{pageRows + 1, 2*pageRows + 3, []int64{1, 2*pageRows + 1}},
		{3 * pageRows, 6*pageRows + 1, []int64{1, 2*pageRows + 1, 4*pageRows + 1}},
		{3 * pageRows, 0, []int64{1, 2*pageRows + 1, 4*pageRows + 1, 6*pageRows + 1}},
	} {
		t.Run(fmt.Sprint(c.rows, " rows, ", c.next), func(t *testing.T) {
			s := &shelf{rows: c.rows}
			n := 0
			for _, err := range s.read(c.next) {
				if err != nil {
					t.Fatal(err)
				}
				n++
			}
			if n != c.rows || !slices.Equal(s.asked, c.asks) {
				t.Errorf("%d rows, and it asked for %v; want %d and %v", n, s.asked, c.rows, c.asks)
			}
		})
	}
}

func TestAHistoryThatIsLeftIsReadNoFurther(t *testing.T) {
	s := &shelf{rows: 2 * pageRows}
	for range s.read(0) {
		break
	}
	if len(s.asked) != 1 {
		t.Errorf("it asked for %v", s.asked)
	}
}

// What is wrong with a page comes after the rows before it.
func TestAPageThatCannotBeReadIsToldOfInItsPlace(t *testing.T) {
	s := &shelf{rows: 2 * pageRows, fails: errors.New("the disk is gone")}
	n := 0
	var last error
	for _, err := range s.read(0) {
		if last = err; err == nil {
			n++
		}
	}
	if n != pageRows || !errors.Is(last, s.fails) {
		t.Errorf("%d rows and then %v", n, last)
	}
}

func TestARowThatDoesNotFollowIsCorrupt(t *testing.T) {
	for _, row := range []store.Row{{Seq: 4, N: 1}, {Seq: 2, N: 1}, {Seq: 3}, {Seq: 3, N: -1}} {
		var last error
		for _, err := range (&shelf{bad: &row}).read(0) {
			last = err
		}
		var corrupt *history.CorruptError
		if !errors.As(last, &corrupt) || corrupt.Seq != 3 {
			t.Errorf("%+v: %v", row, last)
		}
	}
}
