package audit

import (
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
)

// Loss is the promotion of a standby that lacks the last transactions. What was acknowledged
// between the two times may be lost. What was acknowledged before is there.
type Loss struct {
	From    time.Time       // before the standby stopped to follow
	To      time.Time       // nobody reaches the old server any more, and the new one can be reached
	Workers map[string]bool // that had joined the old server
}

// May says whether what was asked at one time and acknowledged at another may be lost.
func (l Loss) May(asked, acked time.Time) bool { return asked.Before(l.To) && acked.After(l.From) }

// lost says whether what was asked at one time and acknowledged at another may be lost.
func (b *Book) lost(asked, acked time.Time) bool {
	for _, l := range b.Losses {
		if l.May(asked, acked) {
			return true
		}
	}
	return false
}

// doubtful says whether an execution may be one of lost transactions: a worker of the old
// server began it when the standby no longer followed. Its attempt is not the one that the
// new server counts under that number.
// The attempts of several runs at what is kept have one key: where that is lost, another run begins with the first one again.
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

// doubted says the same of the attempt that an entry belongs to.
func (b *Book) doubted(e ledger.Entry) bool {
	for _, begin := range b.begins[e.Key] {
		if begin.Attempt == e.Attempt && begin.Process == e.Process && b.doubtful(begin) {
			return true
		}
	}
	return false
}

// again says whether a client may have had to send again what it had sent to a run, or to one that it goes on for or
// begins with a copy of, and so in another order.
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

// firm says whether what an execution had acknowledged to it, by the value that it returned,
// is there for good.
func (b *Book) firm(value string) bool {
	end := b.values[value]
	for _, begin := range b.begins[end.Key] {
		if begin.Attempt == end.Attempt && begin.Process == end.Process {
			return !b.lost(begin.At, end.At)
		}
	}
	return true
}
