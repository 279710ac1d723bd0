package main

import "context"

// workload measures one thing and says it in figures.
type workload struct {
	name    string
	measure func(ctx context.Context, b *bench) ([]line, error)
}

// workloads are all there are, in the order in which "all" measures them: those that
// fill a disk come last.
func workloads() []workload {
	return []workload{
		{"w1", w1},
		{"w2", w2},
		{"w3", w3},
		{"w5", w5},
		{"replay", replaySpeed},
		{"parked", parkedRuns},
		{"signal", signalLatency},
		{"list", listPages},
		{"doctor", doctor},
	}
}

func workloadNames() []string {
	var names []string
	for _, w := range workloads() {
		names = append(names, w.name)
	}
	return names
}
