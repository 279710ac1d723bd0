package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/samples/order"
)

// Report is the outcome of a demo, as --json prints it. All but the last three are
// of the database, over all processes that worked on it.
type Report struct {
	Orders      int `json:"orders"`
	Completed   int `json:"completed"`
	Failed      int `json:"failed"`      // nothing had been done that needed undoing
	Compensated int `json:"compensated"` // what had been done was undone
	Waiting     int `json:"waiting"`     // not at their end
	Events      int `json:"events"`

	ChargesBegun         int `json:"charges_begun"`          // begin lines of the ledger
	ChargesApplied       int `json:"charges_applied"`        // distinct keys in the ledger
	ChargesRecorded      int `json:"charges_recorded"`       // completed charges in the histories
	ChargesRecordedTwice int `json:"charges_recorded_twice"` // orders the ledger has charged more than once, and recorded charges it does not know

	RecoveredRuns  int   `json:"recovered_runs"`
	ReplayedEvents int   `json:"replayed_events"`
	ElapsedMS      int64 `json:"elapsed_ms"`

	// For the summary that a person reads.
	refunded int // compensated orders that had been charged
	twice    int // of ChargesRecordedTwice: orders the ledger has charged more than once
	unknown  int // and recorded charges it does not know
}

// ended is how many orders are at their end.
func (r *Report) ended() int { return r.Completed + r.Compensated + r.Failed }

// unrecorded is how many applied charges no history has.
func (r *Report) unrecorded() int { return r.ChargesApplied - (r.ChargesRecorded - r.unknown) }

// disagreement is what must not be.
func (r *Report) disagreement() error {
	if r.ChargesRecordedTwice == 0 {
		return nil
	}
	return fmt.Errorf("the ledger and the histories disagree: orders charged more than once: %d, recorded charges that the ledger does not know: %d", r.twice, r.unknown)
}

// count fills in what the database and the ledger say, and into kept the keys of the
// charges that the histories have.
func (r *Report) count(ctx context.Context, rt *reprise.Runtime, ledger order.Summary, kept map[string]bool) error {
	r.ChargesBegun, r.ChargesApplied = ledger.Begun, ledger.Applied
	r.twice = ledger.ChargedTwice()
	defer func() { r.ChargesRecordedTwice = r.twice + r.unknown }()
	return eachRun(ctx, rt, func(run reprise.RunInfo) error {
		events, err := rt.Inside().History(ctx, run.RunID)
		if err != nil {
			return fmt.Errorf("read the history of %s: %w", run.WorkflowID, err)
		}
		r.Orders++
		r.Events += len(events)
		scheduled := map[int64]string{}
		undone := false
		for _, e := range events {
			switch body := e.Body.(type) {
			case *history.ActivityScheduled:
				scheduled[e.Seq] = body.Name
			case *history.ActivityCompleted:
				switch scheduled[body.Activity] {
				case order.Charge.Name():
					if err := r.recorded(body.Result, ledger, kept); err != nil {
						return fmt.Errorf("a charge of %s: %w", run.WorkflowID, err)
					}
				case order.Refund.Name(), order.Release.Name(), order.Recall.Name():
					undone = true
				}
			}
		}
		switch {
		case run.Status == reprise.Open:
			r.Waiting++
		case run.Status == reprise.Completed:
			r.Completed++
		case undone:
			r.Compensated++
			if ledger.GaveBack(run.WorkflowID) {
				r.refunded++
			}
		default:
			r.Failed++
		}
		return nil
	})
}

func (r *Report) recorded(result history.Payload, ledger order.Summary, kept map[string]bool) error {
	var codecs *history.Codecs
	var receipt order.Receipt
	if err := codecs.Decode(result, &receipt); err != nil {
		return err
	}
	r.ChargesRecorded++
	kept[receipt.Key] = true
	if !ledger.Knows(receipt.Key) {
		r.unknown++
	}
	return nil
}

// own fills in what this process did.
func (r *Report) own(rt *reprise.Runtime, recovered int, begun time.Time) {
	r.RecoveredRuns = recovered
	r.ReplayedEvents = rt.Stats().ReplayedEvents
	r.ElapsedMS = time.Since(begun).Milliseconds()
}

// eachRun visits every order's run.
func eachRun(ctx context.Context, rt *reprise.Runtime, visit func(reprise.RunInfo) error) error {
	for run, err := range reprise.List(ctx, rt, reprise.Filter{Workflow: order.Fulfil.Name()}) {
		if err != nil {
			return fmt.Errorf("list the orders: %w", err)
		}
		if err := visit(run); err != nil {
			return err
		}
	}
	return nil
}
