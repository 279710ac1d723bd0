package replay_test

import (
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// order charges a card and then ships. Package workflow offers the same with types.
func order(env *replay.Env, _ *history.Started) history.Command {
	charge := env.Schedule(env.Root(), &history.ActivityScheduled{Name: "charge"})
	env.Wait(charge, env.Root())
	if _, ok := charge.Result().(*history.ActivityCompleted); !ok {
		return &history.RunFailed{Failure: history.Failure{Code: "not charged"}}
	}
	ship := env.Schedule(env.Root(), &history.ActivityScheduled{Name: "ship"})
	env.Wait(ship, env.Root())
	return &history.RunCompleted{Result: ship.Result().(*history.ActivityCompleted).Result}
}

// shipFirst is order after somebody edited it.
func shipFirst(env *replay.Env, _ *history.Started) history.Command {
	ship := env.Schedule(env.Root(), &history.ActivityScheduled{Name: "ship"})
	env.Wait(ship, env.Root())
	return &history.RunCompleted{}
}

func Example() {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	m := replay.New(order, replay.Config{})
	defer m.Close()

	// Each step is one task: external events in, commands out, to be appended together.
	external := []history.Event{{Seq: 1, Body: &history.Started{Workflow: "order", Level: replay.Level}}}
	for !m.Done() {
		out, err := m.Step(replay.Task{Now: now, Level: replay.Level, Events: external})
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, e := range out.Commands {
			switch c := e.Body.(type) {
			case *history.ActivityScheduled:
				fmt.Printf("%d: run %s\n", e.Seq, c.Name)
				result := history.Payload{Enc: "json", Data: []byte(`"` + c.Name + ` done"`)}
				external = []history.Event{{Seq: m.NextSeq(), Body: &history.ActivityCompleted{Activity: e.Seq, Attempt: 1, Result: result}}}
			case *history.RunCompleted:
				fmt.Printf("%d: result %s\n", e.Seq, c.Result.Data)
			}
		}
	}
	// Output:
	// 2: run charge
	// 4: run ship
	// 6: result "ship done"
}

// A recorded task says what the workflow must ask for. Code that does something else stops there, and
// the error shows both sides.
func ExampleMismatchError() {
	m := replay.New(shipFirst, replay.Config{Sites: replay.NewSites("github.com/reprise-run/reprise/replay_test.")})
	defer m.Close()

	_, err := m.Step(replay.Task{
		Level:    replay.Level,
		Events:   []history.Event{{Seq: 1, Body: &history.Started{Workflow: "order", Level: replay.Level, Build: "v1"}}},
		Recorded: true, Build: "v1",
		Commands: []history.Event{{Seq: 2, Site: "shop.order order.go:14", Body: &history.ActivityScheduled{Name: "charge"}}},
	})
	fmt.Println(err)
	// Output:
	// replay: run 00000000-0000-0000-0000-000000000000: the code does not do what history recorded at event 2
	//   history: activity "charge", at shop.order order.go:14
	//   code:    activity "ship"
	// Nothing was changed. The workflow's code is not the code that made this history (made by build "v1"),
	// or it is not deterministic (a range over a map, a goroutine, a channel, a clock, a random number, a setting read from outside):
	// run a build whose code asks for the same in the same order, and the run continues from here.
}

// The rows of a history are assembled into tasks before they are replayed.
func ExampleTasks() {
	rows := []replay.Row{
		{Header: history.Header{Level: 1, Open: true}, Events: []history.Event{{Seq: 1, Body: &history.Started{}}}},
		{Header: history.Header{Level: 1}, Events: []history.Event{{Seq: 2, Body: &history.ActivityScheduled{Name: "charge"}}}},
		{Header: history.Header{Level: 1}, Events: []history.Event{
			{Seq: 3, Body: &history.ActivityCompleted{Activity: 2}},
			{Seq: 4, Body: &history.RunCompleted{}},
		}},
	}
	tasks, open, err := replay.Tasks(rows)
	for _, t := range tasks {
		fmt.Println(len(t.Events), "external event,", len(t.Commands), "command")
	}
	fmt.Println(len(open), err)
	// Output:
	// 1 external event, 1 command
	// 1 external event, 1 command
	// 0 <nil>
}
