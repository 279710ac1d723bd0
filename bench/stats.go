package main

import (
	"math"
	"slices"
	"time"
)

// percentile returns the smallest value that at least p percent of all do not
// exceed; 0 for an empty slice.
func percentile(all []time.Duration, p float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[max(0, int(math.Ceil(p/100*float64(len(sorted))))-1)]
}

func median(all []time.Duration) time.Duration { return percentile(all, 50) }

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// meter adds up the cost of the measured parts of a workload.
type meter struct {
	wall, cpu time.Duration
	traffic   traffic // of what bench.during measured
}

// during measures f.
func (m *meter) during(f func() error) error {
	cpu, begun := cpuTime(), time.Now()
	err := f()
	m.add(meter{wall: time.Since(begun), cpu: cpuTime() - cpu})
	return err
}

func (m *meter) add(o meter) {
	m.wall, m.cpu, m.traffic = m.wall+o.wall, m.cpu+o.cpu, m.traffic.add(o.traffic)
}
