package reprise

import (
	"time"

	"github.com/reprise-run/reprise/internal/waits"
)

// Wait is a line of control of a parked workflow: where it waits and what for.
type Wait struct {
	Site string // "order.approved fulfil.go:71"; "" is unknown
	// For is what ends the wait, whichever comes first; nothing: it never ends.
	For []WaitFor
}

// WaitFor is one thing that a workflow waits for.
type WaitFor struct {
	// Kind is "activity", "timer", "signal", "coroutine", "condition" or "cancellation"; "" is
	// something that this version has no word for, and Name is what the store has.
	Kind string
	Name string    // of the activity or signal; the number of the coroutine
	Due  time.Time // of the timer
	// Number is that of the activity or timer. It is 0 where only the text in the run's row
	// tells what the run waits for.
	Number int64
}

// String is the wait in words, without the site: "signal approve or timer due 2026-03-01T12:00:00Z".
func (w Wait) String() string {
	same := waits.Wait{}
	for _, f := range w.For {
		same.For = append(same.For, waits.For(f))
	}
	return same.String()
}

// parsed takes apart the text in the row of a parked run. more says that there was too much to
// tell it all.
func parsed(text string) (all []Wait, more bool) {
	parsed, more := waits.Parse(text)
	for _, w := range parsed {
		all = append(all, waitOf(w))
	}
	return all, more
}

func waitOf(w waits.Wait) Wait {
	made := Wait{Site: w.Site}
	for _, f := range w.For {
		made.For = append(made.For, WaitFor(f))
	}
	return made
}
