package workflow_test

import (
	"strings"

	"github.com/reprise-run/reprise/history"
)

// show joins the texts of events into a line.
func show(events []history.Event) string {
	lines := make([]string, len(events))
	for i, e := range events {
		lines[i] = e.String()
	}
	return "[" + strings.Join(lines, "; ") + "]"
}
