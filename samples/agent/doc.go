// Package agent is a language model that works in turns: it gets a conversation, asks for tools, gets their
// results, and continues until it has an answer. Each turn and each use of a tool is an activity, so a crash
// repeats at most the one that it interrupted, and no turn is paid for twice. agent.go has the workflow, and
// everything that a person may do while it runs:
//
//   - a tool that is not safe waits until somebody permits it, by an update;
//   - a query tells its progress at any time;
//   - it can be cancelled;
//   - it stops when its budget of tokens is spent.
//
// A long conversation continues in a new run with an empty history.
//
// model.go has the interface of a real model, and [Script], a model for tests that says what it is
// given. Package samples/agent imports the author packages of Reprise.
package agent
