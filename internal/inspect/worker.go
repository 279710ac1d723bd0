package inspect

import (
	"context"
	"slices"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// Worker is a worker, in worker list.
type Worker struct {
	ID         string            `json:"id"`
	Host       string            `json:"host"`
	PID        int               `json:"pid"`
	Build      string            `json:"build"`
	Level      int               `json:"level"` // of the scheduling rules it knows
	Alive      bool              `json:"alive"` // its lease has not expired
	Dead       bool              `json:"dead"`  // it was declared dead
	Started    time.Time         `json:"started"`
	LeaseUntil time.Time         `json:"lease_until"`
	Runs       int               `json:"runs"`       // that it owns
	Activities int               `json:"activities"` // of the activity table, that it owns
	Namespace  string            `json:"namespace"`  // what it serves
	Queues     []string          `json:"queues"`
	Slots      int               `json:"slots"` // activities at once
	Free       int               `json:"free"`  // of these, as last reported
	Labels     map[string]string `json:"labels,omitempty"`
	Drain      *Note             `json:"drain,omitempty"` // who told it to take no more work
}

// ShortID returns enough of the id to distinguish workers in a table.
func (w *Worker) ShortID() string { return shortID(w.ID) }

// shortID shortens an id. An id from a server may have any length.
func shortID(id string) string { return id[:min(len(id), 8)] }

// Drained reports whether the worker was told to drain and owns nothing any more.
func (w *Worker) Drained() bool { return w.Drain != nil && w.Runs+w.Activities == 0 }

// workers returns the store's workers of all namespaces.
func workers(ctx context.Context, look store.Inspector) ([]Worker, error) {
	found, err := look.Workers(ctx)
	if err != nil {
		return nil, err
	}
	all := make([]Worker, 0, len(found))
	for _, w := range found {
		var drain *Note
		if d := w.Drain; d != nil {
			drain = &Note{d.Who, d.Why, d.At}
		}
		all = append(all, Worker{ID: w.ID.String(), Host: w.Host, PID: w.PID, Build: w.Build, Level: w.Level, Alive: w.Alive,
			Dead: w.Dead, Started: w.Started, LeaseUntil: w.LeaseUntil, Runs: w.Runs, Activities: w.Activities,
			Namespace: w.Serves.Namespace, Queues: w.Serves.Queues, Slots: w.Slots, Free: w.Load.Free, Labels: w.Labels, Drain: drain})
	}
	return all, nil
}

// NobodyWorks reports whether no worker of the namespace is alive. It returns false if the
// store cannot list workers.
func NobodyWorks(ctx context.Context, rt *reprise.Runtime) (bool, error) {
	look, ok := rt.Store().(store.Inspector)
	if !ok {
		return false, nil
	}
	all, err := look.Workers(ctx)
	return err == nil && !slices.ContainsFunc(all, func(w store.WorkerState) bool { return w.Alive && Serves(w, rt.Namespace()) }), err
}

// Serves reports whether the worker's row says that it serves the namespace.
func Serves(w store.WorkerState, namespace string) bool {
	return w.Serves.Namespace == "" || w.Serves.Namespace == namespace
}
