// Command programs checks the engine with random programs:
//
//	go run ./nemesis/programs -seeds 20000
//
// docs/nemesis.md says what it checks and what it prints. The cases in testdata failed
// once; the test of this package runs them each time.
package main
