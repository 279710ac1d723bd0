package recovery

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/store"
)

// What counts as a gap in watching.
const (
	silence = 2 * time.Second // from an answer to the next question, and by which an answer is late
	jump    = 2 * time.Second // of the store's clock against ours
)

// vigil is how long and how evenly this process has watched the store. After a gap
// it has learnt nothing about the others: a lease may be over because the store was
// away, or because its clock was set, and not because its worker is dead. Whoever had to
// connect again has seen such a moment, also where it was shorter than any tick: when one
// process of a server dies, all its sessions end and all session locks are free.
//
// A slow line is no gap. What a tick takes is measured against what the last one took, and
// the time between two ticks counts from an answer to the next question.
type vigil struct {
	begun    bool
	since    instant       // the first tick after the last gap
	last     instant       // when the last tick was answered
	took     time.Duration // by that one
	pace     time.Duration // what ticks take, as the slowest of late shows it
	storeNow time.Time
	start    time.Time // of the server
	why      string    // there was a gap
}

// tick takes in a good tick that took so long and was answered now, and returns for how
// long the vigil has gone on without a gap; zero right after one.
func (v *vigil) tick(now instant, took time.Duration, t store.Ticked) time.Duration {
	// The store's time may be this machine's, with a monotonic reading that would
	// hide exactly the jumps looked for.
	storeNow := t.Now.Round(0)
	if why := v.gap(now, took, storeNow, t); why != "" {
		v.since, v.why = now, why
	}
	v.begun = true
	v.last, v.took, v.storeNow, v.start = now, took, storeNow, t.ServerStart
	v.pace = max(took, v.pace*3/4)
	return now.mono - v.since.mono
}

// gap says what broke the vigil off; "": nothing did.
func (v *vigil) gap(now instant, took time.Duration, storeNow time.Time, t store.Ticked) string {
	if !v.begun {
		return "this worker has only begun to watch"
	}
	asked := now.since(v.last) - took
	off := storeNow.Sub(v.storeNow) - (now.mono - v.last.mono)
	switch {
	case t.Reconnected:
		return "the connection that renews the lease was lost and made again"
	case !t.ServerStart.Equal(v.start):
		return "the database server was restarted"
	case asked >= silence:
		return fmt.Sprintf("no tick succeeded for %v", asked.Round(time.Millisecond))
	case took >= silence+2*v.took:
		return fmt.Sprintf("a tick took %v, the one before it %v", took.Round(time.Millisecond), v.took.Round(time.Millisecond))
	case off.Abs() > jump+max(took, v.took):
		return fmt.Sprintf("the database's clock went %v wrong against the one here", off.Round(time.Millisecond))
	}
	return ""
}
