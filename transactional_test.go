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
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// account is the user's table in the tests of transactional activities. Each debit is a
// line, which exists once its transaction is committed.
type account struct {
	mu    sync.Mutex
	lines []string
}

// book adds a line in the transaction.
func (a *account) book(tx *memory.ActivityTx, line string) error {
	return tx.Do(func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.lines = append(a.lines, line)
	})
}

func (a *account) read() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return strings.Join(a.lines, ", ")
}

var (
	debitOnce = activity.Define[string, int]("debit", activity.Policy{
		Transactional: true, Retry: activity.RetryPolicy{MaxAttempts: 1},
	})
	debitTwice = activity.Define[string, int]("debit", activity.Policy{
		Transactional: true, Retry: activity.RetryPolicy{MaxAttempts: 2, InitialInterval: time.Millisecond},
	})
	payment = workflow.Define[string, int]("payment")
)

// pay binds a workflow that executes one debit and returns the number of its attempt.
func pay(debit activity.Def[string, int], fn func(context.Context, *memory.ActivityTx, string) (int, error)) []reprise.Binding {
	return []reprise.Binding{debit.BindTx(memory.Transactional(fn)), payment.Bind(func(ctx workflow.Context, line string) (int, error) {
		return workflow.Execute(ctx, debit, line).Get(ctx)
	})}
}

// debit is an activity function that does what it should.
func (a *account) debit(ctx context.Context, tx *memory.ActivityTx, line string) (int, error) {
	return activity.GetInfo(ctx).Attempt, a.book(tx, line)
}

func TestATransactionalActivityIsARowAndEndsInItsOwnTransaction(t *testing.T) {
	ctx := bounded(t)
	var a account
	var mu sync.Mutex
	var seen []string
	st := storetest.Faulty(newMemory(), func(c storetest.Call) storetest.Fault {
		mu.Lock()
		defer mu.Unlock()
		for _, op := range c.Ops {
			if commit := store.CommitOf(op); commit != nil {
				for _, row := range commit.Schedule {
					seen = append(seen, "row of "+row.Name)
				}
			}
			if _, ok := op.(*store.EndActivity); ok {
				seen = append(seen, "end by "+c.Method)
			}
		}
		return storetest.Fault{}
	})
	rt := startRuntime(t, st, quiet(), pay(debitOnce, a.debit)...)
	h, err := reprise.Start(ctx, rt, payment, "10 to ann")
	if err != nil {
		t.Fatal(err)
	}
	if n, err := h.Result(ctx); err != nil || n != 1 {
		t.Fatalf("Result = %d, %v", n, err)
	}
	if got := a.read(); got != "10 to ann" {
		t.Errorf("the account has %q", got)
	}
	mu.Lock()
	got := strings.Join(seen, ", ")
	mu.Unlock()
	if got != "row of debit, end by End" {
		t.Errorf("the store saw %s", got)
	}
	lint(t, st, h.RunID())
}

// However a first attempt fails, nothing it wrote is kept.
func TestAnAttemptThatComesToNothingWritesNothing(t *testing.T) {
	for name, fail := range map[string]func(ctx context.Context, tx *memory.ActivityTx) (int, error){
		"an error": func(context.Context, *memory.ActivityTx) (int, error) { return 0, errors.New("no money") },
		"a panic":  func(context.Context, *memory.ActivityTx) (int, error) { panic("no money") },
		"Goexit": func(context.Context, *memory.ActivityTx) (int, error) {
			runtime.Goexit()
			return 0, nil
		},
		"a success after its time": func(ctx context.Context, _ *memory.ActivityTx) (int, error) {
			<-ctx.Done()
			return 1, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := bounded(t)
			var a account
			debit := debitTwice
			if strings.Contains(name, "time") {
				debit = debit.With(func(p *activity.Policy) { p.StartToClose = 20 * time.Millisecond })
			}
			rt := startRuntime(t, newMemory(), quiet(), pay(debit, func(ctx context.Context, tx *memory.ActivityTx, line string) (int, error) {
				n, err := a.debit(ctx, tx, fmt.Sprint(line, " by attempt ", activity.GetInfo(ctx).Attempt))
				if n == 1 {
					return fail(ctx, tx)
				}
				return n, err
			})...)
			h, err := reprise.Start(ctx, rt, payment, "10")
			if err != nil {
				t.Fatal(err)
			}
			if n, err := h.Result(ctx); err != nil || n != 2 {
				t.Fatalf("Result = %d, %v", n, err)
			}
			if got := a.read(); got != "10 by attempt 2" {
				t.Errorf("the account has %q", got)
			}
		})
	}
}

