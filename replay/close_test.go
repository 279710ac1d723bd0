package replay_test

import (
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

func started() history.Event {
	return history.Event{Seq: 1, Body: &history.Started{Level: replay.Level, Build: "v1"}}
}

func schedule(env *replay.Env, name string) *replay.Op {
	return env.Schedule(env.Root(), &history.ActivityScheduled{Name: name})
}

// crowd is a workflow of 50 waiting coroutines, half of them waiting for an activity.
func crowd(unwound *int) replay.Func {
	return func(env *replay.Env, _ *history.Started) history.Command {
		var last *replay.Op
		for i := range 50 {
			last = env.Go(env.Root(), func() {
				defer func() { *unwound++ }()
				if i%2 == 0 {
					env.Wait(schedule(env, "charge"), env.Root())
				}
				env.Wait(env.Mail("never"), env.Root())
			})
		}
		env.Wait(last)
		return &history.RunCompleted{}
	}
}

// However a machine ended, all its goroutines are gone when Close returns, not some
// time later.
func TestCloseIsSynchronous(t *testing.T) {
	recorded := func(commands ...history.Event) replay.Task {
		task := open(started())
		task.Recorded, task.Commands = true, commands
		return task
	}
	charge := func(seq int64) history.Event {
		return history.Event{Seq: seq, Body: &history.ActivityScheduled{Name: "charge"}}
	}
	panics := func(env *replay.Env, _ *history.Started) history.Command {
		env.Go(env.Root(), func() { env.Wait(env.Mail("never")) })
		env.Wait(env.Go(env.Root(), func() { panic("oops") }))
		return nil
	}
	for _, test := range []struct {
		name    string
		fn      replay.Func
		tasks   []replay.Task
		fails   bool
		unwound int
	}{
		{"before the first step", nil, nil, false, 0},
		{"in the middle", nil, []replay.Task{open(started())}, false, 50},
		{"after a mismatch, some coroutines not begun", nil, []replay.Task{recorded(charge(2), charge(3))}, true, 5},
		{"after a mismatch at the end of a task", nil, []replay.Task{recorded(many(charge, 26)...)}, true, 50},
		{"after a panic", panics, []replay.Task{open(started())}, true, 0},
		{"after its end", charges(0), []replay.Task{open(started())}, false, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			unwound := 0
			fn := test.fn
			if fn == nil {
				fn = crowd(&unwound)
			}
			before := runtime.NumGoroutine()
			m := replay.New(fn, replay.Config{})
			for _, task := range test.tasks {
				if _, err := m.Step(task); (err != nil) != test.fails {
					t.Fatal(err)
				}
			}
			m.Close()
			if now := runtime.NumGoroutine(); now > before { // fewer is fine: a goroutine of an earlier test has ended
				t.Errorf("%d goroutines after Close, %d before New", now, before)
			}
			m.Close()
			if n, bytes := m.Size(); n != 0 || bytes != 0 {
				t.Errorf("Size after Close = %d, %d; want 0, 0", n, bytes)
			}
			if unwound != test.unwound {
				t.Errorf("%d deferred functions ran; want %d", unwound, test.unwound)
			}
			if _, err := m.Step(open(started())); !errors.Is(err, replay.ErrClosed) {
				t.Errorf("Step after Close = %v; want ErrClosed", err)
			}
		})
	}
}

func many(f func(seq int64) history.Event, n int) (events []history.Event) {
	for i := range n {
		events = append(events, f(int64(i+2)))
	}
	return events
}

