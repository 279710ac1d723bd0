package testkit_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

func TestZZ(t *testing.T) {
	w := workflow.New("w", func(ctx workflow.Context, n int) (int, error) {
		for i := range 24 {
			if _, err := workflow.Execute(ctx, charge, i).Get(ctx); err != nil {
				return 0, err
			}
			if err := workflow.Sleep(ctx, 30*24*time.Hour); err != nil {
				return 0, err
			}
		}
		return n, nil
	})
	for i := range 1000 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			begun := time.Now()
			env := testkit.New(t, w)
			testkit.Stub(env, charge, receipt)
			if _, err := testkit.Execute(env, w, 1); err != nil {
				t.Error(err)
			}
			if i < 3 {
				t.Log(time.Since(begun))
			}
		})
	}
}
