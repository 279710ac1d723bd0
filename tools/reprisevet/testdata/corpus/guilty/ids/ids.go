// Package ids makes random ids.
package ids

import (
	"github.com/google/uuid"

	"github.com/reprise-run/reprise/workflow"
)

func order(ctx workflow.Context, _ string) (string, error) {
	id := uuid.New()                // want `RV003: calls uuid.New: use workflow.UUID`
	return uuid.NewString(), ok(id) // want `RV003: calls uuid.NewString`
}

func ok(uuid.UUID) error { return nil }
