package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/postgres"
)

// jobVar has, in the environment of a process, what it is to do as a worker.
const jobVar = "REPRISE_BENCH_JOB"

// job is what a worker process does until its input ends.
type job struct {
	DB       string
	Schema   string
	NoNotify bool
	Idle     bool          // it can run nothing that anybody starts
	Pause    time.Duration // how long a step takes
}

// flushEvery is how long what a worker has seen stays in its process at most.
const flushEvery = 20 * time.Millisecond

// employed carries out the job in the environment, if there is one, and returns the exit
// code.
func employed() (code int, there bool) {
	text, there := os.LookupEnv(jobVar)
	if !there {
		return 0, false
	}
	var j job
	err := json.Unmarshal([]byte(text), &j)
	if err == nil {
		err = j.do(context.Background(), os.Stdin, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return codeFailed, true
	}
	return codeDone, true
}

// do is a worker with default settings. It says on out who it is, then each step when it
// begins, and stops when in ends, which is at the latest when its parent does.
func (j job) do(ctx context.Context, in io.Reader, out io.Writer) (err error) {
	quiet := slog.New(slog.DiscardHandler)
	st, err := postgres.Open(ctx, j.DB, postgres.Options{Schema: j.Schema, NoNotify: j.NoNotify, Logger: quiet})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	told := &report{w: bufio.NewWriter(out)}
	bindings := []reprise.Binding{steps.Bind(walk), step.Bind(func(ctx context.Context, n int) (int, error) {
		told.say("step %d %d\n", n, time.Now().UnixNano())
		return n, rest(ctx, j.Pause)
	})}
	if j.Idle {
		bindings = []reprise.Binding{waits.Bind(linger)}
	}
	rt, err := reprise.New(st, reprise.Config{Logger: quiet}, bindings...)
	if err != nil {
		return err
	}
	if err := rt.Start(ctx); err != nil {
		return err
	}
	told.say("worker %s\n", rt.WorkerID())
	stop := told.flushing()
	_, err = io.Copy(io.Discard, in)
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return errors.Join(err, rt.Stop(ctx), stop())
}

// rest does nothing for d.
func rest(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	alarm := time.NewTimer(d)
	defer alarm.Stop()
	select {
	case <-alarm.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// report is what a worker says, line by line.
type report struct {
	mu sync.Mutex
	w  *bufio.Writer
}

// say adds a line. What cannot be written is reported by the last flush.
func (r *report) say(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(r.w, format, args...)
}

func (r *report) flush() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.w.Flush()
}

// flushing hands on what is said, soon, until stop is called.
func (r *report) flushing() (stop func() error) {
	done := make(chan struct{})
	var loop sync.WaitGroup
	loop.Go(func() {
		soon := time.NewTicker(flushEvery)
		defer soon.Stop()
		for {
			select {
			case <-soon.C:
				_ = r.flush() // an error stays, and stop returns it
			case <-done:
				return
			}
		}
	})
	return func() error {
		close(done)
		loop.Wait()
		return r.flush()
	}
}
