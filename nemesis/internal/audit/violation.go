package audit

import (
	"fmt"

	"github.com/reprise-run/reprise/store"
)

// Violation is a broken promise.
type Violation struct {
	Rule       string      `json:"rule"` // "I3"
	WorkflowID string      `json:"workflow_id,omitempty"`
	Run        store.RunID `json:"run"` // zero: it concerns no single run
	Text       string      `json:"text"`
}

func (v Violation) String() string {
	if v.WorkflowID == "" {
		return v.Rule + ": " + v.Text
	}
	return fmt.Sprintf("%s: %s (run %s): %s", v.Rule, v.WorkflowID, v.Run, v.Text)
}

// list collects the violations of one run.
type list struct {
	run store.Run
	all []Violation
}

func (l *list) add(rule, format string, args ...any) {
	l.all = append(l.all, Violation{Rule: rule, WorkflowID: l.run.WorkflowID, Run: l.run.ID, Text: fmt.Sprintf(format, args...)})
}
