package reprise

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// shelf has one history, of rows of two events. It tells what it is asked for, and answers
// what begins behind held only when that is closed.
type shelf struct {
	store.Store
	rows  int
	asked chan int64
	held  chan struct{}
	fails error  // what is said of the second page
	does  func() // instead
}

func (s *shelf) History(ctx context.Context, q store.HistoryQuery) (all []store.Row, err error) {
	s.asked <- q.From
	if q.From > 1 {
		select {
		case <-s.held:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		if s.does != nil {
			s.does()
		}
		if s.fails != nil {
			return nil, s.fails
		}
	}
	for seq := q.From; seq < 2*int64(s.rows) && len(all) < q.MaxRows; seq += 2 {
		all = append(all, store.Row{Seq: seq, N: 2})
	}
	return all, nil
}

func (s *shelf) read(next int64) historyRows {
	s.asked, s.held = make(chan int64, 10), make(chan struct{})
	return (&Runtime{store: s}).storedRows(context.Background(), store.RunID{}, next)
}

// told is what was asked for until now.
func (s *shelf) told() (all []int64) {
	for len(s.asked) > 0 {
		all = append(all, <-s.asked)
	}
	return all
}

func TestTheNextPageOfAHistoryIsOnItsWayWhileOneIsTakenIn(t *testing.T) {
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
			var asked []int64
			for _, err := range s.read(c.next) {
				if err != nil {
					t.Fatal(err)
				}
				if n++; n == 1 && len(c.asks) > 1 {
					asked = append(asked, <-s.asked, <-s.asked) // and the second one is not answered yet
					close(s.held)
				}
			}
			if asked = append(asked, s.told()...); n != c.rows || !slices.Equal(asked, c.asks) {
				t.Errorf("%d rows, and it asked for %v; want %d and %v", n, asked, c.rows, c.asks)
			}
		})
	}
}

// Who needs no more of a history has the page that is on its way broken off.
func TestAHistoryThatIsLeftIsReadNoFurther(t *testing.T) {
	s := &shelf{rows: 2 * pageRows}
	for range s.read(0) {
		break
	}
	if asked := s.told(); len(asked) > 2 {
		t.Errorf("it asked for %v", asked)
	}
}

// What is wrong with a page comes after the rows before it.
func TestAPageThatCannotBeReadIsToldOfInItsPlace(t *testing.T) {
	s := &shelf{rows: 2 * pageRows, fails: errors.New("the disk is gone")}
	n := 0
	var last error
	for _, err := range s.read(0) {
		if n == 0 {
			close(s.held)
		}
		if last = err; err == nil {
			n++
		}
	}
	if n != pageRows || !errors.Is(last, s.fails) {
		t.Errorf("%d rows and then %v", n, last)
	}
}

// A panic, or the end of a goroutine, is the reader's own.
func TestAStoreThatPanicsOrExitsInALaterPageDoesSoToItsReader(t *testing.T) {
	for want, does := range map[string]func(){
		"not today":      func() { panic("not today") },
		"runtime.Goexit": runtime.Goexit,
	} {
		s := &shelf{rows: 2 * pageRows, does: does}
		rows := s.read(2*int64(s.rows) + 1)
		close(s.held)
		n := 0
		var got any
		func() {
			defer func() {
				if v := recover(); v != nil {
					got = v
				}
			}()
			for _, err := range rows {
				if n++; err != nil {
					got = err
				}
			}
		}()
		if n < pageRows || !strings.Contains(fmt.Sprint(got), want) {
			t.Errorf("after %d rows %v; want %q", n, got, want)
		}
	}
}

func TestARowThatDoesNotFollowIsCorrupt(t *testing.T) {
	for _, row := range []store.Row{{Seq: 4, N: 1}, {Seq: 2, N: 1}, {Seq: 3}, {Seq: 3, N: -1}} {
		var corrupt *history.CorruptError
		if err := follows(row, 3); !errors.As(err, &corrupt) || corrupt.Seq != 3 {
			t.Errorf("%+v: %v", row, err)
		}
	}
}
