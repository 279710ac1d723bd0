package inspect

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// Around is what else, besides a run's own rows, decides what the run is said to wait for.
type Around struct {
	Alive  []string // workers of the namespace
	Halted []string // queues from which nothing begins
}

// AroundNow reads an Around from the store.
func AroundNow(ctx context.Context, rt *reprise.Runtime) (a Around, err error) {
	now, err := rt.Store().Now(ctx)
	if err != nil {
		return a, err
	}
	if look, ok := rt.Store().(store.Inspector); ok {
		all, err := look.Workers(ctx)
		if err != nil {
			return a, err
		}
		for _, w := range all {
			if w.Alive && Serves(w, rt.Namespace()) {
				a.Alive = append(a.Alive, w.ID.String())
			}
		}
	}
	queues, err := rt.Store().Queues(ctx, store.QueueQuery{Namespace: rt.Namespace()})
	for _, q := range queues {
		if q.Paused != nil || q.CoolUntil.After(now) {
			a.Halted = append(a.Halted, q.Name)
		}
	}
	slices.Sort(a.Alive)
	return a, err
}

// Step identifies a state of a run's history.
func Step(r store.Run) string { return strconv.FormatInt(r.NextSeq, 10) }

// Version identifies a state of a run: it is its [Step] with a hash of its rows, of around, and of what has
// become due. Passing time alone does not change it. Version does not read the history.
func Version(ctx context.Context, rt *reprise.Runtime, run store.Run, around Around) (string, error) {
	state := []any{run}
	if run.Status == store.Open {
		now, err := rt.Store().Now(ctx)
		if err != nil {
			return "", err
		}
		pending, err := rt.Store().Pending(ctx, run.ID)
		if err != nil {
			return "", err
		}
		var due []bool
		passed := func(t time.Time) { due = append(due, !t.IsZero() && !t.After(now)) }
		for _, x := range pending.Activities {
			passed(x.Ready)
		}
		for _, t := range pending.Timers {
			passed(t.FireAt)
		}
		if run.Blocked != nil {
			passed(run.Blocked.Until)
		}
		state = append(state, pending, around, due)
	}
	text, err := json.Marshal(state)
	if err != nil {
		return "", err
	}
	sum := fnv.New64a()
	_, _ = sum.Write(text) // it never fails
	return fmt.Sprintf("%s-%016x", Step(run), sum.Sum64()), nil
}
