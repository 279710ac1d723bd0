package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
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
	Namespace  string    `json:"namespace"`  // what it serves
	Queues     []string  `json:"queues"`
	Slots      int       `json:"slots"` // activities at once
	Free       int       `json:"free"`  // of these, as it last said
}

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
			found, err := look.Workers(ctx)
			if err != nil {
				return err
			}
			all := make([]workerJSON, 0, len(found))
			for _, w := range found {
				all = append(all, workerJSON{ID: w.ID.String(), Host: w.Host, PID: w.PID, Build: w.Build, Level: w.Level, Alive: w.Alive,
					Dead: w.Dead, Started: w.Started, LeaseUntil: w.LeaseUntil, Runs: w.Runs, Activities: w.Activities,
					Namespace: w.Serves.Namespace, Queues: w.Serves.Queues, Slots: w.Slots, Free: w.Load.Free})
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

// nobodyWorks reports whether no worker of the namespace is alive; a store that cannot
// tell has some.
func nobodyWorks(ctx context.Context, rt *reprise.Runtime) (bool, error) {
	look, ok := rt.Store().(store.Inspector)
	if !ok {
		return false, nil
	}
	all, err := look.Workers(ctx)
	return err == nil && !slices.ContainsFunc(all, func(w store.WorkerState) bool { return w.Alive && serves(w, rt.Namespace()) }), err
}

// serves reports whether a worker is one of the namespace, as far as its row says.
func serves(w store.WorkerState, namespace string) bool {
	return w.Serves.Namespace == "" || w.Serves.Namespace == namespace
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
			{a.when(w.LeaseUntil), plain}, {fmt.Sprint(w.Runs), plain}, {fmt.Sprint(w.Activities), plain}, {w.Namespace, plain}, {strings.Join(w.Queues, ","), plain}, {w.Build, plain}})
	}
	p.table([]string{"ID", "HOST", "PID", "STATE", "STARTED", "LEASE UNTIL", "RUNS", "ACTIVITIES", "NAMESPACE", "QUEUES", "BUILD"}, rows)
}
