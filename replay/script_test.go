package replay_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// TestScripts runs testdata/*.txt; testdata/README explains their format. Every
// workflow that runs without an error is checked twice more: rebuilt from its history
// it does and prints the same, and with its events grouped into other tasks it asks
// for the same.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, file := range files {
		if text, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(text), "# ") {
			t.Errorf("%s does not begin with a comment that says what it shows (%v)", file, err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			s := &script{sites: replay.NewSites("github.com/reprise-run/reprise/replay_test.(*interp)")}
			defer s.end(t)
			datadriven.RunTest(t, file, func(t *testing.T, d *datadriven.TestData) string {
				return s.directive(t, d)
			})
		})
	}
}

type script struct {
	sites   *replay.Sites
	program *program
	machine *replay.Machine
	in      *interp
	said    int                // lines of in.trace already shown
	tasks   []replay.Task      // the history so far
	build   string             // of the worker that replays
	strict  bool               // also compare what another build recorded
	count   bool               // show how many commands, not which
	fresh   bool               // tasks were made by program, without an error
	blocked chan struct{}      // closed when the program blocks outside the engine
	result  chan func() string // of the current step
}

func (s *script) directive(t *testing.T, d *datadriven.TestData) string {
	switch d.Cmd {
	case "workflow": // a new run
		s.end(t)
		s.tasks, s.fresh = nil, true
		s.program = parseProgram(d.Input)
		s.renew()
		return "ok"
	case "change": // other code for the same history
		s.end(t)
		s.fresh = false
		s.program = parseProgram(d.Input)
		s.renew()
		return "ok"
	case "step", "recorded":
		return s.step(t, d)
	case "replay": // the whole history so far, on a new machine
		s.build = ""
		if d.HasArg("build") {
			d.ScanArgs(t, "build", &s.build)
		}
		s.strict = d.HasArg("strict")
		s.renew()
		for _, task := range s.tasks {
			if _, err := s.machine.Step(task); err != nil {
				return s.show(err.Error())
			}
		}
		return s.show("as recorded")
	case "drive":
		return s.drive()
	case "attributes":
		lines := []string{}
		for _, a := range s.machine.Attrs() {
			lines = append(lines, attribute(a))
		}
		return s.show(append(lines, fmt.Sprintf("%d in all", len(lines)))...)
	case "waiting":
		var lines []string
		for _, w := range s.machine.Waiting() {
			lines = append(lines, w.String())
		}
		return s.show(lines...)
	case "deadlock":
		if err := s.machine.Deadlock(); err != nil {
			return s.show(err.Error())
		}
		return s.show("none")
	case "outstanding":
		return s.show(outstanding(s.machine)...)
	case "running":
		w := s.machine.Running()
		if w.For == "" {
			return "nothing"
		}
		return s.show(w.String())
	case "stack":
		at := where(s.machine.Stack())
		for range 100000 { // it has said that it is about to block
			if !strings.HasPrefix(at, "run") {
				break
			}
			runtime.Gosched()
			at = where(s.machine.Stack())
		}
		return at
	case "release":
		close(s.in.release)
		s.blocked = nil
		return s.show((<-s.result)())
	case "close":
		s.machine.Close()
		return s.show("closed")
	case "rows":
		return s.rows(d)
	}
	t.Fatalf("%s: no such directive: %s", d.Pos, d.Cmd)
	return ""
}

// renew starts the program on a new machine.
func (s *script) renew() {
	if s.machine != nil {
		s.machine.Close()
	}
	s.in, s.said = newInterp(), 0
	s.blocked = s.in.blocked
	s.machine = replay.New(s.in.workflow(s.program), replay.Config{Sites: s.sites, Exact: true, Build: s.build, Strict: s.strict, Warn: func(w replay.Warning) {
		s.in.printf("warning: %v", w)
	}})
}

// show returns lines, preceded by what the program printed since the last call.
func (s *script) show(lines ...string) string {
	lines = append(slices.Clone(s.in.trace[s.said:]), lines...)
	s.said = len(s.in.trace)
	return normal(strings.Join(lines, "\n"))
}

func (s *script) step(t *testing.T, d *datadriven.TestData) string {
	task := replay.Task{Now: day.Add(12 * 3600e9), Level: replay.Level, Build: "v1", Recorded: d.Cmd == "recorded"}
	if d.HasArg("at") {
		var at string
		d.ScanArgs(t, "at", &at)
		task.Now = parseClock(at)
	}
	if d.HasArg("level") {
		d.ScanArgs(t, "level", &task.Level)
	}
	for line := range strings.Lines(d.Input) {
		e := parse(line)
		if _, command := e.Body.(history.Command); command || len(task.Commands) > 0 {
			task.Commands = append(task.Commands, e)
		} else {
			task.Events = append(task.Events, e)
		}
	}
	s.count = d.HasArg("count")
	s.result = make(chan func() string, 1)
	m := s.machine
	go func() {
		out, err := m.Step(task)
		s.result <- func() string { return s.stepped(task, out, err) }
	}()
	select {
	case f := <-s.result:
		return f()
	case <-s.blocked:
		return s.show("the step does not return")
	}
}

