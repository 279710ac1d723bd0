package audit

import (
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
)

// Loss is the promotion of a standby that lacks the last transactions. What was acknowledged
// between From and To may be lost. What was acknowledged before From must be there.
type Loss struct {
	From    time.Time       // before the standby stopped following
	To      time.Time       // nobody can reach the old server any more, and the new one is reachable
	Workers map[string]bool // the workers that had joined the old server
}

// May reports whether a request made at asked and acknowledged at acked may be lost.
func (l Loss) May(asked, acked time.Time) bool { return asked.Before(l.To) && acked.After(l.From) }

// lost reports whether any Loss may have lost a request made at asked and acknowledged at acked.
func (b *Book) lost(asked, acked time.Time) bool {
	for _, l := range b.Losses {
		if l.May(asked, acked) {
			return true
		}
	}
	return false
}

// doubtful reports whether an execution may belong to lost transactions: a worker of the old
// server began it after the standby had stopped following. The new server may count another
// attempt under the same number. Several runs that share a kept result have one key: if the
// result is lost, another run begins again with the first attempt.
func (b *Book) doubtful(e ledger.Entry) bool {
	if e.Name == load.Once.Name() && len(b.Losses) > 0 {
		return true
	}
	for _, l := range b.Losses {
		if e.At.After(l.From) && l.Workers[e.Worker] {
			return true
		}
	}
	return false
}

// doubted is doubtful for the attempt that an entry belongs to.
func (b *Book) doubted(e ledger.Entry) bool {
	for _, begin := range b.begins[e.Key] {
		if begin.Attempt == e.Attempt && begin.Process == e.Process && b.doubtful(begin) {
			return true
		}
	}
	return false
}

// again reports whether a client may have had to resend what it sent to the run, to an earlier run of its chain, or to
// a run whose copy it begins with. Resent signals may arrive in another order.
func (b *Book) again(t *Trace) bool {
	begun := t.Run.Created
	earlier := []store.RunID{t.Run.Chain}
	for _, c := range t.Copied {
		earlier = append(earlier, c.Run)
	}
	for _, run := range earlier {
		if sec, ns := run.Time().UnixTime(); run.Version() == 7 && time.Unix(sec, ns).Before(begun) {
			begun = time.Unix(sec, ns)
		}
	}
	return b.lost(begun, t.Run.Closed)
}

// firm reports whether an acknowledgement to the execution that returned value cannot be lost.
func (b *Book) firm(value string) bool {
	end := b.values[value]
	for _, begin := range b.begins[end.Key] {
		if begin.Attempt == end.Attempt && begin.Process == end.Process {
			return !b.lost(begin.At, end.At)
		}
	}
	return true
}
