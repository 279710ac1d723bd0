package demo

import (
	"context"
	"strings"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/samples/order"
)

// again does what the database did not take because it was away, until it does. The engine
// rides out an outage by itself, and so does whoever calls it: each call may be repeated.
func (d *demo) again(ctx context.Context, do func() error) error {
	for {
		err := do()
		switch {
		case err == nil:
			d.show.back()
			return nil
		case ctx.Err() != nil || !passes(err):
			return err
		}
		d.show.away(err)
		d.show.wait(ctx, waitAway)
	}
}

const (
	waitAway   = 200 * time.Millisecond // between two tries
	lookPause  = 500 * time.Millisecond // at what other processes have done
	lookWithin = 3 * time.Second
)

// look counts what all processes have done, those of other machines included.
func (d *demo) look(ctx context.Context) (t totals, err error) {
	bounded, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	err = eachRun(bounded, d.rt, func(run reprise.RunInfo) error {
		t.started++
		if run.Status != reprise.Open {
			t.done++
		}
		return nil
	})
	if err != nil {
		return totals{}, err
	}
	entries, err := order.ReadLedger(d.ledger())
	t.ledger = order.Summarise(entries)
	return t, err
}

// totals are what all processes have done.
type totals struct {
	started, done int
	ledger        order.Summary
}

// away says, once, that the database is.
func (p *progress) away(err error) {
	if !p.gone.IsZero() {
		return
	}
	p.gone = time.Now()
	why, _, _ := strings.Cut(err.Error(), "\n")
	p.say("The database does not answer: %s\nThe demo waits, and continues when it does. (Ctrl-C ends it; nothing is lost.)\n", why)
}

// back says that it answers again.
func (p *progress) back() {
	if p.gone.IsZero() {
		return
	}
	p.say("The database answers again, after %.1f s.\n", time.Since(p.gone).Seconds())
	p.gone = time.Time{}
}
