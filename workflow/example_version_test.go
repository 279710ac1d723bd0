package workflow_test

import (
	"fmt"

	"github.com/reprise-run/reprise/workflow"
)

// New runs are charged net. Runs that passed this line before the change continue with gross
// prices.
func ExamplePatched() {
	b := workflow.New("order", func(ctx workflow.Context, card Card) (string, error) {
		way := "gross"
		if workflow.Patched(ctx, "net prices") {
			way = "net"
		}
		_, err := workflow.Execute(ctx, Charge, card).Get(ctx)
		return way, err
	})
	fmt.Println(play(b, Card{"4711"}, charge))
	// Output: net <nil>
}

// A place in the code that has changed twice keeps the versions that open runs need.
func ExampleVersion() {
	b := workflow.New("order", func(ctx workflow.Context, cents int) (int, error) {
		switch workflow.Version(ctx, "discount", 2) {
		case 0: // there was none
			return cents, nil
		case 1:
			return cents * 9 / 10, nil
		default:
			return cents * 8 / 10, nil
		}
	})
	fmt.Println(play(b, 1000))
	// Output: 800 <nil>
}

// A handler reads the workflow's variables; reprise.Query asks it.
func ExampleHandleQuery() {
	progress := workflow.DefineQuery[workflow.None, int]("progress")
	b := workflow.New("count", func(ctx workflow.Context, n int) (int, error) {
		done := 0
		err := workflow.HandleQuery(ctx, progress, func(workflow.None) (int, error) { return done, nil })
		for ; err == nil && done < n; done++ {
			_, err = workflow.Execute(ctx, Charge, Card{"4711"}).Get(ctx)
		}
		return done, err
	})
	fmt.Println(play(b, 1, charge))
	// Output: 1 <nil>
}
