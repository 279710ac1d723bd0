package cli

import (
	"context"
	"fmt"
	"slices"
	"time"

	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// workerJSON is a worker, in worker list.
type workerJSON struct {
	ID         string    `json:"id"`
	Host       string    `json:"host"`
	PID        int       `json:"pid"`
	Build      string    `json:"build"`
	Level      int       `json:"level"` // of the scheduling rules it knows
	Alive      bool      `json:"alive"` // its lease goes on
	Dead       bool      `json:"dead"`  // others have taken over from it
	Started    time.Time `json:"started"`
	LeaseUntil time.Time `json:"lease_until"`
	Runs       int       `json:"runs"`       // that it owns
	Activities int       `json:"activities"` // of the activity table, that it owns
}

func (a *app) workersCommand() *flags.Command {
	return &flags.Command{
		Name: "list", Usage: "list the workers, the one started last first",
		Description: `Of all namespaces. Which namespace and queues a worker serves, and how many workflows and
activities it binds, stands in its log, in the line "worker started".`,
		Action: func(ctx context.Context, c *flags.Command) error {
			rt, err := a.runtime(ctx, c)
			if err != nil {
				return err
			}
			look, err := a.inspector(rt)
			if err != nil {
				return err
			}
			found, err := look.Workers(ctx)
			if err != nil {
				return err
			}
			all := make([]workerJSON, 0, len(found))
			for _, w := range found {
				all = append(all, workerJSON{ID: w.ID.String(), Host: w.Host, PID: w.PID, Build: w.Build, Level: w.Level, Alive: w.Alive,
					Dead: w.Dead, Started: w.Started, LeaseUntil: w.LeaseUntil, Runs: w.Runs, Activities: w.Activities})
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

// nobodyWorks reports whether no worker is alive; a store that cannot tell has some.
func nobodyWorks(ctx context.Context, rt *reprise.Runtime) (bool, error) {
	look, ok := rt.Store().(store.Inspector)
	if !ok {
		return false, nil
	}
	all, err := look.Workers(ctx)
	return err == nil && !slices.ContainsFunc(all, func(w store.WorkerState) bool { return w.Alive }), err
}

func (a *app) workerTable(p *page, all []workerJSON) {
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
		rows = append(rows, []cell{{w.ID[:8], bold}, {w.Host, plain}, {fmt.Sprint(w.PID), plain}, state, {a.when(w.Started), plain},
			{a.when(w.LeaseUntil), plain}, {fmt.Sprint(w.Runs), plain}, {fmt.Sprint(w.Activities), plain}, {w.Build, plain}})
	}
	p.table([]string{"ID", "HOST", "PID", "STATE", "STARTED", "LEASE UNTIL", "RUNS", "ACTIVITIES", "BUILD"}, rows)
}
