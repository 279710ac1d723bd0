package reprise_test

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The compiler refuses code that is always a mistake, in words that name what is missing.
func TestWhatTheCompilerRefuses(t *testing.T) {
	const dir = "testdata/wontcompile"
	source, err := os.ReadFile(dir + "/wontcompile.go")
	if err != nil {
		t.Fatal(err)
	}
	said, err := exec.CommandContext(bounded(t), "go", "build", "-gcflags=-e", "./"+dir).CombinedOutput()
	if err == nil {
		t.Fatal("all of it compiles")
	}
	errs := map[int]string{} // by line
	for _, m := range regexp.MustCompile(`(?m)wontcompile\.go:(\d+):\d+: (.*)$`).FindAllStringSubmatch(string(said), -1) {
		line, _ := strconv.Atoi(m[1])
		errs[line] += m[2] + "\n"
	}
	want := regexp.MustCompile("// want `(.*)`")
	for i, text := range strings.Split(string(source), "\n") {
		m := want.FindStringSubmatch(text)
		switch got := errs[i+1]; {
		case m == nil && got != "":
			t.Errorf("line %d is to compile, and the compiler says %s", i+1, got)
		case m != nil && !regexp.MustCompile(m[1]).MatchString(got):
			t.Errorf("line %d: the compiler says %q, want %s", i+1, got, m[1])
		}
	}
	if len(errs) == 0 {
		t.Fatalf("no error was understood:\n%s", said)
	}
}
