package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// riverW1 is w1 with River's plain jobs, which are no workflows: with its own settings,
// and with those that make it fastest, and then also without waiting until it is written that a
// job was worked.
func riverW1(ctx context.Context, b *bench) ([]line, error) {
	program, err := b.buildRiver(ctx)
	if err != nil {
		return nil, err
	}
	return b.limited(ctx, backend.rate, func(ctx context.Context) (lines []line, err error) {
		for _, kind := range []struct {
			metric string
			flags  []string
		}{{"jobs", nil}, {"jobs_tuned", []string{"-tuned"}}, {"jobs_worked", []string{"-tuned", "-worked"}}} {
			r, m, err := b.callRiver(ctx, program, kind.flags...)
			if err != nil {
				return nil, err
			}
			l := line{Metric: kind.metric, Unit: "jobs/s", Better: higher, Value: float64(len(r.Took)) / r.Wall.Seconds()}
			lines = append(lines, l.over(len(r.Took), m).spread(r.Took))
		}
		return lines, nil
	})
}

// riverResult is what the command in river prints.
type riverResult struct {
	Wall time.Duration
	Took []time.Duration
}

// buildRiver builds that command, which is a module of its own.
func (b *bench) buildRiver(ctx context.Context) (string, error) {
	path := filepath.Join(b.dir, "river.exe")
	cmd := exec.CommandContext(ctx, "go", "build", "-C", filepath.Join("bench", "river"), "-o", path, ".")
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("building bench/river, which needs the go command and the repository as working directory: %w\n%s", err, out)
	}
	return path, nil
}

// callRiver runs it in a schema of its own. The meter's CPU time is that of all the process.
func (b *bench) callRiver(ctx context.Context, program string, flags ...string) (r riverResult, m meter, err error) {
	pg := b.postgres()
	schema := newSchema("river")
	defer func() { err = errors.Join(err, pg.drop(context.WithoutCancel(ctx), schema)) }()
	var out, warn bytes.Buffer
	flags = append(flags, "-db", pg.db, "-schema", schema, "-n", strconv.Itoa(b.size(2000)), "-for", b.atLeast.String())
	cmd := exec.CommandContext(ctx, program, flags...)
	cmd.Stdout, cmd.Stderr = &out, &warn
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return r, m, context.Cause(ctx)
		}
		return r, m, fmt.Errorf("river: %w\n%s", err, &warn)
	}
	err = json.Unmarshal(out.Bytes(), &r)
	return r, meter{wall: r.Wall, cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}, err
}