// While Close unwinds, every call into the engine panics, in deferred functions too;
// code that recovers can tell by Closed.
func TestCallsPanicWhileUnwinding(t *testing.T) {
	calls := map[string]func(env *replay.Env, op *replay.Op, s *replay.Scope){
		"Now":        func(env *replay.Env, _ *replay.Op, _ *replay.Scope) { env.Now() },
		"Open":       func(env *replay.Env, _ *replay.Op, _ *replay.Scope) { env.Open() },
		"Schedule":   func(env *replay.Env, _ *replay.Op, s *replay.Scope) { schedule(env, "charge") },
		"StartTimer": func(env *replay.Env, _ *replay.Op, s *replay.Scope) { env.StartTimer(s, &history.TimerStarted{}) },
		"Record": func(env *replay.Env, _ *replay.Op, _ *replay.Scope) {
			env.Record(func() *history.SideEffectRecorded { t.Error("a side effect was computed"); return nil })
		},
		"Go": func(env *replay.Env, _ *replay.Op, _ *replay.Scope) {
			env.Go(env.Root(), func() { t.Error("a coroutine ran") })
		},
		"Wait":            func(env *replay.Env, op *replay.Op, _ *replay.Scope) { env.Wait(op) },
		"Wait for done":   func(env *replay.Env, _ *replay.Op, s *replay.Scope) { env.Wait(s) },
		"Mail":            func(env *replay.Env, _ *replay.Op, _ *replay.Scope) { env.Mail("approve") },
		"TakeMail":        func(env *replay.Env, _ *replay.Op, _ *replay.Scope) { env.TakeMail("approve") },
		"Random":          func(env *replay.Env, _ *replay.Op, _ *replay.Scope) { env.Random() },
		"AfterCommit":     func(env *replay.Env, _ *replay.Op, _ *replay.Scope) { env.AfterCommit(func() {}) },
		"Op.Done":         func(_ *replay.Env, op *replay.Op, _ *replay.Scope) { op.Done() },
		"Op.Result":       func(_ *replay.Env, op *replay.Op, _ *replay.Scope) { op.Result() },
		"Op.Cancel":       func(_ *replay.Env, op *replay.Op, _ *replay.Scope) { op.Cancel() },
		"Scope.Child":     func(_ *replay.Env, _ *replay.Op, s *replay.Scope) { s.Child() },
		"Scope.Detached":  func(_ *replay.Env, _ *replay.Op, s *replay.Scope) { s.Detached() },
		"Scope.Cancel":    func(_ *replay.Env, _ *replay.Op, s *replay.Scope) { s.Cancel() },
		"Scope.Cancelled": func(_ *replay.Env, _ *replay.Op, s *replay.Scope) { s.Cancelled() },
		"Scope.Reason":    func(_ *replay.Env, _ *replay.Op, s *replay.Scope) { s.Reason() },
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			panicked, closed := 0, false
			m := replay.New(func(env *replay.Env, _ *history.Started) history.Command {
				op, scope := schedule(env, "charge"), env.Root().Child()
				defer func() { panicked++; _ = recover(); closed = env.Closed() }()
				defer func() { panicked++; call(env, op, scope); t.Error("the call returned") }()
				defer func() { panicked++; call(env, op, scope); t.Error("the call returned") }()
				env.Wait(op)
				t.Error("Wait returned")
				return nil
			}, replay.Config{})
			if _, err := m.Step(open(started())); err != nil {
				t.Fatal(err)
			}
			m.Close()
			if panicked != 3 || !closed {
				t.Errorf("%d deferred functions ran, Closed = %v; want 3, true", panicked, closed)
			}
		})
	}
}

// A Goexit in a deferred function, while the coroutine is being unwound, ends that
// coroutine and nothing else, such as the goroutine that calls Close.
func TestGoexitWhileUnwinding(t *testing.T) {
	m := replay.New(func(env *replay.Env, _ *history.Started) history.Command {
		for range 3 {
			env.Go(env.Root(), func() {
				defer runtime.Goexit()
				env.Wait(env.Mail("never"))
			})
		}
		defer runtime.Goexit()
		env.Wait(env.Mail("never"))
		return nil
	}, replay.Config{})
	if _, err := m.Step(open(started())); err != nil {
		t.Fatal(err)
	}
	m.Close()
	if n, _ := m.Size(); n != 0 {
		t.Errorf("%d coroutines are left", n)
	}
	goleak.VerifyNone(t)
}

