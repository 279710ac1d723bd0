package order

import "github.com/reprise-run/reprise/workflow"

func silenced(ctx workflow.Context, m map[string]int) (string, error) {
	//reprisevet:ignore RV010 there is never more than one
	for k := range m {
		return k, nil
	}
	return "", nil
}
