package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// workers finds the workers that are gone.
func (x *examination) workers(ctx context.Context) error {
	all, err := x.in.Workers(ctx)
	if err != nil {
		return err
	}
	if x.now, err = x.store.Now(ctx); err != nil {
		return err
	}
	for _, w := range all {
		switch {
		case w.Alive:
			x.report.Workers++
			x.alive = append(x.alive, w)
		case w.Runs+w.Activities > 0:
			x.gone = append(x.gone, w)
		}
	}
	if x.nobody = x.report.Workers == 0; x.nobody {
		return nil // idle reports what the others left behind
	}
	for _, w := range x.gone {
		if x.now.Sub(w.LeaseUntil) < x.Late {
			continue // the living ones are about to take over
		}
		err := x.found(Finding{Check: CheckWorker, Text: fmt.Sprintf("worker %s (pid %d on %s) has been gone since %s and still owns %s: the live workers do not take over",
			w.ID, w.PID, w.Host, stamp(w.LeaseUntil), holds(w.Runs, w.Activities))})
		if err != nil {
			return err
		}
	}
	return nil
}

// whoLacks reports what cannot continue for lack of a worker.
func (x *examination) whoLacks(context.Context) error {
	if x.nobody {
		return x.idle()
	}
	return x.stranded()
}

// idle reports once everything that waits because no worker is alive.
func (x *examination) idle() error {
	if x.overdue == 0 && len(x.gone) == 0 {
		return nil
	}
	var lies []string
	var since time.Time
	if x.overdue > 0 {
		lies = append(lies, fmt.Sprintf("%s by more than %s (runs that are ready, timers, activities)",
			count(x.overdue, "item is overdue", "items are overdue"), x.Late))
	}
	if len(x.gone) > 0 {
		runs, activities := 0, 0
		for _, w := range x.gone {
			runs, activities = runs+w.Runs, activities+w.Activities
			if w.LeaseUntil.After(since) {
				since = w.LeaseUntil
			}
		}
		lies = append(lies, fmt.Sprintf("%s still owned by %s gone since %s at the latest", holds(runs, activities),
			count(int64(len(x.gone)), "worker that is", "workers that are"), stamp(since)))
	}
	return x.found(Finding{Check: CheckIdle, Text: "no worker is alive: " + strings.Join(lies, "; ")})
}

func holds(runs, activities int) string {
	switch {
	case activities == 0:
		return count(int64(runs), "run", "runs")
	case runs == 0:
		return count(int64(activities), "activity", "activities")
	}
	return count(int64(runs), "run", "runs") + " and " + count(int64(activities), "activity", "activities")
}

func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
