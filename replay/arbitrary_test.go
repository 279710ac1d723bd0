package replay_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// Whatever a caller passes as a history, a machine answers with a step or an error. It
// does not panic or hang, and it can be closed.
func TestArbitraryTasks(t *testing.T) {
	program := parseProgram("t := timer 1m\na := activity charge\ng := go\n  receive approve\n  sideeffect dice\nselect t a\ncancel t\nwait g\nactivity ship\nreturn {last}")
	for seed := range uint64(3000) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		in := newInterp()
		m := replay.New(in.workflow(program), replay.Config{})
		for range 6 {
			task := replay.Task{Level: replay.Level, Recorded: rnd.IntN(3) == 0}
			seq := m.NextSeq()
			for range rnd.IntN(4) {
				task.Events = append(task.Events, arbitrary(rnd, &seq, rnd.IntN(20) == 0))
			}
			for range rnd.IntN(4) {
				task.Commands = append(task.Commands, arbitrary(rnd, &seq, rnd.IntN(20) != 0))
			}
			if _, err := m.Step(task); err != nil && err.Error() == "" {
				t.Errorf("seed %d: an error without words", seed)
			}
		}
		m.Waiting()
		for _, a := range m.Activities() {
			if !m.AnyActivity(func(b replay.OpenActivity) bool { return a == b }) {
				t.Errorf("seed %d: activity %d is open and not any", seed, a.Seq)
			}
		}
		if m.AnyActivity(func(a replay.OpenActivity) bool { return !slices.Contains(m.Activities(), a) }) {
			t.Errorf("seed %d: an activity is any and not open", seed)
		}
		m.Timers()
		m.Close()
		if n, _ := m.Size(); n != 0 {
			t.Fatalf("seed %d: %d coroutines are left", seed, n)
		}
	}
}

func arbitrary(rnd *rand.Rand, seq *int64, command bool) history.Event {
	e := history.Event{Seq: *seq}
	*seq++
	if rnd.IntN(30) == 0 {
		e.Seq += rnd.Int64N(5) - 2
	}
	n := rnd.Int64N(8)
	if command {
		e.Body = []history.Body{
			&history.ActivityScheduled{Name: []string{"charge", "ship"}[n%2]}, &history.TimerStarted{},
			&history.ActivityCancelRequested{Activity: n}, &history.TimerCancelled{Timer: n}, &history.SideEffectRecorded{},
			&history.RunCompleted{}, &history.RunFailed{}, &history.RunCancelled{}, &history.Unknown{Number: 99}, nil,
		}[rnd.IntN(10)]
		return e
	}
	if e.Seq == 1 {
		e.Body = &history.Started{Level: replay.Level}
		return e
	}
	e.Body = []history.Body{
		&history.ActivityCompleted{Activity: n}, &history.ActivityFailed{Activity: n}, &history.AttemptEnded{Activity: n},
		&history.TimerFired{Timer: n}, &history.SignalReceived{Name: "approve"}, &history.SignalReceived{Name: "approve", ID: "a"},
		&history.CancelRequested{}, &history.RunTerminated{}, &history.Started{Level: replay.Level}, &history.Unknown{Number: 64},
	}[rnd.IntN(10)]
	return e
}
