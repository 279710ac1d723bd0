package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Run it twice on one file: the order is the same one, and charged once, under one key.
func TestASecondRunOfTheProgramChargesNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	first := printed(t)
	if !regexp.MustCompile(`^charged card 4242 under the key [0-9a-f-]{36}/2/[0-9a-f]{16} <nil>\n$`).MatchString(first) {
		t.Errorf("it prints %q", first)
	}
	if again := printed(t); again != first {
		t.Errorf("it prints %q, and before it was %q", again, first)
	}
}

// printed is what the program prints.
func printed(t *testing.T) string {
	t.Helper()
	out, err := os.Create("out")
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = out
	main()
	os.Stdout = stdout
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return read(t, "out")
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func program(t *testing.T) string {
	t.Helper()
	_, program, found := strings.Cut(read(t, "main.go"), "package main\n")
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
	readme := read(t, "../../README.md")
	if !strings.Contains(readme, "```go\n"+program(t)+"```") {
		t.Error("README.md shows another program than samples/hello/main.go: copy it there from its package clause on")
	}
	_, test, _ := strings.Cut(read(t, "order_test.go"), "func ")
	if !strings.Contains(readme, "```go\nfunc "+test+"```") {
		t.Error("README.md shows another test than samples/hello/order_test.go: copy it there from its function on")
	}
}
