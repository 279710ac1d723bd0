package world

import (
	"context"
	"log"
	"os"
	"os/signal"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

var hello = workflow.New("hello", func(ctx workflow.Context, name string) (string, error) {
	return "hello " + name, nil
})

// run is a program around a workflow.
func run(ctx context.Context) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	rt, err := reprise.New(memory.New(), reprise.Config{}, hello)
	if err != nil {
		return err
	}
	if err := rt.Start(ctx); err != nil {
		return err
	}
	defer func() { log.Print(rt.Stop(context.Background())) }()
	h, err := reprise.Start(ctx, rt, hello, os.Args[0])
	if err != nil {
		return err
	}
	log.Println(h.Result(ctx))
	return nil
}
