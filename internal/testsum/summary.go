package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	slowest   = 10
	tooLong   = 30 * time.Second // such a test belongs behind a flag of its own
	mostAgain = 3
)

// final is in what a failed test said where no second run could put it right: what it found
// may hide again, and a seed repeats it.
var final = regexp.MustCompile(`^panic: |^fatal error: |DATA RACE|found unexpected goroutines|\bseed\b`)

// event is one line of "go test -json" (go doc test2json).
type event struct {
	Action  string
	Package string
	Test    string
	Elapsed float64
	Output  string

	FailedBuild string // of a package that failed for it
}

// summary is what has been read so far.
type summary struct {
	w        io.Writer
	passed   int
	failed   int
	skipped  []string
	packages map[string]*pkg
	timed    []timing
	spent    []timing // by each package
	before   int      // failures when the directory being read began
	lone     []string // failed tests, each with its package before it
	hard     int      // failures that are final
}

// pkg is a package whose tests are under way.
type pkg struct {
	tests  map[string]*test
	order  []string
	output []string // of the package itself
	cpu    time.Duration
}

type test struct {
	result  string // "" while it runs
	elapsed time.Duration
	parent  bool // it has subtests
	output  []string
}

type timing struct {
	name string
	took time.Duration
	cpu  time.Duration // 0: not known
}

func newSummary(w io.Writer) *summary {
	return &summary{w: w, packages: make(map[string]*pkg)}
}

