package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/schedule"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

var byAnna = reprise.By{Who: "anna", Why: "the provider is down"}

func TestQueuesThatCannotBeMeantAreRefused(t *testing.T) {
	for want, queues := range map[string][]reprise.Queue{
		"":                                {{Name: "default", PerWorker: 3}, {Name: "far", Elsewhere: true}},
		"Config.Queues: Name:":            {{}},
		`Config.Queues has "a" twice`:     {{Name: "a"}, {Name: "a"}},
		`PerWorker of "a" is -1`:          {{Name: "a", PerWorker: -1}},
		`"a" has PerWorker and Elsewhere`: {{Name: "a", PerWorker: 1, Elsewhere: true}},
		`the name of a worker's own`:      {{Name: "worker/1"}},
	} {
		cfg := quiet()
		cfg.Queues = queues
		_, err := reprise.New(newMemory(), cfg)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%v: %v, want %q", queues, err, want)
		}
	}
}

// The call refuses a misspelt queue name instead of waiting for it.
func TestAQueueThatIsNotDeclaredIsRefused(t *testing.T) {
	w := workflow.New("w", func(workflow.Context, int) (int, error) { return 1, nil })
	act := activity.New("act", func(context.Context, int) (int, error) { return 1, nil }, activity.Policy{Queue: "pps"})
	cfg := quiet()
	cfg.Queues = []reprise.Queue{{Name: "psp"}, {Name: "far", Elsewhere: true}}
	var unknown *reprise.UnknownQueueError
	if _, err := reprise.New(newMemory(), cfg, act); !errors.As(err, &unknown) || unknown.Name != "pps" || !slices.Equal(unknown.Known, []string{"default", "far", "psp"}) || !strings.Contains(err.Error(), `activity "act"`) {
		t.Errorf("New: %v", err)
	}
	rt, err := reprise.New(newMemory(), cfg, w)
	if err != nil {
		t.Fatal(err)
	}
	for queue, known := range map[string]bool{"pps": false, "psp": true, "far": true, "default": true} {
		if _, err := reprise.Start(t.Context(), rt, w, 0, reprise.OnQueue(queue)); errors.As(err, &unknown) == known || known && err != nil {
			t.Errorf("a start on %q: %v", queue, err)
		}
	}
	if rt, err = reprise.New(newMemory(), quiet(), w, act); err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.Start(t.Context(), rt, w, 0, reprise.OnQueue("any")); err != nil {
		t.Errorf("a Runtime that declares no queue: %v", err)
	}
}

// A paused queue begins nothing: no run, no activity, no next step of a running run. Running attempts
// end, signals and starts are accepted, and everything continues when the queue does.
func TestNothingOfAPausedQueueBegins(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		inside, leave := make(chan struct{}), make(chan struct{})
		var begun, steps atomic.Int32
		slow := activity.New("slow", func(context.Context, int) (int, error) {
			close(inside)
			<-leave
			return 1, nil
		})
		quick := activity.New("quick", func(context.Context, int) (int, error) { return int(begun.Add(1)), nil })
		two := workflow.New("two", func(ctx workflow.Context, _ int) (int, error) {
			if _, err := workflow.Execute(ctx, slow, 0).Get(ctx); err != nil {
				return 0, err
			}
			return workflow.Execute(ctx, quick, 0).Get(ctx)
		})
		waits := workflow.New("waits", func(ctx workflow.Context, _ int) (int, error) {
			steps.Add(1)
			v, err := workflow.Receive(ctx, letGo)
			steps.Add(1)
			return v, err
		})
		cfg := quiet()
		cfg.Queues = []reprise.Queue{{Name: "default"}, {Name: "psp"}}
		rt := startRuntime(t, st, cfg, two, waits, slow, quick)
		first, err := reprise.Start(ctx, rt, two, 0, reprise.ID("two"), reprise.OnQueue("psp"))
		if err != nil {
			t.Fatal(err)
		}
		parked, err := reprise.Start(ctx, rt, waits, 0, reprise.ID("parked"), reprise.OnQueue("psp"))
		if err != nil {
			t.Fatal(err)
		}
		<-inside
		awaitRun(t, rt, "parked", func(d reprise.Description) bool { return d.Waiting != "" })
		if err := reprise.PauseQueue(ctx, rt, "psp", byAnna); err != nil {
			t.Fatal(err)
		}
		fresh, err := reprise.Start(ctx, rt, waits, 0, reprise.ID("fresh"), reprise.OnQueue("psp"))
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"parked", "fresh"} {
			if err := reprise.Signal(ctx, rt, id, letGo, 7); err != nil {
				t.Fatal(err)
			}
		}
		close(leave) // running attempts continue
		awaitRun(t, rt, "two", func(d reprise.Description) bool { return len(d.Activities) == 1 && d.Activities[0].Name == "quick" })
		if got, err := begin(t, rt, waits, 0, "elsewhere").WorkflowID(), reprise.Signal(ctx, rt, "elsewhere", letGo, 1); got != "elsewhere" || err != nil {
			t.Fatal(got, err)
		}
		if d, err := reprise.WaitRun(ctx, rt, "elsewhere"); err != nil || d.Status != reprise.Completed {
			t.Errorf("a run of another queue: %v, %v", d.Status, err)
		}
		<-time.After(time.Minute)
		if begun.Load() != 0 || steps.Load() != 3 {
			t.Errorf("of a paused queue %d activities and %d steps began; want none, and 1 of before, 2 of another queue", begun.Load(), steps.Load())
		}
		all, err := reprise.Queues(ctx, rt)
		if err != nil || len(all) == 0 {
			t.Fatalf("the queues are %+v, %v", all, err)
		}
		if q := all[len(all)-1]; q.Name != "psp" || q.Paused == nil || q.Paused.By != byAnna || q.ReadyRuns != 2 || q.ReadyActivities != 1 || q.Ready() != 3 || len(all) == 2 && all[0].Paused != nil {
			t.Errorf("the queues are %+v", all)
		}
		if err := reprise.ResumeQueue(ctx, rt, "psp", byAnna); err != nil {
			t.Fatal(err)
		}
		for _, run := range []reprise.Handle[int]{parked, fresh} {
			if got, err := run.Result(ctx); err != nil || got != 7 {
				t.Errorf("Result = %d, %v", got, err)
			}
		}
		if got, err := first.Result(ctx); err != nil || got != 1 {
			t.Errorf("Result = %d, %v", got, err)
		}
	})
}

