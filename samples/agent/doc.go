// Package agent is a language model that works in turns: it is shown a conversation, asks for tools, is
// shown what they gave, and goes on until it has an answer. Each turn and each use of a tool is an activity, so a
// crash repeats at most the one that it hit, and pays for no turn twice. agent.go is the
// workflow, and all of what a person may do to it while it works:
//
//   - a tool that is not safe waits until somebody has allowed it, by an update;
//   - how far it is can be asked at any time, by a query;
//   - it can be cancelled;
//   - it stops when its budget of tokens is spent.
//
// A conversation that has become long goes on in a new run, whose history is empty.
//
// model.go holds what a real model has to implement, and [Script], a model for tests that says what it
// was told to. Package samples/agent imports the author packages of Reprise.
package agent
