package replay_test

import (
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStepTwice(t *testing.T) {
	fn := func(env *replay.Env, s *history.Started) history.Command {
		op := env.Schedule(env.Root(), &history.ActivityScheduled{Name: "charge"})
		env.Wait(op, env.Root())
		return &history.RunCompleted{Result: op.Result().(*history.ActivityCompleted).Result}
	}
	m := replay.New(fn, replay.Config{})
	defer m.Close()
	out, err := m.Step(replay.Task{Now: time.Unix(0, 0), Level: 1, Events: []history.Event{{Seq: 1, Body: &history.Started{Level: 1}}}})
	if err != nil || len(out.Commands) != 1 {
		t.Fatal(out, err)
	}
	t.Log(out.Commands[0].Site, m.Waiting())
	out, err = m.Step(replay.Task{Now: time.Unix(0, 0), Level: 1, Events: []history.Event{{Seq: 3, Body: &history.ActivityCompleted{Activity: 2}}}})
	t.Log(out, err)
}
