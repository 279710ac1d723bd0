package reprise_test

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store/memory"
)

// A job needs no workflow: the definition of an activity is enough.
func ExampleEnqueue() {
	ctx := context.Background()
	sendMail := activity.New("send-mail", func(_ context.Context, to string) (string, error) {
		return "sent to " + to, nil
	})
	rt, err := reprise.New(memory.New(), reprise.Config{Logger: slog.New(slog.DiscardHandler)}, sendMail)
	if err != nil {
		panic(err)
	}
	if err := rt.Start(ctx); err != nil {
		panic(err)
	}
	defer rt.Stop(ctx)

	welcome := []reprise.StartOption{reprise.ID("welcome/ann"), reprise.Once()}
	job, err := reprise.Enqueue(ctx, rt, sendMail, "ann@example.com", welcome...)
	if err != nil {
		panic(err)
	}
	fmt.Println(job.Result(ctx))
	again, err := reprise.Enqueue(ctx, rt, sendMail, "ann@example.com", welcome...)
	fmt.Println(again.Existed(), err)
	// Output:
	// sent to ann@example.com <nil>
	// true <nil>
}
