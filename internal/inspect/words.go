package inspect

import (
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/waits"
	"github.com/reprise-run/reprise/store"
)

// WaitsOf parses the waits in the row of a parked run.
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

// Meaning says in one line what the reason of a block means.
func Meaning(reason, text string) string {
	if known := blockings[reason]; known != "" {
		return known
	}
	if reason == store.ReasonPoison {
		return "its workers died one after the other"
	}
	return FirstLine(text)
}

// Count formats a number of things.
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
