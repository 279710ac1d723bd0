package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"
)

// child is the cost of one call of the command line, including its process.
type child struct {
	meter
	memory float64 // peak in bytes; 0: unknown
}

// build builds the command line with the go command, once, and returns its
// path.
func (b *bench) build(ctx context.Context) (string, error) {
	if b.program != "" {
		return b.program, nil
	}
	path := filepath.Join(b.dir, "reprise.exe")
	out, err := exec.CommandContext(ctx, "go", "build", "-o", path, "github.com/reprise-run/reprise/cmd/reprise").CombinedOutput()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("building the command line, which needs the go command and the repository as working directory: %w\n%s", err, out)
	}
	b.program = path
	return path, nil
}

// call runs the command line and decodes what it prints into answer.
func (b *bench) call(ctx context.Context, answer any, args ...string) (c child, err error) {
	program, err := b.build(ctx)
	if err != nil {
		return c, err
	}
	var out, warn bytes.Buffer
	cmd := exec.CommandContext(ctx, program, append(args, "-o", "json")...)
	cmd.Stdout, cmd.Stderr = &out, &warn
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		return c, err
	}
	peak := watchMemory(cmd.Process.Pid)
	err = cmd.Wait()
	c.wall = time.Since(begun)
	c.memory = peak()
	if ctx.Err() != nil {
		return c, context.Cause(ctx)
	}
	if err == nil {
		err = json.Unmarshal(out.Bytes(), answer)
	}
	if err != nil {
		return c, fmt.Errorf("%s %v: %w\n%s%s", filepath.Base(program), args, err, &warn, &out)
	}
	c.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return c, nil
}
