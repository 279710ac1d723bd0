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

// try carries out one command on the tree, with the overlay in what it compiles, and says what of
// the bug it has caught, "" if nothing. An error says that the command could not do its work.
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

// complaint is a line by which a test says what is wrong.
var complaint = regexp.MustCompile(`^\w+\.go:\d+: `)

// failure is what the first test that failed says in the output of go test: what is wrong,
// or only its name. Where the process ended by itself, that counts, too; where nothing
// could be built, or a test has waited until its time was up, it does not.
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

// violation is the first one of a nemesis's last line.
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
