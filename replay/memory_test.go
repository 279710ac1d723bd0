package replay_test

import (
	"runtime"
	"testing"
	"weak"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// A step costs the same, however long the history before it.
func TestAStepTakesTheSameMemoryHoweverLongTheHistory(t *testing.T) {
	short, long := stepAfter(t, 100), stepAfter(t, 20_000)
	if short != long {
		t.Errorf("%v allocations after 20,000 events, %v after 100", long, short)
	}
}

// stepAfter returns the allocations of a step after a history of this many events.
func stepAfter(t *testing.T, events int64) float64 {
	m := replay.New(charges(1<<40), replay.Config{})
	defer m.Close()
	out, err := m.Step(open(history.Event{Seq: 1, Body: &history.Started{Level: replay.Level}}))
	step := func() {
		if err == nil {
			out, err = m.Step(open(history.Event{Seq: m.NextSeq(), Body: &history.ActivityCompleted{Activity: out.Commands[0].Seq}}))
		}
	}
	for err == nil && m.NextSeq() <= events {
		step()
	}
	n := testing.AllocsPerRun(100, step)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A rebuilt run keeps only what is still open of its history, not the rows that held
// it.
func TestARebuiltRunKeepsNothingOfWhatIsOver(t *testing.T) {
	t.Run("events that are kept", func(t *testing.T) { keepsLittle(t, false) })
	t.Run("events whose memory is used again", func(t *testing.T) { keepsLittle(t, true) })
}

func keepsLittle(t *testing.T, reuse bool) {
	const steps = 1000
	m := replay.New(charges(steps), replay.Config{})
	defer m.Close()
	rows := rebuild(t, m, steps, reuse)
	runtime.GC()
	kept := 0
	for _, row := range rows {
		if row.Value() != nil {
			kept++
		}
	}
	if a := m.Activities(); len(a) != 1 || len(a[0].Scheduled.Input.Data) != 100 || a[0].Scheduled.Policy.MaxAttempts != 3 {
		t.Fatalf("%v are open", a)
	}
	if kept > 2 { // those of the open activity, and what a stack may still reference of the last
		t.Errorf("%d of %d rows are kept", kept, len(rows))
	}
}

// rebuild gives m the rows of a history of charges, the last of which is open. It
// returns weak pointers to the rows, to check which are still in memory.
func rebuild(t *testing.T, m *replay.Machine, steps int, reuse bool) (rows []weak.Pointer[byte]) {
	input := history.Payload{Enc: "msgpack", Data: make([]byte, 100)}
	var d history.Decoder
	var g replay.Grouper
	for i := range int64(steps) {
		var first history.Body = &history.Started{Level: replay.Level}
		if i > 0 {
			first = &history.ActivityCompleted{Activity: 2 * i, Attempt: 1, Result: input}
		}
		data, err := history.EncodeRow(history.Header{Now: start, Level: replay.Level, Build: "v1"}, []history.Event{
			{Seq: 2*i + 1, Body: first},
			{Seq: 2*i + 2, Site: "shop.order order.go:52", Body: &history.ActivityScheduled{Name: "charge", Input: input, Policy: history.Policy{MaxAttempts: 3}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, weak.Make(&data[0]))
		h, events, err := d.Row(data, 2*i+1, 2)
		if err != nil {
			t.Fatal(err)
		}
		task, whole, err := g.Add(h, events)
		if err != nil || !whole {
			t.Fatal(whole, err)
		}
		if _, err := m.Step(task); err != nil {
			t.Fatal(err)
		}
		if reuse {
			d.Reuse()
		}
	}
	return rows
}
