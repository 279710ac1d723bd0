package rules

import (
	"bytes"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// send adds m to the messages that r sends.
func send(r *Run, m store.Message) {
	m.Run, m.Namespace, m.Data = r.ID, r.Namespace, bytes.Clone(m.Data)
	r.Diff.Sent = append(r.Diff.Sent, m)
}

// Relay carries out what a message of another run asks of r; r is nil if there is no such run. The
// store handles the message itself, and what the message asks of a run that is to be started: see
// [store.Relay], [Start].
//
// M1. A run of another chain than Chain answers Closed.
// M2. The end of a child is accepted by a full inbox, and by a closing run.
// M3. Otherwise it is a Deliver.
// M4. Only an open run of Chain can be adopted; while there is none the message stays: HeldBack.
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
