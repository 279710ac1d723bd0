package lint_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// requires are the modules that ours asks for by itself, and what for. The page, the API and telemetry are none of it.
var requires = map[string]string{
	"github.com/cenkalti/backoff/v4":    "pauses between tries",
	"github.com/cockroachdb/datadriven": "tests that are files",
	"github.com/google/uuid":            "ids",
	"github.com/jackc/pgx/v5":           "Postgres",
	"github.com/klauspost/compress":     "payloads that are compressed",
	"github.com/rogpeppe/go-internal":   "tests of the command line",
	"github.com/urfave/cli/v3":          "the command line",
	"github.com/vmihailenco/msgpack/v5": "payloads and histories",
	"go.uber.org/goleak":                "tests that leave no goroutine",
	"golang.org/x/sys":                  "locks of files",
	"golang.org/x/term":                 "the size of a terminal",
	"modernc.org/libc":                  "SQLite",
	"modernc.org/sqlite":                "SQLite",
}

// Statement 5 of the operators' surface: whoever imports the library gets no module that was not decided on.
func TestTheRootRequiresWhatWasDecided(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(rootDir(t), "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllSubmatch(text, -1) {
		there[string(m[1])] = true
		if requires[string(m[1])] == "" {
			t.Errorf("go.mod requires %s: say here what for, or do without it", m[1])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(requires)) {
		if !there[name] {
			t.Errorf("go.mod does not require %s any more", name)
		}
	}
}
