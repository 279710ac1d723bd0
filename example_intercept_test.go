package reprise_test

import (
	"context"
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

type traceKey struct{}

// A trace goes from the caller through the run to its activity: the client puts it into the
// headers of the run, and the attempt moves it into its context.
func ExampleInterceptor() {
	tracing := reprise.Interceptor{
		Name: "tracing",
		Client: func(next reprise.ClientHandler) reprise.ClientHandler {
			return func(ctx context.Context, r *reprise.Request) error {
				if parent, ok := ctx.Value(traceKey{}).(string); ok && r.Verb == "start" {
					r.Headers = map[string]string{"traceparent": parent}
				}
				return next(ctx, r)
			}
		},
		Command: func(next reprise.CommandHandler) reprise.CommandHandler {
			return func(ctx workflow.Context, c *workflow.Command) error {
				if c.Kind == workflow.CommandActivity {
					c.Headers = map[string]string{"asked-by": workflow.GetInfo(ctx).Workflow}
				}
				return next(ctx, c)
			}
		},
		Activity: func(next reprise.ActivityHandler) reprise.ActivityHandler {
			return func(ctx context.Context) error {
				info := activity.GetInfo(ctx)
				fmt.Println("begin", info.Activity, "asked by", info.Headers["asked-by"])
				err := next(context.WithValue(ctx, traceKey{}, info.Headers["traceparent"]))
				fmt.Println("end", info.Activity, err)
				return err
			}
		},
	}
	trace := activity.New("trace", func(ctx context.Context, _ string) (string, error) {
		parent, _ := ctx.Value(traceKey{}).(string)
		return parent, nil
	})
	order := workflow.New("order", func(ctx workflow.Context, item string) (string, error) {
		return workflow.Execute(ctx, trace, item).Get(ctx)
	})
	rt := start(reprise.Config{Intercept: []reprise.Interceptor{tracing}}, order, trace)
	defer rt.Stop(context.Background())

	ctx := context.WithValue(context.Background(), traceKey{}, "00-4bf92f35-01")
	run, err := reprise.Start(ctx, rt, order, "a book")
	if err != nil {
		panic(err)
	}
	fmt.Println(run.Result(ctx))
	// Output:
	// begin trace asked by order
	// end trace <nil>
	// 00-4bf92f35-01 <nil>
}
