// Command river carries out w1 with River's plain jobs: 64 starters that each insert an
// empty job and wait until it is completed. It is a module of its own, so that other builds
// do not include River. The bench starts it:
//
//	go run ./bench -engine river -store postgres -workload w1
//
// It prints one JSON object, result.
//
// Command river imports River with its driver for pgx, pgx and the standard library.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"
)

// settings are the command line.
type settings struct {
	db, schema     string
	jobs, starters int
	atLeast        time.Duration
	tuned, worked  bool
}

// result is what run prints. Times are in nanoseconds.
type result struct {
	Wall time.Duration   `json:"wall"`
	Took []time.Duration `json:"took"` // each job, from the insert until its completion, or its work, is known
}

func main() {
	var s settings
	flag.StringVar(&s.db, "db", "", "the server's database")
	flag.StringVar(&s.schema, "schema", "", "the schema, which is made")
	flag.IntVar(&s.jobs, "n", 2000, "jobs of a round")
	flag.IntVar(&s.starters, "starters", 64, "how many insert and wait at once")
	flag.DurationVar(&s.atLeast, "for", 3*time.Second, "how long to repeat rounds")
	flag.BoolVar(&s.tuned, "tuned", false, "look for jobs as often as River can, with more connections")
	flag.BoolVar(&s.worked, "worked", false, "wait until a job was worked, not until that is written")
	flag.Parse()
	if err := run(context.Background(), s, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "river: %v\n", err)
		os.Exit(1)
	}
}

// run carries out a tenth of a round, uncounted, and then rounds.
func run(ctx context.Context, s settings, out io.Writer) (err error) {
	p, err := open(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close(ctx)) }()
	warm := max(1, s.jobs/10)
	if _, err := p.round(ctx, warm, s.starters); err != nil {
		return err
	}
	var r result
	for r.Wall == 0 || r.Wall < s.atLeast {
		begun := time.Now()
		took, err := p.round(ctx, s.jobs, s.starters)
		if err != nil {
			return err
		}
		r.Wall += time.Since(begun)
		r.Took = append(r.Took, took...)
	}
	if worked := int(p.worker.worked.Load()); worked != warm+len(r.Took) {
		return fmt.Errorf("%d jobs were worked, not %d", worked, warm+len(r.Took))
	}
	return json.NewEncoder(out).Encode(r)
}
