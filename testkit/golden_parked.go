package testkit

import (
	"errors"
	"strings"

	"github.com/reprise-run/reprise/replay"
)

// beforeDeploy adapts the error of a replay to a test, where no run is parked yet: the remedy
// for a difference is another one than in production.
func beforeDeploy(err error) string {
	var mismatch *replay.MismatchError
	if !errors.As(err, &mismatch) {
		return err.Error()
	}
	return strings.Replace(err.Error(), mismatch.Error(), mismatch.Difference(), 1) + "\n" + wouldBeParked
}

const wouldBeParked = "Deployed as it is, this code would park open runs at this place. If it was not changed on purpose, it is not deterministic\n" +
	"(a goroutine, a channel, a clock, the order of a map). If it was, keep the old code bound under the old name and bind the new workflow\n" +
	"under another name, or let the open runs end before the deploy."
