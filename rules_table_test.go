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

// The table of rules is complete, and each test that it names exists.
func TestTheTableOfRulesNamesTestsThatExist(t *testing.T) {
	text, err := os.ReadFile("docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	for letter, last := range map[string]int{"S": 145, "R": 41} {
		for n := 1; n <= last; n++ {
			if row := fmt.Sprintf("\n| %s%d | ", letter, n); strings.Count(string(text), row) != 1 {
				t.Errorf("%s%d is not in the table once", letter, n)
			}
		}
	}
	there := testsByName(t)
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

// Each promise on the page of guarantees names tests that exist.
func TestTheGuaranteesNameTestsThatExist(t *testing.T) {
	text, err := os.ReadFile("docs/guarantees.md")
	if err != nil {
		t.Fatal(err)
	}
	there := testsByName(t)
	rows := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) != 4 || strings.Contains(line, "---") || strings.Contains(line, "| promise |") {
			continue
		}
		rows++
		names := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[2], -1)
		if len(names) == 0 {
			t.Errorf("no test is named for %q", cells[1])
		}
		for _, m := range names {
			if !there[m[1]] {
				t.Errorf("no test is called %s", m[1])
			}
		}
	}
	if rows < 20 {
		t.Errorf("the page has %d promises with tests; want it whole", rows)
	}
}

// testsByName returns the tests, the cases of the store's suite and the scripts of package
// replay.
func testsByName(t *testing.T) map[string]bool {
	t.Helper()
	there := map[string]bool{}
	test, scenario := regexp.MustCompile(`(?m)^func (Test\w+)\(`), regexp.MustCompile(`\{"(\w+)", func\(k \*kit`)
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
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
	return there
}

// The page of errors lists each error of the packages that authors import.
func TestThePageOfErrorsLeavesNoneOut(t *testing.T) {
	page, err := os.ReadFile("docs/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	declared := regexp.MustCompile(`(?m)^(?:\t|var )(Err[A-Z]\w*)(?: error)? +=|^type (\w+Error)(?: struct| =)`)
	found := 0
	for _, dir := range []string{".", "workflow", "activity", "signal", "codec", "httpapi"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range declared.FindAllStringSubmatch(string(source), -1) {
				name := m[1] + m[2]
				if first := name[0]; first < 'A' || first > 'Z' {
					continue
				}
				found++
				if !strings.Contains(string(page), name+"`") {
					t.Errorf("%s declares %s, and docs/errors.md has nothing about it", file, name)
				}
			}
		}
	}
	if found < 25 {
		t.Errorf("%d errors were found: the search is wrong", found)
	}
}
