//go:build unix

package pgtest

import (
	"errors"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// account is who the server runs as.
type account syscall.Credential

// identity is nil where the server runs as whoever runs the tests.
func identity() (*account, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uerr := strconv.ParseUint(u.Uid, 10, 32)
		gid, gerr := strconv.ParseUint(u.Gid, 10, 32)
		if uerr == nil && gerr == nil && uid != 0 {
			return &account{Uid: uint32(uid), Gid: uint32(gid)}, nil
		}
	}
	return nil, errors.New("pgtest: Postgres does not run as root, and there is neither a user postgres nor nobody")
}

// own gives a directory to the account.
func (a *account) own(dir string) error {
	if a == nil {
		return nil
	}
	return os.Chown(dir, int(a.Uid), int(a.Gid))
}

// attributes of a process of that account; group says that it gets a process group of
// its own.
func (a *account) attributes(group bool) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: (*syscall.Credential)(a), Setpgid: group}
}

// alive says whether there is a process of that id.
func alive(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
