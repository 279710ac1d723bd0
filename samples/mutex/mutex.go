// Package mutex is a lock that workflows share: across processes, for as long as a workflow lives, whatever
// crashes. The lock is a workflow of its own, started by the first one that wants it. A workflow that wants
// the lock sends it a signal, and gets a signal when it is its turn, in the order of the requests.
//
// A workflow that is terminated while it holds the lock cannot release it. So each turn is limited in time.
// When that time and [Grace] are over, the lock goes to the next.
//
// Package samples/mutex imports the author packages of Reprise.
package mutex

import (
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// Lock is the workflow that is a lock. Bind it along with the workflows that call [With].
var Lock = workflow.Define[State, activity.None]("sample-mutex")

var (
	acquire = workflow.DefineSignal[request]("acquire")
	granted = workflow.DefineSignal[string]("granted")
	release = workflow.DefineSignal[string]("release")
)

// request asks for the lock.
type request struct {
	By    string        `json:"by"`    // workflow id
	Token string        `json:"token"` // of this turn
	Hold  time.Duration `json:"hold"`
}

const (
	// Idle is how long a lock that nobody wants stays open.
	Idle = time.Hour
	// Grace is how long a holder may clean up after its time. Then the lock does not wait for its release.
	Grace = time.Minute
	// again is the wait before another look for a lock that has just ended.
	again = time.Second
)

// With calls f while the workflow holds the lock with this name, for at most hold: when the time is over, f's
// Context is cancelled with workflow.ErrTimeout. f must then return within [Grace]; the lock waits no longer.
func With[T any](ctx workflow.Context, name string, hold time.Duration, f func(workflow.Context) (T, error)) (T, error) {
	var none T
	lock, mine := "mutex-"+name, request{By: workflow.GetInfo(ctx).WorkflowID, Token: workflow.UUID(ctx).String(), Hold: hold}
	if err := ask(ctx, lock, mine); err != nil {
		return none, fmt.Errorf("mutex %s: %w", name, err)
	}
	// From here on the turn is released whatever happens, even if it has not come yet.
	whole := workflow.WithoutCancel(ctx)
	defer func() {
		_, _ = workflow.Send(whole, lock, release, mine.Token).Get(whole) // a lock that has ended needs no release
	}()
	for {
		token, err := workflow.Receive(ctx, granted)
		if err != nil {
			return none, fmt.Errorf("mutex %s: %w", name, err)
		}
		if token == mine.Token { // otherwise it belongs to a turn that was given up
			break
		}
	}
	held, done := workflow.WithTimeout(ctx, hold)
	defer done()
	return f(held)
}

// ask sends the request to the lock, and starts the lock if there is none.
func ask(ctx workflow.Context, lock string, r request) error {
	for {
		if _, err := workflow.Start(ctx, Lock, State{}, workflow.ChildID(lock)); err != nil {
			return err
		}
		_, err := workflow.Send(ctx, lock, acquire, r).Get(ctx)
		if !errors.Is(err, workflow.ErrNotFound) && !errors.Is(err, workflow.ErrClosed) {
			return err
		}
		if err := workflow.Sleep(ctx, again); err != nil {
			return err
		}
	}
}

// State is what a lock takes along into a new run.
type State struct {
	Early map[string]bool `json:"early,omitempty"` // turns released before they came
	Late  map[string]bool `json:"late,omitempty"`  // turns that timed out before they were released
}

// Run gives the lock to one workflow after the other. It is bound to [Lock].
func Run(ctx workflow.Context, s State) (activity.None, error) {
	if s.Early == nil {
		s.Early, s.Late = make(map[string]bool), make(map[string]bool)
	}
	for {
		next, err := workflow.Receive(ctx, acquire, workflow.Within(Idle))
		if errors.Is(err, workflow.ErrTimeout) {
			return activity.None{}, nil // a request that arrives now is refused, and its sender starts another lock
		}
		if err != nil {
			return activity.None{}, err
		}
		if _, gone := workflow.Send(ctx, next.By, granted, next.Token).Get(ctx); gone == nil {
			if err := s.hold(ctx, next); err != nil {
				return activity.None{}, err
			}
		}
		if workflow.ContinueSuggested(ctx) {
			return workflow.ContinueAsNew(ctx, Lock, s)
		}
	}
}

// hold waits until the turn of r is over.
func (s State) hold(ctx workflow.Context, r request) error {
	if s.Early[r.Token] {
		delete(s.Early, r.Token)
		return nil
	}
	over := workflow.Now(ctx).Add(r.Hold + Grace)
	for {
		token, err := workflow.Receive(ctx, release, workflow.Within(over.Sub(workflow.Now(ctx))))
		switch {
		case errors.Is(err, workflow.ErrTimeout):
			s.Late[r.Token] = true
			return nil
		case err != nil:
			return err
		case token == r.Token:
			return nil
		case s.Late[token]:
			delete(s.Late, token)
		default:
			s.Early[token] = true
		}
	}
}
