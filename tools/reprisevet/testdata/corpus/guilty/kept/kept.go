// Package kept keeps a workflow.Context.
package kept

import "github.com/reprise-run/reprise/workflow"

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

func bind() workflow.Binding {
	var last workflow.Context
	_ = last
	return workflow.New("b", func(ctx workflow.Context, in string) (string, error) {
		last = ctx // want `RV014: keeps the workflow.Context in last`
		return in, nil
	}).Binding()
}
