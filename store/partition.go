package store

import "time"

// Limit bounds the activities of each partition of a queue. Zero is no limit.
type Limit struct {
	Concurrency int  `json:"concurrency,omitempty"`
	Rate        Rate `json:"rate,omitzero"`
}

// Partition is the state of a key within a queue, apart from its activity rows. A partition without any state has no row.
type Partition struct {
	Key string
	// TAT, CoolUntil and Cools are as in Queue.
	TAT       time.Time
	CoolUntil time.Time
	Cools     int
}

// PartitionLoad is the load of a partition, and what holds it back.
type PartitionLoad struct {
	Partition
	Ready       int       // activities that are ready except for the partition's limits
	OldestReady time.Time // since when the oldest of them has been ready
	Running     int       // counted up to the limit; 0 without one
	NextAt      time.Time // when its cool-down is over and its rate has a token; zero: now
}

// Held reports whether the partition's own limits hold it back, if most activities may run at once; 0: any number.
func (p *PartitionLoad) Held(most int) bool {
	return !p.NextAt.IsZero() || most > 0 && p.Running >= most
}

const (
	// MostPartitions is the most partitions that a [Queue] lists.
	MostPartitions = 10
	// MostKeyed is how many ready activities are examined for that. Any further ones are not counted.
	MostKeyed = 100_000
)
