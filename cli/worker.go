package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	flags "github.com/urfave/cli/v3"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
)

// drainedJSON is the result of worker drain and undrain.
type drainedJSON struct {
	Worker string `json:"worker"`
	Done   string `json:"done"` // drains, takes work
}

func workerCommands(a *app) []*flags.Command {
	return []*flags.Command{
		workersCommand(a),
		drainCommand(a, "drain", "drain a worker", "drains", true,
			"It claims no more work, runs leave it between two activities, and what it runs ends. It stays drained until its process stops."),
		drainCommand(a, "undrain", "undrain a worker", "takes work", false, "It undoes worker drain."),
	}
}

// drainCommand returns a command that tells a worker something, recorded with who did it and why.
func drainCommand(a *app, name, usage, done string, on bool, description string) *flags.Command {
	return &flags.Command{
		Name: name, Usage: usage, ArgsUsage: "ID", Flags: recorded(), Description: description + " The beginning of an id is enough.",
		Action: func(ctx context.Context, c *flags.Command) error {
			who, err := a.who(c)
			if err != nil {
				return err
			}
			from, err := a.answers(ctx, c)
			if err != nil {
				return err
			}
			id, err := workerOf(ctx, a, c.Args().First())
			if err != nil {
				return err
			}
			switch err := from.Drain(ctx, id, on, who); {
			case errors.Is(err, reprise.ErrNotFound):
				return &exitError{codeNotFound, fmt.Errorf("no live worker of this namespace has the id %s", id), a.try("worker", "list")}
			case err != nil:
				return err
			}
			return a.show(drainedJSON{id.String(), done}, func(p *page) {
				p.say("%s: %s", id, done)
				a.next(p, "worker", "list")
			})
		},
	}
}

// workerOf returns the id of a worker, given its beginning.
func workerOf(ctx context.Context, a *app, begin string) (id uuid.UUID, err error) {
	if id, err = uuid.Parse(begin); err == nil {
		return id, nil
	}
	all, err := a.from.Workers(ctx)
	if err != nil {
		return id, err
	}
	all = slices.DeleteFunc(all, func(w inspect.Worker) bool { return begin == "" || !strings.HasPrefix(w.ID, begin) })
	if len(all) != 1 {
		return id, wrongLine(fmt.Sprintf("%d workers have an id that begins with %q", len(all), begin), a.try("worker", "list"))
	}
	return uuid.Parse(all[0].ID)
}

func workersCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "list", Usage: "list the workers, newest first",
		Description: "Those of all namespaces; a server lists those that serve its own.",
		Action: func(ctx context.Context, c *flags.Command) error {
			from, err := a.answers(ctx, c)
			if err != nil {
				return err
			}
			all, err := from.Workers(ctx)
			if err != nil {
				return err
			}
			return list(&a.printer, all, func(p *page) { a.workerTable(p, all) })
		},
	}
}

func (ts *texts) workerTable(p *page, all []inspect.Worker) {
	if len(all) == 0 {
		p.say("no worker runs on this store, so no run continues: start your program")
		ts.next(p, "run", "list", "--status", "open")
		return
	}
	rows := make([][]cell, 0, len(all))
	for _, w := range all {
		rows = append(rows, []cell{{w.ShortID(), bold}, {w.Host, plain}, {fmt.Sprint(w.PID), plain}, workerState(w), {ts.When(w.Started), plain},
			{ts.When(w.LeaseUntil), plain}, {fmt.Sprint(w.Runs), plain}, {fmt.Sprint(w.Activities), plain}, {w.Namespace, plain}, {strings.Join(w.Queues, ","), plain}, {w.Build, plain}, {labelsText(w.Labels), plain}})
	}
	p.table([]string{"ID", "HOST", "PID", "STATE", "STARTED", "LEASE UNTIL", "RUNS", "ACTIVITIES", "NAMESPACE", "QUEUES", "BUILD", "LABELS"}, rows)
}

func workerState(w inspect.Worker) cell {
	switch {
	case w.Dead:
		return cell{"dead", red}
	case !w.Alive:
		return cell{"silent", yellow}
	case w.Drained():
		return cell{"drained", yellow}
	case w.Drain != nil:
		return cell{"draining", yellow}
	}
	return cell{"alive", green}
}

// labelsText formats labels as zone=eu-1,disk=ssd, in the order of the keys.
func labelsText(labels map[string]string) string {
	var all []string
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		all = append(all, key+"="+labels[key])
	}
	return strings.Join(all, ",")
}
