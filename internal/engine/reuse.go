package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

const (
	findTime   = 10 * time.Second // for the search for a kept result
	expireRows = 1000             // removed in one step
)

// reusing is a claimed row whose result may be kept.
type reusing struct {
	*activities
	store.Task
	scheduled *history.ActivityScheduled
}

// found ends the activity with the result that is kept under its key, and frees the slot of queue. It
// returns false if none is kept, so that an attempt must be made. If the result cannot be read, the
// activity is not executed either: the row waits.
func (r reusing) found(queue string) bool {
	as, t, b := r.activities, r.Task, r.scheduled
	ctx, cancel := context.WithTimeout(context.Background(), findTime)
	defer cancel()
	kept, err := as.store.Kept(ctx, store.KeptQuery{One: store.KeptKey{Namespace: as.cfg.Namespace, Activity: b.Name, Key: b.Reuse}})
	if err == nil && len(kept) == 0 {
		return false
	}
	as.FreeSlot(queue)
	var event history.Event
	if err == nil {
		event, err = as.bytes.DecodeEvent(ctx, kept[0].Data)
	}
	result, ok := event.Body.(*history.ActivityCompleted)
	switch {
	case err != nil:
		as.waitsFor(t, fmt.Errorf("cannot get the result that is kept under %q: %w", b.Reuse, err))
	case !ok:
		as.waitsFor(t, fmt.Errorf("the result that is kept under %q is damaged: it is an event %T", b.Reuse, event.Body))
	default:
		last, _ := as.bytes.lastCounted(t.Last)
		end := &history.ActivityCompleted{Activity: t.ID, Attempt: made(t), Result: result.Result, Last: last, Reused: kept[0].Run}
		_ = as.endActivity(t.Run, t.ID, store.Attempt{N: t.Attempt, Claim: t.Claim}, end, nil)
	}
	return true
}

// keeping returns what to keep of a result, which is in its stored form; nil: nothing.
func (b rowBytes) keeping(scheduled *history.ActivityScheduled, body history.Body) (*store.Keeping, error) {
	end, ok := body.(*history.ActivityCompleted)
	if !ok || scheduled == nil || scheduled.Reuse == "" {
		return nil, nil
	}
	data, err := b.Sealer.EncodeEvent(context.Background(), history.Event{Body: &history.ActivityCompleted{Activity: end.Activity, Attempt: end.Attempt, Result: end.Result}})
	return &store.Keeping{Activity: scheduled.Name, Key: scheduled.Reuse, For: scheduled.KeepFor, Data: data}, err
}

// expirer removes kept results that have expired.
type expirer struct {
	solo
	ctx       context.Context
	store     store.Store
	namespace string
	log       *slog.Logger
}

// soon removes one batch of them. The next tick finds the rest.
func (e *expirer) soon() {
	e.start(func() func() {
		_, err := e.store.Apply(e.ctx, []store.Op{&store.Expire{Namespace: e.namespace, Max: expireRows}})
		if err != nil && e.ctx.Err() == nil && !errors.Is(err, store.ErrTransient) {
			e.log.Warn("cannot remove expired results, will retry", "error", err)
		}
		return nil
	})
}
