package main

import (
	"bufio"
	"fmt"
	"sync"
	"time"
)

// flushEvery bounds how long a worker buffers what it reports.
const flushEvery = 20 * time.Millisecond

// report is a worker's output, line by line.
type report struct {
	mu sync.Mutex
	w  *bufio.Writer
}

// say adds a line. The last flush returns any write error.
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

// flushing flushes the report regularly, until stop is called.
func (r *report) flushing() (stop func() error) {
	done := make(chan struct{})
	var loop sync.WaitGroup
	loop.Go(func() {
		soon := time.NewTicker(flushEvery)
		defer soon.Stop()
		for {
			select {
			case <-soon.C:
				_ = r.flush() // the writer keeps the error, and stop returns it
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