func (s *script) stepped(task replay.Task, out replay.Stepped, err error) string {
	if err != nil {
		s.fresh = false
		var p *replay.PanicError
		if errors.As(err, &p) && !strings.Contains(p.Stack, "replay_test.line") {
			return s.show("no stack: " + p.Stack)
		}
		return s.show(err.Error())
	}
	for _, f := range out.AfterCommit {
		f()
	}
	var lines []string
	if task.Recorded {
		s.fresh = false
		lines = append(lines, "as recorded")
	} else {
		task.Recorded, task.Commands = true, out.Commands
	}
	s.tasks = append(s.tasks, task)
	if s.count {
		lines = append(lines, fmt.Sprintf("%d commands", len(out.Commands)))
	} else {
		for _, e := range out.Commands {
			lines = append(lines, format(e))
		}
	}
	if len(lines) == 0 {
		lines = append(lines, "no commands")
	}
	if want := task.Events[0].Seq + int64(len(task.Events)+len(task.Commands)); s.machine.NextSeq() != want {
		lines = append(lines, fmt.Sprintf("NextSeq is %d, want %d", s.machine.NextSeq(), want))
	}
	if out.Done != s.machine.Done() {
		lines = append(lines, "Step and Done differ")
	}
	return s.show(lines...)
}

// drive ends what has been open longest, one event per task, until the run has ended.
func (s *script) drive() string {
	e := history.Event{Seq: 1, Body: body([]string{"started"})}
	for !s.machine.Done() {
		task := replay.Task{Now: day, Level: replay.Level, Events: []history.Event{e}}
		out, err := s.machine.Step(task)
		if err != nil {
			return s.show(err.Error())
		}
		task.Recorded, task.Commands = true, out.Commands
		s.tasks = append(s.tasks, task)
		e = history.Event{Seq: s.machine.NextSeq()}
		if timers := s.machine.Timers(); len(timers) > 0 {
			e.Body = &history.TimerFired{Timer: timers[0].Seq}
		} else if activities := s.machine.Activities(); len(activities) > 0 {
			e.Body = &history.ActivityCompleted{Activity: activities[0].Seq}
		}
	}
	s.fresh = false // checking each length would take too long
	last := s.tasks[len(s.tasks)-1]
	return s.show(format(last.Commands[len(last.Commands)-1]))
}

// end closes the machine and checks a workflow that ran without an error.
func (s *script) end(t *testing.T) {
	if s.machine == nil {
		return
	}
	s.machine.Close()
	s.machine = nil
	if s.fresh && len(s.tasks) > 0 {
		s.checkReplay(t)
		s.checkGrouping(t)
	}
}

var (
	goroutineState = regexp.MustCompile(`^goroutine \d+ \[([a-z ]+)`)
	innermostLine  = regexp.MustCompile(`replay_test\.line0*(\d+)\(`)
)

// where returns the state and the innermost line of a stack.
func where(stack string) string {
	state := goroutineState.FindStringSubmatch(stack)
	line := innermostLine.FindStringSubmatch(stack)
	if state == nil || line == nil {
		return "none: " + stack
	}
	return state[1] + " at line " + line[1]
}

func outstanding(m *replay.Machine) (lines []string) {
	for _, a := range m.Activities() {
		line := fmt.Sprintf("activity %d %s since %s: %d attempts used", a.Seq, a.Scheduled.Name, clock(a.At), a.Attempt)
		if a.Row {
			line += ", a row"
		}
		if a.Last != nil {
			line += ", last " + string(a.Last.Code)
		}
		lines = append(lines, line)
	}
	for _, t := range m.Timers() {
		lines = append(lines, fmt.Sprintf("timer %d due %s", t.Seq, clock(t.FireAt)))
	}
	if len(lines) == 0 {
		lines = append(lines, "nothing")
	}
	return lines
}

// rows groups lines like "open: 1 started" and "12:01: 2 activity charge; 3 ..." into
// tasks.
func (s *script) rows(d *datadriven.TestData) string {
	var rows []replay.Row
	for line := range strings.Lines(d.Input) {
		head, events, _ := strings.Cut(strings.TrimSpace(line), ": ")
		r := replay.Row{Header: history.Header{Level: replay.Level, Open: head == "open"}}
		if !r.Header.Open {
			r.Header.Now = parseClock(head)
		}
		for e := range strings.SplitSeq(events, ";") {
			r.Events = append(r.Events, parse(e))
		}
		rows = append(rows, r)
	}
	tasks, open, err := replay.Tasks(rows)
	if err != nil {
		return normal(err.Error())
	}
	var lines []string
	for _, task := range tasks {
		lines = append(lines, fmt.Sprintf("task at %s: events %s, commands %s", clock(task.Now), seqs(task.Events), seqs(task.Commands)))
		if _, err := s.machine.Step(task); err != nil {
			return s.show(append(lines, err.Error())...)
		}
		s.fresh = false
	}
	if len(open) > 0 {
		lines = append(lines, "open: "+seqs(open))
	}
	return s.show(lines...)
}

func seqs(events []history.Event) string {
	if len(events) == 0 {
		return "none"
	}
	return fmt.Sprintf("%d-%d", events[0].Seq, events[len(events)-1].Seq)
}
