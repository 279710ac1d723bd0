package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// process is a demo that runs beside the test, until the test ends at the latest.
type process struct {
	*exec.Cmd
	lines  *bufio.Scanner
	stderr bytes.Buffer
}

// start starts a demo and waits for its first line.
func start(t *testing.T, args ...string) *process {
	t.Helper()
	return startIn(t, "", args...)
}

// startIn is start in another directory.
func startIn(t *testing.T, dir string, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(binary, append([]string{"demo"}, args...)...)}
	p.Dir = dir
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.Stderr = &p.stderr
	p.lines = bufio.NewScanner(out)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if p.ProcessState == nil { // the test has failed
			_ = p.Process.Kill()
			_ = p.Wait()
		}
	})
	if !p.lines.Scan() {
		t.Fatalf("it wrote nothing: %v %s", p.Wait(), p.stderr.String())
	}
	return p
}

// until reads lines up to one that contains text.
func (p *process) until(t *testing.T, text string) string {
	t.Helper()
	for p.lines.Scan() {
		if strings.Contains(p.lines.Text(), text) {
			return p.lines.Text()
		}
	}
	t.Fatalf("it never wrote %q: %v %s", text, p.Wait(), p.stderr.String())
	return ""
}

// rest reads what is left and waits for the end, with an exit code.
func (p *process) rest(t *testing.T, code int) string {
	t.Helper()
	var text strings.Builder
	for p.lines.Scan() {
		text.WriteString(p.lines.Text() + "\n")
	}
	var exit *exec.ExitError
	if err := p.Wait(); err != nil && !errors.As(err, &exit) || p.ProcessState.ExitCode() != code {
		t.Fatalf("%v, want exit code %d\n%s%s", err, code, text.String(), p.stderr.String())
	}
	return text.String()
}

// refused runs a demo that must fail and returns what it says.
func refused(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command(binary, args...).CombinedOutput()
	if err == nil {
		t.Fatalf("reprise %v: no error\n%s", args, out)
	}
	return string(out)
}

// What a dead process had in hand is what the next one takes over.
func TestWhatIsTakenOverIsWhatWasLeft(t *testing.T) {
	t.Parallel()
	db, orders := filepath.Join(t.TempDir(), "demo.db"), every(t, 3)
	killAtLine(t, db, orders, " [1-9][0-9]* charged")
	p := start(t, "--db", db, "--orders", orders)
	left := p.until(t, "Continuing")
	text := p.rest(t, 0)
	var done, held, taken int
	if _, err := fmt.Sscanf(left, "Continuing: %d done, %d left", &done, &held); err != nil {
		t.Fatalf("%v: %s", err, left)
	}
	_, after, _ := strings.Cut(text, "This process took over ")
	if _, err := fmt.Sscanf(after, "%d order", &taken); err != nil || taken != held {
		t.Errorf("it says %q, and then: %s (%v)", left, text, err)
	}
}

// A program that is stopped gets its line of JSON, and an exit code of its own.
func TestStoppedAProgramIsTold(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // as above
	}
	t.Parallel()
	db, orders := filepath.Join(t.TempDir(), "demo.db"), withHeld(t, twoHundred)
	p := start(t, "--json", "--db", db, "--orders", orders)
	if err := p.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var text string
	for p.lines.Scan() {
		text = p.lines.Text()
	}
	var exit *exec.ExitError
	if err := p.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 130 {
		t.Fatalf("it ended with %v, want exit code 130\n%s%s", err, text, p.stderr.String())
	}
	if r := last(t, text); r.Completed+r.Failed+r.Compensated == 201 {
		t.Errorf("it was not stopped: %+v", r)
	}
	goesOn(t, db, orders, 201)
}

