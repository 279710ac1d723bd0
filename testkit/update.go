package testkit

import (
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/workflow"
)

// Update sends an update to the run with this workflow id, see reprise.Update, and lets virtual time
// pass until the run has answered. Functions called by [Env.After] may use it, too, and then wait
// concurrently with the test. If the worker dies meanwhile, the next one is asked with the same id.
func Update[In, Out any](e *Env, workflowID string, def workflow.UpdateDef[In, Out], in In, opts ...reprise.UpdateOption) (out Out, err error) {
	e.Helper()
	for i, option := range opts {
		e.given(fmt.Sprintf("Update needs its option %d", i+1), option != nil)
	}
	e.in(func() error {
		e.gate(fmt.Sprintf("update %s of %s: %v", def.Name(), workflowID, in))
		e.mu.Lock()
		e.ids["update "]++
		opts = append([]reprise.UpdateOption{reprise.UpdateID(fmt.Sprintf("update-%d", e.ids["update "]))}, opts...)
		e.mu.Unlock()
		err = e.ask(func(rt *reprise.Runtime) error {
			var err error
			out, err = reprise.Update(e.ctx, rt, workflowID, def, in, opts...)
			return err
		})
		return nil
	})
	return out, err
}
