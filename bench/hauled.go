package main

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"
)

// hauled is what a worker has reported about its haul so far.
type hauled struct {
	took  []time.Duration
	at    time.Time
	steps int           // known once the worker has ended
	done  chan struct{} // closed when the rest is known, or never will be
	over  func()        // closes done
}

func newHauled() *hauled {
	h := &hauled{done: make(chan struct{})}
	h.over = sync.OnceFunc(func() { close(h.done) })
	return h
}

// read parses a line, and returns false if it is not about the haul.
func (h *hauled) read(text string) bool {
	word, number, _ := strings.Cut(text, " ")
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return false
	}
	switch word {
	case "took":
		h.took = append(h.took, time.Duration(n))
	case "drove":
		h.at = time.Unix(0, n)
		h.over()
	case "steps":
		h.steps = int(n)
	default:
		return false
	}
	return true
}

// await waits until all runs are done, and returns when that was.
func (h *hauled) await(ctx context.Context) (time.Time, error) {
	select {
	case <-h.done:
	case <-ctx.Done():
		return time.Time{}, context.Cause(ctx)
	}
	if h.at.IsZero() {
		return time.Time{}, errors.New("a worker has ended in the middle of its runs")
	}
	return h.at, nil
}