// A pause by one process applies in another within a second.
func TestAPauseReachesOtherProcesses(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		w := workflow.New("w", func(workflow.Context, int) (int, error) { return 5, nil })
		startRuntime(t, st, quiet(), w)
		client, err := reprise.New(st, quiet())
		if err != nil {
			t.Fatal(err)
		}
		if err := reprise.PauseQueue(ctx, client, "default", byAnna); err != nil {
			t.Fatal(err)
		}
		<-time.After(2 * time.Second)
		h, err := reprise.Start(ctx, client, w, 0, reprise.ID("w"))
		if err != nil {
			t.Fatal(err)
		}
		<-time.After(time.Minute)
		if d, err := reprise.Describe(ctx, client, "w"); err != nil || d.Status != reprise.Open {
			t.Errorf("it is %v, %v", d.Status, err)
		}
		if err := reprise.ResumeQueue(ctx, client, "default", byAnna); err != nil {
			t.Fatal(err)
		}
		if got, err := h.Result(ctx); err != nil || got != 5 {
			t.Errorf("Result = %d, %v", got, err)
		}
	})
}

// A worker that starts later, or again, respects an earlier pause.
func TestAWorkerThatStartsGoesByThePause(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		w := workflow.New("w", func(workflow.Context, int) (int, error) { return 5, nil })
		client, err := reprise.New(st, quiet())
		if err != nil {
			t.Fatal(err)
		}
		if err := reprise.PauseQueue(ctx, client, "default", byAnna); err != nil {
			t.Fatal(err)
		}
		if _, err := reprise.Start(ctx, client, w, 0, reprise.ID("w")); err != nil {
			t.Fatal(err)
		}
		startRuntime(t, st, quiet(), w)
		<-time.After(time.Minute)
		if d, err := reprise.Describe(ctx, client, "w"); err != nil || d.Status != reprise.Open {
			t.Errorf("it is %v, %v", d.Status, err)
		}
	})
}

