package testkit

import (
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/workflow"
)

// Query asks a run something, see reprise.Query. It waits, without letting virtual time pass, until
// nothing of the run is under way. With [ReplayAlways] the query is asked again on a second replay, there
// after each task, and twice at the end. A handler after which the code does something else, or that
// answers otherwise, changes what it may only read: then that is the error.
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
