package inspect

import (
	"time"

	"github.com/reprise-run/reprise"
)

// Look interprets the rows of a store at one moment.
type Look struct {
	RT    *reprise.Runtime
	AsOf  time.Time                    // of the store's clock
	Times string                       // form of times in sentences: relative, local or utc
	Local func(t time.Time) string     // formats a local time. Nil: in the zone of this machine
	Try   func(words ...string) string // returns the line to type for a command
	// Hidden leaves out the data of a run: payloads, headers, details of failures, tokens.
	Hidden bool
	// HiddenOf decides for each activity of a list whether to hide its data. Nil: Hidden decides for all.
	HiddenOf func(reprise.ActivityInfo) bool
	// Redacted lists fields of payloads whose values history.Redact replaces. If there are any, headers, log
	// lines and the values that a mismatch compares are left out too, as they are text.
	Redacted []string
}

// covered reports whether to leave out texts that may contain any data.
func covered(l *Look) bool { return l.Hidden || len(l.Redacted) > 0 }
