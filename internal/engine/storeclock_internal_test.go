package engine

import (
	"context"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
)

// A slow answer proves little about the store's clock and does not change the estimate. An answer that
// contradicts the estimate changes it just enough.
func TestTheEstimateOfTheStoresTimeMovesNoFurtherThanProved(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	clock := faketime.New(start)
	estimate := storeClock{own: clock}
	for _, test := range []struct {
		what        string
		took, ahead time.Duration // the answer is made when the question is asked
		want        time.Duration
	}{
		{"at once, the clocks agree", 0, 0, 0},
		{"slow, the clocks agree", 50 * time.Millisecond, 0, 0},
		{"the store's clock was set", time.Millisecond, time.Hour, time.Hour - time.Millisecond},
		{"slow again", time.Second, time.Hour, time.Hour - time.Millisecond},
		{"set back", time.Millisecond, 0, 0},
	} {
		asked := clock.Now()
		clock.Advance(test.took)
		estimate.learn(asked, asked.Add(test.ahead))
		if got := estimate.now().Sub(clock.Now()); got != test.want {
			t.Errorf("%s: the store is taken to be %v ahead; want %v", test.what, got, test.want)
		}
	}
}

// shownClock is a store that shows a fixed time, and counts the questions.
type shownClock struct {
	store.Store
	shown time.Time
	asked int
}

func (s *shownClock) Now(context.Context) (time.Time, error) {
	s.asked++
	return s.shown, nil
}

// A client asks for the store's time once per tick interval, and so notices that the store's clock was set.
func TestAClientAsksForTheStoresTimeOnceInATick(t *testing.T) {
	clock := faketime.New(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	st := &shownClock{shown: clock.Now().Add(time.Hour)}
	estimate := NewAskedClock(clock)
	for _, test := range []struct {
		what  string
		pass  time.Duration
		set   time.Duration // change of the store's clock besides what passes
		want  time.Duration // ahead of the local clock
		asked int
	}{
		{"the first time", 0, 0, time.Hour, 1},
		{"soon again", 900 * time.Millisecond, 0, time.Hour, 1},
		{"the store's clock was set", 99 * time.Millisecond, -time.Hour, time.Hour, 1},
		{"after a tick", time.Millisecond, 0, 0, 2},
		{"after a long time", time.Hour, 0, 0, 3},
		{"our own clock was set back", -time.Hour, time.Hour, time.Hour, 4},
	} {
		clock.Advance(test.pass)
		st.shown = st.shown.Add(test.pass + test.set)
		got, err := estimate.Now(t.Context(), st)
		if ahead := got.Sub(clock.Now()); err != nil || ahead != test.want || st.asked != test.asked {
			t.Errorf("%s: the store is taken to be %v ahead, asked %d times, %v; want %v and %d", test.what, ahead, st.asked, err, test.want, test.asked)
		}
	}
}
