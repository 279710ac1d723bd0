package testkit

import (
	"context"
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// Resolve ends the promise of this token with a value, see reprise.Resolve. Functions called by [Env.After] and
// [ResolveWhenMade] may use it, too. If the worker dies meanwhile, the same answer is given again.
func Resolve[T any](e *Env, t workflow.Token[T], v T) error {
	e.Helper()
	return e.answer(fmt.Sprintf("resolve a promise: %v", v), func(rt *reprise.Runtime) error {
		return reprise.Resolve(e.ctx, rt, t, v)
	})
}

// Reject ends the promise of this token with a failure, see reprise.Reject. Otherwise it behaves like [Resolve].
func Reject[T any](e *Env, t workflow.Token[T], failure error) error {
	e.Helper()
	return e.answer(fmt.Sprintf("reject a promise: %v", failure), func(rt *reprise.Runtime) error {
		return reprise.Reject(e.ctx, rt, t, failure)
	})
}

func (e *Env) answer(what string, f func(rt *reprise.Runtime) error) (err error) {
	e.Helper()
	e.in(func() error {
		e.gate(what)
		err = e.ask(f)
		return nil
	})
	return err
}

// ResolveWhenMade calls f with the token of each promise that any run makes from now on, once for each and as soon
// as it is durable: f plays the other side, whoever was given the token. f may use the Env as functions of
// [Env.After] may, and use After to answer later. All promises of the test must be of T. If f fails, the test fails.
func ResolveWhenMade[T any](e *Env, f func(workflow.Token[T])) {
	e.Helper()
	e.given("ResolveWhenMade needs a function", f != nil)
	site := callSite()
	e.in(func() error {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.made.tell = append(e.made.tell, func(token string) {
			e.later(0, site, "what ResolveWhenMade", func() { f(workflow.Token[T](token)) })
		})
		return nil
	})
}

// promises are the promises that runs have made.
type promises struct {
	known map[string]bool      // by their tokens
	tell  []func(token string) // called for each new one
}

// watched is the store beneath the faults: what it has acknowledged is durable, whoever learns of it.
type watched struct {
	store.Store
	e *Env
}

func (w watched) Unwrap() store.Store { return w.Store }

func (w watched) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	outs, err := w.Store.Apply(ctx, ops)
	if err != nil {
		return outs, err
	}
	for i, op := range ops {
		if outs[i].Code != store.Done {
			continue
		}
		switch o := op.(type) {
		case *store.Commit:
			w.e.committed(o)
		case *store.Start:
			if o.First != nil {
				w.e.committed(o.First)
			}
		}
	}
	return outs, nil
}

// committed reports the promises that a commit makes.
func (e *Env) committed(c *store.Commit) {
	e.mu.Lock()
	tell := e.made.tell
	e.mu.Unlock()
	if len(tell) == 0 {
		return
	}
	for _, row := range c.Rows {
		_, events, err := history.DecodeRow(row.Data, row.Seq, row.N)
		if err != nil {
			continue // the run parks with the reason
		}
		for _, event := range events {
			if b, ok := event.Body.(*history.PromiseMade); ok && e.isNew(b.Token) {
				for _, f := range tell {
					f(b.Token)
				}
			}
		}
	}
}

// isNew returns true once for each token: a commit may be applied again.
func (e *Env) isNew(token string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.made.known[token] {
		return false
	}
	if e.made.known == nil {
		e.made.known = make(map[string]bool)
	}
	e.made.known[token] = true
	return true
}
