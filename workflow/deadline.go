package workflow

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
)

// within calls function under a scope that ends at the run's deadline. If function does not return
// within the grace after that, within returns without it and the run ends: the coroutine of
// function is unwound like any that a run leaves behind.
func (ctx Context) within(started *history.Started, function func(Context) error) error {
	env := ctx.run.env
	begun, deadline, grace := now(env), started.Deadline, started.Grace
	var limit *history.TimerStarted
	if deadline.After(begun) {
		limit = &history.TimerStarted{FireAt: deadline}
	}
	apart := ctx.scope.Detached() // its timers keep running while the run cancels
	scope, timer := env.Limit(ctx.scope, apart, limit)
	var err error
	done := env.Go(scope, func() { err = function(ctx.under(scope)) })
	if timer != nil && env.Wait(done, timer) == 0 {
		return err
	}
	if grace < 0 {
		env.Wait(done)
		return err
	}
	over := now(env)
	if timer == nil && started.Previous != (history.RunID{}) {
		over = deadline // the previous run was already over by then, and its grace is this one's
	}
	end := env.StartTimer(apart, &history.TimerStarted{FireAt: over.Add(grace)})
	if env.Wait(done, end) == 0 {
		return err
	}
	ctx.run.continued = nil // it may have waited for update handlers to end
	return unusable(mark.Timeout, fmt.Errorf("workflow: the time of the run was over at %s, and it had not ended %v later", deadline.UTC().Format(time.RFC3339), grace))
}
