package workflow_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/workflow"
)

// Visit is a value with parts that differ between memory and bytes.
type Visit struct {
	At     time.Time
	Notes  []string
	Tags   map[string]int
	Any    any
	secret string
}

var (
	Look    = activity.Define[int, Visit]("look")
	Visited = workflow.DefineSignal[Visit]("visited")
)

var errNoEntry = errors.New("no entry")

// picky takes another branch wherever a value has changed.
func picky(v Visit) string {
	return fmt.Sprintf("zone %s nil %v len %d any %T secret %q %s", v.At.Location(), v.Notes == nil, len(v.Tags), v.Any, v.secret, v.At.Format(time.RFC3339Nano))
}

func blame(err error) string {
	var f *history.Failure
	return fmt.Sprintf("%v is %v as %v code %q %s", err != nil, errors.Is(err, errNoEntry), errors.As(err, &f), failure.CodeOf(err), err)
}

// The code looks at every value when it comes, again two tasks later through the same
// future, and in the replays that end every test. The run must see the same each
// time.
func TestValuesAreTheSameLiveCachedAndReplayed(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, in Visit) ([]string, error) {
		look, failing := workflow.Execute(ctx, Look, 1), workflow.Execute(ctx, Look, 2)
		saw := func() []string {
			v, _ := look.Get(ctx)
			_, err := failing.Get(ctx)
			return []string{picky(v), blame(err)}
		}
		live := append(saw(), picky(in))
		side, err := workflow.SideEffect(ctx, func() (Visit, error) { return visit(), nil })
		if err != nil {
			return nil, err
		}
		_, failed := workflow.SideEffect(ctx, func() (int, error) { return 0, fmt.Errorf("door: %w", errNoEntry) })
		came, err := workflow.Receive(ctx, Visited)
		if err != nil {
			return nil, err
		}
		cached := append(saw(), picky(in), picky(side), picky(came), blame(failed))
		return append(live, cached...), nil
	}), visit())
	w.complete("look", visit())
	w.fail("look", failure.Wrap("closed", fmt.Errorf("door: %w", errNoEntry)))
	w.restart()
	send(w, Visited, visit())

	got := result[[]string](w)
	if live, cached := fmt.Sprint(got[:3]), fmt.Sprint(got[3:6]); live != cached {
		t.Errorf("live   %s\ncached %s", live, cached)
	}
	for _, i := range []int{2, 3, 5, 6, 7} {
		if got[i] != got[0] {
			t.Errorf("the value came by way %d as %s, as a result as %s", i, got[i], got[0])
		}
	}
	if want := `true is false as true code "closed" door: no entry`; got[1] != want || got[4] != want {
		t.Errorf("the error came as %s, then as %s", got[1], got[4])
	}
	if want := `true is false as true code "" door: no entry`; got[8] != want {
		t.Errorf("the error of the side effect came as %s", got[8])
	}
}

func visit() Visit {
	return Visit{
		At:    time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.FixedZone("Europe/Somewhere", 3600)),
		Notes: []string{}, Tags: map[string]int{}, Any: 7, secret: "kept",
	}
}

func TestEachGetGivesACopyOfItsOwn(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		data := activity.Define[int, map[string][]byte]("data")
		f := workflow.Execute(ctx, data, 0)
		a, err := f.Get(ctx)
		if err != nil {
			return "", err
		}
		a["k"][0] = 'X'
		a["other"] = nil
		b, err := f.Get(ctx)
		if err != nil {
			return "", err
		}
		broken := workflow.Execute(ctx, data, 1)
		for range 2 {
			_, err := broken.Get(ctx)
			var f *history.Failure
			if !errors.As(err, &f) {
				return "", err
			}
			b["message"] = []byte(f.Message)
			f.Message = "spoilt"
			f.Cause = nil
		}
		return fmt.Sprintf("%d %s %s", len(b), b["k"], b["message"]), nil
	}), 0)
	w.complete("data", map[string][]byte{"k": []byte("abc")})
	w.fail("data", errors.New("broken"))
	if got := result[string](w); got != "2 abc broken" {
		t.Errorf("got %s", got)
	}
}

func TestASignalIsDecodedWhenItIsReceived(t *testing.T) {
	type Old struct{ Yes string }
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		_, err := workflow.Receive(ctx, Approve)
		next, nextErr := workflow.Receive(ctx, Approve)
		return fmt.Sprint(err != nil, next.Yes), nextErr
	}), 0)
	send(w, workflow.DefineSignal[Old](Approve.Name()), Old{"yes, please"}) // from a sender with another type
	send(w, Approve, Approval{Yes: true})
	if got := result[string](w); got != "true true" {
		t.Errorf("got %s", got)
	}
}
