package sqlite

import "os"

// LockFile is the open file by which s holds the lock.
func LockFile(s *Store) *os.File { return s.guard.f }

// OnLockTaken has s call f each time Join finds the lock taken and is about to look again.
func OnLockTaken(s *Store, f func()) { s.lockTaken = f }
