package replay_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"runtime"
	"testing"
	"weak"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// Random returns the numbers that its documentation defines.
func TestRandomIsAsWrittenDown(t *testing.T) {
	seed := [16]byte{1, 2, 3, 15: 16}
	want := func(coroutine, counter uint64) uint64 {
		in := append([]byte(nil), seed[:]...)
		in = binary.BigEndian.AppendUint64(in, coroutine)
		in = binary.BigEndian.AppendUint64(in, counter)
		sum := sha256.Sum256(in)
		return binary.BigEndian.Uint64(sum[:8])
	}
	m := replay.New(func(env *replay.Env, _ *history.Started) history.Command {
		for i := range uint64(3) {
			if got := env.Random(); got != want(0, i) {
				t.Errorf("number %d of coroutine 0 is %x; want %x", i, got, want(0, i))
			}
		}
		env.Wait(env.Go(env.Root(), func() {
			if got := env.Random(); got != want(1, 0) {
				t.Errorf("number 0 of coroutine 1 is %x; want %x", got, want(1, 0))
			}
		}))
		return &history.RunCompleted{}
	}, replay.Config{})
	defer m.Close()
	e := started()
	e.Body.(*history.Started).Seed = seed
	if _, err := m.Step(open(e)); err != nil || !m.Done() {
		t.Fatal(m.Done(), err)
	}
}

// The machine hands out values byte for byte as they are in the history: the caller
// decodes them, when the run is live and when it is rebuilt.
func TestValuesStayBytes(t *testing.T) {
	value := history.Payload{Enc: "made up", Data: []byte{0xff, 0, 0xc1}}
	check := func(what string, p history.Payload) {
		if p.Enc != value.Enc || !bytes.Equal(p.Data, value.Data) {
			t.Errorf("%s is %q %x", what, p.Enc, p.Data)
		}
	}
	fn := func(env *replay.Env, s *history.Started) history.Command {
		check("the input", s.Input)
		check("the started input", env.Started().Input)
		if env.Run() != (history.RunID{9}) {
			t.Errorf("Run = %v", env.Run())
		}
		if _, ok := env.TakeMail("approve"); ok {
			t.Error("a signal was there before it came")
		}
		op := schedule(env, "charge")
		env.Wait(op)
		check("the result", op.Result().(*history.ActivityCompleted).Result)
		got, _ := env.TakeMail("approve")
		check("the signal", got.Payload)
		check("the side effect", env.Record(func() *history.SideEffectRecorded {
			return &history.SideEffectRecorded{Value: value}
		}).Value)
		return &history.RunCompleted{}
	}
	e := started()
	e.Body.(*history.Started).Input = value
	tasks := []replay.Task{open(e), open(
		history.Event{Seq: 3, Body: &history.SignalReceived{Name: "approve", Payload: value}},
		history.Event{Seq: 4, Body: &history.ActivityCompleted{Activity: 2, Result: value}},
	)}
	for range 2 { // live, then as recorded
		m := replay.New(fn, replay.Config{Run: history.RunID{9}})
		for i := range tasks {
			out, err := m.Step(tasks[i])
			if err != nil {
				t.Fatal(err)
			}
			if !tasks[i].Recorded {
				tasks[i].Recorded, tasks[i].Commands = true, out.Commands
			}
		}
		m.Close()
	}
}

func TestSizeCountsWhatWaits(t *testing.T) {
	m := replay.New(func(env *replay.Env, _ *history.Started) history.Command {
		op := env.Schedule(env.Root(), &history.ActivityScheduled{Name: "charge", Input: history.Payload{Data: make([]byte, 1000)}})
		env.Wait(op)
		env.TakeMail("approve")
		env.Wait(env.Mail("never"))
		return nil
	}, replay.Config{})
	defer m.Close()
	sizes := []int{}
	step := func(events ...history.Event) {
		for i := range events {
			events[i].Seq = m.NextSeq() + int64(i)
		}
		if _, err := m.Step(open(events...)); err != nil {
			t.Fatal(err)
		}
		n, size := m.Size()
		if n != 1 {
			t.Errorf("%d coroutines", n)
		}
		sizes = append(sizes, size)
	}
	step(started())
	step(history.Event{Body: &history.SignalReceived{Name: "approve", ID: "a", Payload: history.Payload{Data: make([]byte, 300)}}})
	step(history.Event{Body: &history.ActivityCompleted{Activity: 2}})
	if sizes[1]-sizes[0] != 300 || sizes[2] != sizes[0]-1000 {
		t.Errorf("sizes %v", sizes)
	}
	if !m.Knows("a") || m.Knows("b") || m.Knows("") {
		t.Error("Knows does not tell the id that was taken in")
	}
	if m.Now() != start || m.NextSeq() != 5 {
		t.Errorf("Now %v, NextSeq %d", m.Now(), m.NextSeq())
	}
}

