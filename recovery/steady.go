package recovery

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// What counts as a gap in watching.
const (
	silence = 2 * time.Second // between two good ticks
	jump    = 2 * time.Second // of the store's clock against ours
)

// vigil is how long and how evenly this process has watched the store. After a gap
// it has learnt nothing about the others: a lease may be over because the store was
// away, or because its clock was set, and not because its worker is dead. Whoever had to
// connect again has seen such a moment, also where it was shorter than any tick: when one
// process of a server dies, all its sessions end and all session locks are free.
type vigil struct {
	begun    bool
	since    instant // the first tick after the last gap
	last     instant // the last tick
	storeNow time.Time
	start    time.Time // of the server
}

// tick takes a good tick into account and returns for how long the vigil has gone on
// without a gap; zero right after one.
func (v *vigil) tick(now instant, t store.Ticked) time.Duration {
	// The store's time may be this machine's, with a monotonic reading that would
	// hide exactly the jumps looked for.
	storeNow := t.Now.Round(0)
	if !v.begun || t.Reconnected || v.gap(now, storeNow, t.ServerStart) {
		v.since = now
	}
	v.begun = true
	v.last, v.storeNow, v.start = now, storeNow, t.ServerStart
	return now.mono - v.since.mono
}

func (v *vigil) gap(now instant, storeNow, start time.Time) bool {
	if now.since(v.last) >= silence || !start.Equal(v.start) {
		return true
	}
	off := storeNow.Sub(v.storeNow) - (now.mono - v.last.mono)
	return off.Abs() > jump
}
