package main

import (
	"os"
	"strings"
	"testing"
)

// Run it twice on one file: the order is the same one, and charged once.
func Example() {
	dir, err := os.MkdirTemp("", "hello")
	if err == nil {
		err = os.Chdir(dir)
	}
	if err != nil {
		panic(err)
	}
	main()
	main()
	// Output:
	// charged card 4242 once (true) <nil>
	// charged card 4242 once (true) <nil>
}

func program(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, program, found := strings.Cut(string(source), "package main\n")
	if !found {
		t.Fatal("main.go has no package clause")
	}
	return "package main\n" + program
}

func TestACompleteProgramHasAtMost40Lines(t *testing.T) {
	n := 0
	for line := range strings.Lines(program(t)) {
		if strings.TrimSpace(line) != "" {
			n++
		}
	}
	if n > 40 {
		t.Fatalf("the program has %d non-blank lines; 40 is what we promise", n)
	}
}

func TestTheReadmeShowsThisProgram(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), "```go\n"+program(t)+"```") {
		t.Fatal("README.md shows another program than samples/hello/main.go: copy it there from its package clause on")
	}
}