// Whichever goroutine has the run's task steps and closes a machine, while others look
// at it.
func TestManyGoroutines(t *testing.T) {
	m := replay.New(charges(100), replay.Config{})
	var over atomic.Bool
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		for !over.Load() {
			if w := m.Running(); w.For != "" && w.Coroutine != 0 {
				t.Errorf("Running = %v", w)
			}
			m.Stack()
		}
	}()
	e := started()
	for !m.Done() {
		done := make(chan error)
		go func() {
			out, err := m.Step(open(e))
			if err == nil && !out.Done {
				e = history.Event{Seq: m.NextSeq(), Body: &history.ActivityCompleted{Activity: out.Commands[0].Seq}}
			}
			done <- err
		}()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	over.Store(true)
	<-watched
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		m.Close()
	}()
	<-closed
}

// Close during a Step, and a second Step, return at once. The first Step ends when the
// workflow's code returns.
func TestCloseDuringStep(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	m := replay.New(func(env *replay.Env, _ *history.Started) history.Command {
		close(entered)
		<-release
		return &history.RunCompleted{}
	}, replay.Config{})
	result := make(chan error)
	go func() {
		_, err := m.Step(open(started()))
		result <- err
	}()
	<-entered
	if _, err := m.Step(open(started())); err == nil || errors.Is(err, replay.ErrClosed) {
		t.Errorf("a second Step = %v; want an error of its own", err)
	}
	m.Close()
	m.Close()
	close(release)
	if err := <-result; !errors.Is(err, replay.ErrClosed) {
		t.Errorf("the Step under way = %v; want ErrClosed", err)
	}
	if n, _ := m.Size(); n != 0 {
		t.Errorf("%d coroutines are left", n)
	}
}

// A call with a workflow's context from a foreign goroutine, while no coroutine is
// running, fails and says so.
func TestCallFromOutside(t *testing.T) {
	var env *replay.Env
	m := replay.New(func(e *replay.Env, _ *history.Started) history.Command {
		env = e
		e.Wait(e.Mail("never"))
		return nil
	}, replay.Config{})
	defer m.Close()
	if _, err := m.Step(open(started())); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if v, ok := recover().(string); !ok || v == "" {
			t.Errorf("recovered %v; want words", v)
		}
	}()
	env.Now()
}

// The stack of the blocking code is found among thousands of goroutines. If no
// coroutine is running, there is none.
func TestStackAmongMany(t *testing.T) {
	unwound := 0
	others := replay.New(crowd(&unwound), replay.Config{})
	defer others.Close()
	if others.Stack() != "" {
		t.Error("a machine that has not begun has a stack")
	}
	if _, err := others.Step(open(started())); err != nil {
		t.Fatal(err)
	}
	entered, release := make(chan struct{}), make(chan struct{})
	m := replay.New(func(env *replay.Env, _ *history.Started) history.Command {
		for range 500 {
			env.Go(env.Root(), func() { env.Wait(env.Mail("never")) })
		}
		env.Wait(env.Go(env.Root(), func() {
			entered <- struct{}{}
			<-release
		}))
		return &history.RunCompleted{}
	}, replay.Config{})
	defer m.Close()
	result := make(chan error)
	go func() {
		_, err := m.Step(open(started()))
		result <- err
	}()
	<-entered
	if stack := m.Stack(); !strings.Contains(stack, "TestStackAmongMany.func") || !strings.Contains(stack, "close_test.go") {
		t.Errorf("Stack = %q", stack)
	}
	if stack := others.Stack(); stack != "" {
		t.Errorf("Stack of a machine that waits = %q", stack)
	}
	close(release)
	if err := <-result; err != nil {
		t.Fatal(err)
	}
}
