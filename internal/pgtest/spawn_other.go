//go:build !unix

package pgtest

import "syscall"

// account stands for nobody: without a shell there is no server.
type account struct{}

func identity() (*account, error) { return nil, ErrNoBinaries }

func (*account) own(string) error { return nil }

func (*account) attributes(bool) *syscall.SysProcAttr { return nil }

func alive(int) bool { return false }