// read takes events until the input ends. A line that is not an event is passed on.
func (s *summary) read(r io.Reader) error {
	s.before = s.failed
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		if text := strings.TrimRight(line, "\n"); text != "" {
			var e event
			if json.Unmarshal([]byte(text), &e) == nil && e.Action != "" {
				s.take(e)
			} else {
				s.print("%s\n", text)
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (s *summary) take(e event) {
	switch e.Action {
	case "build-output":
		s.print("%s", e.Output)
		return
	case "checked":
		s.passed++
		s.print("ok    %s\n", e.Package)
		return
	case "refused":
		s.failed++
		s.hard++
		s.print("FAIL  %s\n", e.Package)
		return
	case "build-fail":
		return // the package that needed it fails too
	case "broken":
		if s.failed == s.before {
			s.failed++
			s.hard++
			s.print("FAIL\t%s\t[go test ended with an error and named no test]\n", e.Package)
		}
		s.before = s.failed
		return
	}
	p := s.packages[e.Package]
	if p == nil {
		p = &pkg{tests: make(map[string]*test)}
		s.packages[e.Package] = p
	}
	if e.Test == "" {
		s.takePackage(e, p)
		return
	}
	t := p.test(e.Test)
	switch e.Action {
	case "output":
		t.output = append(t.output, e.Output)
	case "pass", "fail", "skip":
		t.result, t.elapsed = e.Action, seconds(e.Elapsed)
		if t.result == "pass" {
			t.output = nil
		}
	}
}

func (s *summary) takePackage(e event, p *pkg) {
	switch e.Action {
	case "output":
		if text, ok := strings.CutPrefix(e.Output, spent); ok {
			if cpu, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil {
				p.cpu = seconds(cpu)
				return
			}
		}
		p.output = append(p.output, e.Output)
	case "pass":
		s.count(e.Package, p, "pass")
		s.spent = append(s.spent, timing{name: short(e.Package), took: seconds(e.Elapsed), cpu: p.cpu})
		s.print("ok  \t%s\t%.3fs\n", e.Package, e.Elapsed)
		delete(s.packages, e.Package)
	case "skip":
		s.print("?   \t%s\t[no test files]\n", e.Package)
		delete(s.packages, e.Package)
	case "fail":
		s.fail(e, p)
		delete(s.packages, e.Package)
	}
}

// fail prints a package that failed: its own output, then each failed test with all
// it said.
func (s *summary) fail(e event, p *pkg) {
	found := s.count(e.Package, p, "fail")
	s.mark(p.output)
	for _, line := range p.output {
		if !strings.HasPrefix(line, "FAIL") && line != "PASS\n" {
			s.print("%s", line)
		}
	}
	for _, name := range p.order {
		if t := p.tests[name]; t.result == "fail" {
			s.mark(t.output)
			s.print("%s", strings.Join(t.output, ""))
		}
	}
	if found == 0 { // it did not build, or failed outside of any test
		s.failed++
		s.hard++
	}
	if e.FailedBuild != "" {
		s.print("FAIL\t%s [build failed]\n", e.Package)
		return
	}
	s.print("FAIL\t%s\t%.3fs\n", e.Package, e.Elapsed)
}

// count adds the tests of a package that has ended with result to the totals and
// returns how many failed. A test with subtests counts only where it failed by
// itself; one that never came back failed if its package did.
func (s *summary) count(name string, p *pkg, result string) int {
	found := 0
	for _, n := range p.order {
		t := p.tests[n]
		if t.result == "" {
			t.result = result
			if result == "fail" {
				s.hard++ // its process ended in it
			}
		}
		if t.parent && (t.result != "fail" || p.failedBelow(n)) {
			continue
		}
		s.timed = append(s.timed, timing{name: short(name) + " " + n, took: t.elapsed})
		switch t.result {
		case "pass":
			s.passed++
		case "fail":
			found++
			s.add(name, n)
		case "skip":
			s.skipped = append(s.skipped, short(name)+" "+n+reason(t.output))
		}
	}
	s.failed += found
	return found
}

// add notes a failed test for a second run, with those beside it under the same name.
func (s *summary) add(pkg, test string) {
	top, _, _ := strings.Cut(test, "/")
	if line := pkg + " ^" + top + "$"; !slices.Contains(s.lone, line) {
		s.lone = append(s.lone, line)
	}
}

// mark counts an output that makes its failure final.
func (s *summary) mark(output []string) {
	for _, line := range output {
		if final.MatchString(line) {
			s.hard++
		}
	}
}

// again is the failed tests that a second run could tell something of, a line each.
func (s *summary) again() []byte {
	if s.hard > 0 || len(s.lone) == 0 || len(s.lone) > mostAgain {
		return nil
	}
	return []byte(strings.Join(s.lone, "\n") + "\n")
}

// close prints what concerns all packages and reports whether everything passed.
func (s *summary) close() bool {
	for name, p := range s.packages { // a package that began and never ended
		s.fail(event{Package: name}, p)
	}
	s.slowest("packages", s.spent)
	s.slowest("tests", s.timed)
	for _, t := range s.timed {
		if t.took > tooLong {
			s.print("finding: %s took %.0f s, more than %.0f s: move it behind a flag of its own\n",
				t.name, t.took.Seconds(), tooLong.Seconds())
		}
	}
	for _, name := range s.skipped {
		s.print("finding: skipped %s\n", name)
	}
	s.print("\n%d passed, %d failed\n", s.passed, s.failed)
	return s.failed == 0
}

// slowest sorts what was timed and prints the longest of it.
func (s *summary) slowest(what string, timed []timing) {
	if len(timed) == 0 {
		return
	}
	slices.SortStableFunc(timed, func(a, b timing) int { return cmp.Compare(b.took, a.took) })
	s.print("\nslowest %s:\n", what)
	for _, t := range timed[:min(slowest, len(timed))] {
		if t.cpu == 0 {
			s.print("%8.2fs  %s\n", t.took.Seconds(), t.name)
			continue
		}
		s.print("%8.2fs, of processors %7.2fs  %s\n", t.took.Seconds(), t.cpu.Seconds(), t.name)
	}
	var cpu time.Duration
	for _, t := range timed {
		cpu += t.cpu
	}
	if cpu > 0 {
		s.print("all %d took %.0f s of processors\n", len(timed), cpu.Seconds())
	}
}

func (s *summary) print(format string, args ...any) {
	// Whoever closes standard output early does not want the rest.
	_, _ = fmt.Fprintf(s.w, format, args...)
}

func (p *pkg) test(name string) *test {
	t := p.tests[name]
	if t == nil {
		t = &test{}
		p.tests[name] = t
		p.order = append(p.order, name)
		for i, c := range name {
			if above := p.tests[name[:i]]; c == '/' && above != nil {
				above.parent = true
			}
		}
	}
	return t
}

func (p *pkg) failedBelow(name string) bool {
	for n, t := range p.tests {
		if t.result == "fail" && strings.HasPrefix(n, name+"/") {
			return true
		}
	}
	return false
}

// reason is what a skipped test said, on one line.
func reason(output []string) string {
	for _, line := range output {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "=== ") && !strings.HasPrefix(line, "--- ") {
			return ": " + line
		}
	}
	return ""
}

// short is a package's path without the module's host and owner.
func short(path string) string {
	if parts := strings.SplitN(path, "/", 3); len(parts) == 3 && strings.Contains(parts[0], ".") {
		return parts[2]
	}
	return path
}

func seconds(f float64) time.Duration { return time.Duration(f * float64(time.Second)) }
