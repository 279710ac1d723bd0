package replay_test

import (
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// charges is a workflow of n activities, one after another.
func charges(n int) replay.Func {
	return func(env *replay.Env, s *history.Started) history.Command {
		for range n {
			env.Wait(env.Schedule(env.Root(), &history.ActivityScheduled{Name: "charge"}), env.Root())
		}
		return &history.RunCompleted{}
	}
}

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func open(events ...history.Event) replay.Task {
	return replay.Task{Now: start, Level: replay.Level, Events: events}
}

// record runs charges(n) and returns the tasks of its history.
func record(tb testing.TB, n int) []replay.Task {
	m := replay.New(charges(n), replay.Config{})
	defer m.Close()
	t := open(history.Event{Seq: 1, Body: &history.Started{Level: replay.Level}})
	var tasks []replay.Task
	for {
		out, err := m.Step(t)
		if err != nil {
			tb.Fatal(err)
		}
		t.Recorded, t.Commands = true, out.Commands
		tasks = append(tasks, t)
		if out.Done {
			return tasks
		}
		t = open(history.Event{Seq: m.NextSeq(), Body: &history.ActivityCompleted{Activity: out.Commands[0].Seq}})
	}
}

// BenchmarkReplay rebuilds a run whose history holds 10,000 events of activities,
// one after another.
func BenchmarkReplay(b *testing.B) {
	tasks := record(b, 4999)
	sites := new(replay.Sites)
	b.ReportAllocs()
	for b.Loop() {
		m := replay.New(charges(4999), replay.Config{Sites: sites})
		for _, t := range tasks {
			if _, err := m.Step(t); err != nil {
				b.Fatal(err)
			}
		}
		if !m.Done() || m.NextSeq() != 10001 {
			b.Fatal("not at its end")
		}
		m.Close()
	}
	b.ReportMetric(float64(b.N)*10000/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkStep is one task of a live machine: an activity completes, the next is
// scheduled.
func BenchmarkStep(b *testing.B) {
	m := replay.New(charges(1<<40), replay.Config{})
	defer m.Close()
	out, err := m.Step(open(history.Event{Seq: 1, Body: &history.Started{Level: replay.Level}}))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		out, err = m.Step(open(history.Event{Seq: m.NextSeq(), Body: &history.ActivityCompleted{Activity: out.Commands[0].Seq}}))
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNew measures the cost of a run before its first command, and of its end.
func BenchmarkNew(b *testing.B) {
	fn := func(env *replay.Env, s *history.Started) history.Command { return &history.RunCompleted{} }
	sites := new(replay.Sites)
	b.ReportAllocs()
	for b.Loop() {
		m := replay.New(fn, replay.Config{Sites: sites})
		if _, err := m.Step(open(history.Event{Seq: 1, Body: &history.Started{Level: replay.Level}})); err != nil {
			b.Fatal(err)
		}
		m.Close()
	}
}

// BenchmarkParallel measures a run of 1,000 coroutines that each wait for an
// activity, and all of whose activities complete, one per task.
func BenchmarkParallel(b *testing.B) {
	const n = 1000
	fn := func(env *replay.Env, s *history.Started) history.Command {
		var ops []*replay.Op
		for range n {
			ops = append(ops, env.Go(env.Root(), func() {
				env.Wait(env.Schedule(env.Root(), &history.ActivityScheduled{Name: "charge"}), env.Root())
			}))
		}
		for _, op := range ops {
			env.Wait(op, env.Root())
		}
		return &history.RunCompleted{}
	}
	sites := new(replay.Sites)
	b.ReportAllocs()
	for b.Loop() {
		m := replay.New(fn, replay.Config{Sites: sites})
		out, err := m.Step(open(history.Event{Seq: 1, Body: &history.Started{Level: replay.Level}}))
		for i := n - 1; i >= 0 && err == nil; i-- {
			_, err = m.Step(open(history.Event{Seq: m.NextSeq(), Body: &history.ActivityCompleted{Activity: out.Commands[i].Seq}}))
		}
		if err != nil || !m.Done() {
			b.Fatal(err, m.Done())
		}
		m.Close()
	}
	b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds(), "activities/s")
}
