package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// Tests of batches and commits. Those of values, time and the worker are in other files of this package.

// The store will never accept one member of a batch, and does not say which. The others are committed. The member's run
// is parked with the reason, and continues when the store accepts it.
func TestTheCulpritOfABatchIsFoundAndItsNeighboursGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		shared := newMemory()
		const runs = 40
		var refused atomic.Int32 // batches with the refused member and others
		var healthy atomic.Bool
		var culprit atomic.Pointer[store.RunID]
		var first sync.Once
		st := storetest.Faulty(shared, func(c storetest.Call) storetest.Fault {
			var ends []store.RunID
			bad := false
			for _, op := range c.Ops {
				if commit := store.CommitOf(op); commit != nil && commit.Then == store.Close {
					ends = append(ends, commit.Run)
					bad = bad || culprit.Load() != nil && *culprit.Load() == commit.Run
				}
			}
			if len(ends) == 0 || healthy.Load() {
				return storetest.Fault{}
			}
			first.Do(synctest.Wait) // while the first batch is in progress, the others gather
			if culprit.Load() == nil && len(ends) > 1 {
				culprit.Store(&ends[len(ends)/2])
				bad = true
			}
			if !bad {
				return storetest.Fault{}
			}
			if len(ends) > 1 {
				refused.Add(1)
			}
			return storetest.Fault{Kind: storetest.FailBefore, Err: errors.New("disk: this row is too wide")}
		})
		cfg := quiet()
		blocked := make(chan struct{}, runs)
		cfg.Observer = &reprise.Observer{RunBlocked: func(e reprise.RunBlocked) {
			if c := culprit.Load(); c == nil || e.RunID != *c {
				t.Errorf("a neighbour was parked: %s: %s", e.Reason, e.Text)
			}
			blocked <- struct{}{}
		}}
		w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
			_, err := workflow.Receive(ctx, approve)
			return n, err
		})
		client, err := reprise.New(shared, quiet())
		if err != nil {
			t.Fatal(err)
		}
		for i := range runs {
			id := fmt.Sprint("r", i)
			begin(t, client, w, i, id)
			if err := reprise.Signal(ctx, client, id, approve, approval{}); err != nil {
				t.Fatal(err)
			}
		}
		rt := startRuntime(t, st, cfg, w) // claims all runs at once
		select {
		case <-blocked:
		case <-ctx.Done():
			t.Fatal("no run is parked")
		}
		for i := range runs {
			id := fmt.Sprint("r", i)
			h, err := reprise.Get(ctx, rt, w, id)
			if err != nil {
				t.Fatal(err)
			}
			if c := culprit.Load(); c != nil && h.RunID() == *c {
				d, err := reprise.Describe(ctx, rt, id)
				if err != nil || d.Blocked == nil || d.Blocked.Reason != "store" || !strings.Contains(d.Blocked.Text, "too wide") {
					t.Errorf("the culprit is %+v, %v; want it parked with what the store said", d, err)
				}
				healthy.Store(true)
				if err := reprise.Resume(ctx, rt, id, ben); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := h.Result(ctx); err != nil || got != i {
				t.Errorf("%s = %d, %v; want %d", id, got, err, i)
			}
		}
		if refused.Load() == 0 {
			t.Error("the culprit was never in a batch with others: nothing was shown")
		}
	})
}

// Many callers share one committer: a batch is bounded in members and in bytes, and no caller's context reaches the
// others' writes.
func TestABatchIsBoundedAndNobodysContextIsIn(t *testing.T) {
	type key struct{}
	ctx := context.WithValue(bounded(t), key{}, "of a caller")
	st := &watched{Store: newMemory(), first: make(chan struct{}), goOn: make(chan struct{})}
	client, err := reprise.New(st, quiet())
	if err != nil {
		t.Fatal(err)
	}
	st.look = func(ctx context.Context, _ []store.Op) {
		if ctx.Value(key{}) != nil || ctx.Done() != nil {
			t.Error("a batch was sent under the context of one of its members")
		}
	}
	large := strings.Repeat("x", 100<<10)
	var starters sync.WaitGroup
	begin := func(input string) {
		starters.Go(func() {
			if _, err := reprise.Start(ctx, client, waitSign, input); err != nil {
				t.Error(err)
			}
		})
	}
	begin("first")
	<-st.first // its batch is in progress; what comes now gathers
	for range 1100 {
		begin("small")
	}
	for range 30 {
		begin(large)
	}
	queued := make(chan struct{})
	go func() {
		defer close(queued)
		for ctx.Err() == nil && runtime.NumGoroutine() < 1100 {
			runtime.Gosched()
		}
	}()
	<-queued
	close(st.goOn)
	starters.Wait()
	if st.members > 500 || st.members < 2 {
		t.Errorf("the largest batch had %d members; want 500 at most, and more than one", st.members)
	}
	if st.bytes > 1<<20+200<<10 {
		t.Errorf("the largest batch had %d bytes; want about 1 MiB at most", st.bytes)
	}
}

