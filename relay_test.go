package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// posted is a store that hides messages of the outbox that list rejects.
type posted struct {
	store.Store
	list func(m *store.Message) bool
}

func (s posted) Outbox(ctx context.Context, q store.OutboxQuery) ([]store.Message, error) {
	all, err := s.Store.Outbox(ctx, q)
	return slices.DeleteFunc(all, func(m store.Message) bool { return !s.list(&m) }), err
}

// rewritten is a store that changes the messages that the outbox lists.
type rewritten struct {
	store.Store
	change func(m *store.Message)
}

func (s rewritten) Outbox(ctx context.Context, q store.OutboxQuery) ([]store.Message, error) {
	all, err := s.Store.Outbox(ctx, q)
	for i := range all {
		s.change(&all[i])
	}
	return all, err
}

// If the end of a child can never be read, its parent receives a failure and continues.
func TestTheEndOfAChildThatIsLostIsAFailure(t *testing.T) {
	for _, c := range []struct {
		name, status string
		change       func(m *store.Message, blobs codec.Blobs)
	}{
		{"its row is damaged", "", func(m *store.Message, _ codec.Blobs) {
			m.End.Data = slices.Clone(m.End.Data)
			m.End.Data[len(m.End.Data)/2] ^= 1
		}},
		{"its history is gone", "", func(m *store.Message, _ codec.Blobs) { m.End = store.Row{} }},
		{"its result is gone", "completed", func(_ *store.Message, blobs codec.Blobs) {
			for b := range blobs.List(context.Background()) {
				if err := blobs.Delete(context.Background(), b.Key); err != nil {
					t.Error(err)
				}
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			blobs := codec.InMemory()
			cfg := hurried()
			cfg.Payloads = []codec.Transform{codec.Offload(blobs, 100)}
			st := rewritten{newMemory(), func(m *store.Message) {
				if m.Kind == store.MessageEnd {
					c.change(m, blobs)
				}
			}}
			rt := startRuntime(t, st, cfg, nest.Bind(func(ctx workflow.Context, in string) (string, error) {
				_, err := workflow.ExecuteChild(ctx, bird, in).Get(ctx)
				var child *workflow.ChildError
				if errors.As(err, &child) && failure.KindOf(err) == mark.NotDecodable {
					return fmt.Sprintf("%q", child.Status), nil
				}
				return "", err
			}), bird.Bind(func(_ workflow.Context, _ string) (string, error) { return strings.Repeat("x", 1000), nil }))
			got, err := begin(t, rt, nest, "", "the nest").Result(bounded(t))
			if want := fmt.Sprintf("%q", c.status); err != nil || got != want {
				t.Errorf("the parent is told of a child that is %s, %v; want %s", got, err, want)
			}
			emptied(t, st)
		})
	}
}

// If a key is missing for the end of a child, the message waits for the key, and is logged once.
func TestTheEndOfAChildWaitsForItsKey(t *testing.T) {
	st := newMemory()
	log := make(lines, 1000)
	var found atomic.Bool
	old := ringOf("k1")
	old.Find = func(_ context.Context, id string) ([]byte, error) {
		if !found.Load() {
			return nil, errors.New("no such key")
		}
		return key(id), nil
	}
	cfg := hurried()
	cfg.Payloads = []codec.Transform{codec.AESGCM(old)}
	cfg.Logger = slog.New(slog.NewTextHandler(log, nil))
	rt := startRuntime(t, st, cfg, nest.Bind(func(ctx workflow.Context, in string) (string, error) {
		return workflow.ExecuteChild(ctx, bird, in, workflow.ChildQueue("far"), workflow.ChildID("the bird")).Get(ctx)
	}))
	far := hurried()
	far.Queues = []reprise.Queue{{Name: "far"}}
	far.Payloads = []codec.Transform{codec.AESGCM(ringOf("k2", "k1"))}
	silent := posted{st, func(*store.Message) bool { return false }}
	startRuntime(t, silent, far, bird.Bind(func(_ workflow.Context, _ string) (string, error) { return "song", nil }))

	h := begin(t, rt, nest, "", "the nest")
	log.until(t, bounded(t), "cannot be read", "k2")
	settled(t, st, "the bird")
	for range 100 { // many ticks
		if _, err := st.Outbox(t.Context(), store.OutboxQuery{Namespace: "default", Max: 10}); err != nil {
			t.Fatal(err)
		}
		select {
		case line := <-log:
			if strings.Contains(line, "k2") {
				t.Fatalf("it is logged again: %s", line)
			}
		case <-time.After(10 * time.Millisecond):
		}
	}
	found.Store(true)
	if got, err := h.Result(bounded(t)); err != nil || got != "song" {
		t.Errorf("got %q, %v", got, err)
	}
}

var (
	postman = workflow.Define[int, string]("postman")
	house   = workflow.Define[int, []int]("house")
	letter  = workflow.DefineSignal[int]("letter")
)

// posting sends n letters to each of two houses, without waiting in between.
func posting(ctx workflow.Context, n int) (string, error) {
	var sent []workflow.Future[workflow.None]
	for i := range n {
		for _, to := range []string{"house 1", "house 2"} {
			sent = append(sent, workflow.Send(ctx, to, letter, i))
		}
	}
	for _, f := range sent {
		if _, err := f.Get(ctx); err != nil {
			return "", err
		}
	}
	return "done", nil
}

func living(ctx workflow.Context, n int) (all []int, err error) {
	for range n {
		v, err := workflow.Receive(ctx, letter)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// pushed is a store in which another worker is relaying the first message for house 1, and fails.
type pushed struct {
	store.Store
	mu   sync.Mutex
	once map[store.MessageKey]bool
}

func (s *pushed) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	var mine []store.Op
	theirs := make(map[int]bool)
	s.mu.Lock()
	for i, op := range ops {
		o, ok := op.(*store.Relay)
		if ok && o.Deliver != nil && o.Deliver.Ref.WorkflowID == "house 1" && len(s.once) == 0 {
			s.once[o.Message], theirs[i] = true, true
			continue
		}
		mine = append(mine, op)
	}
	s.mu.Unlock()
	outs, err := s.Store.Apply(ctx, mine)
	if err != nil {
		return nil, err
	}
	for i := range ops {
		if theirs[i] {
			outs = slices.Insert(outs, i, store.Outcome{Code: store.Fenced})
		}
	}
	return outs, nil
}

// Signals from one run to another arrive in order, even if two workers relay them and one fails.
func TestSignalsOfOneRunDoNotOvertakeEachOther(t *testing.T) {
	const n = 20
	for name, st := range map[string]store.Store{"memory": newMemory(), "sqlite": openFile(t, t.TempDir()+"/test.db")} {
		t.Run(name, func(t *testing.T) {
			shared := &pushed{Store: st, once: make(map[store.MessageKey]bool)}
			var rt *reprise.Runtime
			for range 2 {
				rt = startRuntime(t, shared, hurried(), postman.Bind(posting), house.Bind(living))
			}
			one, two := begin(t, rt, house, n, "house 1"), begin(t, rt, house, n, "house 2")
			if _, err := begin(t, rt, postman, n, "the postman").Result(bounded(t)); err != nil {
				t.Fatal(err)
			}
			for i, h := range []reprise.Handle[[]int]{one, two} {
				if got, err := h.Result(bounded(t)); err != nil || !slices.IsSorted(got) || len(got) != n {
					t.Errorf("house %d got %v, %v", i+1, got, err)
				}
			}
		})
	}
}

// A run that somebody keeps locked delays only what is for that run, and is not tried again with each
// tick.
func TestALockedRunHoldsUpOnlyWhatIsForIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		st := storetest.NewLockable(s.store)
		locked := store.Subject{Namespace: "default", WorkflowID: "house 1"}
		rt := startRuntime(t, st, s.cfg, postman.Bind(posting), house.Bind(living))
		begin(t, rt, house, 2, "house 1")
		begin(t, rt, house, 2, "house 2")
		s.pass(time.Second)
		st.Lock(locked, true)
		begin(t, rt, postman, 2, "the postman")
		st.Batches()
		s.pass(time.Minute)
		asked := 0
		for _, batch := range st.Batches() {
			for _, op := range batch {
				if _, ok := op.(*store.Relay); ok && store.SubjectOf(op) == locked {
					asked++
				}
			}
		}
		if asked < 3 || asked > 80 {
			t.Errorf("the locked run was asked for %d times in a minute", asked)
		}
		status := func(id string) store.Status {
			r, err := st.Run(t.Context(), store.Ref{Namespace: "default", WorkflowID: id})
			if err != nil {
				t.Fatal(err)
			}
			return r.Status
		}
		if got := status("house 2"); got != store.Completed {
			t.Errorf("the run beside the locked one is %v", got)
		}
		st.Lock(locked, false)
		s.pass(time.Minute)
		for _, id := range []string{"house 1", "the postman"} {
			if got := status(id); got != store.Completed {
				t.Errorf("%s is %v once the lock is free", id, got)
			}
		}
	})
}

