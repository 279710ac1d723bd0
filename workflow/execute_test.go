package workflow_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/workflow"
)

type (
	Card       struct{ Number string }
	Receipt    struct{ ID string }
	Approval   struct{ Yes bool }
	OrderInput struct{ Card Card }
)

// The contracts of the example in the design.
var (
	Charge  = activity.Define[Card, Receipt]("charge", activity.Policy{StartToClose: time.Minute})
	Approve = workflow.DefineSignal[Approval]("approve")
	Order   = workflow.Define[OrderInput, Receipt]("order")
	Refund  = activity.Define[Receipt, int]("refund")
	Ship    = activity.New("ship", func(_ context.Context, parcel int) (string, error) { return fmt.Sprint("shipped ", parcel), nil })
)

func order(ctx workflow.Context, in OrderInput) (Receipt, error) {
	ok, err := workflow.Receive(ctx, Approve, workflow.Within(24*time.Hour))
	if errors.Is(err, workflow.ErrTimeout) || err == nil && !ok.Yes {
		return Receipt{}, failure.New("refused", "nobody approved")
	}
	if err != nil {
		return Receipt{}, err
	}
	r, err := workflow.Execute(ctx, Charge, in.Card).Get(ctx)
	if failure.CodeOf(err) == "declined" {
		return Receipt{ID: "declined"}, nil
	}
	return r, err
}

func TestTheExampleOfTheDesign(t *testing.T) {
	in := OrderInput{Card: Card{"4711"}}
	t.Run("approved", func(t *testing.T) {
		w := begin(t, Order.Bind(order), in)
		w.asked(history.KindTimerStarted)
		send(w, Approve, Approval{Yes: true})
		w.asked(history.KindTimerCancelled, history.KindActivityScheduled)
		var card Card
		if err := codecs.Decode(w.activity("charge").Scheduled.Input, &card); err != nil || card != in.Card {
			t.Errorf("charged %v, %v", card, err)
		}
		w.complete("charge", Receipt{"r-1"})
		if got := result[Receipt](w); got.ID != "r-1" {
			t.Errorf("got %v", got)
		}
	})
	t.Run("declined", func(t *testing.T) {
		w := begin(t, Order.Bind(order), in)
		send(w, Approve, Approval{Yes: true})
		w.fail("charge", failure.New("declined", "no funds"))
		if got := result[Receipt](w); got.ID != "declined" {
			t.Errorf("got %v", got)
		}
	})
	t.Run("nobody approves", func(t *testing.T) {
		w := begin(t, Order.Bind(order), in)
		w.fire()
		if f := w.failure(); f.Code != "refused" || !w.now.Equal(noon.Add(24*time.Hour)) {
			t.Errorf("got %+v at %v", f, w.now)
		}
	})
}

func TestADefinitionThatIsBoundAtOnceIsExecutedTheSameWay(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, n int) (string, error) {
		return workflow.Execute(ctx, Ship, n).Get(ctx)
	}), 3)
	w.complete("ship", "done")
	if got := result[string](w); got != "done" {
		t.Errorf("got %q", got)
	}
}

func TestActivitiesRunSideBySide(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, n int) ([]string, error) {
		var parcels []workflow.Future[string]
		for i := range n {
			parcels = append(parcels, workflow.Execute(ctx, Ship, i))
		}
		var done []string
		for _, p := range parcels {
			s, err := p.Get(ctx)
			if err != nil {
				return nil, err
			}
			done = append(done, s)
		}
		return done, nil
	}), 3)
	w.asked(history.KindActivityScheduled, history.KindActivityScheduled, history.KindActivityScheduled)
	open := w.live.Activities()
	for i := len(open) - 1; i >= 0; i-- { // in reverse: the order in which they end does not matter
		w.step(&history.ActivityCompleted{Activity: open[i].Seq, Attempt: 1, Result: w.encode(fmt.Sprint("parcel ", i))})
	}
	if got := result[[]string](w); !slices.Equal(got, []string{"parcel 0", "parcel 1", "parcel 2"}) {
		t.Errorf("got %v", got)
	}
}

