package cli_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/cli"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

var greet = workflow.New("greet", func(_ workflow.Context, name string) (string, error) {
	return "hello " + name, nil
})

// A program of yours has the commands over its own Runtime. In main this is
// cli.Main(rt): it takes the arguments of the process, and exits with the code.
func Example() {
	ctx := context.Background()
	rt, err := reprise.New(memory.New(), reprise.Config{Logger: slog.New(slog.DiscardHandler)}, greet)
	if err != nil {
		panic(err)
	}
	if err := rt.Start(ctx); err != nil {
		panic(err)
	}
	defer rt.Stop(ctx)
	if _, err := reprise.Start(ctx, rt, greet, "Ada", reprise.ID("greeting-1")); err != nil {
		panic(err)
	}
	p := cli.Program{Name: "greeter", Runtime: rt, Args: []string{"run", "result", "greeting-1"}, Stdout: os.Stdout, Stderr: os.Stdout}
	fmt.Println("exit code", p.Run(ctx))

	p.Args = []string{"run", "result", "greeting-2"}
	fmt.Println("exit code", p.Run(ctx))
	// Output:
	// "hello Ada"
	// exit code 0
	// greeter: no run in namespace "default" has the workflow id or run id "greeting-2"
	// try: greeter run list
	// exit code 3
}

// A program opens the store that --db names, and has a command of its own.
func ExampleProgram() {
	p := cli.Program{
		Name: "shop",
		Open: func(ctx context.Context, db, namespace string) (*reprise.Runtime, func() error, error) {
			st := memory.New() // or sqlite.Open(ctx, db)
			rt, err := reprise.New(st, reprise.Config{Namespace: namespace, Logger: slog.New(slog.DiscardHandler)}, greet)
			return rt, st.Close, err
		},
		Extra: []cli.Extra{{Name: "greet", Usage: "say hello", Run: func(_ context.Context, args []string) int {
			fmt.Println("hello", args)
			return 0
		}}},
		Args: []string{"run", "list", "--db", "shop.db", "-o", "table"}, Stdout: os.Stdout, Stderr: os.Stdout,
	}
	fmt.Println("exit code", p.Run(context.Background()))
	p.Args = []string{"greet", "Ada"}
	fmt.Println("exit code", p.Run(context.Background()))
	// Output:
	// no runs in namespace "default"
	// next: shop db stats --db shop.db
	// exit code 0
	// hello [Ada]
	// exit code 0
}

// A name that no store can have is a wrong command line, and the answer shows a right one.
func ExampleNameError() {
	p := cli.Program{
		Name: "shop",
		Open: func(_ context.Context, db, _ string) (*reprise.Runtime, func() error, error) {
			return nil, nil, &cli.NameError{Name: db, Why: "the shop keeps its orders in a file", Try: "orders.db"}
		},
		Args: []string{"run", "show", "order-1", "--db", "mysql://shop"}, Stderr: os.Stdout,
	}
	fmt.Println("exit code", p.Run(context.Background()))
	// Output:
	// shop: --db mysql://shop: the shop keeps its orders in a file
	// try: shop run list --db orders.db
	// exit code 64
}
