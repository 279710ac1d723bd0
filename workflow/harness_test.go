package workflow_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/workflow"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// codecs are the engine's default codecs.
var codecs *history.Codecs

// noon is the time at which every test begins.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

type (
	flow    = contract.Workflow[workflow.Context, workflow.Command]
	options = contract.WorkflowOptions[workflow.Context, workflow.Command]
	binding = interface{ Contract() contract.Contract }
)

// of returns what the engine gets from a binding.
func of(b binding) *flow { return b.Contract().(*flow) }

// world is a store, a worker and the outside, in memory. It steps a machine task by
// task, and the test says what happens outside. What each task appends is encoded
// as in a history. When the test ends the run is replayed, in one go and from
// scratch before each of its tasks; it must ask for the same each time.
type world struct {
	t     *testing.T
	bind  *flow
	opts  options
	live  *replay.Machine
	now   time.Time
	tasks []replay.Task // as a store returns them
	after []func()      // functions that wait until the last task is acknowledged
	err   error         // from the last step
}

// begin starts a run of b.
func begin(t *testing.T, b binding, in any, opts ...options) *world {
	t.Helper()
	return beginSeeded(t, [16]byte{1, 2, 3}, b, in, opts...)
}

// beginSeeded is begin with a seed for the run's random numbers.
func beginSeeded(t *testing.T, seed [16]byte, b binding, in any, opts ...options) *world {
	t.Helper()
	w := &world{t: t, bind: of(b), now: noon}
	for _, o := range opts {
		w.opts = o
	}
	if err := w.bind.Err; err != nil {
		t.Fatal(err)
	}
	w.live = w.machine()
	t.Cleanup(func() {
		w.live.Close()
		if w.err == nil {
			w.verify()
		}
	})
	w.step(&history.Started{Workflow: w.bind.Name, WorkflowID: "order-42", Input: w.encode(in),
		Seed: seed, Level: replay.Level})
	return w
}

func (w *world) machine() *replay.Machine {
	return replay.New(w.bind.Func(w.opts), replay.Config{
		Run:   uuid.UUID{7},
		Exact: true,
		Warn:  func(warning replay.Warning) { w.t.Errorf("replay: %v", warning) },
	})
}

// step makes one task of the events and commits it.
func (w *world) step(bodies ...history.Body) {
	w.t.Helper()
	w.try(bodies...)
	if w.err != nil {
		w.t.Fatal(w.err)
	}
}

// try is step for a workflow that is expected to go wrong.
func (w *world) try(bodies ...history.Body) {
	w.t.Helper()
	task := replay.Task{Now: w.now, Level: replay.Level, Events: numbered(w.live.NextSeq(), bodies)}
	out, err := w.live.Step(task)
	if w.err = err; err != nil {
		return
	}
	w.after = out.AfterCommit
	w.tasks = append(w.tasks, w.stored(task, out.Commands))
}

// acknowledge reports that the store has made the last task durable.
func (w *world) acknowledge() {
	for _, f := range w.after {
		f()
	}
	w.after = nil
}

func numbered(seq int64, bodies []history.Body) []history.Event {
	events := make([]history.Event, len(bodies))
	for i, b := range bodies {
		events[i] = history.Event{Seq: seq + int64(i), Body: b}
	}
	return events
}

// stored returns the task as a store would return it.
func (w *world) stored(t replay.Task, commands []history.Event) replay.Task {
	w.t.Helper()
	all := append(append([]history.Event(nil), t.Events...), commands...)
	data, err := history.EncodeRow(history.Header{Now: t.Now, Level: t.Level}, all)
	if err != nil {
		w.t.Fatal(err)
	}
	h, events, err := history.DecodeRow(data, all[0].Seq, len(all))
	if err != nil {
		w.t.Fatal(err)
	}
	n := len(t.Events)
	return replay.Task{Now: h.Now, Level: h.Level, Recorded: true, Events: events[:n], Commands: events[n:]}
}

// verify replays the run in one go, and from scratch before each task.
func (w *world) verify() {
	w.t.Helper()
	if err := replayed(w.machine(), w.tasks); err != nil {
		w.t.Errorf("replay: %v", err)
		return
	}
	for k, last := range w.tasks {
		m := w.machine()
		if err := replayed(m, w.tasks[:k]); err != nil {
			w.t.Errorf("replay of %d tasks: %v", k, err)
		}
		again, err := w.redo(k, last)
		if err != nil {
			w.t.Errorf("task %d after a replay: %v", k, err)
			return
		}
		if !reflect.DeepEqual(again.Commands, last.Commands) {
			w.t.Errorf("task %d after a replay asked for\n  %s\nlive for\n  %s", k, show(again.Commands), show(last.Commands))
		}
	}
}

