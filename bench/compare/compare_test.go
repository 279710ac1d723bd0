package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestFlagsAreThoseOfTheBenchButForCount(t *testing.T) {
	for _, test := range []struct {
		args  string
		want  settings
		says  string
		flags string
	}{
		{args: "main", want: settings{count: 6, revisions: [2]string{"main", "HEAD"}}},
		{args: "-count 10 -store postgres a -workload=w1,w2 b", want: settings{count: 10, revisions: [2]string{"a", "b"}}, flags: "-store=postgres -workload=w1,w2"},
		{args: "-json --n 5 a", want: settings{count: 6, revisions: [2]string{"a", "HEAD"}}, flags: "-n=5"},
		{args: "", says: "0 revisions are named"},
		{args: "a b c", says: "3 revisions are named"},
		{args: "a -workload", says: "-workload needs a value"},
		{args: "-count 0 a", says: "-count 0: write how often"},
		{args: "-count x a", says: "-count x: write how often"},
		{args: "-help", says: "it compares the bench of two revisions"},
	} {
		got, err := parse(strings.Fields(test.args))
		if test.says != "" {
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%q: %v, want %q", test.args, err, test.says)
			}
			continue
		}
		if err != nil || got.count != test.want.count || got.revisions != test.want.revisions || !slices.Equal(got.flags, strings.Fields(test.flags)) {
			t.Errorf("%q: %+v, %v", test.args, got, err)
		}
	}
}

func TestTheVerdict(t *testing.T) {
	for _, test := range []struct {
		better   string
		old, new []float64
		want     string
	}{
		{"higher", []float64{100, 101, 102, 103, 104, 105}, []float64{200, 201, 202, 203, 204, 205}, "better (p=0.002 n=6)"},
		{"lower", []float64{100, 101, 102, 103, 104, 105}, []float64{200, 201, 202, 203, 204, 205}, "worse (p=0.002 n=6)"},
		{"lower", []float64{200, 201, 202, 203, 204, 205}, []float64{100, 101, 102, 103, 104, 105}, "better (p=0.002 n=6)"},
		{"higher", []float64{1, 2, 3, 4, 5, 6}, []float64{1.5, 2.5, 3.5, 4.5, 5.5, 0.5}, "no difference seen"},
		{"higher", []float64{1, 1}, []float64{2, 2}, "need >= 4 samples"},
		{"higher", []float64{1}, nil, "nothing to compare with"},
	} {
		f := figure{line: line{Better: test.better}, seen: [2][]float64{test.old, test.new}}
		if got := f.verdict(); !strings.Contains(got, test.want) {
			t.Errorf("%v, %v, %s is better: %q, want %q", test.old, test.new, test.better, got, test.want)
		}
	}
}

// repository makes a repository with two commits, whose benches print the same figure
// with different values, and returns its directory.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	git := func(args ...string) {
		cmd := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@example.com"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q")
	write("go.mod", "module example.com/it\n\ngo 1.26\n")
	for _, value := range []string{"100", "200"} {
		write("bench/main.go", `package main

import "os"

func main() {
	os.Stdout.WriteString(`+"`"+`{"store":"s","workload":"w2","metric":"steps","value":`+value+`,"unit":"steps/s","ratio":null,"better":"higher"}`+"`"+`)
}
`)
		git("add", ".")
		git("commit", "-q", "-m", "bench "+value)
	}
	return dir
}

func TestTwoRevisionsAreBuiltAndMeasured(t *testing.T) {
	dir := repository(t)
	var out, warn bytes.Buffer
	if code := run(t.Context(), dir, []string{"HEAD~1"}, &out, &warn); code != 0 {
		t.Fatalf("exit code %d: %s", code, &warn)
	}
	for _, want := range []string{"w2", "steps/s", "100 ± 0%", "200 ± 0%", "+100.00%", "better (p=0.002 n=6)"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing:\n%s", want, &out)
		}
	}
	list := exec.Command("git", "worktree", "list")
	list.Dir = dir
	if left, err := list.Output(); err != nil || strings.Count(string(left), "\n") != 1 {
		t.Errorf("worktrees are left: %v\n%s", err, left)
	}
}

func TestWhatCannotBePairedIsSaid(t *testing.T) {
	dir := repository(t)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		ctx  context.Context
		args []string
		code int
		says string
	}{
		{t.Context(), []string{"nowhere"}, 1, `revision "nowhere"`},
		{t.Context(), nil, 64, "usage: go run ./bench/compare"},
		{canceled, []string{"HEAD"}, 1, "context canceled"},
	} {
		var out, warn bytes.Buffer
		if code := run(test.ctx, dir, test.args, &out, &warn); code != test.code || !strings.Contains(warn.String(), test.says) {
			t.Errorf("%v: exit code %d: %s", test.args, code, &warn)
		}
	}
}