func TestAResultThatCannotBeRecordedRollsTheTransactionBack(t *testing.T) {
	ctx := bounded(t)
	var a account
	huge := activity.NewTx("huge", memory.Transactional(func(_ context.Context, tx *memory.ActivityTx, n int) (string, error) {
		return strings.Repeat("x", n), a.book(tx, "kept")
	}))
	w := workflow.New("w", func(ctx workflow.Context, n int) (string, error) { return workflow.Execute(ctx, huge, n).Get(ctx) })
	rt := startRuntime(t, newMemory(), quiet(), huge, w)
	h, err := reprise.Start(ctx, rt, w, 3<<20)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Result(ctx); failure.KindOf(err) != mark.TooLarge {
		t.Errorf("Result: %v", err)
	}
	if got := a.read(); got != "" {
		t.Errorf("the account has %q", got)
	}
}

// With a single attempt allowed, a COMMIT without an answer neither loses nor repeats
// it, whatever its outcome.
func TestACommitWithoutAnAnswerIsFoundOut(t *testing.T) {
	for name, kind := range map[string]storetest.Kind{
		"never sent": storetest.LoseCall, "answer lost": storetest.LoseAnswer,
		"lands before the question": storetest.DelayBefore, "lands after it": storetest.DelayAfter,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // some wait a second for the next attempt
			ctx := bounded(t)
			var a account
			var once sync.Once
			st := storetest.Faulty(newMemory(), func(c storetest.Call) (f storetest.Fault) {
				if c.Method == "End" {
					once.Do(func() { f.Kind = kind })
				}
				return f
			})
			rt := startRuntime(t, st, quiet(), pay(debitOnce, a.debit)...)
			h, err := reprise.Start(ctx, rt, payment, "10")
			if err != nil {
				t.Fatal(err)
			}
			if n, err := h.Result(ctx); err != nil || n != 1 {
				t.Fatalf("Result = %d, %v", n, err)
			}
			if got := a.read(); got != "10" {
				t.Errorf("the account has %q", got)
			}
			lint(t, st, h.RunID())
		})
	}
}

// A is frozen between its function's write and the end. B takes over and completes the
// activity. Then A wakes.
func TestAZombieThatWakesCommitsNothing(t *testing.T) {
	ctx := bounded(t)
	var a account
	shared := newMemory()
	stopped, awake := make(chan struct{}), make(chan struct{})
	var asleep atomic.Bool
	st := storetest.Faulty(shared, func(c storetest.Call) (f storetest.Fault) {
		if asleep.Load() && c.Method != "End" {
			f.Before = func() { <-awake }
		}
		return f
	})
	var ends atomic.Int32
	slow := func(ctx context.Context, tx *memory.ActivityTx, line string) (int, error) {
		n, err := a.debit(ctx, tx, fmt.Sprint(line, " by attempt ", activity.GetInfo(ctx).Attempt))
		if n == 1 {
			asleep.Store(true)
			close(stopped)
			<-awake
			ends.Add(1)
		}
		return n, err
	}
	first := startRuntime(t, st, quiet(), pay(debitTwice, slow)...)
	if _, err := reprise.Start(ctx, first, payment, "10", reprise.ID("p")); err != nil {
		t.Fatal(err)
	}
	<-stopped
	condemn(t, shared, first)
	second := startRuntime(t, shared, quiet(), pay(debitTwice, slow)...)
	h, err := reprise.Get(ctx, second, payment, "p")
	if err != nil {
		t.Fatal(err)
	}
	if n, err := h.Result(ctx); err != nil || n != 2 {
		t.Fatalf("Result = %d, %v", n, err)
	}
	asleep.Store(false)
	close(awake)
	if err := first.Stop(ctx); err != nil { // it waits for the function
		t.Error(err)
	}
	if got := a.read(); got != "10 by attempt 2" || ends.Load() != 1 {
		t.Errorf("the account has %q, the zombie has woken %d times", got, ends.Load())
	}
	lint(t, shared, h.RunID())
}

func TestALossOfTheLastTransactionalAttemptIsNoUnknownOutcome(t *testing.T) {
	ctx := bounded(t)
	var a account
	shared := newMemory()
	inside := make(chan struct{})
	st := storetest.Faulty(shared, nil)
	first := doomed(t, st, pay(debitOnce, func(ctx context.Context, tx *memory.ActivityTx, line string) (int, error) {
		n, err := a.debit(ctx, tx, line)
		close(inside)
		<-ctx.Done()
		return n, err
	})...)
	if _, err := reprise.Start(ctx, first, payment, "10", reprise.ID("p")); err != nil {
		t.Fatal(err)
	}
	<-inside
	st.Crash()
	condemn(t, shared, first)
	second := startRuntime(t, shared, quiet(), pay(debitOnce, a.debit)...)
	h, err := reprise.Get(ctx, second, payment, "p")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Result(ctx); !errors.Is(err, activity.ErrLost) || errors.Is(err, activity.ErrOutcomeUnknown) {
		t.Errorf("Result: %v", err)
	}
	if got := a.read(); got != "" {
		t.Errorf("the account has %q", got)
	}
}

// doomed starts a Runtime whose store crashes before the Runtime can leave.
func doomed(t *testing.T, st store.Store, bindings ...reprise.Binding) *reprise.Runtime {
	t.Helper()
	rt, err := reprise.New(st, quiet(), bindings...)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		defer cancel()
		_ = rt.Stop(ctx)
	})
	return rt
}

