package memory

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

func begin(t *testing.T, s *Store) (store.RunID, *store.Commit) {
	t.Helper()
	run, owner := uuid.New(), uuid.New()
	_, err := s.Apply(context.Background(), []store.Op{&store.Start{
		Run: run, Chain: run, WorkflowID: "order-1", Workflow: "order", Row: store.Row{Seq: 1, N: 1}, Owner: owner, Claim: uuid.New(),
	}})
	if err != nil {
		t.Fatal(err)
	}
	return run, &store.Commit{Run: run, Owner: owner, Epoch: 1, Seq: 2, Token: uuid.New(), Rows: []store.Row{{Seq: 2, N: 1}}}
}

// A number that is outstanding cannot be used twice: the whole commit is refused, including
// what it had done before it came to that number.
func TestANumberOutstandingTwiceUndoesTheCommit(t *testing.T) {
	for _, again := range []func(*store.Commit){
		func(c *store.Commit) { c.StartTimers = []store.Timer{{ID: 7}, {ID: 8}, {ID: 7}} },
		func(c *store.Commit) {
			c.StartTimers = []store.Timer{{ID: 7}}
			c.Schedule = []store.Activity{{ID: 8, Name: "a"}, {ID: 9, Name: "a"}, {ID: 8, Name: "a"}}
		},
	} {
		s := New(Options{})
		run, c := begin(t, s)
		again(c)
		_, err := s.Apply(context.Background(), []store.Op{c})
		var member *store.MemberError
		if !errors.As(err, &member) || member.Index != 0 {
			t.Fatalf("Apply returns %v", err)
		}
		r := s.state.runs[run]
		if r.NextSeq != 2 || len(r.rows) != 1 || len(r.Timers.Loaded) != 0 || len(r.Tasks.Loaded) != 0 || r.LastCommit == c.Token {
			t.Errorf("left behind: %+v", r)
		}
		c.StartTimers, c.Schedule = nil, nil
		if outs, err := s.Apply(context.Background(), []store.Op{c}); err != nil || outs[0].Code != store.Done {
			t.Errorf("without the numbers: %v, %v", outs, err)
		}
	}
}

// The contract offers no way to cause what Sweep mends, so this test causes it directly.
func TestSweepGivesAnEntryItsDispatchRow(t *testing.T) {
	ctx := context.Background()
	s := New(Options{})
	run, c := begin(t, s)
	c.Then = store.Park
	deliver := &store.Deliver{Ref: store.Ref{Run: run}, Entry: store.Entry{ID: "a", Kind: store.EntrySignal}}
	if _, err := s.Apply(ctx, []store.Op{c, deliver}); err != nil {
		t.Fatal(err)
	}
	s.state.runs[run].Dispatch = rules.Dispatch{}
	claim := func() int {
		outs, err := s.Apply(ctx, []store.Op{&store.Claim{
			Worker: uuid.New(), ID: uuid.New(), Max: 1,
			Filter: store.Filter{Queues: []string{""}, Workflows: []string{"order"}},
		}})
		if err != nil {
			t.Fatal(err)
		}
		return len(outs[0].Claims)
	}
	if n := claim(); n != 0 {
		t.Fatalf("%d runs are claimed before it is mended", n)
	}
	for _, want := range []int{1, 0} {
		outs, err := s.Apply(ctx, []store.Op{&store.Sweep{}})
		if err != nil || outs[0].Count != want {
			t.Errorf("Sweep mends %d, want %d (%v)", outs[0].Count, want, err)
		}
	}
	if n := claim(); n != 1 {
		t.Errorf("%d runs are claimed afterwards", n)
	}
}

// A batch of many ops about one run's rows copies the rows once: with eight times as many, each
// op takes about as many bytes of memory. If one of them fails, all are undone.
func TestManyRowsOfARunCostNoMoreEach(t *testing.T) {
	ctx := context.Background()
	per := func(n int) float64 {
		s := New(Options{})
		run, c := begin(t, s)
		for i := range n {
			c.Schedule = append(c.Schedule, store.Activity{ID: int64(i + 3), Name: "charge", Owner: c.Owner})
		}
		if _, err := s.Apply(ctx, []store.Op{c}); err != nil {
			t.Fatal(err)
		}
		var ops []store.Op
		for i := range n {
			ops = append(ops, &store.RetryActivity{Run: run, Activity: int64(i + 3), Worker: c.Owner, Attempt: 1, Claim: c.Token})
		}
		_, err := s.Apply(ctx, append(slices.Clone(ops), &store.Commit{}))
		var member *store.MemberError
		if !errors.As(err, &member) || member.Index != n {
			t.Fatalf("Apply returns %v", err)
		}
		for _, k := range s.state.runs[run].Tasks.Loaded {
			if k.Owner != c.Owner {
				t.Fatalf("activity %d is left as a batch that failed has made it", k.ID)
			}
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		outs, err := s.Apply(ctx, ops)
		runtime.ReadMemStats(&after)
		if err != nil || slices.ContainsFunc(outs, func(o store.Outcome) bool { return o.Code != store.Done }) {
			t.Fatalf("%v, %v", outs, err)
		}
		return float64(after.TotalAlloc-before.TotalAlloc) / float64(n)
	}
	if few, many := per(500), per(4000); many > 2*few+256 {
		t.Errorf("%.0f bytes for each of 4000 rows, and %.0f for each of 500", many, few)
	}
}
