package replay_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/internal/progtext"
	"github.com/reprise-run/reprise/replay"
)

// TestGenerated runs random programs against random events, and checks each as a
// script is checked: rebuilt from every length of its history it does the same, and so
// it does with its events grouped otherwise.
func TestGenerated(t *testing.T) {
	for _, seed := range budget.Some(t, 100, below(400)...) {
		g := &generator{rnd: rand.New(rand.NewPCG(seed, 2026))}
		text := progtext.Generate(g.rnd, progtext.Plain())
		s := &script{
			program: parseProgram(text), fresh: true,
			sites: replay.NewSites("github.com/reprise-run/reprise/replay_test.(*interp)"),
		}
		s.renew()
		if err := g.drive(s); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		s.end(t)
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
}

// generator generates what happens to a program.
type generator struct{ rnd *rand.Rand }

// drive gives the program 25 tasks of events that could happen.
func (g *generator) drive(s *script) error {
	pending := []history.Body{body([]string{"started"})}
	for n := 0; n < 25 && !s.machine.Done(); n++ {
		task := replay.Task{Now: day, Level: replay.Level}
		gone := map[int64]bool{}
		for range 1 + g.rnd.IntN(3) {
			if b := g.event(s.machine, gone, n); b != nil {
				pending = append(pending, b)
			}
		}
		for _, b := range pending {
			task.Events = append(task.Events, history.Event{Seq: s.machine.NextSeq() + int64(len(task.Events)), Body: b})
		}
		pending = nil
		out, err := s.machine.Step(task)
		if err != nil {
			return err
		}
		task.Recorded, task.Commands = true, out.Commands
		s.tasks = append(s.tasks, task)
	}
	return nil
}

func (g *generator) event(m *replay.Machine, gone map[int64]bool, n int) history.Body {
	switch g.rnd.IntN(8) {
	case 0:
		return body([]string{"signal", "approve", "yes"})
	case 1:
		return body([]string{"signal", "stop", fmt.Sprint("id=", g.rnd.IntN(4))})
	case 2:
		if n > 5 && g.rnd.IntN(4) == 0 {
			return &history.CancelRequested{Reason: "enough"}
		}
	case 3, 4:
		if list := m.Timers(); len(list) > 0 {
			if seq := list[g.rnd.IntN(len(list))].Seq; !gone[seq] {
				gone[seq] = true
				return &history.TimerFired{Timer: seq}
			}
		}
	default:
		if list := m.Activities(); len(list) > 0 {
			if seq := list[g.rnd.IntN(len(list))].Seq; !gone[seq] {
				gone[seq] = true
				if g.rnd.IntN(3) == 0 {
					return &history.ActivityFailed{Activity: seq, Failure: history.Failure{Code: "no"}}
				}
				return &history.ActivityCompleted{Activity: seq, Result: text("ok")}
			}
		}
	}
	return nil
}
