package reprise_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// Before a deploy, new code is replayed against the existing histories.
func ExampleReplay() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, petition, "more trees", reprise.ID("trees"))
	if err != nil {
		panic(err)
	}
	if err := reprise.Signal(ctx, rt, "trees", vote, Vote{Yes: true}); err != nil {
		panic(err)
	}
	if _, err := run.Result(ctx); err != nil {
		panic(err)
	}
	got, err := reprise.Replay(ctx, rt, run.RunID())
	fmt.Println(got.WorkflowID, got.Done, err)

	var file bytes.Buffer
	if err := reprise.Export(ctx, rt, run.RunID(), &file); err != nil {
		panic(err)
	}
	changed := workflow.New("petition", func(ctx workflow.Context, title string) (string, error) {
		return title, workflow.Sleep(ctx, time.Minute) // nobody is asked any more
	})
	next, err := reprise.New(memory.New(), reprise.Config{}, changed)
	if err != nil {
		panic(err)
	}
	_, err = reprise.ReplayExport(ctx, next, &file)
	var mismatch *replay.MismatchError
	fmt.Println("mismatch:", errors.As(err, &mismatch))
	// Output:
	// trees true <nil>
	// mismatch: true
}

// Walk shows a history task by task, and where the code stood after each.
func ExampleWalk() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, petition, "more trees", reprise.ID("trees"))
	if err != nil {
		panic(err)
	}
	if err := reprise.Signal(ctx, rt, "trees", vote, Vote{Yes: true}); err != nil {
		panic(err)
	}
	if _, err := run.Result(ctx); err != nil {
		panic(err)
	}
	walked, err := reprise.Walk(ctx, rt, run.RunID(), 1, 10)
	if err != nil {
		panic(err)
	}
	for _, step := range walked.Steps {
		for _, e := range step.In {
			fmt.Println(step.Task, "in ", e.Body.Kind())
		}
		for _, e := range step.Out {
			fmt.Println(step.Task, "out", e.Body.Kind())
		}
		for _, w := range step.Waits {
			fmt.Println(step.Task, "waits for", w.For[0].Kind, w.For[0].Name, "and", len(w.For)-1, "more")
		}
	}
	// Output:
	// 1 in  started
	// 1 out timer started
	// 1 waits for signal vote and 1 more
	// 2 in  signal received
	// 2 out timer cancelled
	// 2 out completed
}

// A redacted history, without personal data, serves as a test of next year's code.
func ExampleRedact() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, petition, "more trees", reprise.ID("trees"))
	if err != nil {
		panic(err)
	}
	if err := reprise.Signal(ctx, rt, "trees", vote, Vote{Yes: true}); err != nil {
		panic(err)
	}
	if _, err := run.Result(ctx); err != nil {
		panic(err)
	}
	var file bytes.Buffer
	if err := reprise.Export(ctx, rt, run.RunID(), &file, reprise.Redact()); err != nil {
		panic(err)
	}
	fmt.Println("in full:", bytes.Contains(file.Bytes(), []byte("more trees")))
	got, err := reprise.ReplayExport(ctx, rt, &file)
	fmt.Println(got.Done, got.Redacted, err)
	// Output:
	// in full: false
	// true all values <nil>
}

// The history of a production run is inspected where nobody can do harm: here, up to its first task.
func ExampleWalkExport() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	waitingPetition(ctx, rt, "trees")
	var file bytes.Buffer
	if err := reprise.Export(ctx, rt, "trees", &file); err != nil {
		panic(err)
	}
	walked, err := reprise.WalkExport(ctx, rt, &file, 1, 2)
	if err != nil {
		panic(err)
	}
	for _, step := range walked.Steps {
		fmt.Println("task", step.Task, "waits for", step.Waits[0].For[0].Kind, step.Waits[0].For[0].Name)
	}
	// Output: task 1 waits for signal vote
}
