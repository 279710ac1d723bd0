package testkit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store/memory"
)

// CheckDir replays every history in a directory and its subdirectories with the bound code:
// files that [Golden] recorded, or that `reprise run export` or [reprise.Export] wrote in
// production. It needs only workflows. If tb is a *testing.T, each file is a subtest. A file
// fails if the code issues other commands than it did then, if the file is not a complete
// history, or if its workflow is not bound. The test fails if there is no file or no directory.
// Files whose names begin with a dot are skipped.
//
// Inputs of activities, due times of timers, results and failures that differ from the recorded ones do not
// stop an open run, so they are only logged; [Checker] can be strict about them. A redacted history may differ
// where code decides by redacted values: the failure then says so. What cannot be compared in it is logged.
func CheckDir(tb testing.TB, dir string, bindings ...reprise.Binding) {
	tb.Helper()
	Checker{}.CheckDir(tb, dir, bindings...)
}

// Checker replays histories with other settings than [CheckDir].
type Checker struct {
	Config reprise.Config // of the Runtime that replays; use the Codec of production
	// Strict makes inputs of activities, due times, results and failures that differ from the
	// recorded ones fail the test. In a redacted history it compares what is left: always due
	// times and codes of failures, and payloads without their redacted fields, unless all
	// values were redacted. What is not compared is logged.
	Strict bool
}

// CheckDir is [CheckDir] with the settings of c.
func (c Checker) CheckDir(tb testing.TB, dir string, bindings ...reprise.Binding) {
	tb.Helper()
	rt, err := reprise.New(memory.New(), c.Config, bindings...)
	if err != nil {
		tb.Fatalf("testkit: %v", err)
	}
	files, err := histories(dir)
	if err != nil {
		tb.Fatalf("testkit: %v", err)
	}
	t, ok := tb.(*testing.T)
	for _, file := range files {
		if !ok || inBubble() { // there are no subtests there
			c.check(tb, rt, file)
			continue
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			name = file
		}
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			t.Helper() // errors should show the caller's line
			c.check(t, rt, file)
		})
	}
}

// histories returns the files of a directory.
func histories(dir string) (files []string, err error) {
	const fill = "`reprise run export ID --out FILE` writes one, and so does testkit.Golden"
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != dir && d.Name()[0] == '.' && d.IsDir():
			return fs.SkipDir
		case !d.IsDir() && d.Name()[0] != '.':
			files = append(files, path)
		}
		return nil
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no directory %s to hold histories: %s", dir, fill)
	case err == nil && len(files) == 0:
		return nil, fmt.Errorf("no history is in %s, so nothing was checked: %s", dir, fill)
	}
	return files, err
}

func (c Checker) check(tb testing.TB, rt *reprise.Runtime, file string) {
	tb.Helper()
	f, err := os.Open(file)
	if err != nil {
		tb.Errorf("testkit: %v", err)
		return
	}
	defer func() { _ = f.Close() }() // opened for reading: nothing to lose
	got, err := reprise.ReplayExport(tb.Context(), rt, f)
	if err != nil {
		tb.Errorf("testkit: %s: %s%s", file, beforeDeploy(err), help(got, err))
		return
	}
	if got.Uncompared != "" {
		tb.Logf("testkit: %s is redacted, and not compared are: %s. What the code makes of such values may differ", file, got.Uncompared)
	}
	for _, w := range got.Warnings {
		if c.Strict {
			tb.Errorf("testkit: %s: %v", file, w)
		} else {
			tb.Logf("testkit: %s: %v", file, w)
		}
	}
}

// help tells what to do about an error of a replay that does not say so itself.
func help(got reprise.Replayed, err error) string {
	var unbound *reprise.UnboundError
	var broken *history.ExportError
	var corrupt *history.CorruptError
	switch {
	case errors.As(err, &unbound):
		return "\nPass its binding to CheckDir, or move the file to the test that has the binding."
	case errors.As(err, &broken) && got.Workflow == "":
		return "\nEvery file in the directory must be an exported history."
	case errors.As(err, &broken), errors.As(err, &corrupt):
		return "\nRestore the file from version control, or export the run again."
	}
	return ""
}
