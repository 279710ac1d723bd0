package reprise_test

import (
	"context"
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/memory"
)

// A start and a signal in one transaction. Here it is one of the in-memory store, as in a test;
// see the packages postgres and sqlite for transactions with rows of your own.
func ExampleTx() {
	ctx := context.Background()
	rt := start(reprise.Config{}, petition)
	defer rt.Stop(ctx)
	var run reprise.Handle[string]
	err := memory.InTxFunc(ctx, rt, func(c *reprise.Tx) (err error) {
		if run, err = reprise.Start(ctx, c, petition, "more parks", reprise.ID("parks")); err != nil {
			return err
		}
		return reprise.Signal(ctx, c, "parks", vote, Vote{Yes: true})
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(run.Result(ctx))
	// Output:
	// more parks: true <nil>
}

// A web server has a Runtime that is never started, and workers run elsewhere: Wake delivers
// what the transaction sent.
func ExampleRuntime_Wake() {
	ctx := context.Background()
	st := memory.New()
	web, err := reprise.New(st, reprise.Config{})
	if err != nil {
		panic(err)
	}
	run, err := reprise.Start(ctx, web, petition, "more parks", reprise.ID("parks"))
	if err != nil {
		panic(err)
	}
	tx := st.Begin()
	if err := reprise.Signal(ctx, memory.InTx(web, tx), "parks", vote, Vote{Yes: true}); err != nil {
		panic(err)
	}
	if err := tx.Commit(); err != nil {
		panic(err)
	}
	web.Wake()
	d, err := reprise.Describe(ctx, web, run.RunID())
	fmt.Println(d.Unread, err)
	// Output: 1 <nil>
}
