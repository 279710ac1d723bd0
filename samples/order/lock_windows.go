package order

import (
	"os"

	"golang.org/x/sys/windows"
)

// lockAt is a byte far beyond the entries: on Windows a locked byte cannot be read.
const lockAt = 1 << 30

// lock waits until no other process has locked the file. The lock of a process that dies
// is released.
func lock(f *os.File) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, &windows.Overlapped{Offset: lockAt})
}

func unlock(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &windows.Overlapped{Offset: lockAt})
}
