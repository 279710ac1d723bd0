package demo

import (
	"context"
	"errors"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/samples/order"
)

// manager decides about large orders: with a signal, as a person with a browser
// would cause it. Its signal ids are fixed, so it may answer as often as it likes;
// the run takes the first.
type manager struct{ rt *reprise.Runtime }

// started looks at an order that was just started or, with again, that an earlier
// process had left open: then the manager may have answered it already, and answers
// once more. Of new orders it refuses what is to be refused; for the others it
// waits for a reminder.
func (m *manager) started(ctx context.Context, o order.Order, again bool) error {
	if o.Approval == nil || o.Approval.Answer == "yes" && !again {
		return nil
	}
	return m.answer(ctx, o.ID, o.Approval.Answer)
}

// reminded answers a reminder. It is called inside an activity.
func (m *manager) reminded(ctx context.Context, r order.Reminder) error {
	return m.answer(ctx, r.Order, r.Answer)
}

func (m *manager) answer(ctx context.Context, id, answer string) error {
	if answer == "" {
		return nil // on holiday
	}
	decision := order.Decision{Yes: answer == "yes", By: "the manager"}
	err := reprise.Signal(ctx, m.rt, id, order.Approve, decision, reprise.SignalID("approve-"+id))
	if errors.Is(err, reprise.ErrClosed) {
		return nil // an earlier answer has brought it to its end
	}
	return err
}
