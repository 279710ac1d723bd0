package main

import (
	"testing"
	"time"
)

func TestAThroughputSaysWhatOneItemCosts(t *testing.T) {
	m := meter{wall: 2 * time.Second, cpu: time.Second}
	m.add(meter{wall: 2 * time.Second, traffic: traffic{cpu: 500 * time.Millisecond, commits: 2000, trips: 3000, wal: 1_000_000}})
	each := []time.Duration{time.Millisecond, 3 * time.Millisecond}
	got := line{Metric: "steps", Unit: "steps/s"}.throughput("step", 1000, m, each)
	want := line{
		Metric: "steps", Unit: "steps/s", Value: 250, Better: higher, P50: 1, P99: 3, N: 1000, Seconds: 4, CPU: 1,
		Per: "step", ProcessCPU: 1000, StoreCPU: 500, Commits: 2, RoundTrips: 3, WAL: 1000,
	}
	if got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}
