package program

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// Options say what to try.
type Options struct {
	Store    string
	Seed     uint64 // the first
	Seeds    int
	Duration time.Duration // zero: no limit but that of Seeds
	Parallel int
	Failures int           // stop after so many
	Shrink   time.Duration // time to shrink each failure
	Keep     string        // directory for failing cases; "": only print them
	Limit    time.Duration // wall-clock limit of one trial
	Out      io.Writer
}

// Failure is a failing case, shrunk as far as possible.
type Failure struct {
	Case   Case
	Result Result
}

// Total sums up all trials.
type Total struct {
	Seeds    int
	Took     time.Duration
	Stats    Stats
	Failures []Failure
	End      []Violation // what the final check of the store found
}

// Run tries one seed after another.
func Run(ctx context.Context, t *testing.T, o Options) (Total, error) {
	place, err := Open(t, o.Store)
	if err != nil {
		return Total{}, err
	}
	r := &runner{Options: o, place: place, next: o.Seed}
	begun := time.Now()
	if o.Duration > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Duration)
		defer cancel()
	}
	var all sync.WaitGroup
	for range o.Parallel {
		all.Go(func() {
			for ctx.Err() == nil && r.one() {
			}
		})
	}
	all.Wait()
	r.total.Took = time.Since(begun)
	r.total.End = place.Close()
	return r.total, nil
}

type runner struct {
	Options
	place *Place

	mu    sync.Mutex
	next  uint64
	total Total
}

// one tries the next seed. It returns false if there is none.
func (r *runner) one() bool {
	r.mu.Lock()
	if r.next >= r.Seed+uint64(r.Seeds) || len(r.total.Failures) >= r.Failures {
		r.mu.Unlock()
		return false
	}
	seed := r.next
	r.next++
	r.mu.Unlock()
	c := NewCase(seed)
	result := r.try(c)
	if len(result.Violations) > 0 {
		r.fail(c, result)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total.Seeds++
	r.total.Stats.Add(result.Stats)
	return true
}

// try runs a case. If the case hangs, try ends the process: nothing else can end a
// synctest bubble.
func (r *runner) try(c Case) Result {
	alarm := time.AfterFunc(r.Limit, func() {
		buf := make([]byte, 4<<20)
		fmt.Fprintf(r.Out, "seed %d does not come back within %v of the machine's time:\n%s\n%s\n", c.Seed, r.Limit, c, buf[:runtime.Stack(buf, true)])
		os.Exit(2)
	})
	defer alarm.Stop()
	return r.place.Try(c)
}

// fail shrinks a failing case and prints it.
func (r *runner) fail(c Case, result Result) {
	r.mu.Lock()
	fmt.Fprintf(r.Out, "seed %d: %.500s\n", c.Seed, result.Violations[0])
	r.mu.Unlock()
	least, result, tries := Shrink(c, result, r.Shrink, r.try)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total.Failures = append(r.total.Failures, Failure{least, result})
	fmt.Fprintf(r.Out, "seed %d, left by %d tries:\n\n%s\n", c.Seed, tries, least)
	for _, v := range result.Violations {
		fmt.Fprintf(r.Out, "%.2000s\n", v)
	}
	fmt.Fprintf(r.Out, "\n%s\n", result.Story)
	if r.Keep != "" {
		text := fmt.Sprintf("# %.300s\n%s", strings.ReplaceAll(result.Violations[0].String(), "\n", " "), least)
		file := filepath.Join(r.Keep, fmt.Sprintf("%s-%d.txt", result.Violations[0].Rule, c.Seed))
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			fmt.Fprintln(r.Out, err)
		}
	}
}

// String summarizes the total in a few lines.
func (t Total) String() string {
	s := t.Stats
	var b strings.Builder
	fmt.Fprintf(&b, "%d seeds in %v, %.0f a second: %d runs, %d events, %d attempts, %d decisions\n",
		t.Seeds, t.Took.Round(time.Millisecond), float64(t.Seeds)/t.Took.Seconds(), s.Runs, s.Events, s.Attempts, s.Steps)
	fmt.Fprintf(&b, "%d faults of the store, %d of them with an unknown outcome; %d crashes and %d stops of workers, %d declared dead alive; %d attempts begun when their result was recorded, by workers that no longer held the run\n",
		s.Faults, s.Unknown, s.Crashes, s.Stops, s.Condemned, s.Zombies)
	if s.Known > 0 {
		fmt.Fprintf(&b, "%d times a fault that is known:\n", s.Known)
		for _, what := range []string{knownUntold, knownClosed} {
			if known[what] != "" {
				fmt.Fprintf(&b, "  %s\n", known[what])
			}
		}
	}
	for _, v := range t.End {
		fmt.Fprintf(&b, "%.2000s\n", v)
	}
	fmt.Fprintf(&b, "%d seeds fail\n", len(t.Failures))
	return b.String()
}
