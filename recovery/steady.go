package recovery

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/store"
)

// What counts as a gap in watching.
const (
	silence = 2 * time.Second // from an answer to the next request; also how late an answer may be
	jump    = 2 * time.Second // of the store's clock against ours
)

// vigil is how long and how evenly this process has watched the store. After a gap it
// knows nothing about the others: a lease may be over because the store was away, or
// because its clock was set, and not because its worker is dead. A reconnect also marks
// such a moment, even one shorter than any tick: when one process of a server dies, all
// its sessions end and all session locks are free.
//
// A slow connection is no gap. The duration of a tick is compared with that of the
// previous one, and the time between two ticks counts from an answer to the next request.
type vigil struct {
	begun    bool
	since    instant       // the first tick after the last gap
	last     instant       // when the last tick was answered
	took     time.Duration // by that one
	pace     time.Duration // how long ticks take, by the slowest recent one
	storeNow time.Time
	start    time.Time // the server's
	why      string    // the reason of the last gap
}

// tick records a successful tick that took the given time and was answered now. It returns
// how long the vigil has lasted without a gap; zero right after one.
func (v *vigil) tick(now instant, took time.Duration, t store.Ticked) time.Duration {
	// The store's time may be this machine's, with a monotonic reading, which would hide
	// exactly the jumps to be found.
	storeNow := t.Now.Round(0)
	if why := v.gap(now, took, storeNow, t); why != "" {
		v.since, v.why = now, why
	}
	v.begun = true
	v.last, v.took, v.storeNow, v.start = now, took, storeNow, t.ServerStart
	v.pace = max(took, v.pace*3/4)
	return now.mono - v.since.mono
}

// gap returns what has interrupted the vigil; "": nothing has.
func (v *vigil) gap(now instant, took time.Duration, storeNow time.Time, t store.Ticked) string {
	if !v.begun {
		return "this worker has just begun to watch"
	}
	asked := now.since(v.last) - took
	off := storeNow.Sub(v.storeNow) - (now.mono - v.last.mono)
	switch {
	case t.Reconnected:
		return "the connection that renews the lease was lost and reopened"
	case !t.ServerStart.Equal(v.start):
		return "the database server was restarted"
	case asked >= silence:
		return fmt.Sprintf("no tick succeeded for %v", asked.Round(time.Millisecond))
	case took >= silence+2*v.took:
		return fmt.Sprintf("a tick took %v, the one before it %v", took.Round(time.Millisecond), v.took.Round(time.Millisecond))
	case off.Abs() > jump+max(took, v.took):
		return fmt.Sprintf("the database's clock moved by %v against the local one", off.Round(time.Millisecond))
	}
	return ""
}
