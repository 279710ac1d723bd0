// Package golden holds databases of released versions to today's code, and workers of released
// versions beside today's. It has the workflows that both need.
//
// The databases lie in testdata, as a file of SQLite and as SQL for Postgres. A test opens a copy of
// each, looks at it, and lets its runs go on to their ends. They are written by
//
//	go test -trimpath ./internal/golden -run TestKeptDatabases -rewrite
//
// and, once their version is released, never again. Command neighbour is a worker process of the
// workflows here: a test builds it from the last released version and has it share databases with
// today's code.
//
// Package golden imports activity, failure, reprise, schedule, store, store/postgres, store/sqlite and workflow.
package golden
