package testkit

import (
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/workflow"
)

// Query asks a run about its state, see reprise.Query. It waits, without letting virtual time pass, until
// the run has nothing in progress. With [ReplayAlways] it asks again on a second replay, there after each
// task, and twice at the end. If the code then behaves differently, or the answers differ, the handler
// changes state that it may only read, and Query returns an error.
func Query[In, Out any](e *Env, workflowID string, def workflow.QueryDef[In, Out], arg In) (out Out, err error) {
	e.Helper()
	e.in(func() error {
		e.gate(fmt.Sprintf("query %s of %s: %v", def.Name(), workflowID, arg))
		e.calm()
		err = e.ask(func(rt *reprise.Runtime) error {
			var err error
			out, err = reprise.Query(e.ctx, rt, workflowID, def, arg)
			return err
		})
		return nil
	})
	return out, err
}
