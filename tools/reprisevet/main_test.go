package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// A module that has nothing of ours but a require and a replace is looked at by go vet
// itself, without a network: what reprise needs is in the module cache already.
func TestGoVetRunsIt(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	tool := filepath.Join(t.TempDir(), "reprisevet")
	if out, err := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", tool, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	shop, want := unpack(t, "testdata/shop.txtar")
	require(t, shop, root)

	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"./..."}, want["findings"]},
		{[]string{"-determinism.tests", "./..."}, want["findings-tests"]},
		{[]string{"./util"}, ""}, // only helpers: nobody has called them in a workflow
	} {
		cmd := exec.Command("go", append([]string{"vet", "-vettool=" + tool}, c.args...)...)
		cmd.Dir = shop
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS=-mod=readonly")
		out, err := cmd.CombinedOutput()
		var failed *exec.ExitError
		if (c.want != "") != errors.As(err, &failed) {
			t.Errorf("%v: go vet ended with %v", c.args, err)
		}
		if string(out) != c.want {
			t.Errorf("%v: go vet says\n%s\nwant\n%s", c.args, out, c.want)
		}
	}
}

// What a reader copies must not pass where the tool is not installed.
func TestTheCommandsOfTheReadmeFailWithoutTheTool(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // they are a shell's
	}
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/empty\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "a.go"), "package empty\n")
	n := 0
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "go vet ") {
			continue
		}
		n++
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS=", "GOPATH="+filepath.Join(dir, "none"))
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "reprisevet") {
			t.Errorf("%sends with %v and says %s", line, err, out)
		}
	}
	if n == 0 {
		t.Error("README.md has no command")
	}
}

// unpack writes the files of an archive but for the findings, which it returns.
func unpack(t *testing.T, path string) (dir string, findings map[string]string) {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir, findings = t.TempDir(), map[string]string{}
	for _, f := range a.Files {
		if strings.HasPrefix(f.Name, "findings") {
			findings[f.Name] = string(f.Data)
			continue
		}
		write(t, filepath.Join(dir, f.Name), string(f.Data))
	}
	return dir, findings
}

// require gives the module in dir what the one in root needs, in the same versions, and
// the one in root itself.
func require(t *testing.T, dir, root string) {
	t.Helper()
	const ours = "github.com/reprise-run/reprise"
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(mod), "module "+ours+"\n", "module example.test/shop\n", 1)
	write(t, filepath.Join(dir, "go.mod"), text+"\nrequire "+ours+" v0.0.0\n\nreplace "+ours+" => "+strconv.Quote(root)+"\n")
	write(t, filepath.Join(dir, "go.sum"), string(sum))
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
