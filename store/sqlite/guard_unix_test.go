//go:build unix

package sqlite_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/reprise-run/reprise/store/sqlite"
)

// A child that is forked while an engine runs keeps the engine's descriptors until it
// executes its own program. It must not keep the lock of an engine that has left.
func TestAForkedChildDoesNotKeepTheLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	first := open(t, path, sqlite.Options{})
	me := join(t, first)
	child, err := unix.Dup(int(sqlite.LockFile(first).Fd())) // what fork gives it
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(child)
	if err := first.Leave(context.Background(), me); err != nil {
		t.Fatal(err)
	}
	second := open(t, path, sqlite.Options{})
	sqlite.OnLockTaken(second, func() { t.Error("the lock is taken although its engine has left") })
	join(t, second)
}

// An engine that was killed cannot unlock; a lock that only its children still keep is free
// soon.
func TestJoinLooksAgainBeforeItSaysThatAnEngineRuns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	st := open(t, path, sqlite.Options{})
	child, err := os.OpenFile(path+".reprise-lock", os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer child.Close()
	if err := unix.Flock(int(child.Fd()), unix.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	looks := 0
	sqlite.OnLockTaken(st, func() {
		if looks++; looks == 1 {
			if err := unix.Flock(int(child.Fd()), unix.LOCK_UN); err != nil {
				t.Error(err)
			}
		}
	})
	join(t, st)
	if looks == 0 {
		t.Error("Join has taken a lock that another one had")
	}
}
