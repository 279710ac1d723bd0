// Command temporal carries out workflows of steps on a Temporal server in this process. It is
// a development server on one SQLite file, with all services and the worker together. Command
// temporal is a module of its own, so that other builds do not include Temporal. The bench
// starts it:
//
//	go run ./bench -engine temporal -store sqlite -workload w1,w2,w3
//
// It prints one JSON object, result.
//
// Command temporal imports Temporal's server and SDK and the standard library.
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
	file                   string
	runs, length, starters int
	atLeast                time.Duration
}

// result is what run prints. Times are in nanoseconds.
type result struct {
	Wall time.Duration   `json:"wall"`
	Took []time.Duration `json:"took"` // each run, from start to result
	Gaps []time.Duration `json:"gaps"` // from each step of a run to the next
}

func main() {
	var s settings
	flag.StringVar(&s.file, "file", "", "the database, which is made")
	flag.IntVar(&s.runs, "runs", 2000, "runs of a round")
	flag.IntVar(&s.length, "length", 1, "steps of a run")
	flag.IntVar(&s.starters, "starters", 64, "how many start a run and wait for its result at once")
	flag.DurationVar(&s.atLeast, "for", 3*time.Second, "how long to repeat rounds")
	flag.Parse()
	if err := run(context.Background(), s, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "temporal: %v\n", err)
		os.Exit(1)
	}
}

// run carries out a tenth of a round, uncounted, and then rounds.
func run(ctx context.Context, s settings, out io.Writer) (err error) {
	srv, err := open(s.file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, srv.close()) }()
	e, err := srv.employ(ctx, s.runs*s.length)
	if err != nil {
		return err
	}
	defer e.dismiss()
	if _, _, err := e.round(ctx, max(1, s.runs/10), s.length, s.starters); err != nil {
		return err
	}
	var r result
	for r.Wall == 0 || r.Wall < s.atLeast {
		begun := time.Now()
		took, gaps, err := e.round(ctx, s.runs, s.length, s.starters)
		if err != nil {
			return err
		}
		r.Wall += time.Since(begun)
		r.Took, r.Gaps = append(r.Took, took...), append(r.Gaps, gaps...)
	}
	return json.NewEncoder(out).Encode(r)
}
