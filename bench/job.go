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
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/store/sqlite"
)

// jobVar is the environment variable with the job of a worker process.
const jobVar = "REPRISE_BENCH_JOB"

// job is what a worker process does until its input ends.
type job struct {
	File    string           // of SQLite; empty: DB is set
	DB      string           // of Postgres
	Options postgres.Options // except the Logger
	Idle    bool             // it can run nothing that others start
	Pause   time.Duration    // how long a step takes
	Runs    int              // it starts this many runs itself, and so owns them
	Steps   int              // of each of them
	Room    int              // for runs and for activities; 0: the default
	AtOnce  int              // when told to, it starts the runs, this many at once, and waits for them; 0: it starts all at once and does not wait
	Fan     bool             // the steps of the runs go through a queue
}

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

// do runs a worker with default settings except for its room. It reports its id to out, and
// each step when the step begins. It stops when in ends, which is at the latest when its
// parent ends.
func (j job) do(ctx context.Context, in io.Reader, out io.Writer) (err error) {
	quiet := slog.New(slog.DiscardHandler)
	st, err := j.open(ctx, quiet)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	d := &duty{job: j, told: &report{w: bufio.NewWriter(out)}}
	cfg := reprise.Config{Logger: quiet, Runs: j.Room, Activities: j.Room}
	if j.Fan {
		cfg.Queues = []reprise.Queue{{Name: "default"}, {Name: fanQueue}}
	}
	rt, err := reprise.New(st, cfg, d.bindings()...)
	if err != nil {
		return err
	}
	if err := rt.Start(ctx); err != nil {
		return err
	}
	err = d.warmUp(ctx, rt)
	d.told.say("worker %s\n", rt.WorkerID())
	stop := d.told.flushing()
	if err == nil {
		err = d.work(ctx, rt, in)
	}
	if err == nil {
		_, err = io.Copy(io.Discard, in)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	err = errors.Join(err, rt.Stop(ctx))
	d.told.say("steps %d\n", d.done.steps.Load())
	return errors.Join(err, stop())
}

// duty is a job in progress.
type duty struct {
	job
	told *report
	done tally // counts the steps of the runs that it drives
}

func (d *duty) bindings() []reprise.Binding {
	switch {
	case d.Idle:
		return []reprise.Binding{waits.Bind(linger)}
	case d.AtOnce > 0:
		return d.done.bindings()
	}
	return []reprise.Binding{steps.Bind(walk), step.Bind(func(ctx context.Context, n int) (int, error) {
		d.told.say("step %d %d\n", n, time.Now().UnixNano())
		return n, rest(ctx, d.Pause)
	})}
}

// work starts the runs of the job.
func (d *duty) work(ctx context.Context, rt *reprise.Runtime, in io.Reader) error {
	if d.AtOnce > 0 {
		return d.driveWhenTold(ctx, rt, in)
	}
	_, err := begin(ctx, rt, d.Runs, d.Steps)
	return err
}

// open opens the job's store.
func (j job) open(ctx context.Context, log *slog.Logger) (store.Store, error) {
	if j.File != "" {
		return sqlite.Open(ctx, j.File, sqlite.Options{Logger: log})
	}
	j.Options.Logger = log
	return postgres.Open(ctx, j.DB, j.Options)
}

// begin starts n runs of this many steps. The steps of run i begin with number i*length.
func begin(ctx context.Context, rt *reprise.Runtime, n, length int) ([]reprise.Handle[int], error) {
	runs := make([]reprise.Handle[int], n)
	err := each(ctx, n, 64, func(ctx context.Context, i int) (err error) {
		runs[i], err = reprise.Start(ctx, rt, steps, leg{First: i * length, Steps: length}, reprise.ID(nameOf("run", i)))
		return err
	})
	return runs, err
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
