package reprise_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/workflow"
)

type Card struct{ Number string }
type Receipt struct{ Text string }

var (
	Charge = activity.Define[Card, Receipt]("charge")
	Order  = workflow.Define[Card, Receipt]("order")
)

func charge(ctx context.Context, c Card) (Receipt, error) {
	// Give the card company the key: it ignores a repeated request.
	return Receipt{"charged " + c.Number + " once"}, nil
}

func order(ctx workflow.Context, c Card) (Receipt, error) {
	return workflow.Execute(ctx, Charge, c).Get(ctx)
}

func run(ctx context.Context, db string) (Receipt, error) {
	st, err := sqlite.Open(ctx, db)
	if err != nil {
		return Receipt{}, err
	}
	defer st.Close()
	rt, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.DiscardHandler)}, Order.Bind(order), Charge.Bind(charge))
	if err != nil {
		return Receipt{}, err
	}
	if err := rt.Start(ctx); err != nil {
		return Receipt{}, err
	}
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, Order, Card{"4242"}, reprise.ID("order-42"))
	if err != nil {
		return Receipt{}, err
	}
	return run.Result(ctx)
}

// A complete program: define, bind, start, wait. Run it again on the same file, and nothing is
// charged twice.
func Example() {
	dir, err := os.MkdirTemp("", "reprise-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	receipt, err := run(context.Background(), filepath.Join(dir, "orders.db"))
	fmt.Println(receipt.Text, err)
	// Output: charged 4242 once <nil>
}
