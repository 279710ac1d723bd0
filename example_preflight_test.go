package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/workflow"
)

// waitingPetition starts a petition that then waits for its vote.
func waitingPetition(ctx context.Context, rt *reprise.Runtime, id string) {
	if _, err := reprise.Start(ctx, rt, petition, "more trees", reprise.ID(id)); err != nil {
		panic(err)
	}
	for {
		d, err := reprise.Describe(ctx, rt, id)
		if err != nil {
			panic(err)
		}
		if len(d.Waits) > 0 {
			return
		}
	}
}

// Before a deploy, the new program checks whether it can continue the runs of production.
func ExamplePreflight() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	waitingPetition(ctx, rt, "trees")

	next, err := reprise.New(rt.Store(), reprise.Config{}, workflow.New("petition", func(ctx workflow.Context, title string) (string, error) {
		return title, nil // nobody is asked any more
	}))
	if err != nil {
		panic(err)
	}
	report, err := reprise.Preflight(ctx, next, reprise.Oldest(1000))
	var refused *reprise.PreflightError
	fmt.Println(errors.As(err, &refused), report.Runs, report.Parked[0].Run.WorkflowID)
	// Output: true 1 trees
}

// The new code is in a branch beside the old one, until no open run needs the old branch.
func ExampleVersions() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	waitingPetition(ctx, rt, "trees")

	next, err := reprise.New(rt.Store(), reprise.Config{}, workflow.New("petition", func(ctx workflow.Context, title string) (string, error) {
		if workflow.Patched(ctx, "nobody is asked") {
			return title, nil
		}
		_, err := workflow.Receive(ctx, vote, workflow.Within(24*time.Hour))
		return title, err
	}))
	if err != nil {
		panic(err)
	}
	needs, err := reprise.Versions(ctx, next)
	for _, n := range needs {
		fmt.Println(n.Change, "version", n.Version, "runs", n.Runs, "oldest", n.Oldest.WorkflowID)
	}
	fmt.Println(err)
	// Output:
	// nobody is asked version 0 runs 1 oldest trees
	// <nil>
}
