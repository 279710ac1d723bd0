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
