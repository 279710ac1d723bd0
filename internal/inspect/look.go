package inspect

import (
	"time"

	"github.com/reprise-run/reprise"
)

// Look is what makes sense of the rows of a store, at one moment.
type Look struct {
	RT    *reprise.Runtime
	AsOf  time.Time                    // of the store's clock
	Times string                       // in sentences: relative, local or utc
	Local func(t time.Time) string     // writes one for local. Nil: in the zone of this machine
	Try   func(words ...string) string // the line to type for a command
	// Hidden leaves out what a run carries: payloads, headers, details of failures, tokens.
	Hidden bool
	// HiddenOf hides in a list of activities what one of them carries. Nil: what Hidden says is for all.
	HiddenOf func(reprise.ActivityInfo) bool
	// Redacted are fields of payloads whose values are replaced, as history.Redact does it. With any of them
	// headers are left out, and so are lines of the log and what a mismatch compares: they are text.
	Redacted []string
}

// covered reports whether a text that may hold anything is left out.
func covered(l *Look) bool { return l.Hidden || len(l.Redacted) > 0 }
