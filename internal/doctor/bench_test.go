package doctor_test

import (
	"encoding/binary"
	"fmt"
	"path/filepath"
	"runtime/metrics"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

const (
	benchRuns   = 50_000
	benchEvents = 20 // of each run, in 11 rows
	benchBatch  = 40 // runs in one transaction
)

// BenchmarkExamine looks over a SQLite file of 1,000,000 events, of runs that have ended or
// of runs that wait for a timer. It also says how much memory it held at most; what was
// there before is taken off.
func BenchmarkExamine(b *testing.B) {
	for _, open := range []bool{false, true} {
		b.Run(map[bool]string{false: "ended", true: "waiting"}[open], func(b *testing.B) { benchmarkExamine(b, open) })
	}
}

func benchmarkExamine(b *testing.B, open bool) {
	st, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "big.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := st.Close(); err != nil {
			b.Error(err)
		}
	}()
	fill(b, st, open)
	for _, quick := range []bool{false, true} {
		b.Run(map[bool]string{false: "whole", true: "quick"}[quick], func(b *testing.B) {
			before, peak := heap(), uint64(0)
			var r doctor.Report
			for b.Loop() {
				var err error
				r, err = doctor.Examine(b.Context(), st, doctor.Options{Quick: quick, Progress: func(_ string, r doctor.Report) {
					if r.Runs%512 == 0 {
						peak = max(peak, heap())
					}
				}}, func(f doctor.Finding) error { return fmt.Errorf("found %s", show(f)) })
				if err != nil {
					b.Fatal(err)
				}
			}
			if want := int64(benchRuns * benchEvents); r.Runs != benchRuns || r.Events != want && !quick {
				b.Fatalf("looked at %d runs and %d events, want %d and %d", r.Runs, r.Events, benchRuns, want)
			}
			b.ReportMetric(float64(benchRuns*benchEvents)/(b.Elapsed().Seconds()/float64(b.N)), "events/s")
			b.ReportMetric(float64(max(peak, before)-before)/(1<<20), "MiB-peak")
		})
	}
}

func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// fill writes runs that have ended or wait, by the ops an engine would use.
func fill(tb testing.TB, st store.Store, open bool) {
	tb.Helper()
	input := history.Payload{Enc: "msgpack", Data: make([]byte, 100)}
	row := func(seq int64, bodies ...history.Body) store.Row {
		events := make([]history.Event, len(bodies))
		for i, body := range bodies {
			events[i] = history.Event{Seq: seq + int64(i), Body: body}
			if _, command := body.(history.Command); command {
				events[i].Site = "order.fulfil order.go:52"
			}
		}
		data, err := history.EncodeRow(history.Header{Now: noon, Level: 1, Build: "bench"}, events)
		if err != nil {
			tb.Fatal(err)
		}
		return store.Row{Seq: seq, N: len(events), Data: data}
	}
	charge := &history.ActivityScheduled{Name: "charge", Input: input, Eager: true}
	charged := func(activity int64) *history.ActivityCompleted {
		return &history.ActivityCompleted{Activity: activity, Attempt: 1, Result: input}
	}
	var token store.Token
	next := func() store.Token {
		binary.BigEndian.PutUint64(token[:], binary.BigEndian.Uint64(token[:])+1)
		return token
	}
	var ops []store.Op
	for n := range benchRuns {
		id, worker := fmt.Sprintf("order-%d", n), uuid.NewSHA1(uuid.Nil, []byte("worker"))
		run := uuid.NewSHA1(uuid.Nil, []byte(id))
		first := row(1, &history.Started{Workflow: "fulfil", WorkflowID: id, Input: input})
		first.Token = next()
		ops = append(ops, &store.Start{Run: run, Chain: run, Namespace: "default", WorkflowID: id, Workflow: "fulfil", Queue: "default",
			Level: 1, Row: first, Owner: worker, Claim: token})
		commit := func(r store.Row, then store.Then, timers ...store.Timer) {
			after := token
			r.Token = next()
			ops = append(ops, &store.Commit{Run: run, Owner: worker, Epoch: 1, Seq: r.Seq, After: after, Token: token, Level: 1, Build: "bench",
				Rows: []store.Row{r}, Then: then, Status: store.Completed, Waiting: "timer", StartTimers: timers})
		}
		commit(row(2, charge), store.Keep)
		for seq := int64(3); seq < benchEvents-1; seq += 2 {
			commit(row(seq, charged(seq-1), charge), store.Keep)
		}
		if due := noon.AddDate(100, 0, 0); open {
			commit(row(benchEvents-1, charged(benchEvents-2), &history.TimerStarted{FireAt: due}), store.Park, store.Timer{ID: benchEvents, FireAt: due})
		} else {
			commit(row(benchEvents-1, charged(benchEvents-2), &history.RunCompleted{Result: input}), store.Close)
		}
		if n%benchBatch == benchBatch-1 {
			outcomes, err := st.Apply(tb.Context(), ops)
			if err != nil {
				tb.Fatal(err)
			}
			for _, o := range outcomes {
				if o.Code != store.Done {
					tb.Fatalf("the store answers %v", o.Code)
				}
			}
			ops = ops[:0]
		}
	}
}
