package testkit_test

import (
	"context"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var billThem = activity.Define[int, int]("billThem-them")

var mapAndBill = workflow.New("map-and-billThem", func(ctx workflow.Context, m mapping) (int, error) {
	r, err := workflow.Map(ctx, square, m.items())
	if err != nil {
		return 0, err
	}
	return workflow.Execute(ctx, billThem, r.Len()).Get(ctx)
})

// A reset to a point after a Map in chunks does not execute its items again.
func TestAResetBehindAMap(t *testing.T) {
	env := testkit.New(t, mapAndBill)
	testkit.Stub(env, square, func(_ context.Context, l load) (int, error) { return l.N, nil })
	testkit.Stub(env, billThem, func(_ context.Context, n int) (int, error) { return n, nil })
	run := testkit.Start(env, mapAndBill, mapping{Items: 300}, reprise.ID("s"))
	if n, err := run.Result(); n != 300 || err != nil {
		t.Fatalf("ends with %d, %v", n, err)
	}
	err := env.Do(func(ctx context.Context, c reprise.Client) error {
		_, err := reprise.Reset(ctx, c, "s", reprise.BeforeActivity("billThem-them"), byAnna, reprise.AllowAgain("billThem-them"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := run.Result(); n != 300 || err != nil {
		t.Errorf("reset, it ends with %d, %v", n, err)
	}
	squared := 0
	for _, name := range env.Executed() {
		if name == "square" {
			squared++
		}
	}
	if squared != 300 {
		t.Errorf("%d items were carried out, want 300", squared)
	}
}