// An operator's setting overrides the worker's declaration until it is withdrawn.
func TestWhatIsSetOverrulesTheDeclaration(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := bounded(t)
		var running, most atomic.Int32
		act := activity.New("act", func(ctx context.Context, _ int) (int, error) {
			if n := running.Add(1); n > most.Load() {
				most.Store(n)
			}
			defer running.Add(-1)
			<-time.After(time.Second)
			return 1, nil
		})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, act, 0).Get(ctx) })
		cfg := quiet()
		cfg.Queues = []reprise.Queue{{Name: "default", PerWorker: 4}}
		rt := startRuntime(t, st, cfg, w, act)
		ran := func(round string) int32 {
			most.Store(0)
			var all []reprise.Handle[int]
			for i := range 12 {
				all = append(all, begin(t, rt, w, 0, fmt.Sprint(round, i)))
			}
			for _, h := range all {
				if _, err := h.Result(ctx); err != nil {
					t.Fatal(err)
				}
			}
			return most.Load()
		}
		if n := ran("declared"); n != 4 {
			t.Errorf("%d ran at once, want 4 as declared", n)
		}
		if err := reprise.SetQueue(ctx, rt, reprise.Queue{Name: "default", PerWorker: 2}, byAnna); err != nil {
			t.Fatal(err)
		}
		if n := ran("set"); n != 2 {
			t.Errorf("%d ran at once, want 2 as set", n)
		}
		all, err := reprise.Queues(ctx, rt)
		if err != nil || len(all) != 1 || all[0].Set == nil || all[0].Set.PerWorker != 2 || all[0].Overruled.By != byAnna || all[0].Workers > 1 || all[0].Slots > 2 {
			t.Errorf("the queues are %+v, %v", all, err)
		}
		if err := reprise.ClearQueue(ctx, rt, "default", byAnna); err != nil {
			t.Fatal(err)
		}
		if n := ran("cleared"); n != 4 {
			t.Errorf("%d ran at once, want 4 as declared", n)
		}
	})
}

// The database keeps who paused a queue only while the pause lasts. The log shows who ended it.
func TestTheLogTellsWhoResumes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := new(logbook)
		rt, err := reprise.New(newMemory(), log.config())
		if err != nil {
			t.Fatal(err)
		}
		err = reprise.PutSchedule(t.Context(), rt, schedule.Define("nightly", schedule.Every(time.Hour), report, "a"))
		if err != nil {
			t.Fatal(err)
		}
		by := reprise.By{Who: "ben", Why: "refilled"}
		for _, do := range []func() error{
			func() error { return reprise.PauseQueue(t.Context(), rt, "printer", byAnna) },
			func() error { return reprise.ResumeQueue(t.Context(), rt, "printer", by) },
			func() error { return reprise.ClearQueue(t.Context(), rt, "printer", by) },
			func() error { return reprise.PauseSchedule(t.Context(), rt, "nightly", byAnna) },
			func() error { return reprise.ResumeSchedule(t.Context(), rt, "nightly", by) },
		} {
			if err := do(); err != nil {
				t.Fatal(err)
			}
		}
		for _, want := range []string{
			`msg="an operator resumes a queue" queue=printer by=ben reason=refilled`,
			`msg="an operator clears the settings of a queue" queue=printer by=ben reason=refilled`,
			`msg="schedule is resumed" schedule=nightly by=ben reason=refilled`,
		} {
			if got := log.text.String(); !strings.Contains(got, want) {
				t.Errorf("the log lacks %q:\n%s", want, got)
			}
		}
	})
}

func TestWhoChangesAQueueSaysWhoAndWhy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rt, err := reprise.New(newMemory(), quiet())
		if err != nil {
			t.Fatal(err)
		}
		for name, do := range map[string]func(reprise.By) error{
			"pause":  func(by reprise.By) error { return reprise.PauseQueue(t.Context(), rt, "a", by) },
			"resume": func(by reprise.By) error { return reprise.ResumeQueue(t.Context(), rt, "a", by) },
			"set":    func(by reprise.By) error { return reprise.SetQueue(t.Context(), rt, reprise.Queue{Name: "a"}, by) },
			"clear":  func(by reprise.By) error { return reprise.ClearQueue(t.Context(), rt, "a", by) },
		} {
			if err := do(reprise.By{Who: "anna"}); !errors.Is(err, reprise.ErrNoReason) {
				t.Errorf("%s without a reason: %v", name, err)
			}
		}
		for _, q := range []reprise.Queue{{}, {Name: "a", PerWorker: -1}, {Name: "a", Elsewhere: true}} {
			if err := reprise.SetQueue(t.Context(), rt, q, byAnna); err == nil {
				t.Errorf("%+v was set", q)
			}
		}
		if err := reprise.PauseQueue(t.Context(), rt, "", byAnna); !errors.Is(err, reprise.ErrInvalidID) {
			t.Errorf("a queue without a name: %v", err)
		}
		if err := reprise.PauseQueue(t.Context(), nil, "a", byAnna); err == nil {
			t.Error("without a client")
		}
	})
}
