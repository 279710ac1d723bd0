package reprise_test

import (
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// The names of Reprise's own workflows are refused, so that no workflow can replace one.
func TestReservedNamesAreRefused(t *testing.T) {
	w := workflow.New("reprise.map", func(workflow.Context, int) (int, error) { return 0, nil })
	_, err := reprise.New(memory.New(), reprise.Config{}, w)
	if want := `workflow "reprise.map": names that begin with "reprise." or "job:" are reserved for Reprise: choose another name`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("New: %v, want %s", err, want)
	}
}
