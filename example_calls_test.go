package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// Vote is what the examples' workflow waits for.
type Vote struct{ Yes bool }

var (
	vote     = workflow.DefineSignal[Vote]("vote")
	petition = workflow.New("petition", func(ctx workflow.Context, title string) (string, error) {
		v, err := workflow.Receive(ctx, vote, workflow.Within(24*time.Hour))
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%s: %t", title, v.Yes), nil
	})
)

// start makes a started Runtime on an in-memory store.
func start(cfg reprise.Config, bindings ...reprise.Binding) *reprise.Runtime {
	cfg.Logger = slog.New(slog.DiscardHandler)
	rt, err := reprise.New(memory.New(), cfg, bindings...)
	if err == nil {
		err = rt.Start(context.Background())
	}
	if err != nil {
		panic(err)
	}
	return rt
}

// A signal with an id is received once, however often it is sent.
func ExampleSignal() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, petition, "more trees", reprise.ID("trees"))
	if err != nil {
		panic(err)
	}
	for range 3 {
		err := reprise.Signal(ctx, rt, "trees", vote, Vote{Yes: true}, reprise.SignalID("ballot-1"))
		if err != nil && !errors.Is(err, reprise.ErrClosed) {
			panic(err)
		}
	}
	fmt.Println(run.Result(ctx))
	// Output: more trees: true <nil>
}

func ExampleCancel() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, petition, "more trees", reprise.ID("trees"))
	if err != nil {
		panic(err)
	}
	if err := reprise.Cancel(ctx, rt, "trees", "withdrawn"); err != nil {
		panic(err)
	}
	_, err = run.Result(ctx)
	var ended *reprise.RunError
	fmt.Println(errors.As(err, &ended), ended.Status, errors.Is(err, workflow.ErrCancelled))
	// Output: true cancelled true
}

func ExampleTerminate() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, petition, "more trees", reprise.ID("trees"))
	if err != nil {
		panic(err)
	}
	if err := reprise.Terminate(ctx, rt, "trees", "spam"); err != nil {
		panic(err)
	}
	_, err = run.Result(ctx)
	fmt.Println(errors.Is(err, reprise.ErrTerminated))
	// Output: true
}

// An id that is used twice names the open run; with Once it names the same
// run for ever.
func ExampleOnce() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	first, err := reprise.Start(ctx, rt, petition, "more trees", reprise.ID("trees"), reprise.Once())
	if err != nil {
		panic(err)
	}
	again, err := reprise.Start(ctx, rt, petition, "more trees", reprise.ID("trees"), reprise.Once())
	fmt.Println(again.RunID() == first.RunID(), err)
	_, err = reprise.Start(ctx, rt, petition, "more trees", reprise.ID("trees"))
	fmt.Println(errors.Is(err, reprise.ErrAlreadyStarted))
	// Output:
	// true <nil>
	// true
}

func ExampleDescribe() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	if _, err := reprise.Start(ctx, rt, petition, "more trees", reprise.ID("trees")); err != nil {
		panic(err)
	}
	for {
		d, err := reprise.Describe(ctx, rt, "trees")
		if err != nil {
			panic(err)
		}
		if d.Waiting != "" { // it has parked; the text says what for, and where
			fmt.Println(d.Status, len(d.Timers), "timer")
			return
		}
	}
	// Output: open 1 timer
}

func ExampleList() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	for _, title := range []string{"more trees", "fewer cars"} {
		if _, err := reprise.Start(ctx, rt, petition, title, reprise.ID(title)); err != nil {
			panic(err)
		}
	}
	for run, err := range reprise.List(ctx, rt, reprise.Filter{Status: []reprise.Status{reprise.Open}}) {
		if err != nil {
			panic(err)
		}
		fmt.Println(run.WorkflowID, run.Workflow, run.Status)
	}
	// Output:
	// fewer cars petition open
	// more trees petition open
}

