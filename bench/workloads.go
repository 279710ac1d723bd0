package main

import "context"

// workload measures one thing and says it in figures.
type workload struct {
	name    string
	was     string // the name it had before, which is still understood
	measure func(ctx context.Context, b *bench) ([]line, error)
	store   string // the only one it can be measured on; empty: any
	counts  bool   // it asks the server what statements it has carried out
}

// on says whether it can be measured on a store.
func (w workload) on(store string) bool { return w.store == "" || w.store == store }

// workloads are all that an engine has, in the order in which "all" measures them: those that
// fill a disk come last.
func workloads(engine string) []workload {
	if engine == "river" {
		return []workload{{name: "w1", measure: riverW1, store: "postgres"}}
	}
	return []workload{
		{name: "w1", measure: w1},
		{name: "w2", measure: w2},
		{name: "w3", measure: w3},
		{name: "w4", measure: w4},
		{name: "w5", measure: w5},
		{name: "w6", measure: w6},
		{name: "w7", measure: w7},
		{name: "w8", was: "parked", measure: w8, counts: true},
		{name: "w10", measure: w10},
		{name: "replay", measure: replaySpeed},
		{name: "signal", measure: signalLatency},
		{name: "list", measure: listPages},
		{name: "doctor", measure: doctor},
		{name: "w9", was: "takeover", measure: w9},
		{name: "w12", measure: w12},
		{name: "growth", measure: costGrowth, counts: true},
		{name: "w11", measure: w11, store: "postgres"},
		{name: "idle", measure: idleRuntimes, store: "postgres", counts: true},
		{name: "spread", measure: spread, store: "postgres"},
		{name: "cost", measure: cost, store: "postgres", counts: true},
	}
}

func workloadNames(engine string) []string {
	var names []string
	for _, w := range workloads(engine) {
		names = append(names, w.name)
	}
	return names
}
