package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// patience is how long one command has to catch a bug.
const patience = 4 * time.Minute

// try runs one command in the tree, compiled with the overlay. It returns the failure that the
// bug caused, or "" if nothing failed, and an error if the command could not do its work.
func try(ctx context.Context, root, overlay, command string) (caught string, took time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	words := strings.Fields(command)
	switch {
	case words[0] == "nemesis":
		binary := filepath.Join(filepath.Dir(overlay), "nemesis.planted")
		build := exec.CommandContext(ctx, "go", "build", "-overlay", overlay, "-o", binary, "./nemesis")
		build.Dir = root
		if out, err := build.CombinedOutput(); err != nil {
			return "", 0, fmt.Errorf("go build ./nemesis: %w\n%s", err, out)
		}
		words[0] = binary
	case len(words) > 1 && words[0] == "go" && words[1] == "test":
		words = slices.Insert(words, 2, "-vet=off", "-overlay", overlay)
	default:
		return "", 0, errors.New(`a bug is caught by a "go test" or a "nemesis"`)
	}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir = root
	begun := time.Now()
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	err = cmd.Run()
	took = time.Since(begun)
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", took, fmt.Errorf("it is not done after %v", patience)
	case err == nil:
		return "", took, nil
	case !errors.As(err, &exit):
		return "", took, err
	}
	if words[0] == "go" {
		caught = failure(out.String())
	} else {
		caught = violation(out.String())
	}
	if caught == "" {
		return "", took, fmt.Errorf("it ends with code %d and names nothing that failed:\n%s%s", exit.ExitCode(), &out, &complaints)
	}
	return caught, took, nil
}

// complaint matches a line in which a test reports a failure.
var complaint = regexp.MustCompile(`^\w+\.go:\d+: `)

// failure returns the first failure in the output of go test: its message, or the name of the
// test. A panic that ends the process counts too. A build failure or a timeout does not count.
func failure(out string) (what string) {
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		name, failed := strings.CutPrefix(line, "--- FAIL: ")
		switch {
		case strings.HasPrefix(line, "panic: test timed out"):
			return ""
		case failed:
			what = name
		case what != "" && complaint.MatchString(line):
			return what + ": " + line
		case what == "" && strings.HasPrefix(line, "panic: "):
			return line
		}
	}
	return what
}

// violation returns the first violation in a nemesis's last line.
func violation(out string) string {
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var r struct {
		Violations []struct{ Rule, Text string }
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &r); err != nil || len(r.Violations) == 0 {
		return ""
	}
	return r.Violations[0].Rule + ": " + r.Violations[0].Text
}
