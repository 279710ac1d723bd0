package workflow_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// working returns a started Runtime on a store in memory.
func working(bindings ...reprise.Binding) *reprise.Runtime {
	cfg := reprise.Config{Logger: slog.New(slog.DiscardHandler), Queues: []reprise.Queue{{Name: "default"}, {Name: "reports"}}}
	rt, err := reprise.New(memory.New(), cfg, bindings...)
	if err == nil {
		err = rt.Start(context.Background())
	}
	if err != nil {
		panic(err)
	}
	return rt
}

// A child is a run of its own: it has an id, a queue, and a time that it may take.
func ExampleExecuteChild() {
	ctx := context.Background()
	summary := workflow.New("summary", func(_ workflow.Context, month string) (string, error) {
		return "the summary of " + month, nil
	})
	report := workflow.New("report", func(ctx workflow.Context, month string) (string, error) {
		child := workflow.ExecuteChild(ctx, summary, month, workflow.ChildID("summary/"+month), workflow.ChildQueue("reports"),
			workflow.ChildTimeout(time.Hour), workflow.ChildTimeoutGrace(time.Minute))
		text, err := child.Get(ctx)
		return child.WorkflowID() + ": " + text, err
	})
	rt := working(report, summary)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, report, "March")
	if err != nil {
		panic(err)
	}
	fmt.Println(run.Result(ctx))
	// Output: summary/March: the summary of March <nil>
}

// One run sends a signal to another.
func ExampleSend() {
	ctx := context.Background()
	waits := workflow.New("waits", func(ctx workflow.Context, _ workflow.None) (bool, error) {
		a, err := workflow.Receive(ctx, Approve)
		return a.Yes, err
	})
	boss := workflow.New("boss", func(ctx workflow.Context, _ workflow.None) (string, error) {
		_, err := workflow.Send(ctx, "waits-1", Approve, Approval{Yes: true}).Get(ctx)
		if err != nil {
			return "", err
		}
		_, err = workflow.Send(ctx, "nobody", Approve, Approval{Yes: true}).Get(ctx)
		return fmt.Sprint("nobody is there: ", errors.Is(err, workflow.ErrNotFound)), nil
	})
	rt := working(waits, boss)
	defer rt.Stop(ctx)
	told, err := reprise.Start(ctx, rt, waits, workflow.None{}, reprise.ID("waits-1"))
	if err != nil {
		panic(err)
	}
	teller, err := reprise.Start(ctx, rt, boss, workflow.None{})
	if err != nil {
		panic(err)
	}
	fmt.Println(teller.Result(ctx))
	fmt.Println(told.Result(ctx))
	// Output:
	// nobody is there: true <nil>
	// true <nil>
}

// A signal that the workflow does not accept is refused where it is sent.
func ExampleAccepts() {
	ctx := context.Background()
	letter := workflow.New("letter", func(ctx workflow.Context, _ workflow.None) (bool, error) {
		a, err := workflow.Receive(ctx, Approve)
		return a.Yes, err
	}, workflow.Accepts(Approve))
	rt := working(letter)
	defer rt.Stop(ctx)
	if _, err := reprise.Start(ctx, rt, letter, workflow.None{}, reprise.ID("letter-1")); err != nil {
		panic(err)
	}
	err := reprise.Signal(ctx, rt, "letter-1", workflow.DefineSignal[bool]("aproved"), true)
	var refused *reprise.UndeclaredError
	if errors.As(err, &refused) {
		fmt.Println(refused.Name, "is none of", refused.Declared)
	}
	// Output: aproved is none of [approve]
}

// Runs are found by the range of an attribute's value; a run without the attribute is
// in no range.
func ExampleAttrDef_Between() {
	ctx := context.Background()
	weight := workflow.DefineAttr[int]("weight")
	parcel := workflow.New("parcel", func(ctx workflow.Context, kilos int) (int, error) {
		if kilos == 0 {
			return 0, workflow.UnsetAttr(ctx, weight)
		}
		return kilos, workflow.SetAttr(ctx, weight, kilos)
	})
	rt := working(parcel)
	defer rt.Stop(ctx)
	for _, kilos := range []int{0, 3, 8, 40} {
		run, err := reprise.Start(ctx, rt, parcel, kilos, reprise.ID(fmt.Sprint("parcel-", kilos)), reprise.Attr(weight, kilos))
		if err == nil {
			_, err = run.Result(ctx)
		}
		if err != nil {
			panic(err)
		}
	}
	for _, filter := range []workflow.AttrFilter{weight.Between(5, 50), weight.AtMost(5), weight.AtLeast(40), weight.Is(8)} {
		var found []string
		for run, err := range reprise.List(ctx, rt, reprise.Filter{Attrs: reprise.Attrs{filter}}) {
			if err != nil {
				panic(err)
			}
			found = append(found, run.WorkflowID)
		}
		fmt.Println(found)
	}
	// Output:
	// [parcel-40 parcel-8]
	// [parcel-3]
	// [parcel-40]
	// [parcel-8]
}

// Compensations that do not depend on each other run at the same time.
func ExampleInParallel() {
	b := workflow.New("trip", func(ctx workflow.Context, _ int) (string, error) {
		return workflow.Saga(ctx, func(_ workflow.Context, undo *workflow.Compensations) (string, error) {
			for _, hours := range []time.Duration{2, 1} {
				undo.Add("cancel a booking", func(ctx workflow.Context) error { return workflow.Sleep(ctx, hours*time.Hour) })
			}
			return "", errors.New("the flight is full")
		}, workflow.InParallel())
	})
	_, err := play(b, 0)
	fmt.Println(err)
	// Output: the flight is full
}

// An order that was shuffled is the same on replay.
func ExampleRandom_Shuffle() {
	b := workflow.New("lot", func(ctx workflow.Context, names []string) (int, error) {
		workflow.Rand(ctx).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		return len(names), nil
	})
	fmt.Println(play(b, []string{"Ada", "Ben", "Cleo"}))
	// Output: 3 <nil>
}
