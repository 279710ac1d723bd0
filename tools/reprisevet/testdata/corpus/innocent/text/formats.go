// Package text is workflow code that makes and reads text.
package text

import (
	"fmt"

	"github.com/reprise-run/reprise/workflow"
)

func formats(ctx workflow.Context, n int) (string, error) {
	if n < 0 {
		return "", fmt.Errorf("order %d: %w", n, errNegative)
	}
	workflow.Logger(ctx).Info("formats", "n", n)
	return fmt.Sprintf("%05d %v", n, map[string]int{"n": n}) + fmt.Sprint(n), nil
}

// Formats is bound.
var Formats = workflow.New("formats", formats)
