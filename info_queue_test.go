package reprise_test

import (
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// A workflow knows the queue of its run, also in a child and in a run that continues another.
func TestAWorkflowKnowsItsQueue(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		place := workflow.New("place", func(ctx workflow.Context, _ int) (string, error) { return workflow.GetInfo(ctx).Queue, nil })
		tour := workflow.Define[int, []string]("tour")
		stops := tour.Bind(func(ctx workflow.Context, n int) (all []string, err error) {
			if n == 0 {
				return workflow.ContinueAsNew(ctx, tour, 1)
			}
			for _, opts := range [][]workflow.ChildOption{nil, {workflow.ChildQueue("letters")}, {workflow.ChildQueue("default")}} {
				at, err := workflow.ExecuteChild(ctx, place, 0, opts...).Get(ctx)
				if err != nil {
					return nil, err
				}
				all = append(all, at)
			}
			return append(all, workflow.GetInfo(ctx).Queue), nil
		})
		cfg := quiet()
		cfg.Queues = []reprise.Queue{{Name: "default"}, {Name: "letters"}, {Name: "parcels"}}
		rt := startRuntime(t, st, cfg, place, stops)
		for queue, want := range map[string]string{"parcels": "parcels letters default parcels", "": "default letters default default"} {
			var opts []reprise.StartOption
			if queue != "" {
				opts = append(opts, reprise.OnQueue(queue))
			}
			run, err := reprise.Start(bounded(t), rt, tour, 0, opts...)
			if err != nil {
				t.Fatal(err)
			}
			got, err := run.Result(bounded(t))
			if err != nil || len(got) != 4 || got[0]+" "+got[1]+" "+got[2]+" "+got[3] != want {
				t.Errorf("on %q: %v, %v; want %s", queue, got, err, want)
			}
		}
	})
}
