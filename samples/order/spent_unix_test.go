//go:build unix

package order

import (
	"time"

	"golang.org/x/sys/unix"
)

// spent is how much of the processor's time this process has had.
func spent() (time.Duration, error) {
	var u unix.Rusage
	err := unix.Getrusage(unix.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), err
}
