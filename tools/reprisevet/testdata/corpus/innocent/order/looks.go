package order

import (
	"errors"

	"github.com/reprise-run/reprise/workflow"
)

var errEmpty = errors.New("order: empty")

func looks(ctx workflow.Context, m map[string]int) (bool, error) {
	found := false
	for _, v := range m {
		if v == 0 {
			return false, errEmpty
		}
		if v > 3 {
			found = true
			break
		}
	}
	for k, v := range m {
		switch {
		case v > 4:
			break
		case k == "":
			return true, nil
		}
	}
	for range m { // all turns are alike
		if err := workflow.Sleep(ctx, 1); err != nil {
			return false, err
		}
	}
	for k := range m {
		workflow.Logger(ctx).Info("has", "key", k, "at", workflow.Now(ctx))
	}
	return found, nil
}
