package attempt

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/store"
)

// worker is a Host that records its calls. It waits for its goroutines.
type worker struct {
	set    *Set
	clock  *faketime.Clock
	mu     sync.Mutex
	alarms map[Alarm]time.Time
	ended  chan contract.Outcome // of rows
	freed  chan string
	given  []int
	beats  int
	left   chan struct{} // a goroutine has ended
	lost   bool          // its lease
}

func (w *worker) Valid() bool                               { return !w.lost }
func (w *worker) Transact(*Attempt) contract.Outcome        { return contract.Outcome{} }
func (w *worker) Began(*Attempt)                            {}
func (w *worker) Ended(*Attempt, End)                       {}
func (w *worker) RowEnded(_ *Attempt, out contract.Outcome) { w.ended <- out }
func (w *worker) RowLeft(store.ActivityKey)                 {}
func (w *worker) Beat(*Attempt)                             { w.beats++ }
func (w *worker) Outlived(*Attempt) *history.Failure {
	return &history.Failure{Kind: mark.OutcomeUnknown}
}
func (w *worker) FreeSlot(queue string) { w.freed <- queue }
func (w *worker) GivenUp(n int)         { w.given = append(w.given, n) }

func newWorker(t *testing.T) *worker {
	w := &worker{
		clock: faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)), alarms: map[Alarm]time.Time{},
		ended: make(chan contract.Outcome, 9), freed: make(chan string, 9), left: make(chan struct{}, 9),
	}
	w.set = NewSet(Config{
		Encode: func(_ context.Context, e history.Event) ([]byte, error) { return history.EncodeEvent(e) },
		Host:   w, Context: t.Context(), Clock: w.clock, Now: w.clock.Now, Grace: time.Minute, Logger: slog.New(slog.DiscardHandler),
		Set: func(alarm Alarm, at time.Time) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.alarms[alarm] = at
		},
		Drop: func(alarm Alarm) { w.take(alarm) },
		Join: func() bool { return true }, Leave: func() { w.left <- struct{}{} },
		Start: func(f func()) bool { f(); return true },
	})
	return w
}

// take clears an alarm and reports whether it was set.
func (w *worker) take(alarm Alarm) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, set := w.alarms[alarm]
	delete(w.alarms, alarm)
	return set
}

// attempt makes an attempt at an activity with that policy.
func (w *worker) attempt(p history.Policy, owner Owner, fn func(context.Context, int) (int, error)) *Attempt {
	b := activity.New("charge", fn).Contract().(*contract.Activity)
	input, _ := (*history.Codecs)(nil).Encode(1)
	id := Identity{Run: store.RunID{1}, Number: 7, N: 1, Scheduled: &history.ActivityScheduled{Name: "charge", Input: input, Policy: p}, Since: w.clock.Now()}
	return w.set.New(id, b, "default", owner)
}

// ring fires the alarm that is set for why.
func (w *worker) ring(t *testing.T, a *Attempt, why why) {
	t.Helper()
	if !w.take(Alarm{a, why}) {
		t.Fatalf("alarm %d is not set", why)
	}
	Alarm{a, why}.Ring()
}

// An attempt that times out is reported at once. Its function has the grace to notice. Then its
// slot is given back, and its goroutine counts as abandoned until it returns.
func TestAnAttemptThatIgnoresItsTimeout(t *testing.T) {
	w := newWorker(t)
	inside, leave := make(chan context.Context), make(chan struct{})
	a := w.attempt(history.Policy{StartToClose: time.Second}, nil, func(ctx context.Context, n int) (int, error) {
		inside <- ctx
		<-leave
		return n, nil
	})
	a.Begin()
	ctx := <-inside
	w.ring(t, a, timeout)
	if out := <-w.ended; out.Failure == nil || out.Failure.Kind != mark.Timeout {
		t.Errorf("it is reported as %+v", out)
	}
	if !errors.Is(context.Cause(ctx), activity.ErrTimeout) || !a.Inside() {
		t.Errorf("its context has ended for %v", context.Cause(ctx))
	}
	w.ring(t, a, graceOver)
	<-w.freed
	<-w.left
	if !slices.Equal(w.given, []int{1}) {
		t.Errorf("given up on are %v", w.given)
	}
	close(leave)
	for len(w.set.All()) > 0 {
		runtime.Gosched()
	}
	if len(w.ended) != 0 || len(w.freed) != 0 {
		t.Error("what it returned after its end was reported")
	}
}

// If an attempt was ended from outside, the result of its function is discarded.
func TestAnAttemptThatIsEndedFromOutside(t *testing.T) {
	w := newWorker(t)
	inside := make(chan struct{})
	a := w.attempt(history.Policy{}, nil, func(ctx context.Context, n int) (int, error) {
		close(inside)
		<-ctx.Done()
		return n, nil
	})
	a.Begin()
	<-inside
	a.End(activity.ErrCancelled)
	<-w.freed
	<-w.left
	if len(w.ended) != 0 || !errors.Is(a.Cause(), activity.ErrCancelled) {
		t.Errorf("its end was reported, or the cause is %v", a.Cause())
	}
}