// redo replays the tasks before k and makes task k again.
func (w *world) redo(k int, t replay.Task) (replay.Task, error) {
	m := w.machine()
	defer m.Close()
	for _, before := range w.tasks[:k] {
		if _, err := m.Step(before); err != nil {
			return replay.Task{}, err
		}
	}
	fresh := replay.Task{Now: t.Now, Level: t.Level, Events: t.Events}
	out, err := m.Step(fresh)
	if err != nil {
		return replay.Task{}, err
	}
	return w.stored(fresh, out.Commands), nil
}

// replayed steps a machine through recorded tasks and closes it.
func replayed(m *replay.Machine, tasks []replay.Task) error {
	defer m.Close()
	for _, t := range tasks {
		if _, err := m.Step(t); err != nil {
			return err
		}
	}
	return nil
}

// restart discards the machine and rebuilds it, as after a crash.
func (w *world) restart() {
	w.t.Helper()
	w.live.Close()
	w.live = w.machine()
	for _, t := range w.tasks {
		if _, err := w.live.Step(t); err != nil {
			w.t.Fatal(err)
		}
	}
}

func (w *world) encode(v any) history.Payload {
	w.t.Helper()
	p, err := codecs.Encode(v)
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// activity returns the oldest open activity of this name.
func (w *world) activity(name string) replay.OpenActivity {
	w.t.Helper()
	for _, a := range w.live.Activities() {
		if a.Scheduled.Name == name {
			return a
		}
	}
	w.t.Fatalf("no activity %s is open; %v", name, w.live.Waiting())
	return replay.OpenActivity{}
}

// complete ends the oldest open activity of this name with a result.
func (w *world) complete(name string, result any) {
	w.t.Helper()
	w.step(w.completed(name, result))
}

func (w *world) completed(name string, result any) history.Body {
	w.t.Helper()
	return &history.ActivityCompleted{Activity: w.activity(name).Seq, Attempt: 1, Result: w.encode(result)}
}

// fail ends the oldest open activity of this name with an error.
func (w *world) fail(name string, err error) {
	w.t.Helper()
	w.step(&history.ActivityFailed{Activity: w.activity(name).Seq, Attempt: 1, Failure: *history.FailureOf(err)})
}

// fire moves the time to the earliest timer and fires it.
func (w *world) fire() {
	w.t.Helper()
	w.step(w.fired())
}

func (w *world) fired() history.Body {
	w.t.Helper()
	timers := w.live.Timers()
	if len(timers) == 0 {
		w.t.Fatalf("no timer is open; %v", w.live.Waiting())
	}
	first := timers[0]
	for _, timer := range timers {
		if timer.FireAt.Before(first.FireAt) {
			first = timer
		}
	}
	if first.FireAt.After(w.now) {
		w.now = first.FireAt
	}
	return &history.TimerFired{Timer: first.Seq}
}

// send signals the run.
func send[T any](w *world, s workflow.SignalDef[T], v T) {
	w.t.Helper()
	w.step(sent(w, s, v))
}

func sent[T any](w *world, s workflow.SignalDef[T], v T) history.Body {
	w.t.Helper()
	return &history.SignalReceived{Name: s.Name(), Payload: w.encode(v)}
}

// cancel asks the run to cancel.
func (w *world) cancel(reason string) {
	w.t.Helper()
	w.step(&history.CancelRequested{Reason: reason})
}

// commands returns the commands of the last task.
func (w *world) commands() []history.Event { return w.tasks[len(w.tasks)-1].Commands }

// asked fails the test unless the last task asked for exactly these kinds.
func (w *world) asked(want ...history.Kind) {
	w.t.Helper()
	var got []history.Kind
	for _, c := range w.commands() {
		got = append(got, c.Body.Kind())
	}
	if len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
		w.t.Fatalf("the last task asked for %s; want kinds %v", show(w.commands()), want)
	}
}

// end returns the command with which the run ended.
func (w *world) end() history.Body {
	w.t.Helper()
	if !w.live.Done() {
		w.t.Fatalf("the run has not ended: %v", w.live.Waiting())
	}
	c := w.commands()
	return c[len(c)-1].Body
}

// result returns the run's result.
func result[T any](w *world) T {
	w.t.Helper()
	done, ok := w.end().(*history.RunCompleted)
	if !ok {
		w.t.Fatalf("the run ended with %s", show(w.commands()))
	}
	var v T
	if err := codecs.Decode(done.Result, &v); err != nil {
		w.t.Fatal(err)
	}
	return v
}

// failure returns the failure with which the run ended.
func (w *world) failure() *history.Failure {
	w.t.Helper()
	switch end := w.end().(type) {
	case *history.RunFailed:
		return &end.Failure
	case *history.RunCancelled:
		return &end.Failure
	}
	w.t.Fatalf("the run ended with %s", show(w.commands()))
	return nil
}
