package main

import (
	"os/exec"
	"regexp"
	"testing"
)

// What go vet of this toolchain looks for, bothvet looks for, too.
func TestNothingOfGoVetIsMissing(t *testing.T) {
	ours := map[string]bool{}
	for _, a := range analyzers() {
		ours[a.Name] = true
	}
	if !ours["determinism"] {
		t.Error("determinism is missing")
	}
	out, err := exec.Command("go", "tool", "vet", "help").Output()
	if err != nil {
		t.Fatal(err)
	}
	theirs := regexp.MustCompile(`(?m)^    (\w+) +\S`).FindAllSubmatch(out, -1)
	if len(theirs) < 30 {
		t.Fatalf("go vet registers %d analyzers:\n%s", len(theirs), out)
	}
	for _, name := range theirs {
		if !ours[string(name[1])] {
			t.Errorf("go vet has %s, and bothvet has not: update golang.org/x/tools", name[1])
		}
	}
}
