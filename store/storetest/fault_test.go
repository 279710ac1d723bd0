package storetest_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/storetest"
)

func newStart(id string) *store.Start {
	run := uuid.NewSHA1(uuid.NameSpaceOID, []byte(id))
	return &store.Start{Run: run, Chain: run, WorkflowID: id, Workflow: "order", Queue: "default", Row: store.Row{Seq: 1, N: 1, Token: run}}
}

func exists(t *testing.T, st store.Store, id string) bool {
	t.Helper()
	_, err := st.Run(context.Background(), store.Ref{WorkflowID: id})
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.Fatal(err)
	}
	return err == nil
}

func TestFaultsOfApply(t *testing.T) {
	boom := errors.New("boom")
	for _, c := range []struct {
		name          string
		fault         storetest.Fault
		want          error
		after, second bool // is it applied after the first call; after another call
		late          bool // is it applied only after that other call
	}{
		{name: "pass", after: true, second: true},
		{name: "fail before", fault: storetest.Fault{Kind: storetest.FailBefore}, want: store.ErrTransient},
		{name: "fail with an error", fault: storetest.Fault{Kind: storetest.FailBefore, Err: boom}, want: boom},
		{name: "lose the call", fault: storetest.Fault{Kind: storetest.LoseCall}, want: store.ErrUnknownOutcome},
		{name: "lose the answer", fault: storetest.Fault{Kind: storetest.LoseAnswer}, want: store.ErrUnknownOutcome, after: true, second: true},
		{name: "delay before", fault: storetest.Fault{Kind: storetest.DelayBefore}, want: store.ErrUnknownOutcome, second: true},
		{name: "delay after", fault: storetest.Fault{Kind: storetest.DelayAfter}, want: store.ErrUnknownOutcome, second: true, late: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := context.Background()
			inner := memory.New()
			f := storetest.Faulty(inner, storetest.At(1, c.fault))
			if _, err := f.Apply(ctx, []store.Op{newStart("a")}); !errors.Is(err, c.want) {
				t.Errorf("the first call returns %v, want %v", err, c.want)
			}
			if got := exists(t, inner, "a"); got != c.after {
				t.Errorf("applied after the first call: %v", got)
			}
			// Another start of the same workflow id shows which of the two came first.
			other := newStart("b")
			other.WorkflowID = "a"
			outs, err := f.Apply(ctx, []store.Op{other})
			if err != nil {
				t.Fatal(err)
			}
			first := c.second && !c.late
			if got := outs[0].Code == store.Exists; got != first {
				t.Errorf("the second call finds the first applied: %v, want %v", got, first)
			}
			if _, applies := f.Calls(); applies != 2 {
				t.Errorf("%d calls of Apply are counted", applies)
			}
		})
	}
}

func TestFlushAppliesWhatIsDelayed(t *testing.T) {
	ctx := context.Background()
	inner := memory.New()
	f := storetest.Faulty(inner, func(storetest.Call) storetest.Fault { return storetest.Fault{Kind: storetest.DelayAfter} })
	if _, err := f.Apply(ctx, []store.Op{newStart("a")}); !errors.Is(err, store.ErrUnknownOutcome) {
		t.Fatal(err)
	}
	if exists(t, inner, "a") {
		t.Error("it is applied at once")
	}
	f.Flush()
	if !exists(t, inner, "a") {
		t.Error("Flush does not apply it")
	}
}

func TestACrashedProcessHearsNothingMore(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		kind    storetest.Kind
		applied bool
	}{{storetest.CrashBefore, false}, {storetest.CrashAfter, true}} {
		inner := memory.New()
		var calls []string
		f := storetest.Faulty(inner, func(call storetest.Call) storetest.Fault {
			if call.Method != "Apply" {
				return storetest.Fault{}
			}
			return storetest.Fault{
				Kind:   c.kind,
				Before: func() { calls = append(calls, "before") },
				After:  func() { calls = append(calls, "after") },
			}
		})
		if _, err := f.Now(ctx); err != nil {
			t.Fatal(err)
		}
		outs, err := f.Apply(ctx, []store.Op{newStart("a")})
		if !errors.Is(err, storetest.ErrCrashed) || outs != nil {
			t.Errorf("the crash is answered %v, %v", outs, err)
		}
		if got := exists(t, inner, "a"); got != c.applied {
			t.Errorf("applied: %v, want %v", got, c.applied)
		}
		if !slices.Equal(calls, []string{"before", "after"}) || !f.Crashed() {
			t.Errorf("the funcs were called %v, crashed %v", calls, f.Crashed())
		}
		if _, err := f.Now(ctx); !errors.Is(err, storetest.ErrCrashed) {
			t.Errorf("after the crash Now returns %v", err)
		}
		if err := f.Join(ctx, store.Worker{}); !errors.Is(err, storetest.ErrCrashed) {
			t.Errorf("after the crash Join returns %v", err)
		}
		if !exists(t, storetest.Faulty(inner, nil), "a") == c.applied {
			t.Error("another process on the store is hit by the crash")
		}
	}
}

func TestFaultsOfOtherCalls(t *testing.T) {
	ctx := context.Background()
	id := uuid.New()
	for _, c := range []struct {
		kind     storetest.Kind
		change   error // what a call that changes something answers
		question error // what a call that asks something answers
		applied  bool
	}{
		{storetest.FailBefore, store.ErrTransient, store.ErrTransient, false},
		{storetest.LoseCall, store.ErrUnknownOutcome, store.ErrTransient, false},
		{storetest.LoseAnswer, store.ErrUnknownOutcome, store.ErrTransient, true},
		{storetest.DelayAfter, store.ErrUnknownOutcome, store.ErrTransient, false},
	} {
		inner := memory.New()
		f := storetest.Faulty(inner, func(storetest.Call) storetest.Fault { return storetest.Fault{Kind: c.kind} })
		if err := f.Join(ctx, store.Worker{ID: id, TTL: 1}); !errors.Is(err, c.change) {
			t.Errorf("Join returns %v, want %v", err, c.change)
		}
		tick, err := inner.Tick(ctx, store.Tick{Worker: id})
		if err != nil || tick.Alive != c.applied {
			t.Errorf("joined: %v, want %v (%v)", tick.Alive, c.applied, err)
		}
		if _, err := f.Tick(ctx, store.Tick{}); !errors.Is(err, c.change) {
			t.Errorf("Tick returns %v, want %v", err, c.change)
		}
		_, owned := f.Owned(ctx, id)
		_, history := f.History(ctx, store.HistoryQuery{})
		_, run := f.Run(ctx, store.Ref{})
		_, runs := f.Runs(ctx, store.Query{})
		_, pending := f.Pending(ctx, id)
		for _, err := range []error{owned, history, run, runs, pending} {
			if !errors.Is(err, c.question) {
				t.Errorf("a question is answered %v, want %v", err, c.question)
			}
		}
	}
}

// A commit whose answer is lost is sent again with the same token.
func ExampleFaulty() {
	ctx := context.Background()
	st := storetest.Faulty(memory.New(), storetest.At(1, storetest.Fault{Kind: storetest.LoseAnswer}))
	ops := []store.Op{newStart("order-42")}
	for {
		outs, err := st.Apply(ctx, ops)
		if errors.Is(err, store.ErrUnknownOutcome) {
			fmt.Println(err)
			continue
		}
		fmt.Println(outs[0].Code)
		return
	}
	// Output:
	// store: outcome unknown
	// done
}
