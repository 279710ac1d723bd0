//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime is what this process has used so far, in user and in system mode.
func cpuTime() time.Duration { return used(syscall.RUSAGE_SELF) }

// childrenTime is the same of its children that have ended.
func childrenTime() time.Duration { return used(syscall.RUSAGE_CHILDREN) }

func used(who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
