package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/nemesis/internal/program"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Every test run includes some seeds. Run the command for more.
func TestSomeSeedsFindNothing(t *testing.T) {
	for _, c := range []struct {
		store    string
		seeds    int
		parallel int
	}{{program.Memory, 120, 2}, {program.SQLite, 12, 2}, {program.Postgres, 8, 8}} {
		t.Run(c.store, func(t *testing.T) {
			if c.store == program.Postgres {
				if _, err := pgtest.Dir(); err != nil {
					pgtest.Shared(t) // skips if there is no Postgres
				}
			}
			var out bytes.Buffer
			total, err := program.Run(t.Context(), t, program.Options{
				Store: c.store, Seed: 1, Seeds: c.seeds, Parallel: c.parallel, Failures: 1, Shrink: 20 * time.Second, Limit: 5 * time.Minute, Out: &out,
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(total.Failures)+len(total.End) > 0 {
				t.Errorf("%s%s", &out, total)
			}
			t.Logf("%s", total)
		})
	}
}

// A case that failed once is run for ever.
func TestCasesThatFailedOnce(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c, err := program.ParseCase(string(text))
			if err != nil {
				t.Fatal(err)
			}
			place, err := program.Open(t, program.Memory)
			if err != nil {
				t.Fatal(err)
			}
			r := place.Try(c)
			for _, v := range append(r.Violations, place.Close()...) {
				t.Error(v)
			}
			if t.Failed() {
				t.Log(r.Story)
			}
		})
	}
}

func TestAWrongCommandLineIsToldWhatToWrite(t *testing.T) {
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"-store mysql", "write memory, sqlite or postgres", exitBroken},
		{"-seeds 0", "at least 1", exitUsage},
		{"more", "flags only", exitUsage},
		{"-case nowhere.txt", "nowhere.txt", exitBroken},
	} {
		var out, log bytes.Buffer
		if code := run(t.Context(), t, strings.Fields(c.args), &out, &log); code != c.code || !strings.Contains(log.String(), c.want) {
			t.Errorf("%s: code %d, %q, %q", c.args, code, &out, &log)
		}
	}
}
