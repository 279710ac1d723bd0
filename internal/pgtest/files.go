package pgtest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// Variable names the environment variable with a directory in which the test binaries of a suite keep the
// files of an empty cluster. initdb takes a second of a processor, and a copy of what it wrote takes a twentieth.
// Everybody may write there, for Postgres does not run as root. Without it, each server has an initdb of its own.
const Variable = "REPRISE_CLUSTER"

// files makes the files of a cluster.
func (s *Server) files() error {
	kept := os.Getenv(Variable)
	if kept == "" {
		return s.initdb(s.data())
	}
	kept = filepath.Join(kept, "data")
	if _, err := os.Stat(kept); errors.Is(err, fs.ErrNotExist) {
		if err := s.initdb(s.data()); err != nil {
			return err
		}
		return s.keep(kept)
	} else if err != nil {
		return err
	}
	return s.as("cp", "-R", kept, s.data())
}

// keep copies the files of a new cluster for others. Of several who do that at a time the first is enough.
func (s *Server) keep(at string) error {
	part := at + "-" + filepath.Base(s.home) // whoever looks for the files finds all or none
	if err := s.as("cp", "-R", s.data(), part); err != nil {
		return err
	}
	if err := os.Rename(part, at); errors.Is(err, fs.ErrExist) {
		return os.RemoveAll(part)
	} else if err != nil {
		return err
	}
	return nil
}

func (s *Server) initdb(at string) error {
	return s.as(filepath.Join(s.Dir, "initdb"), "--no-sync", "--no-instructions", "--auth=trust",
		"--encoding=UTF8", "--locale=C", "--username="+superuser, "--pgdata="+at)
}

// as runs a program as the server's account.
func (s *Server) as(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = s.home
	cmd.SysProcAttr = s.who.attributes(false)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", filepath.Base(name), err, out)
	}
	return nil
}
