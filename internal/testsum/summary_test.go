package main

import (
	"bytes"
	"strings"
	"testing"
)

// summarise runs lines through a summary and returns what it prints.
func summarise(t *testing.T, passed, failed int, lines ...string) (string, bool) {
	t.Helper()
	var out bytes.Buffer
	s := newSummary(&out)
	s.passed, s.failed = passed, failed
	if err := s.read(strings.NewReader(strings.Join(lines, "\n"))); err != nil {
		t.Fatal(err)
	}
	ok := s.close()
	return out.String(), ok
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return lines[len(lines)-1]
}

func TestPassingPackagesAreOneLineEach(t *testing.T) {
	out, ok := summarise(t, 2, 0,
		`{"Action":"start","Package":"example.org/x/a"}`,
		`{"Action":"run","Package":"example.org/x/a","Test":"TestA"}`,
		`{"Action":"output","Package":"example.org/x/a","Test":"TestA","Output":"chatter\n"}`,
		`{"Action":"pass","Package":"example.org/x/a","Test":"TestA","Elapsed":0.5}`,
		`{"Action":"output","Package":"example.org/x/a","Output":"PASS\n"}`,
		`{"Action":"pass","Package":"example.org/x/a","Elapsed":0.75}`,
		`{"Action":"skip","Package":"example.org/x/b","Elapsed":0}`,
	)
	want := "ok  \texample.org/x/a\t0.750s\n" +
		"?   \texample.org/x/b\t[no test files]\n" +
		"\nslowest packages:\n    0.75s  a\n" +
		"\nslowest tests:\n    0.50s  a TestA\n\n3 passed, 0 failed\n"
	if !ok || out != want {
		t.Errorf("ok %t, printed:\n%s\nwant:\n%s", ok, out, want)
	}
}

func TestProcessorTimeIsTold(t *testing.T) {
	out, ok := summarise(t, 0, 0,
		`{"Action":"pass","Package":"example.org/x/a","Test":"TestA","Elapsed":0.5}`,
		`{"Action":"output","Package":"example.org/x/a","Output":"PASS\n"}`,
		`{"Action":"output","Package":"example.org/x/a","Output":"`+spent+`1.50\n"}`,
		`{"Action":"pass","Package":"example.org/x/a","Elapsed":0.75}`,
	)
	if want := "\nslowest packages:\n    0.75s, of processors    1.50s  a\nall 1 took 2 s of processors\n"; !ok || !strings.Contains(out, want) {
		t.Errorf("ok %t, printed:\n%s\nwant in it:\n%s", ok, out, want)
	}
}

func TestChecksAreCountedWithTheTests(t *testing.T) {
	out, ok := summarise(t, 0, 0, `{"Action":"checked","Package":"go vet"}`, "main.go:7: unused", `{"Action":"refused","Package":"staticcheck"}`)
	if want := "ok    go vet\nmain.go:7: unused\nFAIL  staticcheck\n\n1 passed, 1 failed\n"; ok || out != want {
		t.Errorf("ok %t, printed:\n%s\nwant:\n%s", ok, out, want)
	}
}

