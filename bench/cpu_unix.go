//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime returns the user and system time of this process so far.
func cpuTime() time.Duration { return used(syscall.RUSAGE_SELF) }

// childrenTime returns the same for its ended children.
func childrenTime() time.Duration { return used(syscall.RUSAGE_CHILDREN) }

func used(who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
