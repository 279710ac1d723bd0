package otel_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/contrib/otel"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// Statement 39 of the operators' surface: what was recorded without tracing replays with it, and the other way round: nothing of it is in a
// history but headers of its first event, in less than a hundred bytes, and no step has any.
func TestTracingIsNoPartOfAHistory(t *testing.T) {
	order, bindings := shop()
	with := newTelemetry(t, otel.Options{TracerProvider: newRecorded(), Tasks: true}).Config(reprise.Config{Logger: quiet, Build: "1"})
	without := reprise.Config{Logger: quiet, Build: "1"}
	sizes := map[bool]int{}
	for traced, cfg := range map[bool]reprise.Config{true: with, false: without} {
		other := with
		if traced {
			other = without
		}
		file, size := exported(t, cfg, order, bindings)
		sizes[traced] = size
		testkit.Checker{Config: other}.CheckDir(t, filepath.Dir(file), bindings...)
	}
	if more := sizes[true] - sizes[false]; more <= 0 || more >= 100 {
		t.Errorf("the first row of a traced history has %d bytes more, want less than 100", more)
	}
}

// exported carries out an order, and returns the file of its history and how many bytes the first row has, with what the run was started with.
func exported(t *testing.T, cfg reprise.Config, order workflow.Definition[int, int], bindings []reprise.Binding) (file string, size int) {
	t.Helper()
	ctx, st := t.Context(), memory.New()
	rt, err := reprise.New(st, cfg, bindings...)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := rt.Stop(context.WithoutCancel(ctx)); err != nil {
			t.Error(err)
		}
	}()
	run, err := reprise.Start(ctx, rt, order, 1, reprise.ID("o"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Result(ctx); err != nil {
		t.Fatal(err)
	}
	rows, err := st.History(ctx, store.HistoryQuery{Run: run.RunID()})
	if err != nil {
		t.Fatal(err)
	}
	size = len(rows[0].Data)
	for _, row := range rows[1:] {
		if bytes.Contains(row.Data, []byte("trace")) {
			t.Errorf("the row from seq %d on has something of a trace: %q", row.Seq, row.Data)
		}
	}
	file = filepath.Join(t.TempDir(), "o.jsonl")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(reprise.Export(ctx, rt, run.RunID(), f), f.Close()); err != nil {
		t.Fatal(err)
	}
	return file, size
}
