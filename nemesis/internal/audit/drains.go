package audit

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/ledger"
)

// Order tells a worker to drain or, with Undo, to take work again.
type Order struct {
	Worker string
	Undo   bool
	Asked  time.Time
}

// Drains checks the workers that were told to drain. Once a worker has read the order and its earlier claims are over, it begins no attempt
// except of work that only it can do. If it loses its lease meanwhile, it drains under its new id, unless it was told to take work again.
// Lost transactions are not judged.
func Drains(entries []ledger.Entry, orders []Order, book *Book) (all []Violation, told string) {
	type attempt struct {
		key, process string
		n            int
	}
	draining, begun, read := map[string]ledger.Entry{}, map[attempt]bool{}, map[string]bool{}
	again, own := 0, 0
	for _, e := range entries {
		switch e.What {
		case ledger.Drains:
			read[e.Worker] = true
			if e.Value != "" {
				again++
			}
			draining[e.Worker] = e
		case ledger.Undrains:
			delete(draining, e.Worker)
			if e.Value != "" && !undone(orders, e) && len(book.Losses) == 0 {
				all = append(all, Violation{Rule: "drain", Text: fmt.Sprintf(
					"process %s drained as worker %s, but joined again as %s, which does not (entry %d)", e.Process, e.Value, e.Worker, e.N)})
			}
		case ledger.Begin:
			this := attempt{e.Key, e.Process, e.Attempt} // the same attempt may begin again if its transaction does not commit
			was, drains := draining[e.Worker]
			switch {
			case !drains || begun[this] || book.doubtful(e):
			case e.Own:
				own++
			default:
				all = append(all, Violation{Rule: "drain", Text: fmt.Sprintf(
					"worker %s has drained since entry %d, but began attempt %d of %s (%s, entry %d)", e.Worker, was.N, e.Attempt, e.Key, e.Name, e.N)})
			}
			begun[this] = true
		}
	}
	return all, fmt.Sprintf("drained: %d orders, read by %d workers, %d of which had joined again; %d attempts began that only such a worker may run", asked(orders), len(read), again, own)
}

// undone reports whether the previous worker of e's process was told to take work again.
func undone(orders []Order, e ledger.Entry) bool {
	for _, o := range orders {
		if o.Undo && o.Worker == e.Value && o.Asked.Before(e.At) {
			return true
		}
	}
	return false
}

func asked(orders []Order) (n int) {
	for _, o := range orders {
		if !o.Undo {
			n++
		}
	}
	return n
}