func TestAFailureIsPrintedInFullAndCountedOnce(t *testing.T) {
	out, ok := summarise(t, 0, 0,
		`{"Action":"run","Package":"p","Test":"TestA"}`,
		`{"Action":"run","Package":"p","Test":"TestA/one"}`,
		`{"Action":"output","Package":"p","Test":"TestA/one","Output":"    x_test.go:9: got 1\n"}`,
		`{"Action":"fail","Package":"p","Test":"TestA/one","Elapsed":0.1}`,
		`{"Action":"run","Package":"p","Test":"TestA/two"}`,
		`{"Action":"output","Package":"p","Test":"TestA/two","Output":"quiet\n"}`,
		`{"Action":"pass","Package":"p","Test":"TestA/two","Elapsed":0.1}`,
		`{"Action":"output","Package":"p","Test":"TestA","Output":"--- FAIL: TestA\n"}`,
		`{"Action":"fail","Package":"p","Test":"TestA","Elapsed":0.2}`,
		`{"Action":"output","Package":"p","Output":"FAIL\n"}`,
		`{"Action":"fail","Package":"p","Elapsed":0.3}`,
	)
	if ok || lastLine(out) != "1 passed, 1 failed" {
		t.Errorf("ok %t, %s", ok, lastLine(out))
	}
	for _, want := range []string{"x_test.go:9: got 1", "--- FAIL: TestA", "FAIL\tp\t0.300s"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
	if strings.Contains(out, "quiet") {
		t.Error("printed what a passing test said")
	}
}

func TestAParentThatFailsByItselfCounts(t *testing.T) {
	out, _ := summarise(t, 0, 0,
		`{"Action":"run","Package":"p","Test":"TestA"}`,
		`{"Action":"run","Package":"p","Test":"TestA/one"}`,
		`{"Action":"pass","Package":"p","Test":"TestA/one","Elapsed":0.1}`,
		`{"Action":"fail","Package":"p","Test":"TestA","Elapsed":0.2}`,
		`{"Action":"fail","Package":"p","Elapsed":0.3}`,
	)
	if lastLine(out) != "1 passed, 1 failed" {
		t.Error(out)
	}
}

func TestAPackageThatDoesNotBuildOrEndsInATestFails(t *testing.T) {
	out, ok := summarise(t, 0, 0,
		`{"ImportPath":"p [p.test]","Action":"build-output","Output":"./a.go:3:1: syntax error\n"}`,
		`{"ImportPath":"p [p.test]","Action":"build-fail"}`,
		`{"Action":"output","Package":"p","Output":"FAIL\tp [build failed]\n"}`,
		`{"Action":"fail","Package":"p","Elapsed":0,"FailedBuild":"p [p.test]"}`,
		`{"Action":"run","Package":"q","Test":"TestHangs"}`,
		`{"Action":"output","Package":"q","Test":"TestHangs","Output":"panic: test timed out\n"}`,
		`{"Action":"fail","Package":"q","Elapsed":600}`,
		`{"Action":"run","Package":"r","Test":"TestNeverEnds"}`,
		`{"Action":"output","Package":"r","Test":"TestNeverEnds","Output":"killed\n"}`,
	)
	if ok || lastLine(out) != "0 passed, 3 failed" {
		t.Errorf("ok %t:\n%s", ok, out)
	}
	if got := strings.Count(out, "FAIL\tp"); got != 1 {
		t.Errorf("said %d times that p failed:\n%s", got, out)
	}
	for _, want := range []string{"syntax error", "[build failed]", "panic: test timed out", "killed"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
}

func TestGoTestItselfMayFail(t *testing.T) {
	out, ok := summarise(t, 4, 0, "go: errors parsing go.mod", `{"Action":"broken","Package":"bench"}`)
	if ok || lastLine(out) != "4 passed, 1 failed" || !strings.Contains(out, "errors parsing go.mod") {
		t.Errorf("ok %t:\n%s", ok, out)
	}
	// A failure that was already told is not counted again, in each directory anew.
	out, _ = summarise(t, 0, 1,
		`{"Action":"fail","Package":"p","Elapsed":0}`, `{"Action":"broken","Package":"."}`,
		`{"Action":"broken","Package":"bench"}`)
	if lastLine(out) != "0 passed, 3 failed" {
		t.Error(out)
	}
}

func TestFindings(t *testing.T) {
	lines := []string{
		`{"Action":"skip","Package":"p","Test":"TestS","Elapsed":0}`,
		`{"Action":"output","Package":"p","Test":"TestT","Output":"=== RUN   TestT\n"}`,
		`{"Action":"output","Package":"p","Test":"TestT","Output":"    t_test.go:3: no database\n"}`,
		`{"Action":"skip","Package":"p","Test":"TestT","Elapsed":0}`,
		`{"Action":"pass","Package":"p","Test":"TestLong","Elapsed":31}`,
		`{"Action":"pass","Package":"p","Test":"TestJust","Elapsed":30}`,
	}
	for range 20 {
		lines = append(lines, `{"Action":"pass","Package":"p","Test":"Test`+strings.Repeat("x", len(lines))+`","Elapsed":0.1}`)
	}
	out, ok := summarise(t, 0, 0, append(lines, `{"Action":"pass","Package":"p","Elapsed":99}`)...)
	for _, want := range []string{
		"finding: p TestLong took 31 s", "finding: skipped p TestT: t_test.go:3: no database", "finding: skipped p TestS\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
	if strings.Contains(out, "TestJust took") {
		t.Error("30 s is not above 30 s")
	}
	if got := strings.Count(out, "s  p Test"); got != 10 {
		t.Errorf("%d slowest tests", got)
	}
	if !ok || lastLine(out) != "22 passed, 0 failed" {
		t.Error(lastLine(out))
	}
}

func TestARealRunIsUnderstood(t *testing.T) {
	// Recorded from go 1.26.
	out, ok := summarise(t, 0, 0,
		`{"Time":"2026-01-02T03:04:05Z","Action":"start","Package":"example.org/m/p"}`,
		`{"Time":"2026-01-02T03:04:05Z","Action":"run","Package":"example.org/m/p","Test":"FuzzX"}`,
		`{"Time":"2026-01-02T03:04:05Z","Action":"output","Package":"example.org/m/p","Test":"FuzzX","Output":"=== RUN   FuzzX\n"}`,
		`{"Time":"2026-01-02T03:04:05Z","Action":"run","Package":"example.org/m/p","Test":"FuzzX/seed#0"}`,
		`{"Time":"2026-01-02T03:04:05Z","Action":"pass","Package":"example.org/m/p","Test":"FuzzX/seed#0","Elapsed":0}`,
		`{"Time":"2026-01-02T03:04:05Z","Action":"pass","Package":"example.org/m/p","Test":"FuzzX","Elapsed":0}`,
		`{"Time":"2026-01-02T03:04:05Z","Action":"run","Package":"example.org/m/p","Test":"ExampleX"}`,
		`{"Time":"2026-01-02T03:04:05Z","Action":"pass","Package":"example.org/m/p","Test":"ExampleX","Elapsed":0}`,
		`{"Time":"2026-01-02T03:04:05Z","Action":"output","Package":"example.org/m/p","Output":"ok  \texample.org/m/p\t0.002s\n"}`,
		`{"Time":"2026-01-02T03:04:05Z","Action":"pass","Package":"example.org/m/p","Elapsed":0.002}`,
	)
	if !ok || lastLine(out) != "2 passed, 0 failed" {
		t.Error(out)
	}
}

func TestWhichFailuresAreRunAgain(t *testing.T) {
	fail := func(test, said string) []string {
		return []string{
			`{"Action":"run","Package":"p","Test":"` + test + `"}`,
			`{"Action":"output","Package":"p","Test":"` + test + `","Output":"    x_test.go:9: ` + said + `\n"}`,
			`{"Action":"fail","Package":"p","Test":"` + test + `","Elapsed":0.1}`,
		}
	}
	end := `{"Action":"fail","Package":"p","Elapsed":0.3}`
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"a failed test":             {append(fail("TestA", "got 1"), end), "p ^TestA$\n"},
		"subtests, once":            {append(append(fail("TestA/x", "1"), fail("TestA/y", "2")...), end), "p ^TestA$\n"},
		"nothing":                   {[]string{`{"Action":"pass","Package":"p","Test":"TestA"}`, `{"Action":"pass","Package":"p"}`}, ""},
		"a data race":               {append(fail("TestA", "WARNING: DATA RACE"), end), ""},
		"a leak":                    {append(fail("TestA", "found unexpected goroutines:"), end), ""},
		"what a seed repeats":       {append(fail("TestA", "a run has two ends (seed 7)"), end), ""},
		"a check of the source":     {append(fail("TestA", "got 1"), end, `{"Action":"refused","Package":"go vet"}`), ""},
		"a process that ended":      {[]string{`{"Action":"run","Package":"p","Test":"TestA"}`, end}, ""},
		"a package that fails":      {append(fail("TestA", "got 1"), end, `{"Action":"fail","Package":"q"}`), ""},
		"more than one can look at": {append(append(append(append(fail("TestA", "1"), fail("TestB", "1")...), fail("TestC", "1")...), fail("TestD", "1")...), end), ""},
		"a panic": {[]string{
			`{"Action":"run","Package":"p","Test":"TestA"}`, `{"Action":"output","Package":"p","Test":"TestA","Output":"panic: no\n"}`,
			`{"Action":"fail","Package":"p","Test":"TestA"}`, end,
		}, ""},
	} {
		s := newSummary(&bytes.Buffer{})
		if err := s.read(strings.NewReader(strings.Join(c.lines, "\n"))); err != nil {
			t.Fatal(err)
		}
		if s.close(); string(s.again()) != c.want {
			t.Errorf("%s: %q, want %q", name, s.again(), c.want)
		}
	}
}
