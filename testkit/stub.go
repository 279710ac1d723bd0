package testkit

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// Stub replaces an activity by fn, even if the activity is bound. fn has the types of the
// definition, so a stub that does not fit does not compile. It is called inside the environment,
// where time.Sleep takes only virtual time. Call Stub before the first run; a later stub of the
// same activity replaces the earlier one and its requirements. The stub of a transactional activity
// runs in a transaction of the in-memory store, as the activity runs in one of its database.
func Stub[In, Out any](e *Env, def activity.Definition[In, Out], fn func(context.Context, In) (Out, error)) *Stubbed[In, Out] {
	e.Helper()
	e.given("Stub needs a definition", def != nil)
	d := def.Definition()
	s := &Stubbed[In, Out]{env: e, name: d.Name()}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.worker != nil {
		e.Fatalf("testkit: the stub for activity %q comes after the first call that needs the Runtime: make stubs first", d.Name())
	}
	b := bindStub(d, fn)
	if err := contractOf(b).Err; err != nil {
		e.Fatalf("testkit: stub: %v", err)
	}
	e.stubs[d.Name()] = b
	delete(e.needed, d.Name())
	return s
}

// contractOf returns the engine's view of an activity.
func contractOf(b activity.Binding) *contract.Activity { return b.Contract().(*contract.Activity) }

// bindStub binds a stub as its policy requires. The stub of a transactional activity gets a
// transaction of the in-memory store and does not use it: what matters is that the ends of the
// transaction and the activity are one.
func bindStub[In, Out any](d activity.Def[In, Out], fn func(context.Context, In) (Out, error)) activity.Binding {
	if !d.Recorded().Policy.Transactional || fn == nil {
		return d.Bind(fn)
	}
	return d.BindTx(memory.Transactional(func(ctx context.Context, _ *memory.ActivityTx, in In) (Out, error) { return fn(ctx, in) }))
}

// Stubbed is an activity with a stub.
type Stubbed[In, Out any] struct {
	env  *Env
	name string
}

// Required makes the test fail if the stub is never called.
func (s *Stubbed[In, Out]) Required() *Stubbed[In, Out] {
	return s.require(func(n int) bool { return n > 0 }, "at least once")
}

// Times makes the test fail unless the activity is executed exactly n times. All attempts at
// one execution count once.
func (s *Stubbed[In, Out]) Times(n int) *Stubbed[In, Out] {
	return s.require(func(m int) bool { return m == n }, times(n))
}

// times formats a number of times in words.
func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func (s *Stubbed[In, Out]) require(ok func(n int) bool, want string) *Stubbed[In, Out] {
	s.env.mu.Lock()
	defer s.env.mu.Unlock()
	s.env.needed[s.name] = append(s.env.needed[s.name], func() error {
		if n := len(s.env.executions(s.name)); !ok(n) {
			return fmt.Errorf("testkit: activity %q was executed %s, want %s", s.name, times(n), want)
		}
		return nil
	})
	return s
}

// Inputs returns the inputs of the executions so far, in the order in which they began.
func (s *Stubbed[In, Out]) Inputs() []In {
	s.env.Helper()
	s.env.pause()
	var all []In
	for _, c := range s.env.executions(s.name) {
		var in In
		if err := c.decode(&in); err != nil {
			s.env.Fatalf("testkit: the input of activity %q: %v", s.name, err)
		}
		all = append(all, in)
	}
	return all
}

// Step is what one attempt does.
type Step[Out any] func(ctx context.Context) (Out, error)

// Script makes an activity do one step for each attempt at it, whichever execution that belongs
// to. The last step is repeated.
func Script[In, Out any](e *Env, def activity.Definition[In, Out], steps ...Step[Out]) *Stubbed[In, Out] {
	e.Helper()
	e.given("Script needs a definition", def != nil)
	for i, step := range steps {
		e.given(fmt.Sprintf("step %d of the script for activity %q is needed", i+1, def.Definition().Name()), step != nil)
	}
	if len(steps) == 0 {
		e.Fatalf("testkit: the script for activity %q is empty: give it a step, such as Return", def.Definition().Name())
	}
	var mu sync.Mutex
	return Stub(e, def, func(ctx context.Context, _ In) (Out, error) {
		mu.Lock()
		step := steps[0]
		if len(steps) > 1 {
			steps = steps[1:]
		}
		mu.Unlock()
		return step(ctx)
	})
}

// Return makes a step that returns a value.
func Return[Out any](v Out) Step[Out] {
	return func(context.Context) (Out, error) { return v, nil }
}

// Fail makes a step that returns an error.
func Fail[Out any](err error) Step[Out] {
	return func(context.Context) (out Out, _ error) { return out, err }
}

// Hang makes a step that waits until its context ends, for example by a timeout.
func Hang[Out any]() Step[Out] {
	return func(ctx context.Context) (out Out, err error) {
		<-ctx.Done()
		return out, context.Cause(ctx)
	}
}

// Late makes a step that runs another step after a virtual time.
func Late[Out any](d time.Duration, step Step[Out]) Step[Out] {
	if step == nil {
		return nil // Script reports it
	}
	return func(ctx context.Context) (out Out, err error) {
		alarm := time.NewTimer(d)
		defer alarm.Stop()
		select {
		case <-alarm.C:
			return step(ctx)
		case <-ctx.Done():
			return out, context.Cause(ctx)
		}
	}
}

// Die makes a step that ends the worker as the end of its process would. Another takes over two
// seconds later.
func Die[Out any](e *Env) Step[Out] {
	return func(ctx context.Context) (out Out, err error) {
		e.Die()
		<-ctx.Done()
		return out, context.Cause(ctx)
	}
}

// StubWorkflow replaces a workflow by fn, even if the workflow is bound: use it for a child whose own
// code is not what the test is about. Otherwise fn is a workflow: it is recorded and replayed, and
// may wait. Call StubWorkflow before the first run; a later stub of the same workflow replaces the
// earlier one.
func StubWorkflow[In, Out any](e *Env, def workflow.Definition[In, Out], fn func(workflow.Context, In) (Out, error)) {
	e.Helper()
	e.given("StubWorkflow needs a definition", def != nil)
	d := def.Definition()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.worker != nil {
		e.Fatalf("testkit: the stub for workflow %q comes after the first call that needs the Runtime: make stubs first", d.Name())
	}
	b := d.Bind(fn)
	if err := b.Contract().(*contract.Workflow[workflow.Context, workflow.Command]).Err; err != nil {
		e.Fatalf("testkit: stub: %v", err)
	}
	kept := slices.DeleteFunc(slices.Clone(e.bindings), func(b reprise.Binding) bool {
		w, ok := b.Contract().(*contract.Workflow[workflow.Context, workflow.Command])
		return ok && w.Name == d.Name()
	})
	e.bindings = append(kept, b)
}
