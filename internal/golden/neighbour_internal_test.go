package golden

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/pgtest"
)

// lastRelease is the newest tag v0.1.* of this clone. Where there is none it is the revision that
// testdata/revision names. A shallow clone has neither: then today's code works beside itself.
func lastRelease(t *testing.T) string {
	t.Helper()
	tags := command(t, "", "git", "tag", "--list", "v0.1.*", "--sort=-version:refname")
	revision, _, _ := strings.Cut(tags, "\n")
	if revision == "" {
		named, err := os.ReadFile(filepath.Join("testdata", "revision"))
		if err != nil {
			t.Fatal(err)
		}
		revision = strings.TrimSpace(string(named))
	}
	if err := exec.CommandContext(t.Context(), "git", "cat-file", "-e", revision+"^{commit}").Run(); err != nil {
		t.Logf("this clone does not have %s: today's code stands in for the last release; git fetch --unshallow --tags brings it", revision)
		return "HEAD"
	}
	return revision
}

// neighbour builds command neighbour from the last release.
func neighbour(t *testing.T) (binary string) {
	t.Helper()
	revision := lastRelease(t)
	dir := t.TempDir()
	archive, source, binary := filepath.Join(dir, "source.tar"), filepath.Join(dir, "source"), filepath.Join(dir, "neighbour")
	if err := os.Mkdir(source, 0o700); err != nil {
		t.Fatal(err)
	}
	top := strings.TrimSpace(command(t, "", "git", "rev-parse", "--show-toplevel"))
	command(t, top, "git", "archive", "--output", archive, revision)
	command(t, source, "tar", "-xf", archive)
	command(t, source, "go", "build", "-trimpath", "-o", binary, "./internal/golden/neighbour")
	return binary
}

// command runs a program, and returns what it has said.
func command(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, said)
	}
	return string(said)
}

// Workers of the last release and of today's code share a database, in a rolling upgrade and in
// its undoing: each goes on with what the other has begun.
func TestWorkersOfTheLastReleaseShareDatabases(t *testing.T) {
	binary := neighbour(t)
	const count = 4
	for kind, database := range map[string]func(t *testing.T) string{
		"postgres": func(t *testing.T) string { return pgtest.Database(t) },
		"sqlite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "shared.db") },
	} {
		t.Run(kind, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
			defer cancel()
			db := database(t)
			theirs := func(do, prefix string) {
				t.Helper()
				command(t, "", binary, "-store", kind, "-db", db, "-do", do, "-prefix", prefix, "-count", fmt.Sprint(count))
			}
			ours := func(do func(ctx context.Context, rt *reprise.Runtime) error) {
				t.Helper()
				if err := Work(ctx, kind, db, "today", do); err != nil {
					t.Fatal(err)
				}
			}
			begin := func(prefix string) func(context.Context, *reprise.Runtime) error {
				return func(ctx context.Context, rt *reprise.Runtime) error { return Begin(ctx, rt, prefix, count) }
			}
			finish := func(prefix string) func(context.Context, *reprise.Runtime) error {
				return func(ctx context.Context, rt *reprise.Runtime) error { return Finish(ctx, rt, prefix, count) }
			}
			theirs("begin", "up-") // they make the tables
			ours(finish("up-"))
			ours(begin("down-"))
			theirs("finish", "down-")
			if kind == "sqlite" {
				return // one engine at a time
			}
			beside(t, binary, db, func() {
				ours(func(ctx context.Context, rt *reprise.Runtime) error {
					if err := errors.Join(Begin(ctx, rt, "both-", count), Finish(ctx, rt, "both-", count)); err != nil {
						return err
					}
					theirs("begin", "all-") // with three at work
					theirs("finish", "all-")
					return nil
				})
			})
		})
	}
}

// beside has a worker of the last release serve a database on Postgres while do is under way.
func beside(t *testing.T, binary, db string, do func()) {
	t.Helper()
	serve := exec.CommandContext(t.Context(), binary, "-store", "postgres", "-db", db, "-do", "serve")
	in, err := serve.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := serve.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	var said [8]byte
	if n, err := out.Read(said[:]); err != nil || string(said[:n]) != "working\n" {
		t.Errorf("the worker says %q, %v", said[:n], err)
	}
	do()
	if err := in.Close(); err != nil {
		t.Error(err)
	}
	if err := serve.Wait(); err != nil {
		t.Errorf("the worker of the last release: %v", err)
	}
}
