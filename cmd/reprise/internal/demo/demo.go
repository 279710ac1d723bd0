package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/cmd/reprise/internal/pgurl"
	"github.com/reprise-run/reprise/internal/hooks"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store"
)

// The pace of a demo that a person follows: 200 orders in about half a minute, a
// dozen of them at work at any moment.
const (
	paceStart   = 140 * time.Millisecond // from one start to the next
	paceLatency = 400 * time.Millisecond // of each call to the outside
	paceRemind  = 1000                   // ms between two reminders
	paceWithin  = 5000                   // ms the shortest approval waits
	drawEvery   = 20 * time.Millisecond
	stopWithin  = 15 * time.Second
)

// demo is one process at work on one database.
type demo struct {
	Options
	orders []order.Order
	rt     *reprise.Runtime

	inspector store.Inspector // of the database
	world     *order.World
	manager   manager
	before    map[string]store.Status // orders that the database had when this process began
	deaths    map[store.RunID]int     // of the workers that had them, until then
	found     found                   // the same in numbers
	entries   []order.Entry           // of the ledger then
	show      *progress
	log       *slog.Logger

	begun     time.Time
	mu        sync.Mutex
	recovered map[store.RunID]bool // runs that a dead process had owned
	first     time.Time            // when the first of them was here
}

// errStopped is no failure: the work goes on at the next call.
var errStopped = fmt.Errorf("stopped before all orders ended: %w", context.Canceled)

// Run fulfils the orders until all are at their end. If ctx is done before that, its
// error is a context.Canceled; the work goes on at the next call with the same database.
func Run(ctx context.Context, o Options, out io.Writer) error {
	begun := time.Now()
	orders, err := o.read()
	if err != nil {
		return &unopenedError{err}
	}
	// What a demo has to say it says itself; the engine speaks up when it is in trouble.
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	db, err := o.openBase(ctx, log)
	if err != nil {
		return err
	}
	d := &demo{Options: o, orders: orders, inspector: db, show: newProgress(out, len(orders)), log: log, begun: begun}
	err = d.alone(ctx, db)
	if err == nil {
		err = d.open(ctx, db)
	}
	if err == nil {
		err = d.run(ctx)
	}
	closed := db.Close()
	if closed != nil && errors.Is(err, errStopped) {
		err = nil // which would say that nothing is wrong
	}
	return errors.Join(err, closed)
}

// open makes the Runtime, without starting it, and looks at what there is.
func (d *demo) open(ctx context.Context, db store.Store) error {
	if point := d.Crash.at(len(d.orders)); point.N > 0 {
		db = newCrasher(db, point, os.Stderr)
	}
	latency := time.Duration(0)
	if d.paced() {
		latency = paceLatency
	}
	d.world = order.NewWorld(d.ledger(), order.Options{
		Latency:       latency,
		OnReminder:    d.manager.reminded,
		OnEntry:       d.show.entry,
		PerAttemptKey: d.PerAttemptKey,
	})
	cfg := reprise.Config{
		Observer: &reprise.Observer{
			RunClosed:  d.show.closed,
			RunBlocked: d.show.blocked,
			RunClaimed: d.claimed,
		},
		Logger: d.log,
	}
	cfg.Clock = hooks.On(nil, hooks.Hooks{Serial: d.Serial})
	rt, err := reprise.New(db, cfg, d.world.Bindings()...)
	if err != nil {
		return err
	}
	d.rt, d.manager.rt = rt, rt
	d.recovered = map[store.RunID]bool{}
	return d.survey(ctx)
}

