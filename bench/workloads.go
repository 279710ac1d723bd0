package main

import (
	"context"
	"slices"
)

// workload measures one thing in one or more figures.
type workload struct {
	name    string
	was     string // its former name, which is still accepted
	family  string // the name of a group that is measured together
	measure func(ctx context.Context, b *bench) ([]line, error)
	store   string // the only store it supports; empty: any
	counts  bool   // it counts the server's statements
}

// counting returns w as a workload that counts the server's statements.
func (w workload) counting() workload {
	w.counts = true
	return w
}

// on reports whether the workload can be measured on a store.
func (w workload) on(store string) bool { return w.store == "" || w.store == store }

// workloads returns all workloads of an engine, in the order in which "all" measures them:
// those that fill a disk come last.
func workloads(engine string) []workload {
	switch engine {
	case "river":
		return []workload{{name: "w1", measure: riverW1, store: "postgres"}}
	case "temporal":
		return []workload{
			{name: "w1", measure: temporalW1, store: "sqlite"},
			{name: "w2", measure: temporalW2, store: "sqlite"},
			{name: "w3", measure: temporalW3, store: "sqlite"},
		}
	}
	return []workload{
		{name: "w1", measure: w1},
		{name: "w2", measure: w2},
		{name: "w3", measure: w3},
		{name: "w4", measure: w4},
		{name: "jobs", measure: jobs},
		{name: "w5", measure: w5},
		{name: "w6", measure: w6},
		{name: "w7", measure: w7},
		{name: "w8", was: "parked", measure: w8, counts: true},
		{name: "w10", measure: w10},
		{name: "children", measure: children},
		{name: "chain", measure: chains},
		{name: "replay", measure: replaySpeed},
		{name: "signal", measure: signalLatency},
		{name: "update", measure: updates},
		{name: "list", measure: listPages},
		{name: "doctor", measure: doctor},
		{name: "w9", was: "takeover", measure: w9},
		{name: "telemetry", measure: telemetry},
		{name: "w12", measure: w12},
		grown("steps", 20_000, growSteps),
		grown("open", 100_000, growOpen),
		grown("closed", 100_000, growClosed),
		grown("workers", 100, growWorkers).counting(),
		grown("payload", 1000*kilobyte, growPayload),
		grown("timers", 100_000, growTimers),
		{name: "w11", measure: w11, store: "postgres"},
		{name: "idle", measure: idleRuntimes, store: "postgres", counts: true},
		{name: "tabs", measure: tabs, store: "postgres", counts: true},
		{name: "spread", measure: spread, store: "postgres"},
		{name: "fleet", measure: fleet, store: "postgres", counts: true},
		{name: "cost", measure: cost, store: "postgres", counts: true},
	}
}

// workloadNames returns all values of -workload except "all" and former names.
func workloadNames(engine string) (names []string) {
	for _, w := range workloads(engine) {
		if w.family != "" && !slices.Contains(names, w.family) {
			names = append(names, w.family)
		}
		names = append(names, w.name)
	}
	return names
}
