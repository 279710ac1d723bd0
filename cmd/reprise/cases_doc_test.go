package main

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The page with the answers to the cases shows what the commands print while an engine is
// at work.
func TestTheAnswersAreWhatIsPrinted(t *testing.T) {
	page, err := os.ReadFile("../../docs/cases.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if out, err := typed(dir, "demo cases").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	engine := typed(dir, "demo cases --run")
	said, err := engine.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := engine.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := engine.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = engine.Wait() // it was killed
	}()
	if line, err := bufio.NewReader(said).ReadString('\n'); !strings.Contains(line, "is at work") {
		t.Fatalf("the engine says %q, %v", line, err)
	}
	shown := 0
	for _, block := range regexp.MustCompile("(?s)```\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		for _, part := range strings.Split("\n"+block[1], "\n$ reprise ")[1:] {
			line, want, _ := strings.Cut(part, "\n")
			if regexp.MustCompile(`^(run (list|show|trace)|replay) `).MatchString(line) {
				shown++
				prints(t, dir, line, want)
			}
		}
	}
	if shown < 9 {
		t.Errorf("the page shows %d outputs", shown)
	}
}

// typed is a command as a person types it in dir.
func typed(dir, line string) *exec.Cmd {
	cmd := exec.Command(binary, strings.Fields(line)...)
	cmd.Args[0], cmd.Dir = "reprise", dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+string(filepath.ListSeparator)+os.Getenv("PATH"), "COLUMNS=300")
	return cmd
}

// prints waits until the command prints what is wanted, but for what is different each
// time: now and then the engine is just at it.
func prints(t *testing.T, dir, line, want string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		got, err := typed(dir, line+" -o table").Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, got)
		}
		if lasting(string(got)).begins(lasting(want)) {
			return
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			t.Errorf("%s prints\n%s\nthe page has\n%s", line, got, want)
			return
		}
	}
}

// lines are those of an output.
type lines []string

// begins reports whether the lines are those of want, or begin with them where these were
// cut for want of room.
func (all lines) begins(want lines) bool {
	if len(all) != len(want) {
		return false
	}
	for i, w := range want {
		if head, _, cut := strings.Cut(w, "…"); all[i] != w && !(cut && strings.HasPrefix(all[i], head)) {
			return false
		}
	}
	return true
}

// passing is what is different each time that a command is typed, and what stands for it.
var passing = []struct {
	what *regexp.Regexp
	sign string
}{
	{regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`), "ID"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+Z`), "TIME"},
	{regexp.MustCompile(`\d+(\.\d+)? (µs|ms|s|min|h|d)\b( ago)?|\bnow\b`), "SPAN"},
	{regexp.MustCompile(`(?m)^ +\|.*\n`), ""},              // the axis of a trace
	{regexp.MustCompile(` (x|[-=#x]*[-=#x>]) +`), " BAR "}, // of a trace
	{regexp.MustCompile(`\d+`), "N"},
	{regexp.MustCompile(`[ \t]+`), " "},
}

// lasting is what is the same each time.
func lasting(text string) lines {
	text = strings.TrimSpace(text) + "\n"
	for _, p := range passing {
		text = p.what.ReplaceAllString(text, p.sign)
	}
	return strings.Split(text, "\n")
}
