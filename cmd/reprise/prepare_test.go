package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/workflow"
)

// stage is one process of a shop that works on an order: how it was made, and how it
// leaves the run.
type stage struct {
	build  string            // "": v1
	bind   []reprise.Binding // instead of those of the sample that have the same names
	begin  func(id string) order.Order
	signal bool // the order is approved
	deadly bool // workers die of it
	until  func(reprise.Description) bool
}

// scenes are the states that the command prepare knows.
var scenes = map[string][]stage{
	"completed": {{begin: small, until: closed}},
	"failed":    {{begin: declined, until: closed}},
	"waiting":   {{begin: large, until: parked}},
	"sleeping":  {{begin: small, bind: []reprise.Binding{order.Fulfil.Bind(sleep)}, until: parked}},
	"retrying":  {{begin: unreachable, bind: []reprise.Binding{order.Charge.Bind(gatewayDown)}, until: retried}},
	"blocked": {
		{begin: large, until: parked},
		{build: "v2", bind: []reprise.Binding{order.Fulfil.Bind(changed)}, signal: true, until: blocked},
	},
	"poison": {{begin: small, deadly: true, until: poisoned}},
}

// small, declined and large are orders; the last one needs the signal approve.
func small(id string) order.Order {
	parcel := order.Parcel{ID: "1", To: "Kenya", Items: []order.Item{{SKU: "PEN-2", Quantity: 1, Price: 295}}}
	return order.Order{ID: id, Customer: "Ada", Card: "tok_visa", Parcels: []order.Parcel{parcel}}
}

func declined(id string) order.Order {
	o := small(id)
	o.Card = order.CardDeclined
	return o
}

// unreachable is an order whose card company no other stage reaches either.
func unreachable(id string) order.Order {
	o := small(id)
	o.Card = cardDown
	return o
}

const cardDown = "tok_down"

func large(id string) order.Order {
	o := small(id)
	o.Approval = &order.Approval{WithinMS: 86_400_000, RemindMS: 43_200_000}
	return o
}

func closed(d reprise.Description) bool { return d.Status != reprise.Open }

func parked(d reprise.Description) bool {
	return d.Owner == store.WorkerID{} && len(d.Timers) == 1
}

func retried(d reprise.Description) bool {
	return len(d.Activities) == 1 && d.Activities[0].Attempt >= 3 && !d.Activities[0].Running
}

func blocked(d reprise.Description) bool { return d.Blocked != nil }

func poisoned(d reprise.Description) bool {
	return d.Blocked != nil && d.Blocked.Reason == store.ReasonPoison
}

func sleep(ctx workflow.Context, o order.Order) (order.Confirmation, error) {
	return order.Confirmation{Order: o.ID}, workflow.Sleep(ctx, 2*time.Hour)
}

func changed(ctx workflow.Context, o order.Order) (order.Confirmation, error) {
	r, err := workflow.Execute(ctx, order.Charge, order.Payment{Order: o.ID, Card: o.Card, Amount: o.Total()}).Get(ctx)
	return order.Confirmation{Order: o.ID, Receipt: r}, err
}

func gatewayDown(_ context.Context, p order.Payment) (order.Receipt, error) {
	return order.Receipt{}, fmt.Errorf("card company: order %s: connection refused", p.Order)
}

// prepare brings the run id of the database db into a state.
func prepare(ctx context.Context, db, state, id string) error {
	scene, ok := scenes[state]
	if !ok {
		return fmt.Errorf("there is no state %q", state)
	}
	for _, p := range scene {
		if err := p.play(ctx, db, id); err != nil {
			return fmt.Errorf("prepare %s: %w", state, err)
		}
	}
	return nil
}

func (p stage) play(ctx context.Context, db, id string) (err error) {
	st, rt, err := shop(ctx, db, p)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rt.Stop(ctx), st.Close()) }()
	if p.begin != nil {
		if _, err := reprise.Start(ctx, rt, order.Fulfil, p.begin(id), reprise.ID(id), reprise.OnQueue(p.queue())); err != nil {
			return err
		}
	}
	if p.signal {
		if err := reprise.Signal(ctx, rt, id, order.Approve, order.Decision{Yes: true, By: "Mia"}); err != nil {
			return err
		}
	}
	if p.deadly {
		err = loseWorkers(ctx, st)
	} else {
		err = rt.Start(ctx)
	}
	if err != nil {
		return err
	}
	return await(ctx, rt, id, p.until)
}

