package testkit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// updateVariable names the environment variable that makes [Golden] record files again if it is
// 1. It is not a flag, because flags belong to the test.
const updateVariable = "REPRISE_UPDATE"

// Golden compares the run that the test started with a file, such as testdata/order.history. If
// the file does not exist, the run's history is written to it; commit it with the code. Later
// tests fail if
//
//   - the code, replayed with the history in the file, issues other commands: that would
//     park the open runs when it is deployed; or
//   - the run does not have the same events. If that is intended, record the file again with
//     REPRISE_UPDATE=1 in the environment of the test.
//
// Golden compares names, values, codes and times. It ignores ids and seeds of runs, call sites,
// builds and stacks. Events with the same virtual time may come in any order, since nobody
// decides it; the replay holds the code to the order in the file.
//
// The run is compared as it stands, open or not. If the environment variable CI is set, a missing
// file fails the test, because what is recorded there is lost. In a mode that injects crashes or
// faults no two histories are the same: there the file is only replayed.
func Golden(tb testing.TB, e *Env, file string) {
	tb.Helper()
	e.mu.Lock()
	runs := e.runs
	e.mu.Unlock()
	if len(runs) == 0 {
		tb.Fatalf("testkit: Golden needs a run, but this test has started none: start one with Start or Execute first, or name one that Do has started with GoldenRun")
	}
	if len(runs) != 1 {
		tb.Fatalf("testkit: Golden needs a test with one run, this one has started %d: name the run with GoldenRun", len(runs))
	}
	e.golden(tb, runs[0], file)
}

// GoldenRun is [Golden] for a test with several runs: it compares the most recently started run
// with this workflow id.
func GoldenRun(tb testing.TB, e *Env, workflowID, file string) {
	tb.Helper()
	var id store.RunID
	e.in(func() error {
		return e.ask(func(rt *reprise.Runtime) error {
			run, err := reprise.Describe(e.ctx, rt, workflowID)
			id = run.RunID
			return err
		})
	})
	e.golden(tb, id, file)
}

func (e *Env) golden(tb testing.TB, run store.RunID, file string) {
	tb.Helper()
	plain := e.trial == nil || e.trial.plain()
	var now []byte
	e.in(func() (err error) {
		now, err = e.export(run)
		return err
	})
	update, err := updates()
	if err != nil {
		tb.Fatalf("testkit: %v", err)
	}
	recorded, err := os.ReadFile(file)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !missing:
		tb.Fatalf("testkit: %v", err)
	case missing && !plain:
		tb.Fatalf("testkit: there is no file %s yet: run this test's body once with New alone, which records it", file)
	case missing && !update && os.Getenv("CI") != "":
		tb.Fatalf("testkit: there is no file %s: run the test without CI in its environment to record it, and commit it", file)
	case plain && (missing || update):
		if err := write(file, now, recorded); err != nil {
			tb.Fatalf("testkit: %v", err)
		}
		tb.Logf("testkit: the history of the run is recorded in %s: commit it", file)
		return
	}
	e.in(func() error {
		err = e.replayGolden(recorded)
		return nil
	})
	if err != nil {
		tb.Errorf("testkit: %s: %s\n%s", file, beforeDeploy(err), howToUpdate)
		return // other differences follow from that
	}
	if !plain {
		return
	}
	text, err := differences(recorded, now, e.codecs())
	if err != nil {
		tb.Errorf("testkit: %s: %v\n%s", file, err, howToUpdate)
	} else if text != "" {
		tb.Errorf("testkit: %s: the run is not the recorded one:\n%s"+
			"The code still agrees with the recorded history: open runs can continue with it.\n%s", file, text, howToUpdate)
	}
}

const howToUpdate = "If the change is intended, run the test with " + updateVariable + "=1 in its environment to record the file again."

// export returns the history of a run once nothing moves any more.
func (e *Env) export(run store.RunID) ([]byte, error) {
	e.calm()
	var b bytes.Buffer
	err := e.ask(func(rt *reprise.Runtime) error {
		b.Reset()
		return reprise.Export(e.ctx, rt, run, &b)
	})
	return b.Bytes(), err
}

// replayGolden replays a file with the code of the environment.
func (e *Env) replayGolden(file []byte) error {
	e.mu.Lock()
	cfg, bindings := e.config, e.bindings
	e.mu.Unlock()
	rt, err := reprise.New(memory.New(), reprise.Config{Codec: cfg.Codec, StepTimeout: cfg.StepTimeout}, bindings...)
	if err != nil {
		return err
	}
	_, err = reprise.ReplayExport(context.Background(), rt, bytes.NewReader(file))
	return err
}

// updates reports whether files should be recorded again.
func updates() (bool, error) {
	text := os.Getenv(updateVariable)
	if text == "" {
		return false, nil
	}
	yes, err := strconv.ParseBool(text)
	if err != nil {
		return false, fmt.Errorf("%s is %q in the environment: set it to 1 to record files again, or unset it", updateVariable, text)
	}
	return yes, nil
}

// write writes a file unless it is already as it should be.
func write(file string, text, old []byte) error {
	if bytes.Equal(text, old) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}