// An HTTP handler shows one page at a time: the cursor of the next page is a text.
func ExampleListPage() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	for _, title := range []string{"more trees", "fewer cars"} {
		if _, err := reprise.Start(ctx, rt, petition, title, reprise.ID(title)); err != nil {
			panic(err)
		}
	}
	page, err := reprise.ListPage(ctx, rt, reprise.Filter{Limit: 1})
	if err != nil {
		panic(err)
	}
	next, err := reprise.ListPage(ctx, rt, reprise.Filter{Limit: 1, Cursor: page.Next})
	if err != nil {
		panic(err)
	}
	fmt.Println(page.Runs[0].WorkflowID, "then", next.Runs[0].WorkflowID)
	// Output: fewer cars then more trees
}

func ExampleGet() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	_, err := reprise.Get(ctx, rt, petition, "nobody")
	fmt.Println(errors.Is(err, reprise.ErrNotFound))
	// Output: true
}

// Metrics are built on the Observer.
func ExampleObserver() {
	ctx := context.Background()
	echo := activity.New("echo", func(_ context.Context, s string) (string, error) { return s, nil })
	shout := workflow.New("shout", func(ctx workflow.Context, s string) (string, error) {
		return workflow.Execute(ctx, echo, s+"!").Get(ctx)
	})
	ended := make(chan string, 1)
	rt := start(reprise.Config{Observer: &reprise.Observer{
		ActivityEnded: func(e reprise.ActivityEnded) {
			ended <- fmt.Sprint(e.Activity, " attempt ", e.Attempt, " ", e.Err)
		},
	}}, shout, echo)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, shout, "hello")
	if err != nil {
		panic(err)
	}
	fmt.Println(run.Result(ctx))
	fmt.Println(<-ended)
	// Output:
	// hello! <nil>
	// echo attempt 1 <nil>
}

func ExampleDelay() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	h, err := reprise.Start(ctx, rt, petition, "more trees", reprise.ID("trees"), reprise.Delay(24*time.Hour))
	if err != nil {
		panic(err)
	}
	// It is there, and can be called off: nothing of its function has run.
	err = reprise.Cancel(ctx, rt, "trees", "the trees are planted")
	_, end := h.Result(ctx)
	fmt.Println(err, errors.Is(end, workflow.ErrCancelled))
	// Output:
	// <nil> true
}

func ExampleTimeout() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	h, err := reprise.Start(ctx, rt, petition, "more trees", reprise.Timeout(50*time.Millisecond), reprise.TimeoutGrace(time.Minute))
	if err != nil {
		panic(err)
	}
	_, err = h.Result(ctx)
	fmt.Println(errors.Is(err, workflow.ErrTimeout))
	// Output: true
}

func ExampleOnConflict() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	first, _ := reprise.Start(ctx, rt, petition, "old text", reprise.ID("petition-7"))
	same, err := reprise.Start(ctx, rt, petition, "old text", reprise.ID("petition-7"), reprise.OnConflict(reprise.UseExisting))
	fmt.Println(same.RunID() == first.RunID(), err)

	other, err := reprise.Start(ctx, rt, petition, "new text", reprise.ID("petition-7"), reprise.OnConflict(reprise.CancelExisting))
	_, end := first.Result(ctx)
	fmt.Println(other.RunID() == first.RunID(), err, errors.Is(end, workflow.ErrCancelled))
	// Output:
	// true <nil>
	// false <nil> true
}

func ExampleUnqueue() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	queue := reprise.OnConflict(reprise.QueueBehind)
	first, _ := reprise.Start(ctx, rt, petition, "old text", reprise.ID("petition-8"), queue)
	second, _ := reprise.Start(ctx, rt, petition, "new text", reprise.ID("petition-8"), queue)
	third, err := reprise.Start(ctx, rt, petition, "newest text", reprise.ID("petition-8"), queue)
	fmt.Println(first.Queued(), second.Queued(), third.Queued(), err)

	_, err = second.Result(ctx) // the third has taken its place
	fmt.Println(errors.Is(err, reprise.ErrReplaced))

	open, _ := reprise.Describe(ctx, rt, "petition-8")
	fmt.Println(open.RunID == first.RunID(), open.Behind.RunID == third.RunID())

	err = reprise.Unqueue(ctx, rt, "petition-8")
	fmt.Println(err, errors.Is(reprise.Unqueue(ctx, rt, "petition-8"), reprise.ErrNotQueued))
	// Output:
	// false true true <nil>
	// true
	// true true
	// <nil> true
}

