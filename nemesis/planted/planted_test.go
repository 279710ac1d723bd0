package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/internal/budget"
)

// A bug that cannot be planted proves nothing: its patch must follow the code.
func TestEveryBugCanBePlanted(t *testing.T) {
	all, err := bugs()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := root()
	if err != nil {
		t.Fatal(err)
	}
	compiled := budget.Some(t, 6, all...) // every patch must apply; only some are compiled, which takes seconds
	for _, b := range all {
		t.Run(b.name, func(t *testing.T) {
			overlay, packages, err := graft(t.Context(), dir, t.TempDir(), b.text)
			if err == nil && slices.ContainsFunc(compiled, func(c bug) bool { return c.name == b.name }) {
				t.Log("is compiled")
				err = compile(t.Context(), dir, overlay, packages)
			}
			if err != nil {
				t.Errorf("make the patch anew: %v", err)
			}
		})
	}
}

func TestEveryBugIsDocumented(t *testing.T) {
	all, err := bugs()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := root()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "docs", "nemesis.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range all {
		if !strings.Contains(string(text), "`"+b.name+"`") {
			t.Errorf("docs/nemesis.md does not name %s", b.name)
		}
	}
}

// patched returns a patch that makes a function of two lines return something else.
func patched(name, what string) []byte {
	return []byte("Words.\nCatch: go test\n\ndiff --git a/" + name + " b/" + name + "\n--- a/" + name + "\n+++ b/" + name +
		"\n@@ -1,3 +1,3 @@\n package a\n \n-func One() int { return 1 }\n+func One() int { return " + what + " }\n")
}

func TestABugIsPlantedInWhatIsCompiledOnly(t *testing.T) {
	tree, ctx := t.TempDir(), t.Context()
	const right = "package a\n\nfunc One() int { return 1 }\n"
	for name, text := range map[string]string{
		"go.mod": "module example.org/tree\n\ngo 1.26\n", "a/a.go": right,
		"a/a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 {\n\t\tt.Error(\"it is not one\")\n\t}\n}\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(tree, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(tree, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOWORK", "off")
	overlay, packages, err := graft(ctx, tree, t.TempDir(), patched("a/a.go", "2"))
	if err != nil || !slices.Equal(packages, []string{"./a"}) {
		t.Fatalf("%v (%v)", packages, err)
	}
	if err := compile(ctx, tree, overlay, packages); err != nil {
		t.Error(err)
	}
	if what, _, err := try(ctx, tree, overlay, "go test ./a"); err != nil || !strings.Contains(what, "it is not one") {
		t.Errorf("caught: %q (%v)", what, err)
	}
	if text, err := os.ReadFile(filepath.Join(tree, "a/a.go")); err != nil || string(text) != right {
		t.Errorf("the tree holds %q (%v)", text, err)
	}
	if _, _, err := try(ctx, tree, overlay, "true"); err == nil {
		t.Error("a command that compiles nothing is tried")
	}

	// It applies, and what it makes is not Go.
	overlay, packages, err = graft(ctx, tree, t.TempDir(), patched("a/a.go", "two"))
	if err != nil {
		t.Fatal(err)
	}
	if err := compile(ctx, tree, overlay, packages); err == nil || !strings.Contains(err.Error(), "undefined: two") {
		t.Errorf("a bug that does not compile is planted: %v", err)
	}

	for what, patch := range map[string][]byte{
		"a file that is gone":      patched("a/b.go", "2"),
		"other lines":              bytes.Replace(patched("a/a.go", "2"), []byte("int { return 1 }"), []byte("int { return 3 }"), 1),
		"no file":                  []byte("Words.\n"),
		"a file that it is to add": []byte("--- /dev/null\n+++ b/a/c.go\n@@ -0,0 +1 @@\n+package a\n"),
	} {
		if _, _, err := graft(ctx, tree, t.TempDir(), patch); err == nil {
			t.Errorf("a patch of %s is planted", what)
		}
	}
}

func TestWhatCountsAsCaught(t *testing.T) {
	for out, want := range map[string]string{
		"=== RUN\n    --- FAIL: TestA/b (0.01s)\nFAIL\n":                                                         "TestA/b (0.01s)",
		"--- FAIL: TestA\n    --- FAIL: TestA/b\n        a_test.go:7: 1, want 2\n        a_test.go:8: 3\nFAIL\n": "TestA/b: a_test.go:7: 1, want 2",
		"panic: runtime error\n\ngoroutine 1\nFAIL\tp\t0.1s":                                                     "panic: runtime error",
		"panic: test timed out after 9s\n\nrunning tests:\n\tTestA (9s)\nFAIL":                                   "",
		"# pkg\n./a.go:1:1: syntax error\nFAIL\tp [build failed]":                                                "",
		"ok  \tp\t0.1s": "",
	} {
		if got := failure(out); got != want {
			t.Errorf("of a go test %q: %q, want %q", out, got, want)
		}
	}
	for out, want := range map[string]string{
		"words\n" + `{"violations":[{"rule":"I3","text":"twice"}]}` + "\n": "I3: twice",
		`{"violations":[]}`: "",
		"nemesis: broken":   "",
		"":                  "",
	} {
		if got := violation(out); got != want {
			t.Errorf("of a nemesis %q: %q, want %q", out, got, want)
		}
	}
}

func TestOnlyKnownBugsAreChosen(t *testing.T) {
	all := []bug{{name: "a"}, {name: "b"}}
	if got, err := chosen(all, []string{"b"}); err != nil || len(got) != 1 || got[0].name != "b" {
		t.Errorf("%v (%v)", got, err)
	}
	if got, err := chosen(all, nil); err != nil || len(got) != 2 {
		t.Errorf("%v (%v)", got, err)
	}
	if _, err := chosen(all, []string{"c"}); err == nil {
		t.Error("a bug that is not there is chosen")
	}
}
