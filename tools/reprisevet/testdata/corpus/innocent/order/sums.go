package order

import (
	"maps"
	"time"

	"github.com/reprise-run/reprise/workflow"
)

func sums(ctx workflow.Context, m map[string]int) (int, error) {
	sum, large, most, all, bits := 0, 0, 0, true, uint8(0)
	var total time.Duration
	for k, v := range m {
		sum += v * len(k)
		if v > 10 {
			large++
		}
		if v > most {
			most = v
		}
		most = max(most, v)
		all = all && v > 0
		bits |= uint8(v)
		total = total + time.Duration(v)
	}
	for v := range maps.Values(m) {
		sum -= v
	}
	end := workflow.Now(ctx)
	for _, v := range m {
		end = end.Add(time.Duration(v))
	}
	if all && end.After(workflow.Now(ctx)) {
		return most, workflow.Sleep(ctx, total)
	}
	return sum + large + int(bits), nil
}
