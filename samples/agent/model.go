package agent

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/failure"
)

// Model says what comes next in a conversation. A real one calls a service, and fails with
// [failure.Permanent] where another attempt would not help.
type Model interface {
	Next(ctx context.Context, t Thread) (Turn, error)
}

// Tools are what a model may ask for, by name. A tool may be used again with the same call after a crash: where
// that would do harm, give the other side the key of activity.GetInfo(ctx).
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

// Script is a model that says what it was told to, a turn after the other.
type Script []Turn

// Next is the turn that follows those in t.
func (s Script) Next(_ context.Context, t Thread) (Turn, error) {
	n := t.turns()
	if n >= len(s) {
		return Turn{}, failure.New("end-of-script", fmt.Sprintf("the script has %d turns", len(s)), failure.Permanent())
	}
	return s[n], nil
}
