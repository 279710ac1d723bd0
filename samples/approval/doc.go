// Package approval is a sample: an expense that people have to approve. Its tests use
// what the testing guide describes (docs/testing.md).
//
// It shows a wait for people: a signal with a time limit, letters, and a superior who is asked
// if nobody answers.
//
// It imports activity, signal and workflow.
package approval
