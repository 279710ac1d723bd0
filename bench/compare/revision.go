package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// revision is one of the two revisions, in a worktree of its own.
type revision struct {
	name       string // as on the command line
	repository string // a directory of it
	tree       string // the worktree; build creates it
	warn       io.Writer
	commit     string // its short id
}

// build checks the revision out and builds its bench.
func (r *revision) build(ctx context.Context) error {
	commit, err := r.do(ctx, r.repository, "git", "rev-parse", "--short", "--verify", "--end-of-options", r.name+"^{commit}")
	if err != nil {
		return fmt.Errorf("revision %q: %w", r.name, err)
	}
	r.commit = strings.TrimSpace(string(commit))
	if _, err := r.do(ctx, r.repository, "git", "worktree", "add", "--quiet", "--detach", r.tree, r.commit); err != nil {
		return fmt.Errorf("revision %q: %w", r.name, err)
	}
	if _, err := r.do(ctx, r.tree, "go", "build", "-o", r.program(), "./bench"); err != nil {
		return fmt.Errorf("building the bench of %q: %w", r.name, err)
	}
	return nil
}

func (r *revision) program() string { return filepath.Join(r.tree, "bench.exe") }

// measure runs the bench once and returns its lines.
func (r *revision) measure(ctx context.Context, flags []string) (lines []line, err error) {
	out, err := r.do(ctx, r.tree, r.program(), append(flags, "-json")...)
	if err != nil {
		return nil, fmt.Errorf("the bench of %q: %w", r.name, err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l line
		err := d.Decode(&l)
		if errors.Is(err, io.EOF) {
			return lines, nil
		}
		if err != nil {
			return nil, fmt.Errorf("the bench of %q prints something that is not a figure: %w\n%s", r.name, err, out)
		}
		lines = append(lines, l)
	}
}

// remove removes the worktree, if there is one.
func (r *revision) remove(ctx context.Context) error {
	if _, err := os.Stat(r.tree); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	_, err := r.do(ctx, r.repository, "git", "worktree", "remove", "--force", r.tree)
	return err
}

// do runs a program in a directory and returns its standard output. Its standard error is
// passed on at once. When ctx ends, do interrupts the program, so that it can clean up.
func (r *revision) do(ctx context.Context, dir, program string, args ...string) ([]byte, error) {
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, r.warn
	cmd.Env = append(os.Environ(), "GOWORK=") // the directory's own
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = time.Minute
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return nil, fmt.Errorf("%s: %w", filepath.Base(program), err)
	}
	return out.Bytes(), nil
}
