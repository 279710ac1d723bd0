package inspect

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
)

// Queue is a queue, in queue list and queue show. An autoscaler can use its figures.
type Queue struct {
	Name            string         `json:"name"`
	Paused          *Note          `json:"paused,omitempty"`
	CoolingUntil    *time.Time     `json:"cooling_until,omitempty"` // an activity was throttled; none begins before
	Overruled       *Note          `json:"overruled,omitempty"`
	Declared        *Settings      `json:"declared,omitempty"`
	Set             *Settings      `json:"set,omitempty"`    // by queue set
	Shares          map[string]int `json:"shares,omitempty"` // by the workers' ids
	Ready           int            `json:"ready"`            // runs and activities that could begin now
	ReadyRuns       int            `json:"ready_runs"`       // of these
	ReadyActivities int            `json:"ready_activities"` // of these
	OldestReady     *time.Time     `json:"oldest_ready,omitempty"`
	Lag             float64        `json:"lag_seconds"` // how long the oldest has been ready
	Running         int            `json:"running"`     // activities that have a row
	Owned           int            `json:"owned"`       // runs that a worker owns
	Retrying        int            `json:"retrying"`
	Capped          bool           `json:"capped,omitempty"` // a number may be too low: counting ends at 10,000
	Workers         int            `json:"workers"`
	Slots           int            `json:"slots"`
	AtLimits
}

// AtLimits is what the limits of a queue keep from beginning. More workers would not help.
type AtLimits struct {
	AtLimit    bool        `json:"at_limit,omitempty"` // of the queue: as many activities run as may, its rate is used up, or it cools down
	Held       int         `json:"held,omitempty"`     // of ready_activities, and not in ready: only their partitions keep these from beginning
	Partitions []Partition `json:"partitions,omitempty"`
}

// Partition is the waiting work of a partition.
type Partition struct {
	Key         string     `json:"key"`
	Ready       int        `json:"ready"`
	OldestReady time.Time  `json:"oldest_ready"`
	Running     int        `json:"running,omitempty"` // where there is a limit for that
	State       string     `json:"state"`             // free, full, cooling, or rate: it has used its rate
	NextAt      *time.Time `json:"next_at,omitempty"` // when a cool-down is over, or there is a token again
}

// The states of a partition.
const (
	PartitionFree    = "free"
	PartitionFull    = "full"
	PartitionCooling = "cooling"
	PartitionRate    = "rate"
)

func partitionOf(p reprise.PartitionState) Partition {
	v := Partition{Key: p.Key, Ready: p.Ready, OldestReady: p.OldestReady, Running: p.Running, State: PartitionFree, NextAt: timeOf(p.NextAt)}
	switch {
	case p.Cooling:
		v.State = PartitionCooling
	case !p.NextAt.IsZero():
		v.State = PartitionRate
	case p.Full:
		v.State = PartitionFull
	}
	return v
}

// Note is who did something to a queue or a schedule, why and when.
type Note struct {
	Who string    `json:"who"`
	Why string    `json:"why"`
	At  time.Time `json:"at"`
}

// Settings are the bounds of a queue.
type Settings struct {
	PerWorker        int    `json:"per_worker,omitempty"`
	Concurrency      int    `json:"concurrency"`                  // in all workers together; 0: no limit
	Rate             string `json:"rate,omitempty"`               // the same, as queue set takes it: 100/1s, or 100/1m0s/5 with a burst of 5
	PerPartition     int    `json:"per_partition,omitempty"`      // how many of each partition
	PerPartitionRate string `json:"per_partition_rate,omitempty"` // the rate of each partition
	Revision         int    `json:"revision,omitempty"`
}

func settings(q *reprise.Queue) *Settings {
	if q == nil {
		return nil
	}
	return &Settings{q.PerWorker, q.Global.Concurrency, rateText(q.Global.Rate), q.PerPartition.Concurrency, rateText(q.PerPartition.Rate), q.Revision}
}

// Queues returns the queues of the namespace.
func (l *Look) Queues(ctx context.Context) (all []Queue, err error) {
	found, err := reprise.Queues(ctx, l.RT)
	for _, q := range found {
		v := Queue{
			Name: q.Name, Paused: noted(q.Paused), Overruled: noted(q.Overruled), Ready: q.Ready(), ReadyRuns: q.ReadyRuns, ReadyActivities: q.ReadyActivities,
			Running: q.Running, Owned: q.Owned, Retrying: q.Retrying, Workers: q.Workers, Slots: q.Slots,
		}
		v.Capped = q.Capped
		v.Declared, v.Set, v.Shares = settings(q.Declared), settings(q.Set), q.Shares
		v.AtLimit, v.Held = q.AtLimit, q.Held
		for _, p := range q.Partitions {
			v.Partitions = append(v.Partitions, partitionOf(p))
		}
		if !q.CoolingUntil.IsZero() {
			v.CoolingUntil = &q.CoolingUntil
		}
		if !q.OldestReady.IsZero() {
			v.OldestReady, v.Lag = &q.OldestReady, max(0, l.AsOf.Sub(q.OldestReady).Seconds())
		}
		all = append(all, v)
	}
	return all, err
}

// OldestReady returns the queue whose oldest item has been ready for longest, or the zero Queue if nothing is ready. It skips
// queues that are paused or at their limits: more workers would not help these.
func OldestReady(all []Queue) (oldest Queue) {
	for _, q := range all {
		limited := q.AtLimit && q.ReadyRuns == 0
		if q.OldestReady != nil && q.Paused == nil && !limited && (oldest.OldestReady == nil || q.OldestReady.Before(*oldest.OldestReady)) {
			oldest = q
		}
	}
	return oldest
}

func noted(n *reprise.Note) *Note {
	if n == nil {
		return nil
	}
	return &Note{n.Who, n.Why, n.At}
}

// rateText formats a rate as a person writes it, or returns "" for none.
func rateText(r reprise.Rate) string {
	switch {
	case r.N == 0:
		return ""
	case r.Burst == 0:
		return fmt.Sprintf("%d/%v", r.N, r.Per)
	}
	return fmt.Sprintf("%d/%v/%d", r.N, r.Per, r.Burst)
}
