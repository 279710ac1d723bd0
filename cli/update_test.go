package cli_test

import (
	"errors"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

var (
	putItem = workflow.DefineUpdate[int, answer]("put")
	stall   = workflow.New("stall", func(ctx workflow.Context, _ string) (int, error) {
		sum := 0
		err := workflow.HandleUpdate(ctx, putItem, func(_ workflow.Context, n int) (answer, error) {
			sum += n
			return answer{Yes: sum > 1, By: "stall"}, nil
		}, workflow.Validate(func(n int) error {
			if n < 0 {
				return errors.New("nothing is taken back")
			}
			return nil
		}))
		if err != nil {
			return 0, err
		}
		return sum, workflow.Until(ctx, func() bool { return sum > 9 })
	})
)

func TestUpdatePrintsTheAnswer(t *testing.T) {
	rt := started(t, memory.New(), reprise.Config{}, stall)
	if _, err := reprise.Start(t.Context(), rt, stall, "", reprise.ID("a")); err != nil {
		t.Fatal(err)
	}
	if s := say(t, rt, "run", "update", "a", "put", "2", "--update-id", "k", "-o", "jsonl"); s.code != 0 || s.out != `{"by":"stall","yes":true}`+"\n" {
		t.Errorf("%d: %s%s", s.code, s.out, s.errors)
	}
	say(t, rt, "run", "update", "a", "put").want(t, 0, `"yes": true`)
	say(t, rt, "run", "update", "a", "put", "--", "-1").want(t, 1, "rejected: nothing is taken back", "run history a")
	say(t, rt, "run", "update", "a", "put", `"x"`).want(t, 1, "rejected")
	say(t, rt, "run", "update", "a", "put", `{`).want(t, 64, "is not JSON")
	say(t, rt, "run", "update", "b", "put", "1").want(t, 3, `"b"`)
	say(t, rt, "run", "update", "a", "whenever", "1", "--timeout", "50ms", "--update-id", "w").want(t, 1, "no answer yet", "--update-id w a whenever 1")
	say(t, rt, "run", "show", "a", "-o", "table").want(t, 0, "whenever")
	say(t, rt, "run", "update", "a", "put", "8").want(t, 0, `"yes": true`)
	say(t, rt, "run", "result", "a").want(t, 0, "10")
	say(t, rt, "run", "update", "a", "put", "2", "--update-id", "k").want(t, 0, `"yes": true`)
	say(t, rt, "run", "update", "a", "put", "2", "--update-id", "new").want(t, 1, "has ended")
	say(t, rt, "run", "update", "a", "put", "2").want(t, 1, "has ended")
	say(t, rt, "run", "show", "a", "-o", "table").want(t, 0, "undelivered", "update whenever")
	say(t, rt, "run", "history", "a", "-o", "table").want(t, 0, "update received put k", "update ended", "rejected")
	say(t, rt, "run", "trace", "a", "-o", "table").want(t, 0, "update put", "rejected")
}
