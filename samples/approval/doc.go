// Package approval is a sample: an expense that people have to approve. It is the program
// that the testing guide tests (docs/testing.md).
//
// It shows a wait for people: a signal with a limit, letters, and a superior who is asked
// when nobody answers.
//
// It imports activity, signal and workflow.
package approval
