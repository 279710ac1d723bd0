package determinism_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/reprise-run/reprise/tools/reprisevet/determinism"
)

// What is found, and how it is put, stands beside the code in testdata: guilty programs for
// each code, and innocent ones that look like them. The module there
// sees the real packages through its own go.work. It takes seconds: facts need the source
// of everything that the corpus imports, parts of the standard library among it.
func TestCorpus(t *testing.T) {
	dir, err := filepath.Abs("../testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, determinism.Analyzer, "./...")
}