// queue keeps a run that workers die of away from the others.
func (p stage) queue() string {
	if p.deadly {
		return "deadly"
	}
	return "default"
}

// shop opens the database and makes a Runtime of the sample on it.
func shop(ctx context.Context, db string, p stage) (store.Store, *reprise.Runtime, error) {
	quiet := slog.New(slog.DiscardHandler)
	st, ledger, err := openShop(ctx, db, quiet)
	if err != nil {
		return nil, nil, err
	}
	bindings := map[string]reprise.Binding{}
	for _, b := range append(order.NewWorld(ledger, order.Options{Down: []string{cardDown}}).Bindings(), p.bind...) {
		bindings[b.Contract().BindingName()] = b
	}
	cfg := reprise.Config{Build: "v1", Logger: quiet}
	if p.build != "" {
		cfg.Build = p.build
	}
	all := make([]reprise.Binding, 0, len(bindings))
	for _, b := range bindings {
		all = append(all, b)
	}
	rt, err := reprise.New(st, cfg, all...)
	if err != nil {
		return nil, nil, errors.Join(err, st.Close())
	}
	return st, rt, nil
}

// openShop opens a file or a database, and says where its ledger is: that of all databases
// is beside the binary.
func openShop(ctx context.Context, db string, log *slog.Logger) (store.Store, string, error) {
	if strings.HasPrefix(db, "postgres:") {
		st, err := postgres.Open(ctx, db, postgres.Options{Logger: log})
		return st, filepath.Join(filepath.Dir(binary), "postgres.ledger"), err
	}
	st, err := sqlite.Open(ctx, db, sqlite.Options{Logger: log})
	return st, db + ".ledger", err
}

// loseWorkers has one worker after the other claim what is deadly, and die.
func loseWorkers(ctx context.Context, st store.Store) error {
	for n := range store.QuarantineAfter + store.QuarantineDeaths {
		w := store.Worker{ID: uuid.New(), Build: "v1", Level: replay.Level, Host: "shop", PID: 1, TTL: time.Minute}
		if err := st.Join(ctx, w); err != nil {
			return err
		}
		now, err := st.Tick(ctx, store.Tick{Worker: w.ID})
		if err != nil {
			return err
		}
		_, err = st.Apply(ctx, []store.Op{
			&store.Claim{Worker: w.ID, ID: uuid.New(), Max: 1, Quarantine: n >= store.QuarantineAfter, Filter: store.Filter{
				Namespace: "default", Queues: []string{stage{deadly: true}.queue()}, Workflows: []string{order.Fulfil.Definition().Name()}, Level: w.Level, Build: w.Build}},
			&store.Condemn{Worker: w.ID, LeaseUntil: now.LeaseUntil},
			&store.Recover{Dead: w.ID, Limit: 10},
			&store.Recover{Dead: w.ID, Limit: 10}, // the second one removes its row
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func await(ctx context.Context, rt *reprise.Runtime, id string, is func(reprise.Description) bool) error {
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for {
		d, err := reprise.Describe(ctx, rt, id)
		if err != nil || is(d) {
			return err
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return fmt.Errorf("%w: %s is %+v", ctx.Err(), id, d)
		}
	}
}

// engine is the program engine: the sample at work on a database until it is
// interrupted.
func engine() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	st, rt, err := shop(ctx, os.Args[1], stage{})
	if err == nil {
		err = rt.Start(ctx)
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("at work")
	<-ctx.Done()
	if err := errors.Join(rt.Stop(context.WithoutCancel(ctx)), st.Close()); err != nil {
		log.Fatal(err)
	}
}

// stateAndID reads an argument of prepare: STATE, or STATE=ID.
func stateAndID(arg string) (state, id string) {
	state, id, named := strings.Cut(arg, "=")
	if !named {
		id = "order-" + state
	}
	return state, id
}
