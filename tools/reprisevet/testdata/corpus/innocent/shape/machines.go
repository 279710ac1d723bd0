package shape

import (
	"container/heap"
	"slices"
	"time"

	"github.com/reprise-run/reprise/workflow"
)

type due []time.Time

func (d due) Len() int           { return len(d) }
func (d due) Less(i, j int) bool { return d[i].Before(d[j]) }
func (d due) Swap(i, j int)      { d[i], d[j] = d[j], d[i] }        // want Swap:"RV012"
func (d *due) Push(v any)        { *d = append(*d, v.(time.Time)) } // want Push:"RV012"
func (d *due) Pop() any { // want Pop:"RV012"
	last := (*d)[len(*d)-1]
	*d = (*d)[:len(*d)-1]
	return last
}

func plans(ctx workflow.Context, days []int) (string, error) {
	var d due
	for _, n := range slices.Compact(slices.Clone(days)) {
		heap.Push(&d, workflow.Now(ctx).AddDate(0, 0, n))
	}
	for d.Len() > 0 {
		next := heap.Pop(&d).(time.Time)
		if err := workflow.Sleep(ctx, next.Sub(workflow.Now(ctx))); err != nil {
			return "", err
		}
	}
	return "done", nil
}
