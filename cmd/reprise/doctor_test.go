package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
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

// doctor has the store looked over, fails the test at the first finding, and returns how
// many runs there are.
func doctor(t *testing.T, db string) int64 {
	t.Helper()
	out, err := exec.Command(binary, "db", "doctor", "--db", db, "-o", "jsonl").Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var summary struct {
		Counts struct{ Runs int64 }
		Found  map[string]int64
	}
	if err := json.Unmarshal(out, &summary); err != nil || len(summary.Found) > 0 {
		t.Fatalf("%v\n%s", err, out)
	}
	return summary.Counts.Runs
}
