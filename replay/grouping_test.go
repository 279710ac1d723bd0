package replay_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/replay"
)

// checkReplay rebuilds the run from its history at each length, and continues with
// the rest as open tasks: the program must print and ask for the same every time.
func (s *script) checkReplay(t *testing.T) {
	t.Helper()
	want := s.follow(t, len(s.tasks))
	for n := range s.tasks {
		if got := s.follow(t, n); got != want {
			t.Errorf("with the first %d of %d tasks recorded:\n%s\nwith all recorded:\n%s", n, len(s.tasks), got, want)
		}
	}
}

// follow steps a new machine through the history, the first n tasks as recorded. It
// returns what the workflow printed and asked for.
func (s *script) follow(t *testing.T, n int) string {
	t.Helper()
	in := newInterp()
	close(in.release) // nothing else does
	m := replay.New(in.workflow(s.program), replay.Config{Sites: s.sites})
	defer m.Close()
	var b strings.Builder
	for i, task := range s.tasks {
		if i >= n {
			task.Recorded, task.Commands = false, nil
		}
		out, err := m.Step(task)
		if err != nil {
			t.Fatalf("task %d of %d, %d recorded: %v", i+1, len(s.tasks), n, err)
		}
		commands := out.Commands
		if task.Recorded {
			commands = task.Commands
		}
		for _, e := range commands {
			fmt.Fprintln(&b, format(e))
		}
	}
	for _, line := range in.trace {
		if !strings.Contains(line, "open") && !strings.Contains(line, "after commit") && !strings.Contains(line, "computed") {
			fmt.Fprintln(&b, line)
		}
	}
	return b.String()
}

// fact is an external event without seqs: op is the ordinal of the activity or timer
// it is about, or -1 for none.
type fact struct {
	body history.Body
	op   int
}

// checkGrouping gives the events of the history to a new machine, one per task and in
// random groups: the commands must be the same except for their seqs.
func (s *script) checkGrouping(t *testing.T) {
	t.Helper()
	facts, ok := s.facts()
	if !ok || len(facts) < 2 {
		return
	}
	want, err := s.grouped(t, facts, func() bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{}
	for _, seed := range budget.Some(t, 5, below(20)...) {
		rnd := rand.New(rand.NewPCG(seed, 0))
		cuts := make([]byte, len(facts))
		for i := range cuts {
			cuts[i] = byte(min(rnd.IntN(3), 1)) // 0 ends a task
		}
		left := slices.Clone(cuts)
		if tried[string(cuts)] {
			continue
		}
		tried[string(cuts)] = true
		got, err := s.grouped(t, facts, func() bool {
			cut := left[0] == 0
			left = left[1:]
			return cut
		})
		if many := (*replay.TooManyCommandsError)(nil); errors.As(err, &many) {
			continue // the engine would take in fewer
		}
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("events grouped with seed %d:\n%s\none event a task:\n%s", seed, got, want)
		}
	}
}

// below returns the numbers below n.
func below(n uint64) []uint64 {
	all := make([]uint64, 0, n)
	for i := range n {
		all = append(all, i)
	}
	return all
}

func (s *script) facts() ([]fact, bool) {
	var facts []fact
	var ops []int64
	for _, task := range s.tasks {
		for _, e := range task.Events {
			if e.Body.Kind() == history.KindRunTerminated {
				return nil, false // it discards what its task took in before it
			}
			op := -1
			if seq := about(e.Body); seq != 0 {
				if op = slices.Index(ops, seq); op < 0 {
					return nil, false // about an unknown op, so its meaning depends on the seqs
				}
			}
			facts = append(facts, fact{e.Body, op})
		}
		for _, e := range task.Commands {
			if isOp(e.Body) {
				ops = append(ops, e.Seq)
			}
		}
	}
	return facts, true
}

// grouped runs facts. It ends a task wherever cut says so, and before a fact about
// something that the task asks for itself.
func (s *script) grouped(t *testing.T, facts []fact, cut func() bool) (text string, err error) {
	t.Helper()
	in := newInterp()
	close(in.release) // nothing else does
	m := replay.New(in.workflow(s.program), replay.Config{Sites: s.sites})
	defer m.Close()
	var b strings.Builder
	var ops []int64
	ordinal := map[int64]int{} // by seq
	task := replay.Task{Now: s.tasks[0].Now, Level: replay.Level}
	step := func() {
		if len(task.Events) == 0 || m.Done() {
			return
		}
		if err != nil {
			return
		}
		var out replay.Stepped
		if out, err = m.Step(task); err != nil {
			return
		}
		for _, e := range out.Commands {
			fmt.Fprintln(&b, plain(e, ordinal))
			if isOp(e.Body) {
				ordinal[e.Seq] = len(ops)
				ops = append(ops, e.Seq)
			}
		}
		task.Events = nil
	}
	for _, f := range facts {
		if cut() || f.op >= len(ops) {
			step()
		}
		if m.Done() || f.op >= len(ops) {
			break
		}
		e := history.Event{Seq: m.NextSeq() + int64(len(task.Events)), Body: f.body}
		if f.op >= 0 {
			e.Body = aboutOp(f.body, ops[f.op])
		}
		task.Events = append(task.Events, e)
	}
	step()
	for _, line := range in.trace {
		if !strings.Contains(line, "after commit") {
			fmt.Fprintln(&b, line)
		}
	}
	return b.String(), err
}

// plain formats a command without seqs.
func plain(e history.Event, ordinal map[int64]int) string {
	e.Seq = 0
	switch b := e.Body.(type) {
	case *history.ActivityCancelRequested:
		e.Body = &history.ActivityCancelRequested{Activity: int64(ordinal[b.Activity])}
	case *history.TimerCancelled:
		e.Body = &history.TimerCancelled{Timer: int64(ordinal[b.Timer])}
	case *history.PromiseCancelled:
		e.Body = &history.PromiseCancelled{Promise: int64(ordinal[b.Promise])}
	case *history.RunCompleted: // signals that come with the end are undelivered in one grouping, refused in another
		e.Body = &history.RunCompleted{Result: b.Result}
	case *history.RunFailed:
		e.Body = &history.RunFailed{Failure: b.Failure}
	case *history.RunCancelled:
		e.Body = &history.RunCancelled{Failure: b.Failure}
	}
	return format(e)
}

func isOp(b history.Body) bool {
	return b.Kind() == history.KindActivityScheduled || b.Kind() == history.KindTimerStarted || b.Kind() == history.KindPromiseMade
}

func about(b history.Body) int64 {
	switch b := b.(type) {
	case *history.ActivityCompleted:
		return b.Activity
	case *history.ActivityFailed:
		return b.Activity
	case *history.AttemptEnded:
		return b.Activity
	case *history.TimerFired:
		return b.Timer
	case *history.PromiseEnded:
		return b.Promise
	}
	return 0
}

func aboutOp(b history.Body, seq int64) history.Body {
	switch b := b.(type) {
	case *history.ActivityCompleted:
		c := *b
		c.Activity = seq
		return &c
	case *history.ActivityFailed:
		c := *b
		c.Activity = seq
		return &c
	case *history.AttemptEnded:
		c := *b
		c.Activity = seq
		return &c
	case *history.PromiseEnded:
		c := *b
		if c.Promise = seq; b.Token == fmt.Sprintf("promise-%d", b.Promise) {
			c.Token = fmt.Sprintf("promise-%d", seq)
		}
		return &c
	}
	return &history.TimerFired{Timer: seq}
}
