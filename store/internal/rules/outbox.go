package rules

import (
	"bytes"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// send adds m to what r sends.
func send(r *Run, m store.Message) {
	m.Run, m.Namespace, m.Data = r.ID, r.Namespace, bytes.Clone(m.Data)
	r.Diff.Sent = append(r.Diff.Sent, m)
}

// Relay carries out what a message of another run asks of r; a nil r is that there is none. What
// becomes of the message, and what it asks of a run that is to be started, is the store's to see to: see
// [store.Relay], [Start].
//
// M1. A run of another chain than Chain is Closed.
// M2. The end of a child is never too much for an inbox, nor held back by a closing.
// M3. Else it is a Deliver.
// M4. An adoption is of an open run of Chain; while there is none it stays: HeldBack.
func Relay(r *Run, o *store.Relay, take *Taking, now time.Time) store.Outcome {
	if o.Deliver == nil {
		return store.Outcome{}
	}
	adopts := o.Deliver.Steer != nil && o.Deliver.Steer.Do == store.Adopt
	switch {
	case adopts && (r == nil || r.Status != store.Open):
		return store.Outcome{Code: store.HeldBack}
	case r != nil && o.Chain != uuid.Nil && r.Chain != o.Chain:
		return store.Outcome{Code: store.Closed, Run: r.ID}
	}
	return r.Deliver(o.Deliver, take, now)
}
