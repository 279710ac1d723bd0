package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/internal/pgtest"
)

func ask(t *testing.T, url, sql string) (answer string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context()) // cleanups ask too
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	if err := c.QueryRow(ctx, sql).Scan(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestAServerThatMayLoseCommitsIsRefused(t *testing.T) {
	url := pgtest.Shared(t).TCP("postgres") // its fsync is off
	code, out, warn := command(t.Context(), small("w1", "-store", "postgres", "-db", url)...)
	if code != codeFailed || out != "" || !strings.Contains(warn, "fsync = off") {
		t.Errorf("exit code %d: %s%s", code, out, warn)
	}
}

func TestTheLogOfPgbenchIsRead(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	for _, test := range []struct {
		text string
		want []time.Duration
		says string
	}{
		{"0 1 1520 0 1763754000 12\n0 2 98 0 1763754000 113\n0 3 0 0 1763754001 2\n", []time.Duration{101 * time.Microsecond, 999889 * time.Microsecond}, ""},
		{"0 1 skipped 0 1763754000 12\n", nil, `a line "0 1 skipped`},
	} {
		if err := os.WriteFile(log, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := readLog(log, nil)
		if !slices.Equal(got, test.want) || !strings.Contains(message(err), test.says) || test.says == "" && err != nil {
			t.Errorf("%q: %v, %v", test.text, got, err)
		}
	}
}

func TestAllMeansWhatTheStoreCanDo(t *testing.T) {
	for store, want := range map[string]bool{"sqlite": false, "postgres": true} {
		all, err := choose("all", engines[0], store)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(all, func(w workload) bool { return w.name == "spread" }); got != want {
			t.Errorf("on %s spread is among all: %v", store, got)
		}
	}
}

func TestAnOldNameOfAWorkloadIsUnderstood(t *testing.T) {
	chosen, err := choose("w8,parked", engines[0], "sqlite")
	if err != nil || len(chosen) != 2 || chosen[1].name != "w8" {
		t.Errorf("%+v, %v", chosen, err)
	}
}
