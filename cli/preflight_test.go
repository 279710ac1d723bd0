package cli_test

import (
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/workflow"
)

func TestPreflightRefusesCodeThatWouldParkRuns(t *testing.T) {
	worker := onMemory(t)
	begin(t, worker, "a")
	if got := say(t, worker, "preflight", "-o", "json").object(t); got["ok"] != true || got["runs"] != 1.0 {
		t.Errorf("%v; want 1 run, and all well", got)
	}
	say(t, worker, "preflight", "-o", "table").want(t, 0, "open runs replayed: 1; would be parked: 0")
	later := laterCode(t, worker.Store())
	s := say(t, later, "preflight", "--oldest", "5", "-o", "json")
	s.want(t, 1, "1 of 1 open runs cannot continue with this code", "try: shop run history ")
	if parked := s.object(t)["parked"].([]any); len(parked) != 1 || parked[0].(map[string]any)["id"] != "a" {
		t.Errorf("%v; want a alone", parked)
	}
	say(t, later, "preflight", "-o", "table").want(t, 1, `would be parked: hold "a"`, "code:    timer due")
	say(t, worker, "preflight", "--oldest", "-1").want(t, 64, "--oldest must be a number of runs")
	say(t, later, "versions").want(t, 1, "cannot continue with this code", "try: shop preflight")
}

func TestVersionsListsWhatOpenRunsNeed(t *testing.T) {
	worker := onMemory(t)
	begin(t, worker, "a")
	rt, err := reprise.New(worker.Store(), reprise.Config{}, hold.Bind(func(ctx workflow.Context, in string) (answer, error) {
		workflow.Patched(ctx, "asks twice")
		return doHold(ctx, in)
	}))
	if err != nil {
		t.Fatal(err)
	}
	say(t, rt, "versions", "-o", "jsonl").want(t, 0, `{"workflow":"hold","change":"asks twice","version":0,"runs":1,"oldest":"`)
	say(t, rt, "versions", "-o", "table").want(t, 0, "hold: asks twice version 0: 1 run, the oldest ")
	say(t, worker, "versions", "-o", "table").want(t, 0, "no open run has reached a change")
}
