package engine

import (
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/faketime"
)

// A slow answer proves little about the store's clock and does not move the estimate
// of it; an answer that contradicts it moves it as far as it must.
func TestTheEstimateOfTheStoresTimeMovesNoFurtherThanProved(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	clock := faketime.New(start)
	estimate := storeClock{own: clock}
	for _, test := range []struct {
		what        string
		took, ahead time.Duration // the answer is made as it is asked for
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
