package postgres

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// ended starts a run and closes it.
func ended(t *testing.T, st *Store, workflowID string) store.RunID {
	t.Helper()
	start := newStart(workflowID)
	start.Owner, start.Claim = uuid.New(), uuid.New()
	outs, err := st.Apply(t.Context(), []store.Op{start, &store.Commit{
		Run: start.Run, Owner: start.Owner, Epoch: 1, Seq: 2, After: start.Row.Token, Token: uuid.New(), Level: 1,
		Rows: []store.Row{{Seq: 2, N: 1, Data: []byte("the end")}}, Then: store.Close, Status: store.Completed,
	}})
	if err != nil || outs[1].Code != store.Done {
		t.Fatalf("%v, %v", outs, err)
	}
	return start.Run
}

func retain(t *testing.T, st *Store) store.Outcome {
	t.Helper()
	outs, err := st.Apply(t.Context(), []store.Op{&store.Retain{Max: 100}})
	if err != nil {
		t.Fatal(err)
	}
	return outs[0]
}

// Somebody may hold a lock of an ended run, such as another worker that removes it. Retention
// neither waits nor fails.
func TestRetentionPassesOverWhatIsLocked(t *testing.T) {
	ctx := context.Background()
	l := newLot(t)
	st, schema := l.take(t)
	held, free := ended(t, st, "order-1"), ended(t, st, "order-2")
	tx, err := l.pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(ctx) }()
	if _, err := tx.Exec(ctx, strings.ReplaceAll("SELECT 1 FROM ~run WHERE run_id = $1 FOR UPDATE", "~", schema+"."), held); err != nil {
		t.Fatal(err)
	}
	if out := retain(t, st); out.Count != 1 {
		t.Errorf("%d runs are removed, want the one that is free", out.Count)
	}
	if _, err := st.Run(ctx, store.Ref{Run: free}); !errors.Is(err, store.ErrRemoved) {
		t.Errorf("the free one: %v", err)
	}
	if err := tx.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	if out := retain(t, st); out.Count != 1 {
		t.Errorf("%d runs are removed, want the other one", out.Count)
	}
}

// If an existing run already has a tombstone, which only damage can cause, retention
// continues with all others.
func TestRetentionGoesOnOverAKeyThatStandsThere(t *testing.T) {
	ctx := context.Background()
	l := newLot(t)
	st, schema := l.take(t)
	odd, other := ended(t, st, "order-1"), ended(t, st, "order-2")
	damage := "INSERT INTO ~tombstone (run_id, at, nth, namespace, workflow_id) SELECT run_id, now(), nth, namespace, workflow_id FROM ~run WHERE run_id = $1"
	if _, err := l.pool.Exec(ctx, strings.ReplaceAll(damage, "~", schema+"."), odd); err != nil {
		t.Fatal(err)
	}
	if out := retain(t, st); out.Count != 1 {
		t.Errorf("%d runs are removed, want the one that had no key", out.Count)
	}
	for _, run := range []store.RunID{odd, other} {
		if _, err := st.Run(ctx, store.Ref{Run: run}); !errors.Is(err, store.ErrRemoved) {
			t.Errorf("a run that was removed: %v", err)
		}
	}
	third := ended(t, st, "order-3")
	if out := retain(t, st); out.Count != 1 {
		t.Errorf("%d runs are removed afterwards, want 1", out.Count)
	}
	if _, err := st.Run(ctx, store.Ref{Run: third}); !errors.Is(err, store.ErrRemoved) {
		t.Errorf("the third: %v", err)
	}
}

// If a chain has two last runs, neither of which was continued, it is found twice. No history
// row stays without its run, however small the steps are.
func TestRetentionLeavesNoHistoryOfAChainWithTwoEnds(t *testing.T) {
	for _, earlier := range []int{0, 1} {
		l := newLot(t)
		st, schema := l.take(t)
		first := newStart("order-1")
		second := newStart("order-1")
		second.Chain = first.Run
		var runs []store.RunID
		for _, start := range []*store.Start{first, second} {
			start.Owner, start.Claim = uuid.New(), uuid.New()
			outs, err := st.Apply(t.Context(), []store.Op{start, &store.Commit{
				Run: start.Run, Owner: start.Owner, Epoch: 1, Seq: 2, After: start.Row.Token, Token: uuid.New(), Level: 1, Then: store.Close, Status: store.Completed,
				Rows: []store.Row{{Seq: 2, N: 1, Data: []byte("more")}, {Seq: 3, N: 1, Data: []byte("the end")}},
			}})
			if err != nil || outs[1].Code != store.Done {
				t.Fatalf("%v, %v", outs, err)
			}
			runs = append(runs, start.Run)
		}
		before := strings.ReplaceAll("UPDATE ~run SET closed_at = closed_at - interval '1 hour' WHERE run_id = $1", "~", schema+".")
		if _, err := l.pool.Exec(t.Context(), before, runs[earlier]); err != nil {
			t.Fatal(err)
		}
		for op := (&store.Retain{Max: 4}); ; {
			outs, err := st.Apply(t.Context(), []store.Op{op})
			if err != nil {
				t.Fatal(err)
			}
			if op.From = outs[0].Next; op.From.IsZero() {
				break
			}
		}
		left := 0
		count := strings.ReplaceAll("SELECT (SELECT count(*) FROM ~run) + (SELECT count(*) FROM ~event)", "~", schema+".")
		if err := l.pool.QueryRow(t.Context(), count).Scan(&left); err != nil || left != 0 {
			t.Errorf("%d rows are left, %v", left, err)
		}
	}
}
