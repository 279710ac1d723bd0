package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"
)

// resident returns the memory of this process in use, in bytes: what Go holds, and what
// the SQLite library holds besides.
func resident(s runtime.MemStats) float64 {
	var size, pages float64
	text, err := os.ReadFile("/proc/self/statm")
	if err == nil {
		_, err = fmt.Sscan(string(text), &size, &pages)
	}
	if err != nil {
		return mapped(s)
	}
	return pages * float64(os.Getpagesize())
}

// watchMemory follows a process until stop is called, which returns its peak memory in
// bytes. The peak that the system reports for an ended child is of no use: it is at
// least that of the parent.
func watchMemory(pid int) (stop func() float64) {
	done := make(chan struct{})
	most := 0.0
	var watch sync.WaitGroup
	watch.Go(func() {
		look := time.NewTicker(5 * time.Millisecond)
		defer look.Stop()
		for {
			most = max(most, highWater(pid))
			select {
			case <-look.C:
			case <-done:
				return
			}
		}
	})
	return func() float64 {
		close(done)
		watch.Wait()
		return most
	}
}

// highWater returns the peak memory of a process so far; 0 when it has ended.
func highWater(pid int) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	var kilobytes float64
	if _, err := fmt.Sscan(rest, &kilobytes); err != nil {
		return 0
	}
	return kilobytes * 1024
}
