package main

import (
	"fmt"
	"os"
	"runtime"
)

// resident is the memory of this process that is in use, in bytes: what Go has, and what
// the SQLite library has beside it.
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
