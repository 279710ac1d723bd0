package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// sighting is a step that a worker has begun.
type sighting struct {
	worker store.WorkerID
	step   int
	at     time.Time // by the machine's clock, which all workers share
}

// sightings holds the sightings of all workers of a trial.
type sightings struct {
	mu  sync.Mutex
	all []sighting
}

func (s *sightings) add(one sighting) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, one)
}

// soFar returns what has been seen, with the steps of each worker in order.
func (s *sightings) soFar() []sighting {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all[:len(s.all):len(s.all)]
}

// crew is the workers of a trial.
type crew struct {
	place   place
	seen    sightings
	workers []*worker
}

// worker is a worker in a process of its own: this program again, with a job.
type worker struct {
	id    store.WorkerID
	cmd   *exec.Cmd
	in    io.WriteCloser // closing it ends the worker
	ended bool
	haul  *hauled
	warn  bytes.Buffer
	read  sync.WaitGroup
	lost  error // what could not be read; valid after read
}

// hire starts a worker and returns when it has joined.
func (c *crew) hire(ctx context.Context, j job) (*worker, error) {
	c.place.assign(&j)
	text, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	w := &worker{cmd: exec.CommandContext(ctx, self), haul: newHauled()}
	w.cmd.Env = append(os.Environ(), jobVar+"="+string(text))
	w.cmd.Stderr = &w.warn
	if w.in, err = w.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := w.cmd.Start(); err != nil {
		return nil, err
	}
	joined := make(chan struct{})
	w.read.Go(func() { w.follow(out, &c.seen, joined) })
	<-joined
	if w.id == uuid.Nil {
		return nil, fmt.Errorf("a worker did not start: %w", errors.Join(context.Cause(ctx), w.stop()))
	}
	c.workers = append(c.workers, w)
	return w, nil
}

// fill hires workers until there are n.
func (c *crew) fill(ctx context.Context, n int, j job) error {
	for len(c.workers) < n {
		if _, err := c.hire(ctx, j); err != nil {
			return err
		}
	}
	return nil
}

// dismiss stops all workers at once, and returns when they have ended.
func (c *crew) dismiss() error {
	var all sync.WaitGroup
	errs := make([]error, len(c.workers))
	for i, w := range c.workers {
		all.Go(func() { errs[i] = w.stop() })
	}
	all.Wait()
	c.workers = nil
	return errors.Join(errs...)
}

// follow reads the worker's output. It closes joined once the worker has said who it is, or
// never will.
func (w *worker) follow(out io.Reader, seen *sightings, joined chan<- struct{}) {
	told := sync.OnceFunc(func() { close(joined) })
	defer told()
	defer w.haul.over()
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		var step int
		var at int64
		var id string
		if w.haul.read(lines.Text()) {
			continue
		}
		if _, err := fmt.Sscanf(lines.Text(), "step %d %d", &step, &at); err == nil {
			seen.add(sighting{w.id, step, time.Unix(0, at)})
			continue
		}
		if _, err := fmt.Sscanf(lines.Text(), "worker %s", &id); err != nil {
			w.lost = errors.Join(w.lost, fmt.Errorf("a worker says %q", lines.Text()))
			continue
		}
		var err error
		w.id, err = uuid.Parse(id)
		w.lost = errors.Join(w.lost, err)
		told()
	}
	w.lost = errors.Join(w.lost, lines.Err())
}

// stop makes the worker give back what it owns and end, unless it has ended.
func (w *worker) stop() error {
	if w.ended {
		return nil
	}
	w.ended = true
	err := w.in.Close()
	w.read.Wait()
	if werr := w.cmd.Wait(); werr != nil {
		werr = fmt.Errorf("a worker: %w\n%s", werr, &w.warn)
		return errors.Join(werr, w.lost)
	}
	return errors.Join(err, w.lost)
}

// kill ends the worker as kill -9 does, and returns when.
func (w *worker) kill() (at time.Time, err error) {
	w.ended = true
	at = time.Now()
	if err := w.cmd.Process.Kill(); err != nil {
		return at, err
	}
	w.read.Wait()
	_ = w.cmd.Wait() // it was killed
	return at, w.lost
}

// withCrew runs measure with a client on an empty store and a crew without workers.
func (b *bench) withCrew(ctx context.Context, measure func(*trial, *crew) error) error {
	p, err := b.backend.place(ctx)
	if err != nil {
		return err
	}
	return b.onPlace(ctx, p, reprise.Config{}, nil, func(t *trial) error {
		c := &crew{place: p}
		err := measure(t, c)
		return errors.Join(err, c.dismiss())
	})
}

// await returns once all steps of n runs of this length have been seen.
func (c *crew) await(ctx context.Context, n, length int) error {
	look := time.NewTicker(flushEvery)
	defer look.Stop()
	found := make(map[int]bool)
	for known := 0; ; {
		seen := c.seen.soFar()
		for _, s := range seen[known:] {
			found[s.step/length] = true
		}
		if known = len(seen); len(found) == n {
			return nil
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// seenAfter returns the steps that began after then.
func (c *crew) seenAfter(then time.Time) (seen []sighting) {
	for _, s := range c.seen.soFar() {
		if s.at.After(then) {
			seen = append(seen, s)
		}
	}
	return seen
}
