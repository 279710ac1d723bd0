package testkit

import (
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/workflow"
)

// CompareBy makes [CrashEverywhere] compare the results of a workflow by what a function makes
// of them. Without it, results are compared as they are recorded. Leave out values that come
// from outside and change each time: an idempotency key, and whatever was derived from one,
// since the number of an activity changes when an earlier attempt was lost.
func CompareBy[In, Out any](e *Env, def workflow.Definition[In, Out], by func(Out) any) {
	e.Helper()
	e.given("CompareBy needs a definition", def != nil)
	e.given("CompareBy needs a function", by != nil)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.by[def.Definition().Name()] = func(p history.Payload) string {
		var out Out
		if err := history.NewCodecs(e.config.Codec).Decode(p, &out); err != nil {
			return err.Error()
		}
		text := ""
		if err := guard(func() { text = fmt.Sprintf("%+v", by(out)) }); err != nil && !errors.Is(err, errGone) {
			e.TB.Errorf("testkit: what CompareBy was given: %v", err)
		}
		return text
	}
}
