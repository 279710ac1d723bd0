package main

import (
	"bufio"
	"fmt"
	"sync"
	"time"
)

// flushEvery is how long what a worker has seen stays in its process at most.
const flushEvery = 20 * time.Millisecond

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