func (d *demo) run(ctx context.Context) error {
	complete := d.found.done == len(d.orders)
	if complete && !d.JSON {
		d.show.say("%s is complete: all %d orders have ended.\nTo start over: %s && %s\n\n", d.shown(), d.found.done, startOver(d.Options), command(d.Options))
	}
	if complete && !d.UI {
		return d.report(ctx)
	}
	if err := d.rt.Start(ctx); err != nil {
		return err
	}
	if !complete {
		d.show.begin(d.Options, d.found, d.entries)
	}
	if pgurl.Is(d.DB) {
		d.show.look = func() (totals, error) { return d.look(ctx) }
	}
	err := d.watched(ctx)
	stopped, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
	defer cancel()
	stop := d.rt.Stop(stopped)
	if ctx.Err() != nil {
		// To be stopped in the middle is what it is for, and what Stop had to leave is
		// found by the next process, as after a kill.
		stop = nil
		if errors.Is(err, context.Canceled) || errors.Is(err, context.Cause(ctx)) {
			err = nil
		}
	}
	if err := errors.Join(err, stop, d.world.Close()); err != nil {
		return err
	}
	return d.report(ctx)
}

// claimed is called on the engine's goroutines.
func (d *demo) claimed(run reprise.RunClaimed) {
	if run.Deaths <= d.deaths[run.RunID] {
		return // nobody has died over it since this process began
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.recovered) == 0 {
		d.first = time.Now()
	}
	d.recovered[run.RunID] = true
}

// work starts the orders that have not been started, and waits for the end of all.
func (d *demo) work(ctx context.Context) error {
	var runs []reprise.Handle[order.Confirmation]
	for _, o := range d.orders {
		status, known := d.before[o.ID]
		if known && status != store.Open {
			d.show.started(true)
			continue
		}
		if d.paced() {
			o = unhurried(o)
			if !known {
				d.show.wait(ctx, paceStart)
			}
		}
		err := d.again(ctx, func() error {
			run, err := reprise.Start(ctx, d.rt, order.Fulfil, o, reprise.ID(o.ID), reprise.Once())
			if err == nil {
				runs = append(runs, run)
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("start %s: %w", o.ID, err)
		}
		d.show.started(false)
		if err := d.again(ctx, func() error { return d.manager.started(ctx, o, known) }); err != nil {
			return fmt.Errorf("decide about %s: %w", o.ID, err)
		}
	}
	for _, run := range runs {
		if err := d.end(ctx, run); err != nil {
			return err
		}
	}
	return nil
}

// end waits for the end of one run, good or bad, and keeps the progress moving.
func (d *demo) end(ctx context.Context, run reprise.Handle[order.Confirmation]) error {
	for {
		wait, cancel := context.WithTimeout(ctx, drawEvery)
		_, err := run.Result(wait)
		late := wait.Err() != nil
		cancel()
		var ended *reprise.RunError
		switch {
		case err == nil || errors.As(err, &ended):
			d.show.back()
			return nil
		case ctx.Err() != nil:
			return err
		case late:
			d.show.draw()
		case passes(err):
			d.show.away(err)
			d.show.wait(ctx, waitAway)
		default:
			return err
		}
	}
}

// unhurried is an order whose approval a person can watch.
func unhurried(o order.Order) order.Order {
	if o.Approval != nil {
		slow := *o.Approval
		slow.RemindMS, slow.WithinMS = paceRemind, max(slow.WithinMS, paceWithin)
		o.Approval = &slow
	}
	return o
}

// report ends the output. Its error says that something is wrong with the charges;
// it is errStopped if orders are not at their end. After the end of ctx it is made all the
// same, but not waited for.
func (d *demo) report(ctx context.Context) error {
	entries, err := order.ReadLedger(d.ledger())
	if err != nil {
		return err
	}
	ledger := order.Summarise(entries)
	var r Report
	var kept map[string]bool
	err = d.again(ctx, func() error {
		r, kept = Report{}, map[string]bool{}
		return r.count(context.WithoutCancel(ctx), d.rt, ledger, kept)
	})
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	r.own(d.rt, len(d.recovered), d.begun)
	if d.JSON {
		d.show.clear()
		err = json.NewEncoder(d.show.out).Encode(r)
	} else {
		d.show.summary(d.Options, r, ledger, kept, since(d.begun, d.first, entries, func(pid int) bool { return !running(pid) }))
	}
	err = errors.Join(err, r.disagreement())
	if err == nil && r.ended() < len(d.orders) {
		return errStopped
	}
	return err
}
