package store

import "time"

// Limit bounds the activities of each partition of a queue. Zero is no limit.
type Limit struct {
	Concurrency int  `json:"concurrency,omitempty"`
	Rate        Rate `json:"rate,omitzero"`
}

// Partition is what is known of a key within a queue, beside the rows that it has. One of which nothing is to be known has no row.
type Partition struct {
	Key string
	// TAT, CoolUntil and Cools are those of a Queue.
	TAT       time.Time
	CoolUntil time.Time
	Cools     int
}

// PartitionLoad is what waits of a partition, and why no more of it begins.
type PartitionLoad struct {
	Partition
	Ready       int       // activities that are ready, but for the limits of the partition
	OldestReady time.Time // since when the oldest of them is
	Running     int       // as far as the limit; 0 without one
	NextAt      time.Time // when its cool-down is over, and there is a token of its rate; zero: now
}

// Held says whether its own limits keep more of a partition from beginning, where so many may run at once; 0: any number.
func (p *PartitionLoad) Held(most int) bool {
	return !p.NextAt.IsZero() || most > 0 && p.Running >= most
}

const (
	// MostPartitions is of how many partitions a [Queue] tells at most.
	MostPartitions = 10
	// MostKeyed is how many activities are looked at for that. What is behind them is not told.
	MostKeyed = 100_000
)
