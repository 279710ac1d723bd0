package reprise_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/workflow"
)

var (
	tally     = workflow.DefineQuery[workflow.None, int]("tally")
	elections = workflow.Define[int, int]("elections")
)

// countVotes answers how far it is.
func countVotes(ctx workflow.Context, most int) (int, error) {
	yes := 0
	err := workflow.HandleQuery(ctx, tally, func(workflow.None) (int, error) { return yes, nil })
	for range most {
		var v Vote
		if err == nil {
			v, err = workflow.Receive(ctx, vote)
		}
		if v.Yes {
			yes++
		}
	}
	return yes, err
}

// A run answers questions about itself, even after it has ended.
func ExampleQuery() {
	ctx := context.Background()
	rt := start(reprise.Config{}, elections.Bind(countVotes))
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, elections, 2, reprise.ID("trees"))
	if err != nil {
		panic(err)
	}
	for _, yes := range []bool{true, false} {
		if err := reprise.Signal(ctx, rt, "trees", vote, Vote{Yes: yes}); err != nil {
			panic(err)
		}
	}
	if _, err := run.Result(ctx); err != nil {
		panic(err)
	}
	yes, err := reprise.Query(ctx, rt, "trees", tally, workflow.None{})
	fmt.Println(yes, err)

	_, err = reprise.Query(ctx, rt, "trees", workflow.DefineQuery[workflow.None, int]("noes"), workflow.None{})
	var none *reprise.NoHandlerError
	fmt.Println(errors.As(err, &none), none.Has)
	// Output:
	// 1 <nil>
	// true [tally]
}

// A command line or an HTTP handler has the name and a JSON text.
func ExampleQueryJSON() {
	ctx := context.Background()
	rt := start(reprise.Config{}, elections.Bind(countVotes))
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, elections, 0)
	if err != nil {
		panic(err)
	}
	if _, err := run.Result(ctx); err != nil {
		panic(err)
	}
	answer, err := reprise.QueryJSON(ctx, rt, run.RunID(), "tally", nil)
	if err != nil {
		panic(err)
	}
	value, err := answer.Untyped()
	fmt.Println(value, err)
	// Output: 0 <nil>
}