// deaf is a store that does not answer requests for its outbox.
type deaf struct{ store.Store }

func (deaf) Outbox(ctx context.Context, _ store.OutboxQuery) ([]store.Message, error) {
	<-ctx.Done()
	return nil, context.Cause(ctx)
}

// A worker stops although the store does not answer what there is to relay.
func TestStopDoesNotWaitForTheOutbox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		rt := startRuntime(t, deaf{s.store}, s.cfg, postman.Bind(posting))
		begin(t, rt, postman, 1, "the postman")
		s.pass(10 * time.Second)
		before := s.clock.Now()
		if err := rt.Stop(t.Context()); err != nil {
			t.Error(err)
		}
		if took := s.clock.Now().Sub(before); took > time.Second {
			t.Errorf("Stop took %v", took)
		}
	})
}

// A signal that its receiver does not accept delays neither the later start of a child by its sender,
// nor the cancellation of that child.
func TestASignalThatIsStuckKeepsBackNoChild(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		st := storetest.NewLockable(s.store)
		st.Lock(store.Subject{Namespace: "default", WorkflowID: "house 1"}, true)
		rt := startRuntime(t, st, s.cfg, house.Bind(living), nest.Bind(func(ctx workflow.Context, how string) (string, error) {
			workflow.Send(ctx, "house 1", letter, 1)
			return nesting(ctx, how)
		}), bird.Bind(flying))
		begin(t, rt, nest, "stay", "the nest")
		s.pass(10 * time.Second)
		child, err := st.Run(t.Context(), store.Ref{Namespace: "default", WorkflowID: "the bird"})
		if err != nil || child.Status != store.Open {
			t.Fatalf("the child behind the signal: %v, %v", child.Status, err)
		}
		if err := reprise.Terminate(t.Context(), rt, "the nest", "storm"); err != nil {
			t.Fatal(err)
		}
		s.pass(10 * time.Second)
		if child, err = st.Run(t.Context(), store.Ref{Run: child.ID}); err != nil || child.Status != store.Cancelled {
			t.Errorf("the child of the parent that was terminated: %v, %v", child.Status, err)
		}
		st.Lock(store.Subject{Namespace: "default", WorkflowID: "house 1"}, false)
		s.pass(time.Minute)
	})
}

