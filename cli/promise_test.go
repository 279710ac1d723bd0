package cli_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

var (
	ring  = activity.New("ring", func(_ context.Context, token workflow.Token[answer]) (string, error) { return "rung", nil })
	asker = workflow.New("asker", func(ctx workflow.Context, _ string) (string, error) {
		p := workflow.NewPromise[answer](ctx, workflow.Within(time.Hour))
		if _, err := workflow.Execute(ctx, ring, p.Token()).Get(ctx); err != nil {
			return "", err
		}
		a, err := p.Get(ctx)
		if failure.CodeOf(err) == "busy" {
			return "busy", nil
		}
		return a.By, err
	})
)

// openPromise starts a run, and returns the token that run show prints.
func openPromise(t *testing.T, rt *reprise.Runtime, id string) (reprise.Handle[string], string) {
	t.Helper()
	h, err := reprise.Start(t.Context(), rt, asker, "", reprise.ID(id))
	if err != nil {
		t.Fatal(err)
	}
	for range time.Tick(5 * time.Millisecond) {
		s := say(t, rt, "run", "show", id, "-o", "json")
		var v struct {
			Promises []struct{ Token, Site string }
			Timers   []any
		}
		if err := json.Unmarshal([]byte(s.out), &v); err != nil {
			t.Fatal(err, s.errors)
		}
		if len(v.Promises) == 1 && strings.Contains(s.out, "promise 2") { // the run waits for it
			if len(v.Timers) > 0 || !strings.Contains(v.Promises[0].Site, "promise_test.go") {
				t.Errorf("run show says %s", s.out)
			}
			return h, v.Promises[0].Token
		}
	}
	panic("a ticker has ended")
}

func TestResolveAndReject(t *testing.T) {
	rt := started(t, memory.New(), reprise.Config{}, asker, ring)
	h, token := openPromise(t, rt, "a")
	say(t, rt, "run", "show", "a", "-o", "table").want(t, 0, "promise      2: made", "due in ", "token "+token, "waits for: promise 2")
	say(t, rt, "run", "resolve", token, `{`).want(t, 64, "is not JSON")
	say(t, rt, "run", "resolve", token[1:], `{}`).want(t, 64, "token", "run resolve --help")
	say(t, rt, "run", "reject", "a", "no").want(t, 64, "token", "run reject --help")
	say(t, rt, "run", "resolve", token, `{"by":"anna"}`, "-o", "jsonl").want(t, 0, `{"done":"resolved"}`)
	if got, err := h.Result(t.Context()); got != "anna" || err != nil {
		t.Errorf("it ended with %q, %v", got, err)
	}
	say(t, rt, "run", "resolve", token, `{"by":"anna"}`, "-o", "table").want(t, 0, "the promise was resolved")
	say(t, rt, "run", "resolve", token, `{"by":"ben"}`).want(t, 1, "has already ended, with another answer")
	say(t, rt, "run", "history", "a", "-o", "table").want(t, 0, "promise made due", "promise ended 2")
	say(t, rt, "run", "history", "a", "-o", "json").want(t, 0, `"token": "`+token, `"promise": 2`)
	say(t, rt, "run", "trace", "a", "-o", "table").want(t, 0, "promise 2", "completed")
	h, token = openPromise(t, rt, "b")
	say(t, rt, "run", "reject", token, "the line is busy", "--code", "busy", "-o", "table").want(t, 0, "the promise was rejected")
	if got, err := h.Result(t.Context()); got != "busy" || err != nil {
		t.Errorf("it ended with %q, %v", got, err)
	}
	say(t, rt, "run", "trace", "b", "-o", "table").want(t, 0, "promise 2", "failed", "the line is busy")
	_, token = openPromise(t, rt, "c")
	say(t, rt, "run", "terminate", "c", "--reason", "enough").want(t, 0)
	say(t, rt, "run", "resolve", token).want(t, 1, "the run has ended")
}