func TestPendingAndPass(t *testing.T) {
	m := replay.New(charges(1), replay.Config{})
	defer m.Close()
	if _, err := m.Step(open(started())); err != nil {
		t.Fatal(err)
	}
	if !m.Pending(2) || m.Pending(1) || m.Pending(3) {
		t.Error("Pending does not tell the open activity")
	}
	m.Pass()
	if m.NextSeq() != 4 {
		t.Errorf("NextSeq = %d after an event was passed; want 4", m.NextSeq())
	}
	if _, err := m.Step(open(history.Event{Seq: 4, Body: &history.ActivityCompleted{Activity: 2}})); err != nil || m.Pending(2) {
		t.Errorf("after its end: Pending = %v, %v", m.Pending(2), err)
	}
}

// A workflow that runs for ever keeps only what it still references: not the scopes it
// made, the activities that ended, or the results.
func TestEndedThingsAreLetGo(t *testing.T) {
	var scope weak.Pointer[replay.Scope]
	var op weak.Pointer[replay.Op]
	var result weak.Pointer[history.ActivityCompleted]
	m := replay.New(func(env *replay.Env, _ *history.Started) history.Command {
		func() {
			s := env.Root().Child()
			o := env.Schedule(s, &history.ActivityScheduled{Name: "charge"})
			env.Wait(o, s, env.Mail("made up"), s.Child())
			scope, op = weak.Make(s), weak.Make(o)
		}()
		env.Wait(env.Mail("never"))
		return nil
	}, replay.Config{})
	defer m.Close()
	if _, err := m.Step(open(started())); err != nil {
		t.Fatal(err)
	}
	completed := &history.ActivityCompleted{Activity: 2}
	result = weak.Make(completed)
	if _, err := m.Step(open(history.Event{Seq: 3, Body: completed})); err != nil {
		t.Fatal(err)
	}
	completed = nil
	runtime.GC()
	runtime.GC()
	if scope.Value() != nil || op.Value() != nil || result.Value() != nil {
		t.Errorf("still held: scope %v, op %v, result %v", scope.Value() != nil, op.Value() != nil, result.Value() != nil)
	}
}

// One Sites serves all machines of a process.
func TestSitesAreShared(t *testing.T) {
	sites := new(replay.Sites)
	got := make(chan string)
	for range 8 {
		go func() {
			m := replay.New(charges(1), replay.Config{Sites: sites})
			defer m.Close()
			out, err := m.Step(open(started()))
			if err != nil {
				t.Error(err)
				got <- ""
				return
			}
			got <- out.Commands[0].Site
		}()
	}
	first := <-got
	for range 7 {
		if site := <-got; site != first || site == "" {
			t.Errorf("site %q and %q", first, site)
		}
	}
}

// One event may keep coroutines busy for long: each pair here takes a hundred thousand
// turns before it waits for something outside.
func TestLongTurns(t *testing.T) {
	turns := 0
	m := replay.New(func(env *replay.Env, _ *history.Started) history.Command {
		work := func() {
			for range 50_000 {
				env.Wait(env.Go(env.Root(), func() { turns++ }))
			}
		}
		a, b := env.Go(env.Root(), work), env.Go(env.Root(), work)
		env.Wait(a)
		env.Wait(b)
		return &history.RunCompleted{}
	}, replay.Config{})
	defer m.Close()
	if _, err := m.Step(open(started())); err != nil || !m.Done() || turns != 100_000 {
		t.Fatalf("%d turns, done %v, %v", turns, m.Done(), err)
	}
}
