package inspect

import (
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/waits"
	"github.com/reprise-run/reprise/store"
)

// WaitsOf takes apart the text that the row of a parked run has.
func WaitsOf(r store.Run) (all []reprise.Wait, more bool) {
	parsed, more := waits.Parse(r.Waiting)
	for _, w := range parsed {
		one := reprise.Wait{Site: w.Site}
		for _, f := range w.For {
			one.For = append(one.For, reprise.WaitFor(f))
		}
		all = append(all, one)
	}
	return all, more
}

// Meaning says in a line what a block's reason means.
func Meaning(reason, text string) string {
	if known := blockings[reason]; known != "" {
		return known
	}
	if reason == store.ReasonPoison {
		return "its workers died, one after the other"
	}
	return FirstLine(text)
}

// Count is n things.
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
