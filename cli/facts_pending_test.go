package cli

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// moving is a store whose run takes a step as soon as somebody has read what it has
// outstanding.
type moving struct {
	store.Store
	looked bool
}

func (m *moving) Pending(ctx context.Context, run store.RunID) (store.Pending, error) {
	m.looked = true
	return m.Store.Pending(ctx, run)
}

func (m *moving) Run(ctx context.Context, ref store.Ref) (store.Run, error) {
	r, err := m.Store.Run(ctx, ref)
	if m.looked {
		r.NextSeq++
	}
	return r, err
}

// A timer without a row is reported, unless the run has taken a step since its history was
// read: then the timer may have fired.
func TestALostTimerIsToldOfARunThatStands(t *testing.T) {
	st := storeOf(t, []history.Event{{Body: &history.Started{Workflow: "order", WorkflowID: "order-17", Level: 1, Build: "v1"}}},
		[]history.Event{{Site: "order.steps fulfil.go:51", Body: &history.TimerStarted{FireAt: noon}}})
	for _, c := range []struct {
		st   store.Store
		want bool
	}{{st, true}, {&moving{Store: st}, false}} {
		rt, err := reprise.New(c.st, reprise.Config{Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		out, code := run(t, rt, "run", "show", "order-17", "-o", "table")
		for _, part := range []string{"! timer 2, due at 2026-03-01T12:00:00Z, has neither a row nor an entry in the inbox: it never fires;", "next: reprise run terminate order-17"} {
			if code != 0 || strings.Contains(out, part) != c.want {
				t.Errorf("%T: exit code %d, %q is there: %v\n%s", c.st, code, part, !c.want, out)
			}
		}
	}
}

// Events written after the run was read are left out, since they belong to a later moment.
func TestTheHistoryIsThatOfTheRun(t *testing.T) {
	st := storeOf(t, []history.Event{{Body: &history.Started{Workflow: "order", WorkflowID: "order-17", Level: 1, Build: "v1"}}},
		[]history.Event{{Body: &history.ActivityScheduled{Name: "charge", Eager: true}}})
	rt, err := reprise.New(&before{st}, reprise.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	if out, code := run(t, rt, "run", "show", "order-17", "-o", "table"); code != 0 || strings.Contains(out, "charge") {
		t.Errorf("exit code %d\n%s", code, out)
	}
}

// before is a store whose run does not yet have the last event of its history.
type before struct{ store.Store }

func (b *before) Run(ctx context.Context, ref store.Ref) (store.Run, error) {
	r, err := b.Store.Run(ctx, ref)
	r.NextSeq--
	return r, err
}

// The reason for cancelling comes from the request.
func TestTheReasonOfACancelRequestIsTold(t *testing.T) {
	st := storeOf(t, []history.Event{{Body: &history.Started{Workflow: "order", WorkflowID: "order-17", Level: 1, Build: "v1"}}})
	rt, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	if err := reprise.Cancel(t.Context(), rt, "order-17", "the customer called"); err != nil {
		t.Fatal(err)
	}
	if out, _ := run(t, rt, "run", "show", "order-17", "-o", "table"); !strings.Contains(out, "inbox        cancel (the customer called), came ") {
		t.Error(out)
	}
	if out, _ := run(t, rt, "run", "show", "order-17", "-o", "jsonl"); !strings.Contains(out, `{"kind":"cancel","reason":"the customer called",`) {
		t.Error(out)
	}
}