func TestThePolicyIsRecordedWithTheCall(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		a := workflow.Execute(ctx, Charge, Card{})
		b := workflow.Execute(ctx, Charge.With(func(p *activity.Policy) {
			p.Queue, p.Retry.MaxAttempts = "slow", 1
		}), Card{})
		_, errA := a.Get(ctx)
		_, errB := b.Get(ctx)
		return 0, errors.Join(errA, errB)
	}), 0)
	open := w.live.Activities()
	if a := open[0].Scheduled; a.Policy.StartToClose != time.Minute || a.Policy.MaxAttempts != 10 || a.Queue != "" {
		t.Errorf("the definition's policy came out as %+v on %q", a.Policy, a.Queue)
	}
	if b := open[1].Scheduled; b.Policy.StartToClose != time.Minute || b.Policy.MaxAttempts != 1 || b.Queue != "slow" {
		t.Errorf("the call's policy came out as %+v on %q", b.Policy, b.Queue)
	}
	w.complete("charge", Receipt{})
	w.complete("charge", Receipt{})
}

func TestWhatCannotBeExecutedFailsAtGetWithoutACommand(t *testing.T) {
	type said struct {
		Text string
		Kind failure.Kind
	}
	Pipe := activity.Define[chan int, int]("pipe")
	Blob := activity.Define[[]byte, int]("blob")
	Nameless := activity.Define[int, int]("")
	Hasty := activity.Define[int, int]("hasty", activity.Policy{StartToClose: -2})
	Fine := activity.Define[int, int]("fine")
	say := func(_ int, err error) said { return said{err.Error(), failure.KindOf(err)} }
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) ([]said, error) {
		return []said{
			say(workflow.Execute(ctx, Pipe, make(chan int)).Get(ctx)),
			say(workflow.Execute(ctx, Blob, make([]byte, history.MaxPayload+1)).Get(ctx)),
			say(workflow.Execute(ctx, Nameless, 1).Get(ctx)),
			say(workflow.Execute(ctx, Hasty, 1).Get(ctx)),
			say(workflow.Execute(ctx, Fine.With(func(p *activity.Policy) { p.Retry.MaxAttempts = -7 }), 1).Get(ctx)),
		}, nil
	}), 0)
	w.asked(history.KindRunCompleted)
	ends := result[[]said](w)
	for i, want := range []said{
		{"input of activity pipe", mark.NotEncodable},
		{"input of activity blob", mark.TooLarge},
		{"name", ""},
		{"StartToClose", ""},
		{"Retry.MaxAttempts", ""},
	} {
		if got := ends[i]; !strings.Contains(got.Text, want.Text) || got.Kind != want.Kind {
			t.Errorf("case %d: got %+v, want %+v", i, got, want)
		}
	}
}

func TestAFailureIsRecognisedByCodeAndSentinel(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) ([]bool, error) {
		_, err := workflow.Execute(ctx, Charge, Card{}).Get(ctx)
		var f *history.Failure
		return []bool{
			errors.As(err, &f) && f.Retryable,
			failure.KindOf(err) == mark.Timeout,
			errors.Is(err, activity.ErrTimeout),
			errors.Is(err, workflow.ErrTimeout),
			!errors.Is(err, activity.ErrOutcomeUnknown),
			!errors.Is(err, workflow.ErrCancelled),
		}, nil
	}), 0)
	w.fail("charge", fmt.Errorf("charging: %w", activity.ErrTimeout))
	if got := result[[]bool](w); slices.Contains(got, false) {
		t.Errorf("got %v", got)
	}
}

func TestAResultOfAnotherTypeIsAnErrorOfGet(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (Receipt, error) {
		return workflow.Execute(ctx, Charge, Card{}).Get(ctx)
	}), 0)
	w.complete("charge", "not a receipt")
	if f := w.failure(); !strings.Contains(f.Message, "result of activity charge") {
		t.Errorf("got %+v", f)
	}
}
