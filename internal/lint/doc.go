// Package lint holds the tests about the code: which package imports which, where
// goroutines start, what documentation says, what a test must not do. Each is a table
// or a rule in a test file of this package, with the reason beside it.
//
//	go test ./internal/lint
//
// Package lint imports only the standard library.
package lint
