package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// buildPeer builds the command of another engine, which is in a module of its own.
func (b *bench) buildPeer(ctx context.Context, name string) (string, error) {
	path := filepath.Join(b.dir, name+".exe")
	cmd := exec.CommandContext(ctx, "go", "build", "-C", filepath.Join("bench", name), "-o", path, ".")
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("building bench/%s, which needs the go command and the repository as working directory: %w\n%s", name, err, out)
	}
	return path, nil
}

// callPeer runs such a command and decodes the result that it prints. The CPU time is that of
// the whole process.
func callPeer(ctx context.Context, program string, result any, flags ...string) (cpu time.Duration, err error) {
	var out, warn bytes.Buffer
	cmd := exec.CommandContext(ctx, program, flags...)
	cmd.Stdout, cmd.Stderr = &out, &warn
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		return 0, fmt.Errorf("%s: %w\n%s", filepath.Base(program), err, &warn)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), json.Unmarshal(out.Bytes(), result)
}
