package testkit_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	codeBlock     = regexp.MustCompile("(?s)```go\n(.*?)```")
	timelineBlock = regexp.MustCompile("(?s)```\norder-1 [^\n]*\n(.*?)```") // without the id of the run
)

// The code of the testing guide, and of the page that it links to, is a package whose
// tests pass. The first test is short.
func TestTheGuide(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	var blocks [][]string
	var guide string
	for _, page := range []string{"testing.md", "golden.md"} {
		text, err := os.ReadFile(filepath.Join(root, "docs", page))
		if err != nil {
			t.Fatal(err)
		}
		guide += string(text)
		blocks = append(blocks, codeBlock.FindAllStringSubmatch(string(text), -1)...)
	}
	dir := t.TempDir()
	for _, block := range blocks {
		first, code, _ := strings.Cut(block[1], "\n")
		name, ok := strings.CutPrefix(first, "// ")
		if !ok || !strings.HasSuffix(name, ".go") {
			t.Fatalf("a block of code does not begin with the name of its file:\n%s", block[1])
		}
		if lines := strings.Count(code, "\n"); name == "order_test.go" && lines > 25 {
			t.Errorf("the first test has %d lines, want at most 25", lines)
		}
		write(t, filepath.Join(dir, name), code)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	_, requires, _ := strings.Cut(string(mod), "\n") // this module requires what the library requires
	write(t, filepath.Join(dir, "go.mod"), fmt.Sprintf("module order\n%s\nrequire github.com/reprise-run/reprise v0.0.0\nreplace github.com/reprise-run/reprise => %s\n", requires, root))
	write(t, filepath.Join(dir, "go.sum"), string(sum))
	cmd := exec.CommandContext(t.Context(), "go", "test", "-mod=mod", "-vet=all", "-v", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-ldflags=-w -trimpath", "CI=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("go test: %v\n%s", err, out)
	}
	shown := timelineBlock.FindStringSubmatch(guide)
	if shown == nil {
		t.Fatal("the guide shows no timeline")
	}
	for line := range strings.Lines(shown[1]) {
		if !strings.Contains(string(out), line) {
			t.Errorf("a line of the timeline in the guide is not printed: %s", line)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
