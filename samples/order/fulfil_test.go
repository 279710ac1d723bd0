package order

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store/memory"
)

// shop is a Runtime with a world around it and a manager who answers reminders.
type shop struct {
	*reprise.Runtime
	ledger string
	begun  *sync.Map // attempts that have begun, as "activity of order"
}

func newShop(t *testing.T, opts Options) shop {
	t.Helper()
	return newShopWith(t, opts, (*World).Bindings)
}

func newShopWith(t *testing.T, opts Options, code func(*World) []reprise.Binding) shop {
	t.Helper()
	s := shop{ledger: filepath.Join(t.TempDir(), "ledger"), begun: new(sync.Map)}
	opts.OnReminder = func(ctx context.Context, r Reminder) error {
		if r.Answer == "" {
			return nil
		}
		return reprise.Signal(ctx, s.Runtime, r.Order, Approve, Decision{Yes: r.Answer == "yes", By: "Mia"}, reprise.SignalID("approve-"+r.Order))
	}
	world := NewWorld(s.ledger, opts)
	rt, err := reprise.New(memory.New(), reprise.Config{
		Logger: slog.New(slog.DiscardHandler),
		Observer: &reprise.Observer{
			ActivityStarted: func(e reprise.ActivityStarted) { s.begun.Store(e.Activity+" of "+e.WorkflowID, true) },
			RunBlocked: func(e reprise.RunBlocked) {
				t.Errorf("an order was parked (%s): %s", e.Reason, e.Text)
			},
		},
	}, code(world)...)
	if err != nil {
		t.Fatal(err)
	}
	s.Runtime = rt
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(rt.Stop(context.WithoutCancel(t.Context())), world.Close()); err != nil {
			t.Error(err)
		}
	})
	return s
}