// An attempt that ends before it begins never begins; its slot is free again. The same holds for
// an attempt whose worker has lost its lease; that attempt is handed over.
func TestAnAttemptThatDoesNotBegin(t *testing.T) {
	w := newWorker(t)
	fn := func(context.Context, int) (int, error) {
		t.Error("it has begun")
		return 0, nil
	}
	a := w.attempt(history.Policy{}, nil, fn)
	a.End(activity.ErrCancelled)
	a.Begin()
	if <-w.freed; len(w.set.All()) != 0 {
		t.Error("it is in the set")
	}
	w.lost = true
	w.attempt(history.Policy{}, nil, fn).Begin()
	if out := <-w.ended; !out.Stopped {
		t.Errorf("without a lease it is reported as %+v", out)
	}
	<-w.left
}

// A function that ends its goroutine fails its attempt.
func TestAnAttemptWhoseGoroutineEnds(t *testing.T) {
	w := newWorker(t)
	w.attempt(history.Policy{}, nil, func(context.Context, int) (int, error) {
		runtime.Goexit()
		return 0, nil
	}).Begin()
	if out := <-w.ended; out.Failure == nil {
		t.Error("it is reported as a result")
	}
	<-w.left
}

// Each heartbeat resets the heartbeat timeout; heartbeats are written once a second.
func TestHeartbeatsAreWrittenOnceASecond(t *testing.T) {
	w := newWorker(t)
	a := w.attempt(history.Policy{HeartbeatTimeout: time.Minute}, nil, func(ctx context.Context, n int) (int, error) {
		for range 30 {
			if err := activity.HeartbeatDetails(ctx, n); err != nil {
				return 0, err
			}
			w.clock.Advance(100 * time.Millisecond)
		}
		return n, nil
	})
	begun := w.clock.Now()
	a.Begin()
	<-w.ended
	<-w.left
	if w.beats != 3 {
		t.Errorf("in three seconds %d are written", w.beats)
	}
	if a.Details() == nil || w.clock.Now().Sub(begun) != 3*time.Second || len(w.alarms) != 0 {
		t.Errorf("details are %q, alarms left %v", a.Details(), w.alarms)
	}
}

// owner is a run.
type owner chan contract.Outcome

func (o owner) AttemptEnded(a *Attempt, out contract.Outcome) bool {
	if a.Owner() == nil {
		return false
	}
	o <- out
	return true
}

// The end of an eager attempt goes to its run, unless the attempt has become one of a row
// meanwhile.
func TestWhoHearsOfTheEndOfAnAttempt(t *testing.T) {
	for _, row := range []bool{false, true} {
		w, o := newWorker(t), make(owner, 1)
		inside, leave := make(chan struct{}), make(chan struct{})
		a := w.attempt(history.Policy{}, o, func(_ context.Context, n int) (int, error) {
			close(inside)
			<-leave
			return n, nil
		})
		a.Begin()
		<-inside
		if row {
			a.BecomeRow(store.Token{1})
		}
		close(leave)
		<-w.left
		if len(o) == 1 == row || len(w.ended) == 1 != row {
			t.Errorf("row %v: its run has heard of %d ends, the row of %d", row, len(o), len(w.ended))
		}
	}
}

// The policy recorded with the call determines the timeouts and retries of an attempt. The policy
// of today's binding, which differs, applies only to later calls.
func TestTheRecordedPolicyDecides(t *testing.T) {
	w := newWorker(t)
	inside, leave := make(chan struct{}), make(chan struct{})
	a := w.attempt(history.Policy{StartToClose: time.Second, InitialInterval: 7 * time.Second, MaxInterval: 70 * time.Second, Multiplier: 1, MaxAttempts: 2}, nil, func(context.Context, int) (int, error) {
		close(inside)
		<-leave
		return 0, nil
	})
	a.Begin()
	<-inside
	w.mu.Lock()
	at := w.alarms[Alarm{a, timeout}]
	w.mu.Unlock()
	if limit := at.Sub(w.clock.Now()); limit != time.Second {
		t.Errorf("it may take %v, recorded is 1s", limit)
	}
	failure := &history.Failure{Message: "not today", Retryable: true}
	if delay, again := a.Next(failure, w.clock.Now(), nil); delay != 7*time.Second || !again {
		t.Errorf("the next one follows after %v (%v), recorded is 7s", delay, again)
	}
	a.N = 2
	if _, again := a.Next(failure, w.clock.Now(), nil); again {
		t.Error("another one follows the second, recorded are two")
	}
	close(leave)
	<-w.ended
	<-w.left
}