// The children of an ended run are asked to cancel once each, even while one of them cannot be asked.
func TestOrphansAreAskedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		st := storetest.NewLockable(s.store)
		rt := startRuntime(t, st, s.cfg, nest.Bind(func(ctx workflow.Context, _ string) (string, error) {
			workflow.ExecuteChild(ctx, bird, "", workflow.ChildID("a bird"))
			return nesting(ctx, "stay")
		}), bird.Bind(func(ctx workflow.Context, _ string) (string, error) { // which takes its time
			return workflow.Receive(workflow.WithoutCancel(ctx), fly)
		}))
		begin(t, rt, nest, "stay", "the nest")
		s.pass(10 * time.Second)
		find := func(id string) store.Run {
			r, err := st.Run(t.Context(), store.Ref{Namespace: "default", WorkflowID: id})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		locked := store.Subject{Run: find("a bird").ID}
		st.Lock(locked, true)
		if err := reprise.Terminate(t.Context(), rt, "the nest", "storm"); err != nil {
			t.Fatal(err)
		}
		s.pass(10 * time.Second)
		before := find("the bird")
		st.Batches()
		s.pass(time.Minute)
		asked := make(map[store.RunID]int)
		for _, batch := range st.Batches() {
			for _, op := range batch {
				if o, ok := op.(*store.Deliver); ok {
					asked[o.Ref.Run]++
				}
			}
		}
		if after := find("the bird"); after.NextSeq != before.NextSeq || asked[after.ID] > 0 {
			t.Errorf("a child that was asked has %d events, and had %d; it was asked %d times more", after.NextSeq-1, before.NextSeq-1, asked[after.ID])
		}
		if n := asked[locked.Run]; n < 3 || n > 80 {
			t.Errorf("the locked child was asked %d times in a minute", n)
		}
		st.Lock(locked, false)
		s.pass(time.Minute)
		if left, err := st.Outbox(t.Context(), store.OutboxQuery{Namespace: "default", Max: 10}); err != nil || len(left) > 0 {
			t.Errorf("left in the outbox: %+v, %v", left, err)
		}
		for _, id := range []string{"a bird", "the bird"} {
			if err := reprise.Signal(t.Context(), rt, id, fly, "x"); err != nil {
				t.Fatal(err)
			}
		}
		s.pass(10 * time.Second)
	})
}

// A child whose last task receives a signal reports its end to its parent, as any other does.
func TestTheEndOfAChildThatReceivesIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStill(t)
		rt := startRuntime(t, s.store, s.cfg, nest.Bind(nesting), bird.Bind(flying))
		begin(t, rt, nest, "stay", "the nest")
		s.pass(10 * time.Second)
		if err := reprise.Signal(t.Context(), rt, "the bird", fly, "south"); err != nil {
			t.Fatal(err)
		}
		s.pass(10 * time.Second)
		r, err := s.store.Run(t.Context(), store.Ref{Namespace: "default", WorkflowID: "the nest"})
		if err != nil || r.Status != store.Completed {
			t.Errorf("the parent is %v, %v", r.Status, err)
		}
		if err := reprise.Terminate(t.Context(), rt, "the nest", "the test ends"); err != nil && !errors.Is(err, reprise.ErrClosed) {
			t.Error(err)
		}
	})
}
