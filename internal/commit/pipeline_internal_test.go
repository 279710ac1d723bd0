package commit

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/timer"
)

// hangar is a store that takes two batches at a time and answers none until it is told to.
type hangar struct {
	store.Store
	mu    sync.Mutex
	here  []*arrivedBatch // that have no answer yet, in the order in which they came
	fails error
}

type arrivedBatch struct {
	ops    []store.Op
	answer chan struct{}
}

func (s *hangar) Writers() int { return 2 }

func (s *hangar) Apply(_ context.Context, ops []store.Op) ([]store.Outcome, error) {
	b := &arrivedBatch{ops, make(chan struct{})}
	s.mu.Lock()
	s.here = append(s.here, b)
	s.mu.Unlock()
	<-b.answer
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails != nil {
		return nil, s.fails
	}
	return make([]store.Outcome, len(ops)), nil
}

// field is a Group on such a store.
type field struct {
	st *hangar
	g  *Group
}

func newField(serial bool) *field {
	st := &hangar{Store: memory.New()}
	return &field{st, New(Config{Store: st, Clock: timer.System(), Logger: slog.New(slog.DiscardHandler), Serial: serial})}
}

// steps submits n steps of as many runs.
func (f *field) steps(n int) (all []*Request) {
	for range n {
		all = append(all, f.g.Submit(&store.Commit{Run: uuid.New()}, false))
	}
	synctest.Wait()
	return all
}

func (f *field) signal() *Request {
	r := f.g.Submit(&store.Deliver{Ref: store.Ref{WorkflowID: "w"}}, true)
	synctest.Wait()
	return r
}

// away is how many members each batch has that is under way.
func (f *field) away() (sizes []int) {
	f.st.mu.Lock()
	defer f.st.mu.Unlock()
	for _, b := range f.st.here {
		sizes = append(sizes, len(b.ops))
	}
	return sizes
}

// land answers the i-th batch that is under way.
func (f *field) land(i int) {
	f.st.mu.Lock()
	b := f.st.here[i]
	f.st.here = append(f.st.here[:i:i], f.st.here[i+1:]...)
	f.st.mu.Unlock()
	close(b.answer)
	synctest.Wait()
}

func (f *field) want(t *testing.T, what string, sizes ...int) {
	t.Helper()
	got := f.away()
	if len(got) != len(sizes) {
		t.Fatalf("%s: batches of %v are under way, want %v", what, got, sizes)
	}
	for i := range got {
		if got[i] != sizes[i] {
			t.Fatalf("%s: batches of %v are under way, want %v", what, got, sizes)
		}
	}
}

func (f *field) landAll() {
	for len(f.away()) > 0 {
		f.land(0)
	}
}

func TestASecondBatchSetsOffWhenItIsWorthIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newField(false)
		defer f.landAll()
		f.steps(1)
		f.want(t, "the first step", 1)
		f.steps(7)
		f.want(t, "seven more", 1)
		f.steps(1)
		f.want(t, "an eighth", 1, 8)
		f.steps(20)
		f.want(t, "a third batch never", 1, 8)
		f.land(0)
		f.want(t, "what waits goes beside the other one", 8, 20)
		f.steps(9)
		f.land(0)
		f.want(t, "less than half of what is under way waits for it", 20)
		f.steps(1)
		f.want(t, "half of it sets off", 20, 10)
		last := f.steps(3)
		f.land(1)
		f.want(t, "too few wait", 20)
		f.land(0)
		f.want(t, "but not when nothing is under way", 3)
		f.land(0)
		for _, r := range last {
			if !answered(r) {
				t.Error("a step has no answer")
			}
		}
	})
}

// Its commits and a delivery could be about one run.
func TestADeliverySetsOffAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newField(false)
		defer f.landAll()
		f.steps(1)
		f.steps(8)
		f.want(t, "two batches", 1, 8)
		f.signal()
		f.steps(50)
		f.land(0)
		f.want(t, "a signal waits for both, and what waits with it", 8)
		f.land(0)
		f.want(t, "then it goes with them", 51)
		f.steps(100)
		f.want(t, "nothing sets off beside it", 51)
		f.land(0)
		f.want(t, "after it they do", 100)
		f.steps(50)
		f.want(t, "as before", 100, 50)
	})
}

func TestASerialGroupSendsOneBatchAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newField(true)
		defer f.landAll()
		f.steps(30)
		f.want(t, "one by one", 1)
	})
}

// Two batches find the same: that is one failure to who waits behind them.
func TestWhoWaitsBehindTwoBatchesIsNotGivenUpTwiceAsSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newField(false)
		f.st.fails = store.ErrTransient
		defer f.landAll()
		defer f.g.Close()
		f.steps(1)
		f.steps(8)
		caller := f.signal()
		for range 5 {
			if n := len(f.away()); n != 2 {
				t.Fatalf("%d batches are tried again, want both", n)
			}
			f.land(0)
			f.land(0)
			if answered(caller) {
				t.Fatal("the caller is told too soon")
			}
			<-time.After(5 * time.Second) // until they are there again
			synctest.Wait()
		}
		f.land(0)
		f.land(0)
		if !answered(caller) || !errors.Is(caller.answer.Err, store.ErrTransient) {
			t.Error("the caller waits for ever")
		}
	})
}

// There may always be something under way.
func TestWhatTheStoreHadNoSpaceForIsTriedAgainBesideOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newField(false)
		defer f.landAll()
		refused := f.steps(1)[0]
		f.steps(8)
		f.st.fails = store.ErrFull
		f.land(0)
		f.st.fails = nil
		for range 3 {
			<-time.After(time.Second)
			f.steps(30)
			f.land(0)
		}
		if !answered(refused) {
			t.Error("the write that the store had no space for waits still")
		}
	})
}

func TestAWriteThatTakesLongIsNoticedBesideOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newField(false)
		defer f.landAll()
		f.steps(1)
		f.steps(8)
		<-time.After(10 * time.Second)
		f.land(1)
		f.steps(8)
		f.want(t, "a new one beside the old one", 1, 8)
		if got := f.g.UnderWay(); got != 10*time.Second {
			t.Errorf("the old one is under way for %v, want 10s", got)
		}
		<-time.After(10 * time.Second)
		f.land(0)
		<-time.After(time.Second)
		if got := f.g.UnderWay(); got != time.Second {
			t.Errorf("a batch that may have waited for the old one is under way for %v, want 1s since that has landed", got)
		}
	})
}
