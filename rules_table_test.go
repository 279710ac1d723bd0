package reprise_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The table of the rules has all of them, and each test it names is there.
func TestTheTableOfRulesNamesTestsThatExist(t *testing.T) {
	text, err := os.ReadFile("docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	for letter, last := range map[string]int{"S": 72, "R": 40} {
		for n := 1; n <= last; n++ {
			if row := fmt.Sprintf("\n| %s%d | ", letter, n); strings.Count(string(text), row) != 1 {
				t.Errorf("%s%d is not in the table once", letter, n)
			}
		}
	}
	there := map[string]bool{}
	test, scenario := regexp.MustCompile(`(?m)^func (Test\w+)\(`), regexp.MustCompile(`\{"(\w+)", func\(k \*kit`)
	err = filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		path = filepath.ToSlash(path)
		suite := strings.HasPrefix(path, "store/storetest/") && strings.HasSuffix(path, ".go")
		switch {
		case err != nil:
			return err
		case strings.HasPrefix(path, "replay/testdata/"):
			there[filepath.Base(path)] = true
		case strings.HasSuffix(path, "_test.go") || suite:
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, m := range append(test.FindAllSubmatch(source, -1), scenario.FindAllSubmatch(source, -1)...) {
				there[string(m[1])] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	names := 0
	for _, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(line, "| S") && !strings.HasPrefix(line, "| R") {
			continue
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(line, -1) {
			if names++; !there[m[1]] {
				t.Errorf("no test is called %s", m[1])
			}
		}
	}
	if names < 200 {
		t.Errorf("the table names %d tests; want it whole", names)
	}
}
