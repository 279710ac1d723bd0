package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/reprise-run/reprise/store/sqlite"
)

// Whatever moment of a busy engine the doctor meets, it is one at which nothing is wrong.
func TestDoctorFindsNothingBesideAnEngine(t *testing.T) {
	db := filepath.Join(t.TempDir(), "orders.db")
	st, err := sqlite.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	var output bytes.Buffer
	demo := exec.Command(binary, "demo", "--json", "--db", db, "--orders", twoHundred)
	demo.Stdout, demo.Stderr = &output, &output
	if err := demo.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- demo.Wait() }()
	for visits := 1; ; visits++ {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("%v\n%s", err, output.String())
			}
			if runs := doctor(t, db); runs != 200 {
				t.Errorf("in the end there are %d runs, want 200", runs)
			}
			t.Logf("%d visits beside the engine", visits-1)
			return
		default:
			doctor(t, db)
		}
	}
}

// Killed at any commit, before or after it, an engine leaves nothing that is wrong.
func TestDoctorFindsNothingAfterAKill(t *testing.T) {
	orders := twenty(t)
	seeds := 4
	if *full {
		seeds = 100
	}
	for seed := range seeds {
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			t.Parallel()
			db := filepath.Join(t.TempDir(), "demo.db")
			for kill := range 3 { // the second and the third engine find what the first one left
				if !play(t, db, orders, "--crash-at", fmt.Sprintf("random:%d", 10*seed+kill)).killed {
					break
				}
				doctor(t, db, "quarantine") // two deaths are enough for that
			}
		})
	}
}

// doctor has the store looked over, fails the test at the first finding that is none of
// those allowed, and returns how many runs there are.
func doctor(t *testing.T, db string, allowed ...string) int64 {
	t.Helper()
	out, err := exec.Command(binary, "db", "doctor", "--db", db, "-o", "jsonl").Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var summary struct {
		Counts struct{ Runs int64 }
		Found  map[string]int64
	}
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	if err := json.Unmarshal(lines[len(lines)-1], &summary); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for check := range summary.Found {
		if !slices.Contains(allowed, check) {
			t.Fatalf("it finds\n%s", out)
		}
	}
	return summary.Counts.Runs
}
