package testkit_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

// A deploy replaces the worker while it renders. The worker finishes the rendering, and its successor makes the
// upload.
func ExampleEnv_Drain() {
	render := activity.Define[string, string]("render", activity.Policy{StartToClose: 2 * time.Hour})
	upload := activity.Define[string, string]("upload")
	publish := workflow.New("publish", func(ctx workflow.Context, film string) (string, error) {
		file, err := workflow.Execute(ctx, render, film).Get(ctx)
		if err != nil {
			return "", err
		}
		return workflow.Execute(ctx, upload, file).Get(ctx)
	})
	test(func(t *testing.T) {
		env := testkit.New(t, publish)
		var workers []string
		testkit.Stub(env, render, func(ctx context.Context, film string) (string, error) {
			workers = append(workers, activity.GetInfo(ctx).Worker)
			<-time.After(time.Hour) // in virtual time
			return film + ".mp4", ctx.Err()
		})
		testkit.Stub(env, upload, func(ctx context.Context, file string) (string, error) {
			workers = append(workers, activity.GetInfo(ctx).Worker)
			return "https://films/" + file, nil
		})
		run := testkit.Start(env, publish, "metropolis")
		env.After(time.Minute, env.Drain)
		url, err := run.Result()
		fmt.Println(url, err)
		fmt.Println(len(workers), "attempts, by one worker:", workers[0] == workers[1])
	})
	// Output:
	// https://films/metropolis.mp4 <nil>
	// 2 attempts, by one worker: false
}
