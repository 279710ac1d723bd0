package demo

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/cmd/reprise/internal/pgurl"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/rows"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store"
)

// unfitError says that files do not belong together, and what to do.
type unfitError struct{ what, do string }

func (e *unfitError) Error() string { return e.what + "\n" + e.do }

// alone refuses a database with runs of others, which must not be removed to start over.
func (d *demo) alone(ctx context.Context, db database) error {
	other, err := stranger(ctx, db, func(run store.Run) bool {
		return run.Namespace == namespace && run.Workflow == order.Fulfil.Name()
	})
	switch {
	case err != nil:
		return &unopenedError{err}
	case other != "":
		return &unfitError{what: d.shown() + " holds " + other + ", which is not an order of a demo", do: "name another database with --db"}
	}
	return nil
}

// survey looks at what earlier processes have left, before anything is changed, and
// refuses what does not belong together: the database, its ledger and the order file.
func (d *demo) survey(ctx context.Context) error {
	// The ledger is read first. Another demo may be at work on the same files, and be
	// refused something only later; its orders are in the database before the ledger.
	entries, err := order.ReadLedger(d.ledger())
	if err != nil {
		return &unopenedError{err}
	}
	d.entries = entries
	d.before, d.deaths = map[string]store.Status{}, map[store.RunID]int{}
	others, err := atWork(ctx, d.inspector)
	if err != nil {
		return err
	}
	in := map[string]order.Order{}
	for _, o := range d.orders {
		in[o.ID] = o
	}
	charged := 0
	var unlike error
	err = eachRun(ctx, d.rt, func(info reprise.RunInfo) error {
		run := rows.Of(info)
		d.before[run.WorkflowID] = run.Status
		d.deaths[run.ID] = run.Deaths + run.QuarantineDeaths
		d.found.count(run, others)
		o, ok := in[run.WorkflowID]
		if !ok {
			unlike = d.otherOrders(fmt.Sprintf("the database has an order %s, which the file lacks", run.WorkflowID))
			return nil
		}
		events, err := d.rt.Inside().History(ctx, run.ID)
		if err != nil && ctx.Err() != nil {
			return err
		}
		// One that is damaged has no events here; the engine parks it, the report names it.
		for _, e := range events {
			if started, ok := e.Body.(*history.Started); ok && !begunWith(started.Input, o) {
				unlike = d.otherOrders(fmt.Sprintf("the order %s differs between the database and the file", o.ID))
			}
		}
		charged += len(charges(events))
		return nil
	})
	if err = cmp.Or(err, unlike); err != nil {
		return err
	}
	removed, err := d.removed(ctx)
	switch {
	case err != nil:
		return err
	case removed != "":
		return &unfitError{
			what: fmt.Sprintf("retention has removed orders from %s, %s among them", d.shown(), removed),
			do:   "start over: " + startOver(d.Options),
		}
	case len(d.before) == 0 && len(entries) > 0:
		return &unfitError{
			what: fmt.Sprintf("%s has %s about orders of a database that no longer exists: %s has no orders", d.ledger(), count(len(entries), "line"), d.shown()),
			do:   "remove the ledger too, to start over: " + startOver(d.Options),
		}
	case charged > 0 && len(entries) == 0:
		return d.bereft(charged)
	}
	return nil
}

// removed is an order of this demo that was there once, if there is one.
func (d *demo) removed(ctx context.Context) (id string, err error) {
	if len(d.entries) == 0 {
		return "", nil
	}
	for _, o := range d.orders {
		if _, known := d.before[o.ID]; known {
			continue
		}
		switch _, err := reprise.Describe(ctx, d.rt, o.ID); {
		case errors.Is(err, reprise.ErrRemoved):
			return o.ID, nil
		case err != nil && !errors.Is(err, reprise.ErrNotFound):
			return "", err
		}
	}
	return "", nil
}

// bereft is the refusal of a database without its ledger. The database was read
// after the ledger, which is looked at again for that reason.
func (d *demo) bereft(charged int) error {
	entries, err := order.ReadLedger(d.ledger())
	if err != nil || len(entries) > 0 {
		return err
	}
	do := "put the ledger back, or remove the database too, to start over: "
	if pgurl.Is(d.DB) {
		do = "start this one in the directory of the first one, where its ledger is; or, when none is running, start over: "
	}
	return &unfitError{
		what: fmt.Sprintf("%s has recorded %s, but %s does not have them: the ledger is missing or empty", d.shown(), count(charged, "charge"), d.ledger()),
		do:   do + startOver(d.Options),
	}
}

func (d *demo) otherOrders(why string) error {
	return &unfitError{
		what: fmt.Sprintf("%s was not started with the orders of %s: %s", d.shown(), cmp.Or(d.Orders, "the demo"), why),
		do:   "name the original file with --orders (leave it out for the demo's own orders), or another database with --db",
	}
}

// begunWith reports whether input is that of o, at either pace.
func begunWith(input history.Payload, o order.Order) bool {
	var codecs *history.Codecs
	for _, o := range []order.Order{o, unhurried(o)} {
		if p, err := codecs.Encode(o); err == nil && p.Enc == input.Enc && bytes.Equal(p.Data, input.Data) {
			return true
		}
	}
	return false
}

// charges returns the results of the completed charges of a history.
func charges(events []history.Event) []history.Payload {
	var results []history.Payload
	scheduled := map[int64]string{}
	for _, e := range events {
		switch body := e.Body.(type) {
		case *history.ActivityScheduled:
			scheduled[e.Seq] = body.Name
		case *history.ActivityCompleted:
			if scheduled[body.Activity] == order.Charge.Name() {
				results = append(results, body.Result)
			}
		}
	}
	return results
}
