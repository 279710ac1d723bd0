package reprise_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise"
)

// A run is started by names and text alone; a caller that knows the type decodes its result.
func ExampleStartJSON() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition, vote)
	defer rt.Stop(ctx)

	run, err := reprise.StartJSON(ctx, rt, "petition", []byte(`"more trees"`), reprise.ID("trees"))
	if err != nil {
		panic(err)
	}
	if err := reprise.SignalJSON(ctx, rt, "trees", "vote", []byte(`{"Yes":true}`)); err != nil {
		panic(err)
	}
	result, err := run.Result(ctx)
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Untyped())
	// Output: more trees: true <nil>
}

// A sender that has only text learns what the signal carries.
func ExampleSignalJSON() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition, vote)
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, petition, "more trees", reprise.ID("trees"))
	if err != nil {
		panic(err)
	}

	err = reprise.SignalJSON(ctx, rt, "trees", "vote", []byte(`"yes"`))
	var wrong *reprise.PayloadError
	fmt.Println(errors.As(err, &wrong), wrong.Err)
	fmt.Printf("%s, for instance %s\n", wrong.Type, wrong.Example)

	if err := reprise.SignalJSON(ctx, rt, "trees", "vote", wrong.Example); err != nil {
		panic(err)
	}
	fmt.Println(run.Result(ctx))
	// Output:
	// true it is a string, it must be an object
	// reprise_test.Vote, for instance {"Yes":true}
	// more trees: true <nil>
}
