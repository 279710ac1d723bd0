package sqlite

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockAt is a byte far behind the text, because on Windows a locked byte cannot be
// read.
const lockAt = 1 << 30

// unlockFile releases the lock.
func unlockFile(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &windows.Overlapped{Offset: lockAt})
}

// lockFile takes the lock without waiting. The lock belongs to this opening of the
// file: a second opening, even in this process, is refused.
func lockFile(f *os.File) error {
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY,
		0, 1, 0, &windows.Overlapped{Offset: lockAt})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return errLocked
	}
	return err
}
