package cli_test

import (
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/workflow"
)

var holder = workflow.DefineQuery[int, answer]("holder")

// questioned is hold with a query handler: its histories equal those of hold.
func questioned(ctx workflow.Context, in string) (answer, error) {
	err := workflow.HandleQuery(ctx, holder, func(n int) (answer, error) { return answer{Yes: n > 1, By: in}, nil })
	if err != nil {
		return answer{}, err
	}
	return doHold(ctx, in)
}

func TestQueryPrintsWhatTheHandlerAnswers(t *testing.T) {
	worker := onMemory(t)
	begin(t, worker, "a")
	rt, err := reprise.New(worker.Store(), reprise.Config{}, hold.Bind(questioned))
	if err != nil {
		t.Fatal(err)
	}
	if s := say(t, rt, "run", "query", "a", "holder", "2", "-o", "jsonl"); s.code != 0 || s.out != `{"by":"","yes":true}`+"\n" {
		t.Errorf("%d: %s%s", s.code, s.out, s.errors)
	}
	say(t, rt, "run", "query", "a", "holder").want(t, 0, `"yes": false`)
	say(t, rt, "run", "query", "a", "holders").want(t, 64, `does not handle query "holders"`, "only holder", "run query a holder")
	say(t, rt, "run", "query", "a", "holder", `"x"`).want(t, 64, "query")
	say(t, rt, "run", "query", "a", "holder", `{`).want(t, 64, "is not JSON")
	say(t, rt, "run", "query", "b", "holder").want(t, 3, `"b"`)
	say(t, worker, "run", "query", "a", "holder").want(t, 64, "handles no query")
	say(t, laterCode(t, worker.Store()), "run", "query", "a", "holder").want(t, 1, "the code does not do what history recorded")
}
