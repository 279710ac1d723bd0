package cli

import (
	"context"
	"fmt"
	"strings"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

func (a *app) workersCommand() *flags.Command {
	return &flags.Command{
		Name: "list", Usage: "list the workers, the one started last first",
		Description: "Of all namespaces.",
		Action: func(ctx context.Context, c *flags.Command) error {
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			look, err := a.inspector(rt)
			if err != nil {
				return err
			}
			all, err := inspect.Workers(ctx, look)
			if err != nil {
				return err
			}
			return list(a, all, func(p *page) { a.workerTable(p, all) })
		},
	}
}

// inspector is the store as an operator looks it over.
func (a *app) inspector(rt *reprise.Runtime) (store.Inspector, error) {
	look, ok := rt.Store().(store.Inspector)
	if !ok {
		return nil, &exitError{codeFailed, fmt.Errorf("this store cannot be looked over: %T is no store.Inspector", rt.Store()), a.try("run", "list")}
	}
	return look, nil
}

func (a *app) workerTable(p *page, all []inspect.Worker) {
	if len(all) == 0 {
		p.say("no worker is at work on this store, so no run goes on: start your program")
		a.next(p, "run", "list", "--status", "open")
		return
	}
	rows := make([][]cell, 0, len(all))
	for _, w := range all {
		state := cell{"alive", green}
		switch {
		case w.Dead:
			state = cell{"dead", red}
		case !w.Alive:
			state = cell{"silent", yellow}
		}
		rows = append(rows, []cell{{w.ID[:8], bold}, {w.Host, plain}, {fmt.Sprint(w.PID), plain}, state, {a.When(w.Started), plain},
			{a.When(w.LeaseUntil), plain}, {fmt.Sprint(w.Runs), plain}, {fmt.Sprint(w.Activities), plain}, {w.Namespace, plain}, {strings.Join(w.Queues, ","), plain}, {w.Build, plain}})
	}
	p.table([]string{"ID", "HOST", "PID", "STATE", "STARTED", "LEASE UNTIL", "RUNS", "ACTIVITIES", "NAMESPACE", "QUEUES", "BUILD"}, rows)
}
