package load

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/nemesis/internal/ledger"
)

// World is what the activities of one process need from outside. The zero World is for a
// process that runs none.
type World struct {
	Debit   reprise.Binding                  // binds the activity Debit to a function that calls Do in the store's transaction
	Start   func(context.Context, Job) error // starts a run on this worker
	Ledger  *ledger.Client
	Process string             // name of the process, a prefix of every value it makes
	Point   func(where string) // receives the point an activity has reached; it may kill the process
	Old     bool               // the process has the previous build's code
	made    atomic.Int64       // counts the values made
}

// Bindings binds the workflows and the activities to w, for reprise.New.
func (w *World) Bindings() []reprise.Binding {
	all := []reprise.Binding{
		Chain.Bind(chain(Step)), Retry.Bind(chain(Step)), Risk.Bind(chain(Risky)), Pay.Bind(chain(Debit)),
		Fan.Bind(fan), Nap.Bind(nap), Mail.Bind(mail), Patient.Bind(patient), Relay.Bind(relay), Cycle.Bind(cycle),
		Family.Bind(family), Orphans.Bind(orphans), Post.Bind(post), Till.Bind(till), Bank.Bind(bank),
		Grudge.Bind(chain(Sulk)), Turns.Bind(chain(Step)), Gate.Bind(gate), Toll.Bind(chain(Step)), Crowd.Bind(crowd), Change.Bind(change(w.Old)),
		Pinned.Bind(nap), Local.Bind(local), Kept.Bind(kept), Later.Bind(chain(Busy)),
		Step.Bind(w.do), Away.Bind(w.do), Risky.Bind(w.do), Beats.Bind(w.do), HandOn.Bind(w.handOn), Sulk.Bind(w.do), Once.Bind(w.do),
		Narrow.Bind(w.do), Keyed.Bind(w.do), Paced.Bind(w.do), Busy.Bind(w.do),
		Letter, Never,
	}
	if w.Debit != nil {
		all = append(all, w.Debit)
	}
	return all
}

// errOrdered is the failure that Call.Fails asks for.
var errOrdered = errors.New("load: this attempt was told to fail")

func (w *World) do(ctx context.Context, c Call) (Done, error) {
	return w.Do(ctx, c, func(string, string) error { return nil })
}

// Do is the body of every activity: it works, applies its value under the idempotency
// key, and reports each step to the ledger.
func (w *World) Do(ctx context.Context, c Call, apply func(key, value string) error) (Done, error) {
	info := activity.GetInfo(ctx)
	e := ledger.Entry{
		Key: info.IdempotencyKey, Run: info.RunID.String(), Activity: info.Number, Name: info.Activity,
		Attempt: info.Attempt, Label: c.Label, Worker: strings.TrimPrefix(info.Worker, OwnQueue), Partition: c.Key,
		Own: strings.HasPrefix(info.Queue, OwnQueue),
	}
	w.Point("activity.begin")
	if err := w.note(e, ledger.Begin, ""); err != nil {
		return Done{}, err
	}
	w.Point("activity.work")
	if err := work(ctx, c); err != nil {
		return Done{}, errors.Join(err, w.note(e, ledger.Left, err.Error()))
	}
	if err := w.putOff(ctx, c, e); err != nil {
		return Done{}, err
	}
	if info.Attempt <= c.Fails {
		return Done{}, errors.Join(errOrdered, w.note(e, ledger.Failed, ""))
	}
	value := fmt.Sprintf("%s#%d", w.Process, w.made.Add(1))
	if err := apply(info.IdempotencyKey, value); err != nil {
		return Done{}, errors.Join(err, w.note(e, ledger.Left, err.Error()))
	}
	if err := w.note(e, ledger.Applied, value); err != nil {
		return Done{}, err
	}
	w.Point("activity.applied")
	if err := w.note(e, ledger.End, value); err != nil {
		return Done{}, err
	}
	w.Point("activity.end")
	return Done{Label: c.Label, Value: value, Worker: info.Worker}, nil
}

func (w *World) note(e ledger.Entry, what, value string) error {
	e.What, e.Value = what, value
	return w.Ledger.Note(e)
}

// work takes the call's time, with heartbeats if the call asks for them.
func work(ctx context.Context, c Call) error {
	for i := range max(1, c.Beats) {
		if c.Beats > 0 {
			if err := activity.HeartbeatDetails(ctx, i); err != nil {
				return err
			}
		}
		alarm := time.NewTimer(time.Duration(c.WorkMS) * time.Millisecond)
		select {
		case <-alarm.C:
		case <-ctx.Done():
			alarm.Stop()
			return context.Cause(ctx)
		}
	}
	return nil
}
