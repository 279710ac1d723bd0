package reprise_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// forgetful makes a plan that loses the answer to every claim once, and checks that the
// claim is repeated under its id.
type forgetful struct {
	anew chan struct{} // holds one entry if a claim with another id came instead

	mu    sync.Mutex
	lost  map[uuid.UUID]bool
	again []uuid.UUID // the id that the next claim must have
}

func (f *forgetful) plan(c storetest.Call) (fault storetest.Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var claims []uuid.UUID
	for _, op := range c.Ops {
		switch op := op.(type) {
		case *store.Claim:
			claims = append(claims, op.ID)
		case *store.ClaimActivities:
			claims = append(claims, op.ID)
		}
	}
	if len(claims) == 0 {
		return storetest.Fault{}
	}
	for _, id := range f.again {
		if !slices.Contains(claims, id) {
			select {
			case f.anew <- struct{}{}:
			default:
			}
		}
	}
	f.again = nil
	for _, id := range claims {
		if !f.lost[id] {
			f.lost[id], fault.Kind, f.again = true, storetest.LoseAnswer, claims
		}
	}
	return fault
}

// A claim without an answer is repeated under its id, because only that tells what the
// first one has taken. Runs and activities continue at once.
func TestAClaimWithoutAnAnswerIsMadeAgainUnderItsID(t *testing.T) {
	synctest.Test(t, loseClaims)
}

func loseClaims(t *testing.T) {
	ctx := bounded(t)
	st := newMemory()
	double := activity.New("double", func(_ context.Context, n int) (int, error) { return 2 * n, nil }, activity.Policy{Queue: "rows"})
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) { return workflow.Execute(ctx, double, n).Get(ctx) })
	client, err := reprise.New(st, quiet(), w)
	if err != nil {
		t.Fatal(err)
	}
	run := begin(t, client, w, 21, "w")
	anew := make(chan struct{}, 1)
	var workers []*forgetful
	for _, queue := range []string{"default", "rows"} {
		f := &forgetful{anew: anew, lost: map[uuid.UUID]bool{}}
		workers = append(workers, f)
		cfg := quiet()
		cfg.Queues = []reprise.Queue{{Name: "default", Elsewhere: queue != "default"}, {Name: "rows", Elsewhere: queue != "rows"}}
		startRuntime(t, storetest.Faulty(st, f.plan), cfg, w, double)
	}
	ended := make(chan error, 1)
	go func() {
		got, err := run.Result(ctx)
		if err == nil && got != 42 {
			t.Errorf("the run returns %d, want 42", got)
		}
		ended <- err
	}()
	select {
	case <-anew:
		t.Fatal("the answer to a claim was lost, and the next claim has another id: nobody looks for what the first one has taken")
	case err := <-ended:
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, f := range workers {
		f.mu.Lock()
		if len(f.lost) == 0 {
			t.Errorf("no answer to a claim of worker %d was lost", i)
		}
		f.mu.Unlock()
	}
}
