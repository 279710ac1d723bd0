// Package kept keeps a workflow.Context.
package kept

import (
	"context"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

var (
	current workflow.Context
	all     = map[string]workflow.Context{}
)

type shop struct{ ctx workflow.Context }

func (s *shop) order(ctx workflow.Context, in string) (string, error) {
	s.ctx = ctx                         // want `RV014: keeps the workflow.Context in s.ctx: pass it as an argument`
	current = ctx                       // want `RV014: keeps the workflow.Context in current`
	all[in] = ctx                       // want `RV014`
	s.ctx, _ = workflow.WithCancel(ctx) // want `RV014`
	return in, nil
}

func send(ctx workflow.Context, c chan<- workflow.Context) {
	c <- ctx    // want `RV007` `RV014: sends the workflow.Context on a channel`
	go func() { // want `RV006`
		_, _ = workflow.Execute(ctx, nothing, 0).Get(ctx) // want `RV014: gives the workflow.Context to a goroutine`
	}()
}

type batch struct{ open []workflow.Context }

func (b *batch) add(ctx workflow.Context) {
	b.open = append(b.open, ctx) // want `RV014: keeps the workflow.Context in b.open`
}

func inline(ctx workflow.Context, in string) (string, error) {
	local := activity.New("local", func(_ context.Context, in string) (string, error) {
		return in, workflow.Sleep(ctx, 1) // want `RV014: gives the workflow.Context to an activity`
	})
	other := func(context.Context) error { return workflow.Sleep(ctx, 1) } // want `RV014: gives the workflow.Context to an activity`
	_ = other
	return workflow.Execute(ctx, local, in).Get(ctx)
}

func bind() workflow.Bound[string, string] {
	var last workflow.Context
	_ = last
	return workflow.New("b", func(ctx workflow.Context, in string) (string, error) {
		last = ctx // want `RV014: keeps the workflow.Context in last`
		return in, nil
	})
}
