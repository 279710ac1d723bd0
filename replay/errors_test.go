package replay_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

func stepErr(t *testing.T, fn replay.Func, task replay.Task) error {
	t.Helper()
	m := replay.New(fn, replay.Config{Run: history.RunID{7}})
	defer m.Close()
	_, err := m.Step(task)
	if err == nil {
		t.Fatal("Step succeeded")
	}
	return err
}

func TestMismatchErrorHoldsBothSides(t *testing.T) {
	task := open(started())
	task.Recorded, task.Build = true, "v2"
	task.Commands = []history.Event{{Seq: 2, Site: "order.fulfil order.go:52", Body: &history.ActivityScheduled{Name: "ship"}}}

	var got *replay.MismatchError
	if err := stepErr(t, charges(1), task); !errors.As(err, &got) {
		t.Fatalf("%T: %v", err, err)
	}
	if got.Run != (history.RunID{7}) || got.Seq != 2 || got.Build != "v2" {
		t.Errorf("Run %v, Seq %d, Build %q", got.Run, got.Seq, got.Build)
	}
	if got.Recorded.Site != "order.fulfil order.go:52" || got.Recorded.Body.(*history.ActivityScheduled).Name != "ship" {
		t.Errorf("Recorded = %+v", *got.Recorded)
	}
	if !strings.HasPrefix(got.Asked.Site, "replay_test.") || got.Asked.Body.(*history.ActivityScheduled).Name != "charge" {
		t.Errorf("Asked = %+v", *got.Asked)
	}

	waits := func(env *replay.Env, _ *history.Started) history.Command {
		env.Wait(env.Mail("approve"))
		return nil
	}
	if err := stepErr(t, waits, task); !errors.As(err, &got) {
		t.Fatalf("%T: %v", err, err)
	}
	if got.Asked != nil || len(got.Waiting) != 1 || got.Waiting[0].For != "signal approve" {
		t.Errorf("Asked = %v, Waiting = %v", got.Asked, got.Waiting)
	}

	task.Commands = nil
	if err := stepErr(t, charges(1), task); !errors.As(err, &got) {
		t.Fatalf("%T: %v", err, err)
	}
	if got.Recorded != nil || got.Seq != 2 {
		t.Errorf("Recorded = %v, Seq = %d; want none, 2", got.Recorded, got.Seq)
	}
}

func TestPanicErrorHoldsValueStackAndPlace(t *testing.T) {
	var nothing map[string]int
	for name, fn := range map[string]func(){
		"error": func() { panic(io.ErrUnexpectedEOF) },
		"nil":   func() { panic(nil) },
		"fault": func() { nothing["x"]++ },
	} {
		var got *replay.PanicError
		err := stepErr(t, func(*replay.Env, *history.Started) history.Command { fn(); return nil }, open(started()))
		if !errors.As(err, &got) {
			t.Fatalf("%s: %T: %v", name, err, err)
		}
		if got.Goexit || got.Value == nil || got.Run != (history.RunID{7}) {
			t.Errorf("%s: %+v", name, got)
		}
		if !strings.HasPrefix(got.Site, "replay_test.TestPanicErrorHoldsValueStackAndPlace") || !strings.Contains(got.Stack, "errors_test.go") {
			t.Errorf("%s: Site %q, Stack %s", name, got.Site, got.Stack)
		}
		if name == "error" && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("the error that the code panicked with is not in the chain")
		}
	}
}

func TestFuncMustEndTheRun(t *testing.T) {
	for _, last := range []history.Command{nil, &history.TimerStarted{}} {
		err := stepErr(t, func(*replay.Env, *history.Started) history.Command { return last }, open(started()))
		if !strings.Contains(err.Error(), "command that ends the run") {
			t.Errorf("Func returned %T: %v", last, err)
		}
	}
}

// The payloads of one task's commands may be as large as history.MaxTaskBytes.
func TestTooLarge(t *testing.T) {
	chunk := history.Payload{Data: make([]byte, 1<<20)}
	n := history.MaxTaskBytes / len(chunk.Data)
	fill := func(more int) replay.Func {
		return func(env *replay.Env, _ *history.Started) history.Command {
			for range n {
				env.Schedule(env.Root(), &history.ActivityScheduled{Name: "charge", Input: chunk})
			}
			env.Record(func() *history.SideEffectRecorded {
				return &history.SideEffectRecorded{Value: history.Payload{Data: make([]byte, more)}}
			})
			return &history.RunCompleted{}
		}
	}
	m := replay.New(fill(0), replay.Config{})
	defer m.Close()
	out, err := m.Step(open(started()))
	if err != nil || len(out.Commands) != n+2 {
		t.Fatalf("exactly the limit: %d commands, %v", len(out.Commands), err)
	}
	var got *replay.TooLargeError
	err = stepErr(t, fill(1), open(started()))
	if !errors.As(err, &got) || got.Bytes != history.MaxTaskBytes+1 || !strings.Contains(err.Error(), got.Site) {
		t.Fatalf("one byte more: %v", err)
	}
}