// watched is a store that measures its batches and delays the first one.
type watched struct {
	store.Store
	look        func(context.Context, []store.Op)
	once        sync.Once
	first, goOn chan struct{}

	members, bytes int // of the largest batches
}

func (w *watched) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	w.look(ctx, ops)
	w.once.Do(func() { close(w.first); <-w.goOn })
	n := 0
	for _, op := range ops {
		n += len(op.(*store.Start).Row.Data)
	}
	w.members, w.bytes = max(w.members, len(ops)), max(w.bytes, n)
	return w.Store.Apply(ctx, ops)
}

// A stepped machine is provisional: what it asked for begins when its commit is acknowledged, not when the commit is
// sent, and not when the outcome is unknown.
func TestNothingBeginsBeforeItsCommitIsAcknowledged(t *testing.T) {
	shared := newMemory()
	var begun, checked atomic.Int32
	st := storetest.Faulty(shared, func(c storetest.Call) storetest.Fault {
		for _, op := range c.Ops {
			if commit := store.CommitOf(op); commit != nil && commit.Seq <= 2 {
				f := storetest.Fault{After: func() {
					for range 1000 { // let anything begin that could
						runtime.Gosched()
					}
					if begun.Load() > 0 {
						t.Error("the activity began before its commit was acknowledged")
					}
				}}
				if checked.Add(1) == 1 {
					f.Kind = storetest.LoseAnswer
				}
				return f
			}
		}
		return storetest.Fault{}
	})
	act := activity.New("act", func(context.Context, int) (int, error) { return int(begun.Add(1)), nil })
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		return workflow.Execute(ctx, act, 0).Get(ctx)
	})
	rt := startRuntime(t, st, hurried(), w, act)
	run := begin(t, rt, w, 0, "w")
	if got, err := run.Result(bounded(t)); err != nil || got != 1 || checked.Load() != 2 {
		t.Fatalf("Result = %d, %v after %d sendings of the commit; want 1 after 2", got, err, checked.Load())
	}
}

// A worker has the machine of a run that continued elsewhere meanwhile. The machine is discarded.
func TestAMachineOfAnOldOwnershipIsNotUsed(t *testing.T) {
	ctx := bounded(t)
	shared := newMemory()
	var deaf atomic.Bool // the first worker's claims are lost
	st := storetest.Faulty(shared, func(c storetest.Call) storetest.Fault {
		for _, op := range c.Ops {
			if _, ok := op.(*store.Claim); ok && deaf.Load() {
				return storetest.Fault{Kind: storetest.FailBefore}
			}
		}
		return storetest.Fault{}
	})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		all := ""
		for range 2 {
			a, err := workflow.Receive(ctx, approve)
			if err != nil {
				return "", err
			}
			all += a.By
		}
		return all, nil
	})
	claims := make(chan bool, 10)
	cfg := hurried()
	cfg.Observer = &reprise.Observer{RunClaimed: func(e reprise.RunClaimed) { claims <- e.Cached }}
	first := startRuntime(t, st, cfg, w)
	run := begin(t, first, w, 0, "w")
	<-claims
	awaitRun(t, first, "w", func(d reprise.Description) bool { return d.Waiting != "" })
	deaf.Store(true)
	second, err := reprise.New(shared, quiet(), w)
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Start(ctx); err != nil {
		t.Fatal(err)
	}
	if err := reprise.Signal(ctx, second, "w", approve, approval{By: "a"}); err != nil {
		t.Fatal(err)
	}
	awaitRun(t, second, "w", func(d reprise.Description) bool { return d.Unread == 0 && d.Waiting != "" })
	if err := second.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	deaf.Store(false)
	if err := reprise.Signal(ctx, first, "w", approve, approval{By: "b"}); err != nil {
		t.Fatal(err)
	}
	if got, err := run.Result(ctx); err != nil || got != "ab" {
		t.Fatalf("Result = %q, %v; want ab", got, err)
	}
	if cached := <-claims; cached {
		t.Error("the first worker went on with the machine it had; want the run rebuilt")
	}
	lint(t, shared, run.RunID())
}
