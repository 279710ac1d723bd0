package worker

import (
	"time"

	"github.com/reprise-run/reprise/timer"
)

// wrong is a clock that is set wrong and runs too fast or too slow.
type wrong struct {
	began time.Time
	skew  time.Duration
	rate  float64
}

func newClock(skew time.Duration, drift float64) timer.Clock {
	if skew == 0 && drift == 0 {
		return timer.System()
	}
	if drift == 0 {
		drift = 1
	}
	return &wrong{began: time.Now(), skew: skew, rate: drift}
}

// Now implements timer.Clock.
func (w *wrong) Now() time.Time {
	return w.began.Add(w.skew + time.Duration(float64(time.Since(w.began))*w.rate))
}

// NewTimer implements timer.Clock.
func (w *wrong) NewTimer(d time.Duration) timer.Alarm {
	return timer.System().NewTimer(time.Duration(float64(d) / w.rate))
}
