package agent

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/failure"
)

// Model decides what comes next in a conversation. A real one calls a service, and fails with
// [failure.Permanent] if another attempt would not help.
type Model interface {
	Next(ctx context.Context, t Thread) (Turn, error)
}

// Tools are the functions that a model may call, by name. After a crash a tool may be used again with the same
// call: where that would do harm, pass the key of activity.GetInfo(ctx) to the other side.
type Tools map[string]func(ctx context.Context, args string) (string, error)

// Bindings binds the agent to a model and its tools.
func Bindings(m Model, tools Tools) []reprise.Binding {
	return []reprise.Binding{Work.Bind(Run), Think.Bind(m.Next), Use.Bind(tools.use)}
}

func (t Tools) use(ctx context.Context, c Call) (string, error) {
	tool := t[c.Tool]
	if tool == nil {
		return "", failure.New("no-such-tool", fmt.Sprintf("there is no tool %q, there are %v", c.Tool, slices.Sorted(maps.Keys(t))), failure.Permanent())
	}
	return tool(ctx, c.Args)
}

// Script is a model that says what it is given, turn by turn.
type Script []Turn

// Next returns the turn that follows those in t.
func (s Script) Next(_ context.Context, t Thread) (Turn, error) {
	n := t.turns()
	if n >= len(s) {
		return Turn{}, failure.New("end-of-script", fmt.Sprintf("the script has %d turns", len(s)), failure.Permanent())
	}
	return s[n], nil
}