func (s shop) order(t *testing.T, o Order) reprise.Handle[Confirmation] {
	t.Helper()
	run, err := reprise.Start(t.Context(), s.Runtime, Fulfil, o, reprise.ID(o.ID), reprise.Once())
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// deeds are the entries of a ledger about one order, in words. Begin and end of a
// charge are left out.
func (s shop) deeds(t *testing.T, id string) []string {
	t.Helper()
	var words []string
	for _, e := range read(t, s.ledger) {
		if e.Order == id && e.What != Begin && e.What != End {
			words = append(words, e.What)
		}
	}
	return words
}

func small(id string, fates ...fate) Order {
	o := Order{ID: id, Customer: "Ada", Card: "tok_visa", Parcels: []Parcel{
		{ID: "1", To: "Kenya", Items: []Item{{SKU: "CUP-12", Quantity: 2, Price: 995}}},
		{ID: "2", To: "Chile", Items: []Item{{SKU: "PEN-2", Quantity: 1, Price: 295}}},
	}}
	for _, f := range fates {
		f(&o)
	}
	return o
}

func fast(answer string, withinMS int64) fate {
	return func(o *Order) { o.Approval = &Approval{WithinMS: withinMS, RemindMS: 1, Answer: answer} }
}

func TestHowOrdersEnd(t *testing.T) {
	tests := []struct {
		name  string
		fates []fate
		code  failure.Code
		deeds []string
	}{
		{"plain", nil, "", []string{Reserved, Applied, Shipped, Shipped}},
		{"declined", []fate{card(CardDeclined)}, ErrDeclined, []string{Reserved, Released}},
		{"out of stock", []fate{gone}, ErrOutOfStock, nil},
		{"no connection at first", []fate{card(CardFlaky)}, "", []string{Reserved, Applied, Shipped, Shipped}},
		{"wanted later", []fate{func(o *Order) { o.ShipAfterMS = 1 }}, "", []string{Reserved, Applied, Shipped, Shipped}},
		{"answer lost", []fate{card(CardAnswerLost)}, "", []string{Reserved, Applied, Repeated, Shipped, Shipped}},
		{"undeliverable", []fate{nowhere}, ErrUndeliverable, []string{Reserved, Applied, Shipped, Recalled, Refunded, Released}},
		{"approved", []fate{fast("yes", hour)}, "", []string{Reserved, Reminded, Applied, Shipped, Shipped}},
		{"rejected", []fate{fast("no", hour)}, ErrRejected, []string{Reserved, Reminded, Released}},
		{"nobody answers", []fate{fast("", 1)}, ErrNotApproved, []string{Reserved, Released}}, // there is no time for a reminder
		{"approved and declined", []fate{fast("yes", hour), card(CardDeclined)}, ErrDeclined, []string{Reserved, Reminded, Released}},
	}
	s := newShop(t, Options{})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := small(test.name, test.fates...)
			confirmation, err := s.order(t, o).Result(t.Context())
			if failure.CodeOf(err) != test.code || test.code == "" && err != nil {
				t.Fatalf("ended with %v, want code %q", err, test.code)
			}
			if err == nil && (len(confirmation.Parcels) != 2 || confirmation.Receipt.Amount != o.Total()) {
				t.Errorf("confirmed %+v", confirmation)
			}
			// How often a manager is reminded before the answer arrives is a matter of time.
			got := slices.Compact(s.deeds(t, o.ID))
			if want := slices.Compact(slices.Clone(test.deeds)); !slices.Equal(got, want) {
				t.Errorf("the world did %v, want %v", got, want)
			}
			if err := Check(o, err == nil, read(t, s.ledger)); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAnOrderIsFulfilledOnce(t *testing.T) {
	s := newShop(t, Options{})
	o := small("once")
	first, err := s.order(t, o).Result(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.order(t, o).Result(t.Context())
	if err != nil || again.Receipt != first.Receipt {
		t.Fatalf("ordered again: %+v, %v, want the first receipt %+v", again, err, first)
	}
}

func TestAManagerMayAnswerBeforeTheQuestion(t *testing.T) {
	s := newShop(t, Options{})
	o := small("early", func(o *Order) { o.Approval = &Approval{WithinMS: hour, RemindMS: hour} })
	run := s.order(t, o)
	for range 2 { // twice with one id: the second is dropped
		if err := reprise.Signal(t.Context(), s.Runtime, o.ID, Approve, Decision{Yes: true}, reprise.SignalID("a")); err != nil && !errors.Is(err, reprise.ErrClosed) {
			t.Fatal(err)
		}
	}
	if _, err := run.Result(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A cancelled order undoes what was done, also when it was cancelled at that moment. Once the
// parcel has gone it is too late: nothing follows that could be left out, and the order completes.
func TestCancelUndoesWhatWasDone(t *testing.T) {
	for _, at := range []string{Reserved, Reminded, Begin, Applied, Shipped} {
		t.Run(at, func(t *testing.T) {
			reached := make(chan struct{}, 10)
			done := make(chan struct{})
			s := newShop(t, Options{OnEntry: func(e Entry) {
				if e.What == at {
					reached <- struct{}{}
					<-done
				}
			}})
			o := small("cancelled")
			if at == Reminded {
				fast("", hour)(&o)
			}
			run := s.order(t, o)
			<-reached
			if at == Shipped { // all of it: else what is left of it is what a cancellation undoes
				for range o.Parcels[1:] {
					<-reached
				}
			}
			if err := reprise.Cancel(t.Context(), s.Runtime, o.ID, "changed my mind"); err != nil {
				t.Fatal(err)
			}
			close(done)
			_, err := run.Result(t.Context())
			var ended *reprise.RunError
			cancelled := errors.As(err, &ended) && ended.Status == reprise.Cancelled
			if cancelled == (at == Shipped) || !cancelled && err != nil {
				t.Fatalf("ended with %v", err)
			}
			if err := Check(o, !cancelled, read(t, s.ledger)); err != nil {
				t.Error(err)
			}
		})
	}
}

// Nothing is charged while the card company is down, and nothing given up.
func TestACardCompanyThatIsDownIsAskedAgain(t *testing.T) {
	asked := make(chan struct{}, 5)
	s := newShop(t, Options{Down: []string{"tok_visa"}, OnEntry: func(e Entry) {
		if e.What == Begin && e.Order == "down" && len(asked) < cap(asked) {
			asked <- struct{}{} // by one attempt after the other
		}
	}})
	s.order(t, small("down"))
	paid := s.order(t, small("up", card("tok_mastercard")))
	for range cap(asked) {
		<-asked
	}
	if _, err := paid.Result(t.Context()); err != nil {
		t.Error(err)
	}
	if got, want := s.deeds(t, "down"), []string{Reserved}; !slices.Equal(got, want) {
		t.Errorf("the world did %v, want %v", got, want)
	}
}

// What is begun with the code that screens also ends with it.
func TestScreenedOrders(t *testing.T) {
	s := newShopWith(t, Options{}, (*World).Screened)
	large := small("screened", func(o *Order) {
		o.Parcels = append(o.Parcels, Parcel{ID: "3", To: "Japan", Items: []Item{{SKU: "JAR-3", Quantity: 1, Price: 850}}})
	})
	for o, screened := range map[*Order]bool{&large: true, new(small("as before")): false} {
		run := s.order(t, *o)
		if _, err := run.Result(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, found := s.begun.Load(Screen.Name() + " of " + run.WorkflowID()); found != screened {
			t.Errorf("%s: screened %v, want %v", o.ID, found, screened)
		}
	}
}

// An order that says nothing of a day is written as before there was one.
func TestAnOrderWithoutADayIsWrittenAsBefore(t *testing.T) {
	var codecs *history.Codecs
	p, err := codecs.Encode(small("plain"))
	if err != nil || bytes.Contains(p.Data, []byte("ship_after_ms")) {
		t.Errorf("%q, %v", p.Data, err)
	}
}

// The planted mistake: with a key per attempt the card company cannot know that it
// has charged already.
func TestAKeyPerAttemptChargesTwice(t *testing.T) {
	for planted, want := range map[bool]int{false: 0, true: 1} {
		s := newShop(t, Options{PerAttemptKey: planted})
		if _, err := s.order(t, small("lost", card(CardAnswerLost))).Result(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := Summarise(read(t, s.ledger)).ChargedTwice(); got != want {
			t.Errorf("key per attempt %v: %d orders charged twice, want %d", planted, got, want)
		}
	}
}

func TestManyOrdersAtOnce(t *testing.T) {
	orders, err := ReadOrders(demoOrders)
	if err != nil {
		t.Fatal(err)
	}
	s := newShop(t, Options{})
	var runs []reprise.Handle[Confirmation]
	for _, o := range orders {
		runs = append(runs, s.order(t, o))
	}
	ends, completed := map[failure.Code]int{}, make([]bool, len(runs))
	for i, run := range runs {
		_, err := run.Result(t.Context())
		ends[failure.CodeOf(err)]++
		completed[i] = err == nil
	}
	entries := read(t, s.ledger)
	for i, o := range orders {
		if err := Check(o, completed[i], entries); err != nil {
			t.Error(err)
		}
	}
	want := map[failure.Code]int{"": 164, ErrDeclined: 13, ErrOutOfStock: 9, ErrUndeliverable: 11, ErrRejected: 2, ErrNotApproved: 1}
	if fmt.Sprint(ends) != fmt.Sprint(want) {
		t.Errorf("the orders ended as %v, want %v", ends, want)
	}
}
