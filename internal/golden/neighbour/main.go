// Command neighbour is a worker of the workflows of package golden, for tests that build it from
// another version of this module.
//
//	neighbour -store postgres -db URL -do begin -prefix a- -count 5
//
// It opens the database, and makes its tables where there are none. With "begin" it starts runs and
// stops once they wait; with "finish" it brings runs to their ends that another process has begun;
// with "serve" it says "working" and works until its input ends.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/golden"
)

func main() {
	kind := flag.String("store", "postgres", "postgres or sqlite")
	db := flag.String("db", "", "the URL of a database, or the path of a file")
	do := flag.String("do", "serve", "begin, finish or serve")
	prefix := flag.String("prefix", "", "of the ids of the runs")
	count := flag.Int("count", 1, "how many runs of each kind")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	err := golden.Work(ctx, *kind, *db, "neighbour", func(ctx context.Context, rt *reprise.Runtime) error {
		switch *do {
		case "begin":
			return golden.Begin(ctx, rt, *prefix, *count)
		case "finish":
			return golden.Finish(ctx, rt, *prefix, *count)
		case "serve":
			fmt.Fprintln(os.Stdout, "working")
			_, err := io.Copy(io.Discard, os.Stdin)
			return err
		}
		return fmt.Errorf("-do is %q; want begin, finish or serve", *do)
	})
	if err != nil {
		fmt.Fprintln(os.Stdout, "error:", err)
		os.Exit(1)
	}
}