// An error that prevents a transaction from beginning does not consume the attempt.
func TestAnAttemptWithoutATransactionIsNotCounted(t *testing.T) {
	ctx := bounded(t)
	var a account
	var once sync.Once
	st := storetest.Faulty(newMemory(), func(c storetest.Call) (f storetest.Fault) {
		if c.Method == "BeginActivity" {
			once.Do(func() { f.Kind = storetest.FailBefore })
		}
		return f
	})
	rt := startRuntime(t, st, quiet(), pay(debitOnce, a.debit)...)
	h, err := reprise.Start(ctx, rt, payment, "10")
	if err != nil {
		t.Fatal(err)
	}
	if n, err := h.Result(ctx); err != nil || n != 1 {
		t.Fatalf("Result = %d, %v", n, err)
	}
}

// A heartbeat writes nothing while the transaction is open; the next attempt reads it.
func TestAHeartbeatInATransactionIsKeptForTheNextAttempt(t *testing.T) {
	ctx := bounded(t)
	var a account
	var open atomic.Bool
	st := storetest.Faulty(newMemory(), func(c storetest.Call) storetest.Fault {
		for _, op := range c.Ops {
			if _, beat := op.(*store.Beat); beat && open.Load() {
				t.Error("a heartbeat is written while the transaction is open")
			}
		}
		return storetest.Fault{}
	})
	rt := startRuntime(t, st, quiet(), pay(debitTwice, func(ctx context.Context, tx *memory.ActivityTx, line string) (int, error) {
		if before, found, err := activity.Details[string](ctx); found || err != nil {
			return 0, errors.Join(err, a.book(tx, before))
		}
		open.Store(true)
		defer open.Store(false)
		return 0, errors.Join(errors.New("half done"), activity.HeartbeatDetails(ctx, "half"))
	})...)
	h, err := reprise.Start(ctx, rt, payment, "10")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Result(ctx); err != nil || a.read() != "half" {
		t.Fatalf("Result: %v; the account has %q", err, a.read())
	}
}

// bare is a store without transactions for activities.
type bare struct{ store.Store }

func TestNewRefusesTransactionsThatTheStoreDoesNotHave(t *testing.T) {
	var a account
	other := activity.Define[string, int]("debit", activity.Policy{Transactional: true})
	for want, c := range map[string]struct {
		st store.Store
		b  []reprise.Binding
	}{
		"bare, has none":               {bare{newMemory()}, pay(debitOnce, a.debit)},
		"takes a transaction of a sea": {newMemory(), []reprise.Binding{other.BindTx(seaFunc{})}},
		"use BindTx":                   {newMemory(), []reprise.Binding{other.Bind(func(context.Context, string) (int, error) { return 0, nil })}},
	} {
		_, err := reprise.New(c.st, quiet(), c.b...)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("New: %v, want something about %q", err, want)
		}
	}
	if _, err := reprise.New(storetest.Faulty(bare{newMemory()}, nil), quiet(), pay(debitOnce, a.debit)...); err == nil {
		t.Error("New takes a wrapper of a store without transactions for one with them")
	}
}

type seaFunc struct{}

func (seaFunc) Driver() string                            { return "a sea" }
func (seaFunc) Call(context.Context, string) (int, error) { return 0, nil }

// An activity scheduled as transactional is not run by a build whose function takes no
// transaction.
func TestAPromiseOfATransactionIsKeptByLaterBuilds(t *testing.T) {
	ctx := bounded(t)
	var a account
	shared := newMemory()
	inside := make(chan struct{})
	first := startRuntime(t, shared, quiet(), pay(debitOnce, func(ctx context.Context, tx *memory.ActivityTx, line string) (int, error) {
		close(inside)
		<-ctx.Done()
		return 0, ctx.Err()
	})...)
	h, err := reprise.Start(ctx, first, payment, "10")
	if err != nil {
		t.Fatal(err)
	}
	<-inside
	if err := first.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	handedOn := make(chan struct{})
	var once sync.Once
	st := storetest.Faulty(shared, func(c storetest.Call) (f storetest.Fault) {
		for _, op := range c.Ops {
			if retry, ok := op.(*store.RetryActivity); ok && !retry.Consume {
				f.After = func() { once.Do(func() { close(handedOn) }) }
			}
		}
		return f
	})
	ordinary := activity.New("debit", func(context.Context, string) (int, error) {
		t.Error("a function without a transaction is called")
		return 0, nil
	})
	second := startRuntime(t, st, quiet(), ordinary)
	select {
	case <-handedOn:
	case <-ctx.Done():
		t.Fatal("the row is not given back")
	}
	if err := second.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	p, err := shared.Pending(ctx, h.RunID())
	if err != nil || len(p.Activities) != 1 || p.Activities[0].Attempt != 0 || a.read() != "" {
		t.Errorf("pending are %+v, %v", p.Activities, err)
	}
}
