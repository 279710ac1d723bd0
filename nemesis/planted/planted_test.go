package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A bug that can no longer be planted shows nothing: its patch has to follow the code.
func TestEveryBugCanBePlanted(t *testing.T) {
	all, err := bugs()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := root()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range all {
		t.Run(b.name, func(t *testing.T) {
			if err := apply(t.Context(), dir, b.text, true); err != nil {
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

func TestAPatchIsAppliedToACopyOfTheTree(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"a/b.txt": "one\ntwo\n", ".git/config": "not for the copy"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(from, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(from, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := replant(from, to); err != nil {
		t.Fatal(err)
	}
	patch := []byte("Words.\nCatch: go test\n\ndiff --git a/a/b.txt b/a/b.txt\n--- a/a/b.txt\n+++ b/a/b.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n")
	for range 2 {
		if err := apply(t.Context(), to, patch, true); err != nil {
			t.Error(err)
		}
	}
	if err := apply(t.Context(), to, patch, false); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(to, "a", "b.txt")); err != nil || string(got) != "one\nthree\n" {
		t.Errorf("the copy holds %q (%v)", got, err)
	}
	if err := apply(t.Context(), to, patch, true); err == nil {
		t.Error("it applies twice")
	}
	if _, err := os.Stat(filepath.Join(to, ".git")); err == nil {
		t.Error("git's own files were copied")
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
