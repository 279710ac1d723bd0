package testkit

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/gates"
	"github.com/reprise-run/reprise/workflow"
)

var (
	fetch = activity.Define[int, string]("fetch", activity.Policy{StartToClose: time.Minute})
	watch = activity.Define[int, string]("watch", activity.Policy{StartToClose: time.Hour, HeartbeatTimeout: 10 * time.Second})
	note  = workflow.DefineSignal[int]("note")
	mixed = workflow.New("mixed", mix)
)

// mix does everything whose order may differ between schedules.
func mix(ctx workflow.Context, n int) (string, error) {
	var all []workflow.Future[string]
	for i := range 3 {
		all = append(all, workflow.Execute(ctx, fetch, i))
	}
	all = append(all, workflow.Execute(ctx, watch, n))
	alarm := workflow.NewTimer(ctx, 30*time.Second)
	out := fmt.Sprint(workflow.Rand(ctx).IntN(1000))
	for _, f := range all {
		s, err := f.Get(ctx)
		if err != nil {
			return "", err
		}
		out += " " + s
	}
	if _, err := alarm.Get(ctx); err != nil {
		return "", err
	}
	for range 4 {
		v, err := workflow.Receive(ctx, note, workflow.Within(time.Hour))
		if err != nil && !errors.Is(err, workflow.ErrTimeout) {
			return out, err
		}
		out += fmt.Sprint(" ", v)
	}
	return out, nil
}

// mixes runs mixed twice, with attempts that fail, send heartbeats and signals, and end
// at the same moment. It logs everything that it can see.
func mixes(tb testing.TB) {
	env := New(tb, mixed)
	attempts := 0
	Stub(env, fetch, func(ctx context.Context, n int) (string, error) {
		if attempts++; attempts%3 == 0 {
			return "", errors.New("no connection")
		}
		if n > 0 {
			<-time.After(3 * time.Second)
			Signal(env, "mixed-1", note, 10*n)
		}
		return fmt.Sprint(n), nil
	})
	Stub(env, watch, func(ctx context.Context, n int) (string, error) {
		for i := range 5 {
			activity.HeartbeatDetails(ctx, i)
			<-time.After(4 * time.Second)
			if ctx.Err() != nil {
				return "", context.Cause(ctx)
			}
		}
		return "watched", nil
	})
	one, two := Start(env, mixed, 1), Start(env, mixed, 2)
	env.After(time.Second, func() { Signal(env, one.WorkflowID(), note, 7) })
	env.After(time.Second, func() { Signal(env, two.WorkflowID(), note, 8) })
	env.After(time.Minute, env.Die)
	env.After(90*time.Second, func() { env.Cancel(two.WorkflowID(), "no more") })
	for _, run := range []*Run[string]{one, two} {
		got, err := run.Result()
		tb.Log(got, err, env.Now(), env.Timeline(run.WorkflowID()))
		for _, event := range env.History(run.WorkflowID()) {
			tb.Logf("%d %T %+v", event.Seq, event.Body, event.Body)
		}
	}
	for _, c := range env.Calls() {
		tb.Log(c.Activity, c.WorkflowID, c.Number, c.Attempt, c.At, c.Took, c.Err)
	}
}

// A seed decides everything, to the byte, also when much happens at the same moment.
func TestEverySeedGoesTheSameWayAgain(t *testing.T) {
	for seed := range uint64(*Schedules) {
		var texts [2]string
		for i := range texts {
			tr := explored(1+seed, &gates.Schedule{Rng: rand.New(rand.NewPCG(1+seed, 0))})
			tr.try(t, mixes)
			texts[i] = tr.sched.String() + tr.story()
		}
		if texts[0] != texts[1] {
			t.Fatalf("seed %d, first:\n%s\nagain:\n%s", 1+seed, texts[0], texts[1])
		}
	}
}
