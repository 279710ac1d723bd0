package sqlite_test

import (
	"slices"
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
)

// BenchmarkRetain runs workflows of one activity, which start and end in batches of 32
// and are removed once as many have ended. Each figure is the lower quartile over the
// batches.
func BenchmarkRetain(b *testing.B) {
	const size, runs = 32, 20_000
	x := newBench(b)
	ended := 0
	var ending []active
	cycle := func() {
		ops := make([]store.Op, 0, 2*size)
		var live []active
		for range size {
			s := x.start()
			r := active{id: s.Run, seq: 1}
			s.Row, s.First = store.Row{}, x.commit(&r)
			ops = append(ops, s)
			live = append(live, r)
		}
		for i := range ending {
			c := x.commit(&ending[i])
			c.Then, c.Status = store.Close, store.Completed
			ops = append(ops, c)
			ended++
		}
		x.apply(ops)
		ending = live
	}
	for ended < runs {
		cycle()
	}
	var removals, cycles []float64 // µs for each
	b.ResetTimer()
	for b.Loop() {
		for n := ended; ended < n+runs; {
			before := time.Now()
			cycle()
			cycles = append(cycles, float64(time.Since(before).Nanoseconds())/1e3/size)
		}
		for n := 0; n < runs; {
			before := time.Now()
			out := x.apply([]store.Op{&store.Retain{Namespace: "default", Max: 1000}})[0]
			n += out.Count
			removals = append(removals, float64(time.Since(before).Nanoseconds())/1e3/float64(out.Count))
		}
	}
	slices.Sort(removals)
	slices.Sort(cycles)
	b.ReportMetric(removals[len(removals)/4], "µs/removed")
	b.ReportMetric(cycles[len(cycles)/4], "µs/made")
	b.ReportMetric(0, "ns/op")
}
