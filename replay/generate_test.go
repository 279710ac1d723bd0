package replay_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// TestGenerated runs programs made up at random against events made up at random, and
// checks each as a script is checked: rebuilt from every length of its history it does
// the same, and with its events in other groups too.
func TestGenerated(t *testing.T) {
	programs := 400
	if testing.Short() {
		programs = 50
	}
	for seed := range uint64(programs) {
		g := &generator{rnd: rand.New(rand.NewPCG(seed, 2026))}
		g.block(0, 3+g.rnd.IntN(8), nil)
		text := strings.Join(g.lines, "\n")
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

type generator struct {
	rnd   *rand.Rand
	lines []string
	names int
}

// block writes n statements that may use the variables known.
func (g *generator) block(depth, n int, known []string) {
	for range n {
		if len(g.lines) > 17 {
			return
		}
		g.statement(depth, &known)
	}
}

func (g *generator) statement(depth int, known *[]string) {
	write := func(format string, args ...any) {
		g.lines = append(g.lines, strings.Repeat("  ", depth)+fmt.Sprintf(format, args...))
	}
	begin := func(format string, args ...any) {
		g.names++
		name := fmt.Sprint("x", g.names)
		write(name+" := "+format, args...)
		*known = append(*known, name)
	}
	inside := func(known []string) {
		write("  print in {random}")
		g.block(depth+1, 1+g.rnd.IntN(3), known)
	}
	pick := func() string { return (*known)[g.rnd.IntN(len(*known))] }
	ops := func() (list []string) {
		for _, name := range *known {
			if !strings.HasPrefix(name, "s") {
				list = append(list, name)
			}
		}
		return list
	}
	names := []string{"approve", "stop"}
	switch g.rnd.IntN(14) {
	case 0:
		write("activity charge")
		write("print {last}")
	case 1:
		write("timer 1m")
	case 2:
		begin("activity ship")
	case 3:
		begin("timer 2m")
	case 4:
		begin("go")
		inside(append([]string(nil), (*known)[:len(*known)-1]...)) // it cannot know itself
	case 5:
		write("receive %s", names[g.rnd.IntN(2)])
		write("print {last}")
	case 6:
		write("receive %s within 1h", names[g.rnd.IntN(2)])
		write("print {last}")
	case 7:
		cases := []string{"signal(approve)", "activity(notify)", "timer(3m)", "cancellation"}
		cases = append(cases, ops()...)
		g.rnd.Shuffle(len(cases), func(i, j int) { cases[i], cases[j] = cases[j], cases[i] })
		write("select %s", strings.Join(cases[:2+g.rnd.IntN(len(cases)-2)], " "))
		write("print {last}")
	case 8:
		g.names++
		name := fmt.Sprint("s", g.names)
		write("%s := %s", name, []string{"scope", "detached"}[g.rnd.IntN(2)])
		*known = append(*known, name)
		write("within %s", name)
		inside(*known)
	case 9:
		if len(*known) > 0 {
			write("cancel %s", pick())
		}
	case 10:
		if list := ops(); len(list) > 0 {
			write("wait %s", list[g.rnd.IntN(len(list))])
			write("print {last}")
		}
	case 11:
		write("sideeffect %d", g.rnd.IntN(100))
	case 12:
		write("repeat 2")
		inside(append([]string(nil), *known...))
	case 13:
		write("defer")
		write("  print deferred")
	}
}

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
