package cli_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The program on the page about the command line is complete. Its commands that need
// no store work without one.
func TestTheProgramOnThePage(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	read := func(path ...string) string {
		text, err := os.ReadFile(filepath.Join(append([]string{root}, path...)...))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	block := regexp.MustCompile("(?s)```go\n// main.go\n(.*?)```").FindStringSubmatch(read("docs", "cli.md"))
	if block == nil {
		t.Fatal("there is no program on the page")
	}
	_, requires, _ := strings.Cut(read("go.mod"), "\n") // this module requires what the library requires
	dir := t.TempDir()
	for name, text := range map[string]string{
		"main.go": block[1],
		"go.mod":  fmt.Sprintf("module shop\n%s\nrequire github.com/reprise-run/reprise v0.0.0\nreplace github.com/reprise-run/reprise => %q\n", requires, root),
		"go.sum":  read("go.sum"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(code int, want, name string, args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -buildvcs=false -ldflags=-w -trimpath", "REPRISE_DB=", "REPRISE_NAMESPACE=")
		out, err := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != code || !strings.Contains(string(out), want) {
			t.Fatalf("%s %v: exit code %d, want %d and %q\n%s%v", name, args, got, code, want, out, err)
		}
	}
	shop := filepath.Join(dir, "shop.exe")
	run(0, "", "go", "build", "-o", shop, ".")
	run(0, "", "go", "vet", ".")
	run(0, "replay", shop, "--help")
	run(3, "there is no file none.history", shop, "replay", "none.history")
	run(3, "orders.db", shop, "run", "list")
	if _, err := os.Stat(filepath.Join(dir, "orders.db")); err == nil {
		t.Error("a command has made a store")
	}
}