// A person looks on, stops it with Ctrl-C, goes on, and is told how it ended.
func TestStopAndGoOn(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // there is no interrupt that one process can send another
	}
	t.Parallel()
	db := filepath.Join(t.TempDir(), "demo.db")
	args := []string{"--db", db, "--orders", withHeld(t, eight)}
	p := start(t, args...)
	p.until(t, fmt.Sprintf("kill -9 %d", p.Process.Pid))
	p.until(t, "charged")
	if err := p.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if text := p.rest(t, 130); !strings.Contains(text, "to continue") || !strings.Contains(text, "demo --db "+db) {
		t.Errorf("stopped, it does not say how to go on:\n%s", text)
	}
	p = start(t, args...)
	p.until(t, "Continuing")
	approveInFile(t, db)
	text := p.rest(t, 0)
	for _, want := range []string{"5 orders completed", "orders charged twice: 0", fmt.Sprintf("process %d", p.Process.Pid)} {
		if !strings.Contains(text, want) {
			t.Errorf("the summary does not say %q:\n%s", want, text)
		}
	}
	p = start(t, args...)
	if text := p.lines.Text() + p.rest(t, 0); !strings.Contains(text, "complete") || !strings.Contains(text, "rm -f "+db+" ") {
		t.Errorf("with nothing left to do, it does not say how to start over:\n%s", text)
	}
}

func TestASecondDemoOnTheSameFileIsRefused(t *testing.T) {
	t.Parallel()
	db, orders := filepath.Join(t.TempDir(), "demo.db"), withHeld(t, eight)
	p := start(t, "--db", db, "--orders", orders)
	text := refused(t, "demo", "--json", "--db", db, "--orders", orders)
	if !strings.Contains(text, fmt.Sprintf("process %d", p.Process.Pid)) || !strings.Contains(text, "--db") {
		t.Errorf("it names neither the first process nor what to do:\n%s", text)
	}
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = p.Wait() // killed
	goesOn(t, db, orders, 9)
}

// goesOn runs a demo of orders of which one is held to its end.
func goesOn(t *testing.T, db, orders string, n int) {
	t.Helper()
	p := start(t, "--json", "--db", db, "--orders", orders)
	first := p.lines.Text()
	approveInFile(t, db)
	whole(t, last(t, first+"\n"+p.rest(t, 0)), n)
}

func TestMistakesAreAnsweredWithWhatToDo(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.json")
	if err := os.WriteFile(broken, []byte(`[{"id":"a","card":"c","parcels":[]}]`), 0o644); err != nil {
		t.Fatal(err)
	}
	db := filepath.Join(dir, "demo.db")
	for want, args := range map[string][]string{
		"did you mean demo?":        {"dmeo"},
		"demo -h":                   {"demo", "--dbb", db},
		"write the number":          {"demo", "--crash-at", "soon"},
		"name an order file with":   {"demo", "--db", db, "--orders", filepath.Join(dir, "none.json")},
		"order 1: no parcels":       {"demo", "--db", db, "--orders", broken},
		"unexpected argument \"x\"": {"demo", "x"},
	} {
		if text := refused(t, args...); !strings.Contains(text, want) {
			t.Errorf("reprise %v: it does not say %q:\n%s", args, want, text)
		}
	}
}

func TestHelpIsNoMistake(t *testing.T) {
	for _, args := range [][]string{{"demo", "--help"}, {"demo", "-h"}} {
		out, err := exec.Command(binary, args...).Output()
		if err != nil || !strings.Contains(string(out), "usage: reprise demo [flags]") {
			t.Errorf("reprise %v: %v\n%s", args, err, out)
		}
	}
}

// Neither a directory nor somebody else's file is to be removed.
func TestAForeignFileIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	foreign := filepath.Join(dir, "diary")
	if err := os.WriteFile(foreign, []byte("not a database, but dear to somebody"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, db := range []string{dir, foreign} {
		if text := refused(t, "demo", "--db", db, "--orders", eight); strings.Contains(text, "rm ") || strings.Contains(text, "to continue") {
			t.Errorf("with --db %s it advises:\n%s", db, text)
		}
	}
}