// Two Observers receive the same events, in this order.
func ExampleObservers() {
	ctx := context.Background()
	closed := make(chan string, 2)
	tell := func(who string) *reprise.Observer {
		return &reprise.Observer{RunClosed: func(e reprise.RunClosed) { closed <- fmt.Sprint(who, ": ", e.Workflow, " ", e.Status) }}
	}
	rt := start(reprise.Config{Observer: reprise.Observers(tell("first"), tell("second"))}, weighing, weigh)
	defer rt.Stop(ctx)
	if _, err := reprise.Start(ctx, rt, weighing, "gold"); err != nil {
		panic(err)
	}
	fmt.Println(<-closed)
	fmt.Println(<-closed)
	// Output:
	// first: weighing completed
	// second: weighing completed
}

// What a worker holds, for a page about it.
func ExampleRuntime_Stats() {
	ctx := context.Background()
	rt := start(reprise.Config{Activities: 20}, weighing, weigh)
	defer rt.Stop(ctx)
	fmt.Println(weighOne(ctx, rt))
	stats := rt.Stats()
	for _, s := range stats.Load.Slots {
		fmt.Println(s.Queue, "of", s.Limit)
	}
	fmt.Println("from dead workers:", stats.Recovered)
	// Output:
	// the weight of a parcel <nil>
	// default of 20
	// from dead workers: 0
}

// Headers are available in the workflow, its activities and its children; those of a signal or an update come with it.
func ExampleHeaders() {
	ctx := context.Background()
	hello := workflow.New("hello", func(ctx workflow.Context, _ workflow.None) (string, error) {
		return "hello " + workflow.GetInfo(ctx).Headers["tenant"], nil
	})
	rt := start(reprise.Config{}, hello, trolley)
	defer rt.Stop(ctx)
	tenant := map[string]string{"tenant": "c-1"}
	run, err := reprise.Start(ctx, rt, hello, workflow.None{}, reprise.Headers(tenant))
	if err != nil {
		panic(err)
	}
	fmt.Println(run.Result(ctx))

	if _, err := reprise.Start(ctx, rt, trolley, workflow.None{}, reprise.ID("cart-7")); err != nil {
		panic(err)
	}
	fmt.Println(reprise.Update(ctx, rt, "cart-7", addGoods, Goods{Price: 3, Count: 2}, reprise.UpdateHeaders(tenant)))
	fmt.Println(reprise.Signal(ctx, rt, "cart-7", buy, workflow.None{}, reprise.SignalHeaders(tenant)))
	// Output:
	// hello c-1 <nil>
	// 6 <nil>
	// <nil>
}

// A run can begin long after its start.
func ExampleAt() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	six := time.Date(2126, 3, 1, 6, 0, 0, 0, time.UTC)
	if _, err := reprise.Start(ctx, rt, petition, "more trees", reprise.ID("trees"), reprise.At(six)); err != nil {
		panic(err)
	}
	d, err := reprise.Describe(ctx, rt, "trees")
	if err != nil {
		panic(err)
	}
	fmt.Println(d.Status, d.Timers[0].Due)
	// Output: open 2126-03-01 06:00:00 +0000 UTC
}

// A request that is repeated because its answer was lost counts once.
func ExampleDeliveryID() {
	ctx := context.Background()
	rt := start(reprise.Config{}, trolley)
	defer rt.Stop(ctx)
	for range 2 {
		total, _, err := reprise.UpdateWithStart(ctx, rt, trolley, workflow.None{}, addGoods, Goods{Price: 2, Count: 1},
			reprise.ID("cart-8"), reprise.DeliveryID("request-1"))
		fmt.Println(total, err)
	}
	// Output:
	// 2 <nil>
	// 2 <nil>
}
