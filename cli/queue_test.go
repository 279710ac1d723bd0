package cli_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store/memory"
)

func TestPausingAQueue(t *testing.T) {
	rt := onMemory(t)
	say(t, rt, "queue", "list", "-o", "table").want(t, 0, "no queue has work")
	say(t, rt, "queue", "pause", "default").want(t, 64, "--reason is missing", "try: shop queue pause --help")
	say(t, rt, "queue", "pause", "default", "--reason", "the provider is down", "--by", "anna").want(t, 0, `"done": "paused"`)
	say(t, rt, "run", "start", "hold", `"x"`, "--id", "a").want(t, 0)
	say(t, rt, "queue", "list").want(t, 0, `"who": "anna"`, `"why": "the provider is down"`, `"ready": 1`, `"ready_runs": 1`, `"lag_seconds": `, `"oldest_ready": `)
	say(t, rt, "queue", "list", "-o", "table").want(t, 0, "QUEUE", "default", "paused")
	say(t, rt, "run", "show", "a", "-o", "table").want(t, 0, `! queue "default" is paused by anna (the provider is down): none of its work begins until it is resumed`, "shop queue resume default --reason WHY")
	say(t, rt, "queue", "show", "default", "-o", "table").want(t, 0, "paused by anna: the provider is down", "ready      1 runs, 0 activities", "next: shop queue resume default --reason WHY")
	say(t, rt, "queue", "resume", "default", "--reason", "it is back").want(t, 0, `"done": "resumed"`)
	say(t, rt, "run", "signal", "a", "answer", `{"yes":true}`).want(t, 0)
	say(t, rt, "run", "result", "a").want(t, 0)
	say(t, rt, "queue", "show", "default").want(t, 0, `"name": "default"`, `"ready": 0`)
}

func TestSettingAQueue(t *testing.T) {
	rt, err := reprise.New(memory.New(), reprise.Config{Build: "b1"})
	if err != nil {
		t.Fatal(err)
	}
	say(t, rt, "queue", "set", "psp", "--per-worker", "-1", "--reason", "slow").want(t, 64, "--per-worker takes a whole number from 0")
	say(t, rt, "queue", "set", "psp", "--reason", "slow").want(t, 64, "nothing to set", "try: shop queue set --help")
	say(t, rt, "queue", "set", "psp", "--per-worker", "2", "--reason", "slow", "--by", "anna").want(t, 0, `"done": "set"`)
	say(t, rt, "queue", "show", "pps", "-o", "table").want(t, 0, "! nothing is known of this queue: is its name right?")
	say(t, rt, "queue", "show", "psp").want(t, 0, `"per_worker": 2`, `"overruled": {`)
	say(t, rt, "queue", "show", "psp", "-o", "table").want(t, 0, "set by anna: slow", "set        no limit in all workers together, 2 in one")
	say(t, rt, "queue", "set", "psp", "--rate", "100/1m/5", "--reason", "slow", "--by", "anna").want(t, 0)
	say(t, rt, "queue", "show", "psp", "-o", "table").want(t, 0, "set        at most 100/1m0s/5 begin in all workers together, 2 in one")
	for _, rate := range []string{"100", "x/1s", "100/s", "100/1s/x", "1/1s/1/1"} {
		say(t, rt, "queue", "set", "psp", "--rate", rate, "--reason", "slow", "--by", "anna").want(t, 64)
	}
	say(t, rt, "queue", "set", "psp", "--rate", "0", "--reason", "slow", "--by", "anna").want(t, 0)
	say(t, rt, "queue", "set", "psp", "--concurrency", "5", "--reason", "slow", "--by", "anna").want(t, 0)
	say(t, rt, "queue", "show", "psp", "-o", "table").want(t, 0, "set        at most 5 at once in all workers together, 2 in one")
	say(t, rt, "queue", "clear", "psp", "--reason", "fast again", "-o", "table").want(t, 0, "psp: cleared")
	say(t, rt, "queue", "show", "psp").want(t, 0, `"ready": 0`)
	say(t, rt, "queue", "pause", "", "--reason", "x").want(t, 64)
}

func TestWhatWaitsForItsPartitionIsToldApart(t *testing.T) {
	st := memory.New()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	call := activity.New("call", func(context.Context, string) (string, error) {
		return "", activity.Throttled(errors.New("429"), time.Hour)
	}, activity.Policy{Queue: "hosts"})
	limits := []reprise.Queue{{Name: "hosts", PerPartition: reprise.Limit{Rate: reprise.Rate{N: 1, Per: time.Hour}}}}
	client, err := reprise.New(st, reprise.Config{Build: "b1"}, call)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"a", "b"} {
		if _, err := reprise.Enqueue(ctx, client, call, "", reprise.ID(id), reprise.Partition("example.com")); err != nil {
			t.Fatal(err)
		}
	}
	worker, err := reprise.New(st, reprise.Config{Build: "b1", Queues: limits}, call)
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(ctx); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = worker.StopNow() }()
	for held := false; !held && ctx.Err() == nil; runtime.Gosched() {
		all, err := reprise.Queues(ctx, client)
		if err != nil {
			t.Fatal(err)
		}
		held = len(all) > 0 && all[0].Held == 1 && all[0].Running == 0 && all[0].Partitions[0].Cooling
	}
	say(t, client, "queue", "show", "hosts").want(t, 0, `"held": 1`, `"ready": 0`, `"lag_seconds": 0`, `"key": "example.com"`, `"state": "cooling"`, `"next_at": `)
	say(t, client, "queue", "show", "hosts", "-o", "table").want(t, 0, "1 activities, of which 1 wait for their partitions; lag -", "PARTITION", "example.com", "cools down")
	shown := say(t, client, "run", "show", "b", "-o", "table")
	if !strings.Contains(shown.out, "held by") {
		shown = say(t, client, "run", "show", "a", "-o", "table")
	}
	shown.want(t, 0, "held by the limits of partition example.com, next", `! partition "example.com" of queue "hosts" cools down after a throttled activity`, "1 of it wait")
}