// What a history already holds is never too much: limits may be lowered one day.
func TestLimitsAreForNewCommands(t *testing.T) {
	var commands []history.Event
	for i := range history.MaxTaskCommands + 5 {
		commands = append(commands, history.Event{Seq: int64(i + 2), Body: &history.TimerStarted{FireAt: start}})
	}
	m := replay.New(func(env *replay.Env, _ *history.Started) history.Command {
		for range commands {
			env.StartTimer(env.Root(), &history.TimerStarted{FireAt: start})
		}
		env.Wait(env.Mail("never"))
		return nil
	}, replay.Config{})
	defer m.Close()
	task := open(started())
	task.Recorded, task.Commands = true, commands
	if _, err := m.Step(task); err != nil {
		t.Fatal(err)
	}
}

func TestErrorTypesOfScripts(t *testing.T) {
	var level *replay.LevelError
	task := open(started())
	task.Level = 2
	if err := stepErr(t, charges(0), task); !errors.As(err, &level) || level.Level != 2 {
		t.Errorf("an unknown level: %v", err)
	}
	var log *replay.LogError
	if err := stepErr(t, charges(0), open(history.Event{Seq: 2, Body: &history.TimerFired{}})); !errors.As(err, &log) || log.Seq != 2 {
		t.Errorf("a history without a start: %v", err)
	}
	if err := stepErr(t, charges(0), open(history.Event{Seq: 1})); !errors.As(err, &log) {
		t.Errorf("an event without a body: %v", err)
	}
	var many *replay.TooManyCommandsError
	timers := func(env *replay.Env, _ *history.Started) history.Command {
		for {
			env.StartTimer(env.Root(), &history.TimerStarted{})
		}
	}
	if err := stepErr(t, timers, open(started())); !errors.As(err, &many) || many.Site == "" {
		t.Errorf("timers without end: %v", err)
	}
}

// Up to history.MaxOpen activities and timers may be open, and all of them can be cancelled
// in one task, whose commands stay within its limits.
func TestTooManyOpen(t *testing.T) {
	const each = 5000
	wide := func(more int) replay.Func {
		return func(env *replay.Env, _ *history.Started) history.Command {
			ask := func(n int) {
				for i := range n {
					if i%2 == 0 {
						env.Schedule(env.Root(), &history.ActivityScheduled{Name: "charge"})
					} else {
						env.StartTimer(env.Root(), &history.TimerStarted{FireAt: env.Now().Add(time.Hour)})
					}
				}
			}
			for range history.MaxOpen / each {
				ask(each)
				env.Wait(env.Mail("more"))
				env.TakeMail("more")
			}
			ask(more)
			env.Wait(env.Mail("never"), env.Root())
			return &history.RunCancelled{}
		}
	}
	for _, more := range []int{0, 1} {
		m := replay.New(wide(more), replay.Config{})
		task := open(started())
		for range history.MaxOpen / each {
			if _, err := m.Step(task); err != nil {
				t.Fatal(err)
			}
			task = open(history.Event{Seq: m.NextSeq(), Body: &history.SignalReceived{Name: "more"}})
		}
		_, err := m.Step(task)
		var many *replay.TooManyOpenError
		switch {
		case more == 1 && (!errors.As(err, &many) || !strings.Contains(err.Error(), "more than 100000 activities and timers") || many.Site == ""):
			t.Errorf("one too many: %v", err)
		case more == 0 && err != nil:
			t.Errorf("as many as may be: %v", err)
		case more == 0:
			out, err := m.Step(open(history.Event{Seq: m.NextSeq(), Body: &history.CancelRequested{}}))
			if err != nil || len(out.Commands) != history.MaxOpen+1 {
				t.Fatalf("cancelled: %d commands, %v", len(out.Commands), err)
			}
			rows, err := history.EncodeRows(history.Header{}, out.Commands, history.MaxRowBytes)
			if err != nil {
				t.Fatal(err)
			}
			bytes := 0
			for _, row := range rows {
				bytes += len(row.Data)
			}
			if bytes > history.MaxTaskBytes-history.MaxTaskInput {
				t.Errorf("the cancellations take %d bytes", bytes)
			}
			t.Logf("%d cancellations take %d bytes", history.MaxOpen, bytes)
		}
		m.Close()
	}
}
