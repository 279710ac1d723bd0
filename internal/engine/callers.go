package engine

import (
	"context"
	"errors"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// refusedAfter is how long an op of a caller is repeated while the store refuses it.
const refusedAfter = 5 * time.Second

// apply carries out an op of a caller that changes no run and may be carried out twice. It bypasses the group commit, and
// repeats the op as that does: while the outcome is unknown until ctx ends, and for a while if the store refuses it for now.
func apply(ctx context.Context, p *Process, op store.Op) (out store.Outcome, err error) {
	begun, unknown := p.cfg.Clock.Now(), error(nil)
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		outcomes, err := p.store.Apply(ctx, []store.Op{op})
		switch {
		case err == nil:
			return outcomes[0], nil
		case errors.Is(err, store.ErrUnknownOutcome):
			unknown = store.ErrUnknownOutcome
		case !errors.Is(err, store.ErrTransient) || p.cfg.Clock.Now().Sub(begun) >= refusedAfter:
			return out, errors.Join(err, unknown)
		}
		if !timer.Pause(p.cfg.Clock, wait, ctx.Done()) {
			return out, errors.Join(err, unknown)
		}
	}
}
