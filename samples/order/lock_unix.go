//go:build unix

package order

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock waits until no other process has locked the file. The lock of a process that dies
// is released.
func lock(f *os.File) error { return flock(f, unix.LOCK_EX) }

func unlock(f *os.File) error { return flock(f, unix.LOCK_UN) }

func flock(f *os.File, how int) error {
	for {
		if err := unix.Flock(int(f.Fd()), how); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
