package replay_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// pair is a workflow of two coroutines with an activity each. It returns when both have
// ended.
func pair(env *replay.Env, _ *history.Started) history.Command {
	charge := func() {
		env.Wait(env.Schedule(env.Root(), &history.ActivityScheduled{Name: "charge"}))
	}
	other := env.Go(env.Root(), charge)
	charge()
	env.Wait(other)
	return &history.RunCompleted{}
}

// A replay does not record where each wait was called from. Where can tell all the same.
func TestWhereCodeStandsIsTheSameAfterAReplay(t *testing.T) {
	live, rebuilt := replay.New(pair, replay.Config{}), replay.New(pair, replay.Config{})
	defer live.Close()
	defer rebuilt.Close()
	first := open(history.Event{Seq: 1, Body: &history.Started{Level: replay.Level}})
	out, err := live.Step(first)
	if err != nil {
		t.Fatal(err)
	}
	asked := out.Commands
	first.Recorded, first.Commands = true, asked
	if _, err := rebuilt.Step(first); err != nil {
		t.Fatal(err)
	}
	for range 2 { // asking changes nothing
		want, got := live.Waiting(), rebuilt.Waiting()
		if !reflect.DeepEqual(got, want) || len(got) != 2 || !strings.Contains(got[0].Site, "located_test.go:") || got[0].Site != got[1].Site {
			t.Errorf("it waits\n%v\nbefore the replay it was\n%v", got, want)
		}
	}
	for _, c := range asked {
		ended := open(history.Event{Seq: live.NextSeq(), Body: &history.ActivityCompleted{Activity: c.Seq}})
		want, err := live.Step(ended)
		if err != nil {
			t.Fatal(err)
		}
		got, err := rebuilt.Step(ended)
		if err != nil || !reflect.DeepEqual(got.Commands, want.Commands) {
			t.Errorf("the code asks for %v, %v; before the replay it asked for %v", got.Commands, err, want.Commands)
		}
	}
	if !rebuilt.Done() {
		t.Error("it has not ended")
	}
}

// Only an exact replay knows the last call of code that has returned.
func TestAnExactReplayTellsTheLastCallBeforeAReturn(t *testing.T) {
	m := replay.New(charges(1), replay.Config{})
	defer m.Close()
	first := open(history.Event{Seq: 1, Body: &history.Started{Level: replay.Level}})
	out, err := m.Step(first)
	if err != nil {
		t.Fatal(err)
	}
	first.Recorded, first.Commands = true, out.Commands
	more := open(history.Event{Seq: 3, Body: &history.ActivityCompleted{Activity: 2}})
	more.Recorded, more.Commands = true, []history.Event{{Seq: 4, Body: &history.ActivityScheduled{Name: "ship"}}}
	for _, exact := range []bool{false, true} {
		m := replay.New(charges(1), replay.Config{Exact: exact})
		_, err := m.Step(first)
		if err == nil {
			_, err = m.Step(more)
		}
		m.Close()
		var mismatch *replay.MismatchError
		if !errors.As(err, &mismatch) || mismatch.Asked == nil {
			t.Fatalf("Step = %v", err)
		}
		if told := strings.Contains(mismatch.Asked.Site, "bench_test.go:"); told != exact {
			t.Errorf("exact %v: returned after %q", exact, mismatch.Asked.Site)
		}
	}
}
